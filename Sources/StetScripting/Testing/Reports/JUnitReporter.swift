import StetText

/// The XML that most build servers read: a suite for each file, a case for each test.
struct JUnitReporter: TestReporter {
    private var suites: [(file: String, results: [TestResult])] = []

    mutating func add(_ result: TestResult) -> [UInt8] {
        if suites.last?.file == result.file {
            suites[suites.count - 1].results.append(result)
        } else {
            suites.append((result.file, [result]))
        }
        return []
    }

    mutating func finish(_ summary: TestSummary) -> [UInt8] {
        let seconds = suites.flatMap(\.results).reduce(0) { $0 + $1.seconds }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text +=
            "<testsuites name=\"stet test\" tests=\"\(summary.tests + summary.broken)\" "
            + "failures=\"\(summary.failed)\" errors=\"\(summary.broken)\" "
            + "skipped=\"\(summary.skipped)\" time=\"\(Self.time(seconds))\">\n"
        for suite in suites { text += Self.element(suite.file, suite.results) }
        return Array((text + "</testsuites>\n").utf8)
    }

    private static func element(_ file: String, _ results: [TestResult]) -> String {
        func count(_ isMeant: (TestResult.Verdict) -> Bool) -> Int {
            results.count { isMeant($0.verdict) }
        }
        let skipped = count { if case .skipped = $0 { true } else { false } }
        let name = XMLText.attribute(file)
        var text =
            "  <testsuite name=\"\(name)\" file=\"\(name)\" tests=\"\(results.count)\" "
            + "failures=\"\(count { $0 == .failed })\" errors=\"\(count { $0 == .broken })\" "
            + "skipped=\"\(skipped)\" "
            + "time=\"\(time(results.reduce(0) { $0 + $1.seconds }))\">\n"
        for result in results {
            text +=
                "    <testcase classname=\"\(XMLText.attribute(className(file)))\" "
                + "name=\"\(XMLText.attribute(result.title))\" "
                + "file=\"\(name)\" time=\"\(time(result.seconds))\""
            let body = body(of: result)
            text += body.isEmpty ? "/>\n" : ">\n\(body)    </testcase>\n"
        }
        return text + "  </testsuite>\n"
    }

    private static func body(of result: TestResult) -> String {
        var text = ""
        switch result.verdict {
        case .passed: break
        case .skipped(let reason):
            text += "      <skipped message=\"\(XMLText.attribute(reason))\"/>\n"
        case .failed, .broken:
            let element = result.verdict == .broken ? "error" : "failure"
            let first = result.failures.first
            let type =
                switch first?.kind {
                case .assertion: "assertion"
                case .limit: "limit"
                case .error, nil: "error"
                }
            let lines = result.failures.map { failure -> String in
                let place =
                    (failure.file ?? result.file) + (failure.line.map { ":\($0)" } ?? "")
                return "\(place): \(failure.message)"
                    + (failure.traceback.map { "\n" + $0 } ?? "")
            }
            text +=
                "      <\(element) type=\"\(type)\" "
                + "message=\"\(XMLText.attribute(first?.message ?? ""))\">"
                + "\(XMLText.content(lines.joined(separator: "\n")))</\(element)>\n"
        }
        if !result.output.isEmpty {
            let output = String(decoding: result.output, as: UTF8.self)
            text += "      <system-out>\(XMLText.content(output))</system-out>\n"
        }
        return text
    }

    /// `tests/fruits_test.lua` as `tests.fruits_test`.
    private static func className(_ file: String) -> String {
        let name = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
        return name.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: ".")
    }

    /// Seconds with three places.
    private static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// Text for XML, which has no way to write most control characters: they are written as in Lua.
package enum XMLText {
    /// Between quotes.
    package static func attribute(_ text: String) -> String { escaped(text, keepsLines: false) }

    /// Between tags.
    package static func content(_ text: String) -> String { escaped(text, keepsLines: true) }

    private static func escaped(_ text: String, keepsLines: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += keepsLines ? "\n" : "&#10;"
            case "\t": result += keepsLines ? "\t" : "&#9;"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\x" + (digits.count == 1 ? "0" : "") + digits
            case _ where scalar.value & 0xFFFE == 0xFFFE:
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
