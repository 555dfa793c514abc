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
    private var history: History?

    private var lines: [[UInt8]] = []
    /// Consecutive empty lines of an unfinished entry; consecutive Ctrl-C on empty lines.
    private var emptyLines = 0
    private var emptyInterrupts = 0

    init(
        _ runner: EntryRunner, editor: LineEditor, signals: PromptSignals, history: History?
    ) {
        host = runner.bench.host
        self.editor = editor
        self.signals = signals
        self.runner = runner
        self.history = history
    }

    /// - Returns: the status to exit with.
    func run() -> Int32 {
        host.writeError(host.banner + "; .help for help, Ctrl-D or .quit to leave")
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
                if let signal = signals.end { return 128 + signal }
            case .interrupted: drop()
            case .stopped: return 128 + (signals.end ?? SIGTERM)
            case .end:
                host.writeError("")
                if lines.isEmpty {
                    if let status = leave(0) { return status }
                    continue
                }
                host.writeError(label("the entry was not finished; it is dropped"))
                lines = []
            }
        }
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

    /// An unfinished entry goes on under the end of the prompt.
    private var prompt: String {
        let prompt = runner.bench.prompt
        if lines.isEmpty { return prompt }
        return String(repeating: " ", count: max(0, DisplayWidth.of(prompt) - 6)) + " ...> "
    }

    /// - Returns: the status to exit with, if the line ends the prompt.
    private func take(_ line: [UInt8]) -> Int32? {
        if !lines.isEmpty, isBreak(line) {
            drop()
            return nil
        }
        if lines.isEmpty, leaves(line) { return leave(0) }
        lines.append(line)
        let entry = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        switch runner.run(entry) {
        case .incomplete: hint(after: line)
        case .done: finish(entry, isSuccess: true)
        case .failed(let failure):
            finish(entry, isSuccess: false)
            host.writeError(ErrorText.lines(failure, usesColor: host.usesColor))
        case .exit(let status):
            finish(entry, isSuccess: true)
            return leave(status)
        }
        return nil
    }

    private func isBreak(_ line: [UInt8]) -> Bool {
        String(decoding: line, as: UTF8.self).trimmed == "." + PromptCommands.abandonName
    }

    /// Leaves, unless there is something to lose and the person would rather stay.
    private func leave(_ status: Int32) -> Int32? {
        let bench = runner.bench
        let dirty = bench.workspace.tables.filter { $0.file != nil && $0.collection.isDirty }
        let isEditing = bench.session?.form.isDirty ?? false
        guard !dirty.isEmpty || isEditing else { return status }
        var names = dirty.map(\.globalName)
        if isEditing, let session = bench.session { names.insert("“\(session.form.title)”", at: 0) }
        host.writeError(
            "There are changes that are in no file: " + English.list(names, joiner: "and"))
        while true {
            switch editor.read(prompt: "c commits and leaves, d discards and leaves, s stays> ") {
            case .line(let line):
                switch String(decoding: line, as: UTF8.self).trimmed.lowercased() {
                case "c", "commit":
                    guard commit(dirty) else { return nil }
                    return status
                case "d", "discard": return status
                case "s", "stay", "": return nil
                default: continue
                }
            case .interrupted: return nil
            case .end: return nil
            case .stopped: return 128 + (signals.end ?? SIGTERM)
            }
        }
    }

    private func commit(_ tables: [TableObject]) -> Bool {
        let bench = runner.bench
        do {
            if let session = bench.session, session.form.isDirty { try session.save() }
            for table in tables where table.collection.isDirty {
                for note in try bench.workspace.commit(table, CommitOptions()) { bench.say(note) }
            }
            return true
        } catch {
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
        guard let history else { return }
        do throws(History.Failure) {
            for entry in try history.load() { editor.remember(entry.code) }
        } catch {
            giveUp(error)
        }
    }

    private func finish(_ entry: [UInt8], isSuccess: Bool) {
        lines = []
        emptyLines = 0
        guard let code = String(validating: entry, as: UTF8.self), !code.trimmed.isEmpty else {
            return
        }
        guard let history else {
            if !code.hasPrefix(" ") { editor.remember(code) }
            return
        }
        guard history.wants(code) else { return }
        editor.remember(code)
        do throws(History.Failure) {
            try history.append(
                HistoryLine(
                    time: time(nil), code: code, directory: Self.folder, isSuccess: isSuccess))
        } catch {
            giveUp(error)
        }
    }

    /// Says once that nothing will be kept.
    private func giveUp(_ failure: History.Failure) {
        history = nil
        host.writeError("warning: " + TerminalText.line(failure.description))
    }

    private static var folder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
