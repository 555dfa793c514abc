import Glibc
import LuaKit

/// Entries from input that is no terminal: run one by one, without prompts, up to the first that
/// fails.
final class PipedInput {
    private let host: PromptHost
    private let signals: PromptSignals
    private let evaluator: Evaluator

    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    private static let width = 80

    init(_ host: PromptHost, signals: PromptSignals, evaluator: Evaluator) {
        self.host = host
        self.signals = signals
        self.evaluator = evaluator
    }

    /// - Returns: the status to exit with.
    func run() -> Int32 {
        var entry: [UInt8] = []
        var number = 0
        var first = 1
        while var line = nextLine() {
            number += 1
            if number == 1, line.starts(with: Array("#!".utf8)) { line = [] }
            if entry.isEmpty {
                first = number
                if let reading = DotCommand.read(line) {
                    switch reading {
                    case .command(.quit): return 0
                    case .command(.help): host.write(DotCommand.helpText)
                    case .command(.abandon): break
                    case .unknown(let message): return fail("stdin:\(number): \(message)")
                    }
                    continue
                }
            } else {
                entry.append(UInt8(ascii: "\n"))
            }
            entry += line
            switch evaluator.evaluate(entry, firstLine: first, width: Self.width) {
            case .incomplete: continue
            case .done: entry = []
            case .exit(let status): return Int32(truncatingIfNeeded: status)
            case .failed(let error):
                if error.kind == .interrupted { return 128 + (signals.end ?? SIGINT) }
                let position = error.position == nil ? "stdin:\(first): " : ""
                let calls = ErrorText.calls(error.traceback ?? "")
                return fail(
                    ([position + error.description] + (calls.count > 1 ? calls : []))
                        .joined(separator: "\n"))
            }
            if host.isOutputClosed() { return 128 + SIGPIPE }
        }
        guard !entry.isEmpty else {
            let problems = host.unfinished()
            for problem in problems { _ = fail(problem) }
            return problems.isEmpty ? 0 : 1
        }
        return fail("stdin:\(first): the entry that begins here is not finished")
    }

    private func fail(_ message: String) -> Int32 {
        host.writeError("stet: " + TerminalText.lines(message))
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
