import Glibc
import LuaKit

/// The prompt on a terminal.
final class PromptLoop {
    private let host: PromptHost
    private let editor: LineEditor
    private let signals: PromptSignals
    private let evaluator: Evaluator
    private var history: History?

    private var lines: [[UInt8]] = []
    /// Consecutive empty lines of an unfinished entry; consecutive Ctrl-C on empty lines.
    private var emptyLines = 0
    private var emptyInterrupts = 0

    private static let prompt = "stet> "
    private static let continuation = " ...> "

    init(
        _ host: PromptHost, editor: LineEditor, signals: PromptSignals, evaluator: Evaluator,
        history: History?
    ) {
        self.host = host
        self.editor = editor
        self.signals = signals
        self.evaluator = evaluator
        self.history = history
    }

    /// - Returns: the status to exit with.
    func run() -> Int32 {
        host.writeError(host.banner + "; .help for help, Ctrl-D or .quit to leave")
        recall()
        while !host.isOutputClosed() {
            switch editor.read(prompt: lines.isEmpty ? Self.prompt : Self.continuation) {
            case .line(let line):
                emptyInterrupts = 0
                if let status = take(line) { return status }
                if let signal = signals.end { return 128 + signal }
            case .interrupted: drop()
            case .stopped: return 128 + (signals.end ?? SIGTERM)
            case .end:
                if lines.isEmpty {
                    host.writeError("")
                    return 0
                }
                host.writeError("")
                host.writeError(label("the entry was not finished; it is dropped"))
                lines = []
            }
        }
        return 128 + SIGPIPE
    }

    /// - Returns: the status to exit with, if the line ends the prompt.
    private func take(_ line: [UInt8]) -> Int32? {
        if let reading = DotCommand.read(line), lines.isEmpty || isBreak(reading) {
            return obey(reading)
        }
        if lines.isEmpty, leaves(line) { return 0 }
        lines.append(line)
        let entry = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        switch evaluator.evaluate(entry, width: editor.width) {
        case .incomplete:
            hint(after: line)
            return nil
        case .done: finish(entry, isSuccess: true)
        case .failed(let error):
            finish(entry, isSuccess: false)
            host.writeError(ErrorText.lines(error, usesColor: host.usesColor))
        case .exit(let status):
            finish(entry, isSuccess: true)
            return Int32(truncatingIfNeeded: status)
        }
        return nil
    }

    private func isBreak(_ reading: DotCommand.Reading) -> Bool {
        if case .command(.abandon) = reading { true } else { false }
    }

    private func obey(_ reading: DotCommand.Reading) -> Int32? {
        switch reading {
        case .command(.help): host.write(DotCommand.helpText)
        case .command(.quit): return 0
        case .command(.abandon): lines = []
        case .unknown(let message): host.writeError(label(message))
        }
        return nil
    }

    /// Whether the line is a word for leaving that means nothing else here.
    private func leaves(_ line: [UInt8]) -> Bool {
        let word = String(decoding: line, as: UTF8.self).trimmed
        guard word == "exit" || word == "quit" else { return false }
        do throws(LuaError) {
            return try !evaluator.hasGlobal(word)
        } catch {
            return true
        }
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
        ErrorText.lines(LuaError(.runtime, message), usesColor: host.usesColor)
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
