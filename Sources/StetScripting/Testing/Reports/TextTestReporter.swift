import StetText

/// A line for each failure, as compilers write theirs, with the line of the test below it. Of
/// what went well nothing is said.
struct TextTestReporter: TestReporter {
    private let style: Style
    /// Lines of a test's output that are shown.
    private static let outputLimit = 20

    init(style: Style) {
        self.style = style
    }

    mutating func add(_ result: TestResult) -> [UInt8] {
        var lines: [String] = []
        for failure in result.failures {
            var place = SafeText.escaped(failure.file ?? result.file)
            if let line = failure.line { place += ":\(line)" }
            var message = failure.message.split(
                separator: "\n", omittingEmptySubsequences: false
            ).map { SafeText.escaped(String($0)) }
            let first = message.isEmpty ? "" : message.removeFirst()
            let name = result.name.isEmpty ? "" : SafeText.escaped(result.name) + ": "
            lines.append(style.bold(place + ": ") + style.red("failed: ") + name + first)
            lines += message.map { "  " + $0 }
            if let source = failure.source, let line = failure.line,
                let marked = Self.inked(source)
            {
                lines += ExcerptRenderer(style: style).lines(
                    source, marked: marked, number: line)
            }
            if let traceback = failure.traceback {
                lines += traceback.split(separator: "\n").dropFirst().map {
                    "  " + style.dim(SafeText.escaped(String($0.drop { $0 == "\t" })))
                }
            }
        }
        if !result.failures.isEmpty { lines += Self.shown(result.output, style) }
        return lines.flatMap { Array(($0 + "\n").utf8) }
    }

    mutating func finish(_ summary: TestSummary) -> [UInt8] { [] }

    /// The line without the blanks around it; nil if there is nothing else.
    private static func inked(_ line: [UInt8]) -> Range<Int>? {
        let isInk = { (byte: UInt8) in byte > 0x20 }
        guard let start = line.firstIndex(where: isInk), let end = line.lastIndex(where: isInk)
        else { return nil }
        return start..<end + 1
    }

    private static func shown(_ output: [UInt8], _ style: Style) -> [String] {
        guard !output.isEmpty else { return [] }
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        let shown = lines.prefix(outputLimit).map { line in
            "  " + style.dim("|") + " "
                + SafeText.escaped(String(decoding: line, as: UTF8.self))
        }
        let rest = lines.count - shown.count
        return ["  it printed:"] + shown
            + (rest > 0 ? ["  and \(English.count(rest, "more line", plural: "more lines"))"] : [])
    }
}
