import Glibc
import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// Entries from input that is no terminal, and those of the command line: run one by one, without
/// prompts, up to the first that fails.
final class PipedInput {
    private let host: PromptHost
    private let signals: PromptSignals
    private let runner: EntryRunner
    /// Entries that fail do not end the input.
    private let keepsGoing: Bool
    /// It went on after one.
    private var hasGoneOn = false

    init(_ runner: EntryRunner, signals: PromptSignals, keepsGoing: Bool = false) {
        self.keepsGoing = keepsGoing
        host = runner.bench.host
        self.signals = signals
        self.runner = runner
    }

    /// Runs the entries of standard input.
    ///
    /// - Returns: the status to exit with.
    func run() -> Int32 {
        let lines = InputLines()
        let end = run(place: EntryPlace(label: "line ")) { lines.next() }
        return end ?? leave(0)
    }

    /// Runs the entries in a text.
    ///
    /// - Returns: the status to exit with, if they end the prompt.
    func run(_ text: String, at place: EntryPlace) -> Int32? {
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Array($0) }.makeIterator()
        return run(place: place) { lines.next() }
    }

    private func run(place start: EntryPlace, _ nextLine: () -> [UInt8]?) -> Int32? {
        var entry: [UInt8] = []
        var scanner = EntryScanner()
        var place = start
        var number = start.line
        var isFirst = true
        var isCommand = false
        while var line = nextLine() {
            if isFirst, line.starts(with: Array("#!".utf8)) { line = [] }
            isFirst = false
            if entry.isEmpty {
                place.line = number
                scanner = EntryScanner()
                isCommand = runner.bench.commands.read(line) != nil
            } else {
                entry.append(UInt8(ascii: "\n"))
            }
            number += 1
            entry += line
            if !isCommand {
                scanner.add(line)
                if scanner.isOpen { continue }
            }
            switch runner.run(entry, at: place) {
            case .incomplete: continue
            case .done:
                keep(entry, at: place)
                entry = []
            case .exit(let status): return leave(status)
            case .failed(let failure):
                if let status = stop(for: failure, at: place) { return status }
                entry = []
            }
            if host.isOutputClosed() { return 128 + SIGPIPE }
        }
        guard !entry.isEmpty else { return nil }
        // A wrong line may have left a bracket open, as far as the scanner knows.
        switch scanner.isOpen ? runner.run(entry, at: place) : .incomplete {
        case .done:
            keep(entry, at: place)
            return nil
        case .exit(let status): return leave(status)
        case .failed(let failure): return stop(for: failure, at: place)
        case .incomplete:
            return stop(
                for: EntryRunner.Failure(message: "the entry that begins here is not finished"),
                at: place)
        }
    }

    private func keep(_ entry: [UInt8], at place: EntryPlace) {
        guard let code = String(validating: entry, as: UTF8.self), !code.trimmed.isEmpty else {
            return
        }
        let problem = runner.bench.record.keep(code, at: place, isSuccess: true, isTyped: false)
        if let problem { host.writeError("warning: " + TerminalText.line(problem)) }
    }

    /// The status after an interrupt.
    private var interrupted: Int32 { 128 + (signals.end ?? SIGINT) }

    /// Tells of a failure.
    ///
    /// - Returns: the status, if the input ends there.
    func stop(for failure: EntryRunner.Failure, at place: EntryPlace) -> Int32? {
        if failure.isInterrupt { return interrupted }
        // A line of a module does not say which entry wanted it.
        let isPlaced = failure.error?.position.map { place.mayBe(in: $0.chunk) } ?? false
        let message = TerminalText.lines(failure.message)
        host.writeError(
            (["stet: " + (isPlaced ? "" : place.told + ": ") + place.told(message)]
                + failure.details.map(place.told)).joined(separator: "\n"))
        hasGoneOn = keepsGoing
        return keepsGoing ? nil : 1
    }

    /// Nobody can be asked: changes that are in no file are a failure.
    func leave(_ status: Int32) -> Int32 {
        let bench = runner.bench
        let dirty = bench.workspace.tables.filter { $0.file != nil && $0.collection.isDirty }
        let sessions = bench.foreground.sessions.map(\.session)
        let waiting = host.scripts.unfinishedDialogs
        let unsaved = sessions.filter(\.form.isDirty)
        guard status == 0, !dirty.isEmpty || !unsaved.isEmpty || !waiting.isEmpty else {
            return status == 0 && hasGoneOn ? 1 : status
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
}

/// The lines of standard input, as they come.
private final class InputLines {
    private var buffer: [UInt8] = []
    /// Where the next line begins, and up to where no line end was found.
    private var position = 0
    private var searched = 0
    private var isAtEnd = false

    /// The next line without its end; nil at the end of the input.
    func next() -> [UInt8]? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (position, searched) = (end + 1, end + 1) }
                return Array(buffer[position..<end])
            }
            // What was read is dropped once a piece, not once a line.
            buffer.removeSubrange(..<position)
            position = 0
            searched = buffer.count
            guard !isAtEnd, refill() else {
                isAtEnd = true
                guard !buffer.isEmpty else { return nil }
                defer { (buffer, position, searched) = ([], 0, 0) }
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
