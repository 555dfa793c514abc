import StetText

/// A command line that makes no sense: what is wrong, and what to do.
struct UsageError: Error {
    var message: String
    var hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    static let commands = ["check", "run", "help"]

    static func unknownCommand(_ name: String) -> UsageError {
        UsageError(
            "there is no command \"\(name)\"" + Suggestion.hint(for: name, among: commands),
            hint: "\"stet check \(name)\" checks a data file; \"stet help\" lists the commands")
    }
}
