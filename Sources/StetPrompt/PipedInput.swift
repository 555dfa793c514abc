import Glibc
import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// Entries from input that is no terminal: run one by one, without prompts, up to the first that
/// fails.
final class PipedInput {
    private let host: PromptHost
    private let signals: PromptSignals
    private let runner: EntryRunner

    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// - Parameter entries: what to run in place of standard input.
    init(_ runner: EntryRunner, signals: PromptSignals, entries: [String]? = nil) {
        if let entries {
            buffer = Array(entries.joined(separator: "\n").utf8)
            isAtEnd = true
        }
        host = runner.bench.host
        self.signals = signals
        self.runner = runner
    }

    /// - Returns: the status to exit with.
    func run() -> Int32 {
        var entry: [UInt8] = []
        var number = 0
        var first = 1
        while var line = nextLine() {
            number += 1
            if number == 1, line.starts(with: Array("#!".utf8)) { line = [] }
            if entry.isEmpty { first = number } else { entry.append(UInt8(ascii: "\n")) }
            entry += line
            switch runner.run(entry, firstLine: first) {
            case .incomplete: continue
            case .done: entry = []
            case .exit(let status): return leave(status)
            case .failed(let failure):
                if failure.isInterrupt { return 128 + (signals.end ?? SIGINT) }
                return fail(failure, line: first)
            }
            if host.isOutputClosed() { return 128 + SIGPIPE }
        }
        guard !entry.isEmpty else { return leave(0) }
        return fail(
            EntryRunner.Failure(message: "the entry that begins here is not finished"), line: first)
    }

    private func fail(_ failure: EntryRunner.Failure, line: Int) -> Int32 {
        let position = failure.error?.position == nil ? "stdin:\(line): " : ""
        host.writeError(
            (["stet: \(position)\(TerminalText.lines(failure.message))"] + failure.details)
                .joined(separator: "\n"))
        return 1
    }

    /// Nobody can be asked: changes that are in no file are a failure.
    private func leave(_ status: Int32) -> Int32 {
        let bench = runner.bench
        let dirty = bench.workspace.tables.filter { $0.file != nil && $0.collection.isDirty }
        let sessions = bench.foreground.sessions.map(\.session)
        let waiting = host.scripts.unfinishedDialogs
        let unsaved = sessions.filter(\.form.isDirty)
        guard status == 0, !dirty.isEmpty || !unsaved.isEmpty || !waiting.isEmpty else {
            return status
        }
        for problem in waiting { host.writeError("stet: " + TerminalText.lines(problem)) }
        for table in dirty {
            host.writeError(
                "stet: \(TerminalText.line(table.collection.name)): changes were not committed, "
                    + "so nothing was written; .commit writes them")
        }
        for session in unsaved {
            host.writeError(
                "stet: the session over “\(TerminalText.line(session.form.title))” was not saved")
        }
        return 1
    }

    /// The next line without its end; nil at the end of the input.
    private func nextLine() -> [UInt8]? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                return Array(buffer[position..<end])
            }
            searched = buffer.count - position
            buffer.removeFirst(position)
            position = 0
            guard !isAtEnd, refill() else {
                isAtEnd = true
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return buffer
            }
        }
    }

    private func refill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            buffer += piece.prefix(count)
            return true
        }
    }
}
