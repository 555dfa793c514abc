import StetText

/// Text of unknown origin on its way to a terminal.
enum TerminalText {
    /// One line without anything that a terminal would act on.
    static func line(_ text: String) -> String { SafeText.escaped(text) }

    /// The same for each of several lines.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0)) }
            .joined(separator: "\n")
    }

    /// Columns that printable text takes.
    static func width(of text: String) -> Int { DisplayWidth.of(text) }
}
