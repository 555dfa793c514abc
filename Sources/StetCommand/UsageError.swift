import StetText

/// A command line that makes no sense: what is wrong, and what to do.
struct UsageError: Error {
    var message: String
    var hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    static let commands = [
        "check", "show", "get", "set", "insert", "delete", "run", "recover", "test", "plugins",
        "new", "doctor", "trust", "help",
    ]

    /// A Lua file where data belongs, or rules where a script does.
    static func notData(_ file: String) -> UsageError {
        file.hasSuffix(".rules.lua")
            ? UsageError(
                "\(file) holds rules; it is neither data nor a script",
                hint: "to check data with these rules: stet check --rules \(file) FILE")
            : UsageError(
                "\(file) is a Lua file, not data", hint: "to run a script: stet run \(file)")
    }

    static func unknownCommand(_ name: String) -> UsageError {
        UsageError(
            "there is no command \"\(name)\"" + Suggestion.hint(for: name, among: commands),
            hint: "\"stet help\" lists the commands; \"stet FILE\" opens a data file")
    }
}
