import Glibc
import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// The prompt on a terminal.
final class PromptLoop {
    private let host: PromptHost
    private let editor: LineEditor
    private let signals: PromptSignals
    private let runner: EntryRunner
    private let record: EntryRecord

    /// Where the entry began that is being typed.
    private var place = EntryPlace()
    private var lines: [[UInt8]] = []
    /// Consecutive empty lines of an unfinished entry; consecutive Ctrl-C on empty lines.
    private var emptyLines = 0
    private var emptyInterrupts = 0
    /// The prompt of the entry, which the lines of an unfinished one stand under.
    private var entryPrompt = PromptText(isColored: false)
    private lazy var ownPrompt = OwnPrompt(runner.bench, signals: signals)

    init(_ runner: EntryRunner, editor: LineEditor, signals: PromptSignals) {
        host = runner.bench.host
        record = runner.bench.record
        self.editor = editor
        self.signals = signals
        self.runner = runner
    }

    func greet() {
        host.writeError(host.banner + "; .help for help, Ctrl-D or .quit to leave")
    }

    /// - Returns: the status to exit with.
    func run() -> Int32 {
        recall()
        while !host.isOutputClosed() {
            let (prompt, indentation) = (prompt, indentation)
            let proposal = runner.bench.takeProposal()
            let reading = editor.read(
                prompt: prompt, initial: proposal.isEmpty ? indentation : proposal,
                assistance: assistance)
            switch reading {
            case .line(var line):
                emptyInterrupts = 0
                // What nobody typed anything behind is no part of the entry.
                if proposal.isEmpty, line.elementsEqual(indentation.utf8) { line = [] }
                color(line, after: prompt)
                if let status = take(line) { return status }
                if signals.end != nil { return stopped }
            case .toEditor(let line):
                if let status = takeToEditor(line) { return status }
            case .interrupted: drop()
            case .stopped: return stopped
            case .end:
                host.writeError("")
                if editor.isTerminalGone { return stopped }
                if lines.isEmpty {
                    if let status = leave(0) { return status }
                    continue
                }
                host.writeError(label("the entry was not finished; it is dropped"))
                lines = []
            }
        }
        runner.bench.keepDrafts()
        return 128 + SIGPIPE
    }

    /// Answers Tab and F1.
    private lazy var assistance = PromptAssistance(
        completer: Completer(bench: runner.bench), earlier: { [unowned self] in earlier }
    ).assistance()

    /// The lines of the unfinished entry, each with its end.
    private var earlier: [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }

    /// What the next line begins with.
    private var indentation: String {
        lines.isEmpty ? "" : Indentation.text(after: Array(earlier.dropLast()))
    }

    private func color(_ line: [UInt8], after prompt: String) {
        guard host.usesColor else { return }
        editor.redraw(
            prompt: prompt, line: line, colored: EntryColors.text(line, after: earlier))
    }

    /// A signal, or the end of the terminal, ends the prompt: the status, once all is kept that
    /// could be lost.
    private var stopped: Int32 {
        runner.bench.keepDrafts()
        return 128 + (signals.end ?? SIGHUP)
    }

    /// An unfinished entry goes on under the end of the prompt.
    private var prompt: String {
        if lines.isEmpty {
            entryPrompt = ownPrompt.text() ?? runner.bench.promptText
            return entryPrompt.marked
        }
        let end = " ...> "
        let room = DisplayWidth.of(entryPrompt.plain) - end.count
        let name = Indentation.openConstruct(after: Array(earlier.dropLast())) ?? ""
        // What is open is named where there is room for it.
        let shown = name.count < room ? name : ""
        return String(repeating: " ", count: max(0, room - shown.count)) + shown + end
    }

    /// Has the whole entry be changed in the user's editor, and then run.
    private func takeToEditor(_ line: [UInt8]) -> Int32? {
        let text = String(decoding: earlier + line, as: UTF8.self)
        do {
            guard let edit = runner.bench.edit, let changed = try edit(text),
                !changed.trimmed.isEmpty
            else {
                host.writeError("nothing was run")
                if lines.isEmpty, TerminalText.line(text) == text { runner.bench.propose(text) }
                return nil
            }
            lines = []
            return obeyEdited(changed)
        } catch {
            host.writeError(ErrorText.lines(EntryRunner.Failure(error), usesColor: host.usesColor))
            return nil
        }
    }

    /// What comes from an editor is shown as if it had been typed.
    private func obeyEdited(_ text: String) -> Int32? {
        host.writeError(TerminalText.lines(text))
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        return obey(Array(text.utf8))
    }

