/// What concerns several files and is said once.
enum Notices {
    /// Written on the main thread alone.
    nonisolated(unsafe) private static var said: Set<String> = []

    static func once(_ text: String) {
        if said.insert(text).inserted { Output.error(text) }
    }
}
