import StetText

/// The Test Anything Protocol, version 14.
struct TAPReporter: TestReporter {
    private var count = 0

    mutating func add(_ result: TestResult) -> [UInt8] {
        var text = count == 0 ? Self.header : ""
        count += 1
        let title = Self.description(
            result.name.isEmpty ? result.file : "\(result.file): \(result.name)")
        switch result.verdict {
        case .passed: text += "ok \(count) - \(title)\n"
        case .skipped(let reason):
            text += "ok \(count) - \(title) # SKIP \(SafeText.escaped(reason))\n"
        case .failed, .broken:
            text += "not ok \(count) - \(title)\n"
            text += Self.diagnostics(of: result)
        }
        return Array(text.utf8)
    }

    mutating func finish(_ summary: TestSummary) -> [UInt8] {
        var text = count == 0 ? Self.header : ""
        if let end = summary.end { text += "Bail out! \(SafeText.escaped(end))\n" }
        // The plan says what was meant to be run, so that a reader sees what is missing.
        text +=
            "1..\(count + summary.left)" + (count + summary.left == 0 ? " # no tests" : "") + "\n"
        return Array(text.utf8)
    }

    private static let header = "TAP version 14\n"

    /// A name in which nothing can be taken for a directive.
    private static func description(_ text: String) -> String {
        var result = ""
        for character in SafeText.escaped(text) {
            if character == "\\" || character == "#" { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// A YAML block; its texts are JSON, which YAML takes in.
    private static func diagnostics(of result: TestResult) -> String {
        var lines = ["  ---"]
        let first = result.failures.first
        lines.append("  message: \(quoted(result.failures.map(\.message).joined(separator: "\n")))")
        lines.append(
            "  severity: \(result.verdict == .broken || first?.kind == .error ? "error" : "fail")")
        if let first, let line = first.line {
            lines.append("  at:")
            lines.append("    file: \(quoted(first.file ?? result.file))")
            lines.append("    line: \(line)")
        }
        if let traceback = first?.traceback { lines.append("  stack: \(quoted(traceback))") }
        if !result.output.isEmpty {
            lines.append(
                "  output: \(quoted(String(decoding: result.output.prefix(4096), as: UTF8.self)))")
        }
        return lines.joined(separator: "\n") + "\n  ...\n"
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.appendJSONString(text)
        return String(decoding: bytes, as: UTF8.self)
    }
}