    /// - Returns: the status to exit with, if the line ends the prompt.
    private func take(_ line: [UInt8]) -> Int32? {
        if !lines.isEmpty, isBreak(line) {
            drop()
            return nil
        }
        if lines.isEmpty, leaves(line) { return leave(0) }
        lines.append(lines.isEmpty && asksForHelp(line) ? Array(".help".utf8) : line)
        return obey(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
    }

    /// - Returns: the status to exit with, if the entry ends the prompt.
    private func obey(_ entry: [UInt8]) -> Int32? {
        guard String(validating: entry, as: UTF8.self) != nil else {
            lines = []
            runner.bench.hasFailed = true
            host.writeError(label("what was typed is not UTF-8; it was not run"))
            return nil
        }
        switch runner.run(entry, at: place) {
        case .incomplete: hint(after: lines.last ?? [])
        case .done: finish(entry, isSuccess: true)
        case .failed(let failure):
            finish(entry, isSuccess: false)
            host.writeError(ErrorText.lines(failure, usesColor: host.usesColor))
        case .exit(let status):
            finish(entry, isSuccess: true)
            return leave(status)
        }
        guard let queued = runner.bench.queued else { return nil }
        runner.bench.queued = nil
        return obeyEdited(queued)
    }

    private func isBreak(_ line: [UInt8]) -> Bool {
        String(decoding: line, as: UTF8.self).trimmed == "." + PromptCommands.abandonName
    }

    /// Leaves, unless there is something to lose and the person would rather stay.
    private func leave(_ status: Int32) -> Int32? {
        let bench = runner.bench
        let unsaved = bench.foreground.sessions.map(\.session).filter(\.form.isDirty)
        guard !unsaved.isEmpty || !dirtyTables.isEmpty else { return status }
        let names =
            unsaved.map { "“\(TerminalText.line($0.form.title))”" }
            + dirtyTables.map { TerminalText.line($0.collection.name) }
        let style = Style(isColored: host.usesColor)
        host.writeError(style.bold("Changes are in no file yet: ") + English.list(names))
        host.writeError("  c  commit them and leave\n  d  discard them and leave\n  s  stay")
        while true {
            switch editor.read(prompt: "c, d or s> ") {
            case .line(let line):
                switch String(decoding: line, as: UTF8.self).trimmed.lowercased() {
                case "c", "commit": return commit() ? status : nil
                case "d", "discard": return status
                case "s", "stay": return nil
                default: continue
                }
            case .toEditor: continue
            case .interrupted: return nil
            case .end:
                host.writeError("")
                return editor.isTerminalGone ? stopped : nil
            case .stopped: return stopped
            }
        }
    }

    private var dirtyTables: [TableObject] {
        runner.bench.workspace.tables.filter { $0.file != nil && $0.collection.isDirty }
    }

    /// Saves the sessions that are open, and commits everything.
    private func commit() -> Bool {
        let bench = runner.bench
        do {
            for session in bench.foreground.sessions.map(\.session).reversed()
            where session.form.isDirty {
                try session.save()
            }
            for table in dirtyTables {
                for note in try bench.workspace.commit(table, CommitOptions()) { bench.say(note) }
                bench.say("\(TerminalText.line(table.collection.name)): written")
            }
            return true
        } catch {
            bench.hasFailed = true
            host.writeError(
                ErrorText.lines(EntryRunner.Failure(error), usesColor: host.usesColor))
            return false
        }
    }

    /// Whether the line is a word for leaving that means nothing else here.
    private func leaves(_ line: [UInt8]) -> Bool {
        let word = String(decoding: line, as: UTF8.self).trimmed
        guard word == "exit" || word == "quit" else { return false }
        return !runner.hasGlobal(word)
    }

    /// Whether the line is what somebody types who has no idea yet what to type.
    private func asksForHelp(_ line: [UInt8]) -> Bool {
        let word = String(decoding: line, as: UTF8.self).trimmed
        return word == "help" || word == "?"
    }

    private func drop() {
        if lines.isEmpty {
            emptyInterrupts += 1
            if emptyInterrupts == 2 { host.writeError("Ctrl-D or .quit leaves") }
        }
        lines = []
        emptyLines = 0
    }

    /// Tells who seems to be stuck how to get out.
    private func hint(after line: [UInt8]) {
        emptyLines = line.isEmpty ? emptyLines + 1 : 0
        if emptyLines == 2 { host.writeError("(the entry goes on; Ctrl-C or .break drops it)") }
    }

    private func label(_ message: String) -> String {
        ErrorText.lines(EntryRunner.Failure(message: message), usesColor: host.usesColor)
    }

    // MARK: History

    private func recall() {
        let (entries, problem) = record.recall()
        for entry in entries { editor.remember(entry.code) }
        warn(problem)
    }

    private func finish(_ entry: [UInt8], isSuccess: Bool) {
        let count = 1 + entry.count { $0 == UInt8(ascii: "\n") }
        lines = []
        emptyLines = 0
        guard let code = String(validating: entry, as: UTF8.self), !code.trimmed.isEmpty else {
            return
        }
        if record.wants(code) { editor.remember(code) }
        warn(record.keep(code, at: place, isSuccess: isSuccess, isTyped: true))
        place.line += count
    }

    private func warn(_ problem: String?) {
        if let problem { host.writeError("warning: " + TerminalText.line(problem)) }
    }
}
