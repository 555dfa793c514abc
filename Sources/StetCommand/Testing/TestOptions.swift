import StetScripting
import StetText

/// How `stet test` is run.
struct TestOptions {
    /// A file that gets a report of its own.
    struct Report {
        var format: TestReportFormat
        var path: String
    }

    var format = TestReportFormat.text
    var reports: [Report] = []
    /// A part of a test's name.
    var filter: String?
    var isList = false
    var failsFast = false
    var updates = false
    /// Seconds for each test.
    var timeout = 60.0
    var color = Style.Choice.auto
    var paths: [String] = []

    /// - Returns: nil if help is wanted.
    init?(_ arguments: [String]) throws(UsageError) {
        var parser = OptionParser(
            "test", arguments,
            options: [
                .value("--format", "-f"), .value("--report"), .value("--filter"),
                .flag("--list", "-l"), .flag("--fail-fast"), .flag("--update"),
                .value("--timeout"), .value("--color"), .flag("--trust"),
                .flag("--help", "-h"),
            ])
        while let item = try parser.next() {
            switch item {
            case .operand(let path): paths.append(path)
            case .option("--format", let text):
                format = try OptionParser.choice(text, for: "--format")
            case .option("--report", let text): reports.append(try Self.report(text))
            case .option("--filter", let text): filter = text
            case .option("--list", _): isList = true
            case .option("--fail-fast", _): failsFast = true
            case .option("--update", _): updates = true
            case .option("--timeout", let text):
                guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
                    throw UsageError("--timeout takes a number of seconds, not \"\(text)\"")
                }
                timeout = seconds
            case .option("--trust", _): TrustForOneRun.grant()
            case .option("--color", let text):
                color = try OptionParser.choice(text, for: "--color")
            case .option: return nil
            }
        }
        guard !paths.isEmpty else {
            throw UsageError(
                "test needs a file or folder", hint: "for example: stet test tests/")
        }
        guard !paths.contains("-") else {
            throw UsageError("test reads files and folders, not standard input")
        }
    }

    private static func report(_ text: String) throws(UsageError) -> Report {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw UsageError(
                "--report takes FORMAT=FILE, not \"\(text)\"",
                hint: "for example: --report junit=tests.xml")
        }
        return Report(
            format: try OptionParser.choice(String(parts[0]), for: "--report"),
            path: String(parts[1]))
    }
}
