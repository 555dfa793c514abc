import Glibc
import StetCheck
import StetCore
import StetScripting
import StetText

/// `stet check FILE…`
enum CheckCommand {
    private struct Request {
        var options = CheckOptions()
        var format = ReportFormat.text
        /// A plugin's, in place of the format.
        var reporter: String?
        var color = Style.Choice.auto
        var failing = Severity.error
        var rules: String?
        var limit: Int?
        /// What the user says of the caps on rules.
        var caps = RuleSettings()
        var files: [String] = []
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let request = try parse(arguments) else {
            return try HelpCommand.run(["check"])
        }
        for file in request.files where file.hasSuffix(".lua") {
            throw UsageError.notData(file)
        }
        let watcher = SignalWatcher()
        let style = Output.style(request.color)
        let ofPlugin = try pluginReporter(request)
        let reporter =
            ofPlugin
            ?? request.format.reporter(style: style, limit: request.limit) { Output.write($0) }
        var options = request.options
        options.findingLimit = reporter.findingLimit
        options.wantsExcerpts = reporter.showsExcerpts
        var statuses: [Int32] = []
        var records = 0
        for file in request.files {
            let stopper = CheckEngine.Stopper()
            watcher.onStop { stopper.stop() }
            do throws(CheckError) {
                let report = try check(file, request, options, reporter, stopper)
                records += report.records
                statuses.append(status(of: report, request, watcher))
                if !Output.isClosed { Output.error(summary(of: report, watcher)) }
            } catch {
                Output.error("stet: \(error)")
                statuses.append(ExitStatus.notDone)
            }
            if watcher.signal != nil || Output.isClosed { break }
        }
        reporter.finish()
        if let failure = ofPlugin?.failure {
            Output.error("stet: \(failure)")
            statuses.append(ExitStatus.notDone)
        }
        if request.files.count > 1, !Output.isClosed {
            let failed = statuses.count { $0 == ExitStatus.notDone }
            let skipped = request.files.count - statuses.count
            Output.error(
                "\(English.count(request.files.count, "file")): "
                    + "\(English.count(records, "record")) checked"
                    + (failed > 0
                        ? ", \(English.count(failed, "file")) could not be checked" : "")
                    + (skipped > 0 ? ", \(English.count(skipped, "file")) not looked at" : ""))
        }
        return ExitStatus.worst(statuses)
    }

    private static func pluginReporter(
        _ request: Request
    ) throws(UsageError) -> PluginReporter? {
        guard let name = request.reporter else { return nil }
        let shelf = PluginShelf(startingAt: "")
        do throws(RulesError) {
            return try PluginReporter(
                name, of: shelf, files: request.files, limit: request.limit
            ) { Output.write($0) }
        } catch {
            let known = ReportFormat.allCases.map(\.rawValue) + shelf.inventory.names(.reporters)
            let excuse = shelf.inventory.excuse(for: name, .reporters)
            throw UsageError(
                "--format takes \(English.list(known, joiner: "or")), not \"\(name)\""
                    + Suggestion.hint(for: name, among: known),
                hint: excuse)
        }
    }

    private static func check(
        _ file: String, _ request: Request, _ options: CheckOptions, _ reporter: any Reporter,
        _ stopper: CheckEngine.Stopper
    ) throws(CheckError) -> CheckReport {
        let rules: LuaRules
        var hasRules = true
        if let path = request.rules ?? RulesDiscovery.rules(for: file) {
            rules = try LuaRules(path: path, options: request.caps)
        } else {
            rules = try LuaRules(text: Array("return {}".utf8), name: "no rules")
            hasRules = false
        }
        reporter.begin(file: file)
        var options = options
        let (table, isConverted) = try PluginFormats.checkable(
            file, options.dialect.filled(from: rules.schema.dialect), options: &options)
        let report = try CheckEngine(options: options).check(
            table, schema: rules.schema, scripts: rules, references: FileReferences.withRules,
            stopper: stopper
        ) { finding in
            var finding = finding
            if isConverted { finding.forgetPlace() }
            reporter.add(finding)
            if Output.isClosed { stopper.stop() }
        }
        reporter.end(report)
        for note in report.notes { Output.error("\(file): \(note)") }
        for note in rules.notes where !Output.isClosed { Notices.once(note) }
        if !hasRules, !Output.isClosed {
            Output.error("\(file): no rules were found, so only its structure was checked")
        }
        return report
    }

