/// A command of the prompt: what a line that begins with a dot names. The help, the completion
/// and what runs are all in this one value.
struct Command: Sendable {
    /// The headings of the help.
    enum Group: String, CaseIterable, Sendable {
        case records = "Look at records"
        case changes = "Change them"
        case sessions = "Edit one record in a session"
        case checks = "Check them"
        case stage = "Sheets, dialogs, lists and views"
        case output = "How results are shown"
        case typed = "What was typed, and what went wrong"
        case prompt = "The prompt"
        case plugins = "From plugins"

        /// What `.help` calls it; no command has one of these names.
        var keyword: String {
            switch self {
            case .records: "records"
            case .changes: "edits"
            case .sessions: "sessions"
            case .checks: "checks"
            case .stage: "stage"
            case .output: "display"
            case .typed: "typed"
            case .prompt: "prompt"
            case .plugins: "added"
            }
        }
    }

    /// What an argument is, for its completion.
    enum Argument: Sendable {
        case file, key, field, fields, expression, assignment, command, text
        /// Any expression, over globals.
        case lua
        /// Of the field that the word before names.
        case value
        /// The global name of an open one.
        case collection
        /// An item of the split view, or a row of the list, that is open.
        case item
        /// A button of the dialog that is shown.
        case answer
        case words([String])
    }

    let name: String
    let group: Group
    /// What follows the name: `EXPR`, `[KEY]`.
    let usage: String
    /// One line, without a full stop.
    let summary: String
    /// What the help of this command says beside; empty if the summary is all.
    let details: String
    let arguments: [Argument]
    let run: @Sendable (Bench, CommandLineText) throws -> Void

    init(
        _ name: String, _ group: Group, usage: String = "", _ summary: String,
        details: String = "", arguments: [Argument] = [],
        run: @escaping @Sendable (Bench, CommandLineText) throws -> Void
    ) {
        self.name = name
        self.group = group
        self.usage = usage
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.run = run
    }

    /// `.where EXPR`
    var synopsis: String { usage.isEmpty ? ".\(name)" : ".\(name) \(usage)" }
}

/// Why a command did nothing.
struct CommandError: Error {
    /// For people, without a full stop.
    var message: String
    /// What is said beside: the findings that refused a change, the usage with the bad word marked.
    var details: [String] = []

    init(_ message: String, details: [String] = []) {
        self.message = message
        self.details = details
    }
}

/// The prompt is to end.
struct QuitRequest: Error {}
