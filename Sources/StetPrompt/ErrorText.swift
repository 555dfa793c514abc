import LuaKit

/// How an error of an entry is told.
enum ErrorText {
    /// `error: …`, and the calls that led to it if they say more than the message.
    static func lines(_ error: LuaError, usesColor: Bool) -> String {
        let label = usesColor ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: "
        let message = TerminalText.lines(error.description)
        let calls = calls(error.traceback ?? "")
        return ([label + message] + (calls.count > 1 ? calls : [])).joined(separator: "\n")
    }

    /// The calls of a traceback without those that are the host's own.
    static func calls(_ traceback: String) -> [String] {
        traceback.split(separator: "\n").dropFirst()
            .map { String($0).trimmed }
            .filter { !$0.isEmpty && $0 != "[C]: in ?" }
            .map { "  at " + TerminalText.line($0) }
    }
}