    private static func status(
        of report: CheckReport, _ request: Request, _ watcher: SignalWatcher
    ) -> Int32 {
        if let signal = watcher.signal { return ExitStatus.of(signal: signal) }
        switch report.incompleteReason {
        case .interrupted: return ExitStatus.interrupted
        case .limit: return ExitStatus.limit
        case nil:
            return report.count(atLeast: request.failing) > 0
                ? ExitStatus.findings : ExitStatus.done
        }
    }

    /// The last word on a file: how much was checked, and whether that was all.
    private static func summary(of report: CheckReport, _ watcher: SignalWatcher) -> String {
        let parts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count =
                report.count(atLeast: severity)
                - (severity == .error
                    ? 0
                    : report.count(atLeast: severity == .warning ? .error : .warning))
            guard count > 0 else { return nil }
            return English.count(
                count, severity == .info ? "note" : severity.rawValue)
        }
        let found = parts.isEmpty ? "nothing found" : English.list(parts)
        var text = "\(report.file): \(English.count(report.records, "record")) checked, \(found)"
        switch report.incompleteReason {
        case .interrupted: text += "; interrupted, so this is incomplete"
        case .limit:
            text += "; a rule took too long or too much memory and is off, so this is incomplete"
        case nil: break
        }
        return text
    }

    private static func parse(_ arguments: [String]) throws(UsageError) -> Request? {
        var request = Request()
        request.options.workers = ProcessorCount.online
        var parser = OptionParser(
            "check", arguments,
            options: [
                .value("--rules", "-r"), .value("--format", "-f"), .value("--jobs", "-j"),
                .value("--max-findings"), .value("--fail-on"), .value("--delimiter", "-d"),
                .value("--quote"), .value("--encoding"), .flag("--no-header"), .value("--color"),
                .value("--call-limit"), .value("--memory-limit"), .flag("--trust"),
                .flag("--help", "-h"),
            ])
        while let item = try parser.next() {
            switch item {
            case .operand(let file): request.files.append(file)
            case .option("--rules", let path): request.rules = path
            case .option("--format", let name):
                request.reporter = nil
                if let format = ReportFormat(rawValue: name) {
                    request.format = format
                } else {
                    request.reporter = name
                }
            case .option("--jobs", let text):
                request.options.workers = min(try OptionParser.positive(text, for: "-j"), 256)
            case .option("--max-findings", let text):
                request.limit = try OptionParser.positive(text, for: "--max-findings")
            case .option("--fail-on", let name):
                request.failing = try OptionParser.choice(name, for: "--fail-on")
            case .option("--call-limit", let text):
                guard let limit = Double(text).flatMap(RuleSettings.milliseconds) else {
                    throw UsageError(
                        "--call-limit takes a number of seconds up to a day, not \"\(text)\"")
                }
                request.caps.call = limit
            case .option("--memory-limit", let text):
                request.caps.memory = try OptionParser.memoryLimit(text)
            case .option("--trust", _): TrustForOneRun.grant()
            case .option("--no-header", _): request.options.dialect.hasHeader = false
            case .option("--color", let name):
                request.color = try OptionParser.choice(name, for: "--color")
            case .option("--help", _): return nil
            case .option(let name, let text):
                do throws(DialectNames.Unknown) {
                    try DialectNames.set(
                        String(name.dropFirst(2)), to: text, in: &request.options.dialect)
                } catch {
                    throw UsageError(error.description)
                }
            }
        }
        guard !request.files.isEmpty else {
            throw UsageError(
                "check needs at least one file", hint: "for example: stet check fruits.csv")
        }
        return request
    }
}
