import Glibc
import LuaKit
import StetScripting
import StetStores
import StetText

/// Runs a transcript in a world of its own, as the prompt would run what was typed.
package final class TranscriptRun {
    private let path: String
    private let transcript: Transcript
    private let scripts: ScriptHost
    private let evaluator: Evaluator
    private let capture: OutputCapture
    private var printed: [Int: [String]] = [:]
    private var failures: [TestFailure] = []

    /// Columns that a printed value takes before it is broken into lines.
    private static let width = 80
    private static let failureLimit = 100

    package init(path: String, text: [UInt8], capture: OutputCapture) throws(LuaError) {
        self.path = path
        self.capture = capture
        transcript = Transcript(text)
        scripts = try ScriptHost(memoryLimit: 256 << 20)
        scripts.commits?.objection = { _ in
            "a transcript writes no files; nothing was written"
        }
        evaluator = Evaluator(
            PromptHost(
                scripts: scripts, banner: "", usesColor: false,
                output: { bytes in
                    fflush(nil)
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let written = rest.withUnsafeBytes {
                            write(STDOUT_FILENO, $0.baseAddress, $0.count)
                        }
                        guard written > 0 else { return }
                        rest = rest.dropFirst(written)
                    }
                },
                errorOutput: { _ in }, isOutputClosed: { false }))
    }

    package func close() { scripts.close() }

    package var interrupt: @Sendable () -> Void { scripts.interrupt }

    /// Runs all entries, up to one that a limit ends.
    ///
    /// - Parameter limit: says of an interrupt which limit it was; nil: none, but the user.
    /// - Returns: nil if the user interrupted it.
    package func run(limit: () -> String?) -> TestResult? {
        scripts.state.clearAbort()
        let began = MonotonicClock.now
        var isEnded = false
        for (index, entry) in transcript.entries.enumerated() where !isEnded {
            _ = capture.take()
            var raised: LuaError?
            do throws(LuaError) {
                let isWhole = try evaluator.evaluate(
                    entry.text, at: EntryPlace(name: path, line: entry.line),
                    environment: scripts.environment,
                    limits: ValuePrinter.Limits(width: Self.width))
                if !isWhole { raised = LuaError(.runtime, "the entry is not finished") }
            } catch {
                raised = error
            }
            var lines = Self.lines(capture.take())
            if let raised {
                if raised.kind == .interrupted, limit() == nil { return nil }
                isEnded = note(raised, at: entry, limit: limit())
                if isEnded { break }
                lines.append("error: " + raised.message)
            }
            compare(lines, index, entry, raised: raised)
        }
        return TestResult(
            file: path, name: "transcript", verdict: failures.isEmpty ? .passed : .failed,
            failures: failures, seconds: Double(MonotonicClock.now - began) / 1e9)
    }

    /// The transcript with what it really printed; nil: it says so already.
    package var updated: [UInt8]? {
        printed.isEmpty ? nil : transcript.updated(printed)
    }

    package var updatedCount: Int { printed.count }

    /// Ends the run if a limit was reached or the script ended itself.
    private func note(_ error: LuaError, at entry: Transcript.Entry, limit: String?) -> Bool {
        switch error.kind {
        case .interrupted: fail(.limit, limit ?? "interrupted", at: entry.line)
        case .memory: fail(.limit, error.message, at: entry.line)
        case .exit(let status):
            fail(.error, "it ended the script, with status \(status)", at: entry.line)
        default: return false
        }
        return true
    }

    private func compare(
        _ lines: [String], _ index: Int, _ entry: Transcript.Entry, raised: LuaError?
    ) {
        guard let expectation = entry.expectation else {
            if let raised { fail(.error, raised.message, at: raised.position?.line ?? entry.line) }
            return
        }
        // The prompt prints nothing for an expression that is nil.
        if lines == expectation.lines || lines.isEmpty && expectation.lines == ["nil"] { return }
        let got = lines.isEmpty ? ["nil"] : lines
        printed[index] = got
        let shown = { (lines: [String]) in
            lines.count == 1 ? " " + lines[0] : lines.map { "\n  " + $0 }.joined()
        }
        fail(
            .assertion, "expected:\(shown(expectation.lines))\ngot:\(shown(got))",
            at: expectation.range.lowerBound)
    }

    private func fail(_ kind: TestFailure.Kind, _ message: String, at line: Int) {
        guard failures.count < Self.failureLimit else { return }
        var failure = TestFailure(kind, message, file: path, line: line)
        if transcript.lines.indices.contains(line - 1) {
            failure.source = transcript.lines[line - 1]
        }
        failures.append(failure)
    }

    /// Lines without the blanks at their ends.
    private static func lines(_ output: [UInt8]) -> [String] {
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { line -> String in
                var line = line
                while let last = line.last, last == 0x20 || last == 0x0D { line.removeLast() }
                return String(decoding: line, as: UTF8.self)
            }
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }
}

/// Values as messages of tests show them: on one line.
package enum ValueLine {
    package static func text(_ stack: LuaStack, at index: Int) -> String {
        if stack.type(at: index) == .string, let bytes = stack.bytes(at: index) {
            return LuaLiteral.string(bytes, limit: 100)
        }
        var limits = ValuePrinter.Limits(width: 4_000)
        limits.items = 20
        limits.characters = 60
        limits.lines = 50
        limits.bytes = 2_000
        var printer = ValuePrinter(stack, limits: limits)
        return printer.text(at: index)
    }
}
