import Glibc
import StetText

/// The commands about what was typed.
enum TypedCommands {
    static let all: [Command] = [history, log, editor]

    /// Entries that are shown where no number is given.
    private static let shown = 20

    private static let history: Command = .init(
        "history", .typed, usage: "[N|/TEXT/]", "show what was typed, and when; ✗ marks failures",
        details: """
            The last 20 entries, the last N, or all that contain TEXT. Those of this project (the
            nearest folder above with a stet.lua or a repository, else this one) come last, as Up
            finds them first; of others the folder is named. .editor takes their numbers.
            """
    ) { bench, text in
        let entries = try bench.record.all()
        var chosen = entries.indices.suffix(shown).map { $0 }
        if text.rest.count > 1, text.rest.hasPrefix("/"), text.rest.hasSuffix("/") {
            let wanted = String(text.rest.dropFirst().dropLast())
            chosen = entries.indices.filter { entries[$0].code.contains(wanted) }
        } else if let word = text.words.first {
            guard text.words.count == 1, let number = Int(word.text), number > 0 else {
                throw text.wrong(0, "usage: \(history.synopsis)")
            }
            chosen = entries.indices.suffix(number).map { $0 }
        }
        let style = bench.resultStyle
        let width = String(entries.count).count
        for index in chosen {
            let entry = entries[index]
            let number = String(index + 1)
            let gap = String(repeating: " ", count: width - number.count)
            let time = Self.time(entry.time)
            let mark = entry.isSuccess ? " " : style.red("✗")
            let indent = "\n" + String(repeating: " ", count: width + time.count + 6)
            let code = TerminalText.lines(entry.code).split(
                separator: "\n", omittingEmptySubsequences: false
            ).joined(separator: indent)
            let isElsewhere = !entry.project.isEmpty && entry.project != bench.record.project
            let place =
                isElsewhere ? style.dim("  -- in \(TerminalText.line(entry.directory))") : ""
            bench.write("\(gap)\(number)  \(style.dim(time))  \(mark) \(code)\(place)\n")
        }
    }

    /// `2026-01-31 14:05`; empty for an unknown time.
    private static func time(_ seconds: Int) -> String {
        guard seconds > 0 else { return "" }
        var when = time_t(seconds)
        var parts = tm()
        guard localtime_r(&when, &parts) != nil else { return "" }
        let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        return "\(parts.tm_year + 1900)-\(numbers[0])-\(numbers[1]) \(numbers[2]):\(numbers[3])"
    }

    private static let log: Command = .init(
        "log", .typed, usage: "[FILE|off]", "append what is typed to a file, so that it can be run",
        details: "Entries that fail are left out. stet FILE < LOG runs them again.",
        arguments: [.file]
    ) { bench, text in
        try text.require(0...1, of: log)
        guard let path = text.words.first?.text else {
            return bench.say(
                bench.record.logPath.map { "what is typed goes to \($0)" } ?? "there is no log")
        }
        try bench.record.writeLog(to: path == "off" ? nil : path)
    }

    private static let editor: Command = .init(
        "editor", .typed, usage: "[N]", "edit an entry in $EDITOR, then run it",
        details: """
            The last entry, or the one that .history numbers N. VISUAL is asked first, then EDITOR,
            then vi. Nothing is run if the text is left empty or the editor fails.
            """
    ) { bench, text in
        try text.require(0...1, of: editor)
        guard let edit = bench.edit else { throw CommandError(".editor needs a terminal") }
        let entries = try bench.record.all()
        var code = entries.last { !$0.code.hasPrefix(".editor") }?.code ?? ""
        if let word = text.words.first {
            guard let number = Int(word.text), entries.indices.contains(number - 1) else {
                throw text.wrong(0, "no entry has that number; .history lists them")
            }
            code = entries[number - 1].code
        }
        guard let changed = try edit(code), !changed.trimmed.isEmpty else {
            return bench.say("nothing to run")
        }
        bench.queued = changed
    }
}
