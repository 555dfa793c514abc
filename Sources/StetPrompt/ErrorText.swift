import LuaKit

/// How an error of an entry is told.
enum ErrorText {
    /// The calls that led to an error, if they say more than its message.
    static func calls(of error: LuaError) -> [String] {
        let calls = calls(error.traceback ?? "")
        return calls.count > 1 ? calls : []
    }

    /// `error: …` and what is said beside it.
    static func lines(_ failure: EntryRunner.Failure, usesColor: Bool) -> String {
        let label = usesColor ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: "
        return ([label + TerminalText.lines(failure.message)] + failure.details)
            .joined(separator: "\n")
    }

    /// What makes the fields of a session names of Lua.
    private static func isOfHost(_ call: String) -> Bool {
        call.hasPrefix("stet:") || call == "[C]: in function 'error'"
    }

    /// The calls of a traceback without those that are the host's own.
    static func calls(_ traceback: String) -> [String] {
        traceback.split(separator: "\n").dropFirst()
            .map { String($0).trimmed }
            .filter { !$0.isEmpty && $0 != "[C]: in ?" && !isOfHost($0) }
            .map { "  at " + TerminalText.line(EntryPlace.shown($0)) }
    }
}
