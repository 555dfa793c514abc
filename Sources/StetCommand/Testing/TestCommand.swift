import Glibc
import LuaKit
import StetPrompt
import StetScripting
import StetStores
import StetText

/// `stet test [OPTION…] FILE_OR_FOLDER…`
enum TestCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let options = try TestOptions(arguments) else {
            return try HelpCommand.run(["test"])
        }
        let files: [TestFinder.Found]
        let capture: OutputCapture
        do {
            files = try TestFinder.files(options.paths)
            for file in files where file.path.hasSuffix(".rules.lua") {
                throw UsageError(
                    "\(file.path) holds rules, not tests",
                    hint: "to start tests of these rules: stet new test NAME")
            }
            capture = try OutputCapture()
        } catch let error as UsageError {
            throw error
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
        guard !files.isEmpty else {
            Output.error("stet: there is no test file in \(English.list(options.paths))")
            Output.error(
                "      test files are called NAME_test.lua or test_NAME.lua, or are in a folder "
                    + "tests")
            return ExitStatus.notDone
        }
        let folders = TemporaryFolders()
        defer { folders.removeAll() }
        do throws(SystemError) {
            // What tests edit and commit is of no use to anyone once they end.
            StateFolder.keepEdits(in: try folders.make())
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
        return TestRun(options, files, capture, SignalWatcher()).run()
    }
}

/// Runs test files one after the other and reports.
private final class TestRun {
    private let options: TestOptions
    private let files: [TestFinder.Found]
    private let capture: OutputCapture
    private let watcher: SignalWatcher
    private let clock: TestClock
    private var reporter: any TestReporter
    private var reports: [(reporter: any TestReporter, path: String, text: [UInt8])]
    private var summary = TestSummary()
    /// Tests that were found, whether their names fit the filter or not.
    private var found = 0

    init(
        _ options: TestOptions, _ files: [TestFinder.Found], _ capture: OutputCapture,
        _ watcher: SignalWatcher
    ) {
        self.options = options
        self.files = files
        self.capture = capture
        self.watcher = watcher
        let size = capture.sizeReader
        clock = TestClock(seconds: options.timeout) { size() }
        reporter = options.format.reporter(style: Output.style(options.color))
        reports = options.reports.map {
            ($0.format.reporter(style: Style(isColored: false)), $0.path, [])
        }
    }

    func run() -> Int32 {
        for file in files {
            let text: [UInt8]
            do throws(StoreError) {
                text = try FileText.read(file.path)
            } catch {
                broken(file.path, TestFailure(.error, error.reason))
                continue
            }
            if Transcript.isTranscript(text) {
                run(transcript: text, file)
            } else {
                run(text, file)
            }
            if isOver { break }
        }
        return finish()
    }

    private var isOver: Bool {
        watcher.signal != nil || Output.isClosed
            || options.failsFast && summary.failed + summary.broken > 0
    }

    // MARK: Test files

    private func run(_ text: [UInt8], _ file: TestFinder.Found) {
        do throws(LuaError) {
            let world = try TestWorld(path: file.path, text: text) { ValueLine.text($0, at: $1) }
            defer { world.close() }
            watcher.onStop(world.interrupt)
            clock.begin(file.path, interrupt: world.interrupt)
            capture.begin()
            let failure = load(world)
            let output = capture.end()
            let limit = clock.limit
            clock.end()
            world.clearInterrupt()
            if watcher.signal != nil { return }
            if let failure {
                var failure = failure
                if let limit { failure.message = limit }
                broken(file.path, failure, output)
                return
            }
            run(world, file)
        } catch {
            broken(file.path, TestFailure(.error, error.description))
        }
    }

    private func load(_ world: TestWorld) -> TestFailure? {
        do throws(LuaError) {
            try world.load()
            return nil
        } catch {
            return world.failure(error)
        }
    }

    private func run(_ world: TestWorld, _ file: TestFinder.Found) {
        found += world.tests.count
        let tests = world.tests.filter { isWanted($0.name) }
        guard !tests.isEmpty else {
            if world.tests.isEmpty, file.isNamed {
                broken(file.path, TestFailure(.error, "it declares no test"))
            }
            return
        }
        summary.files += 1
        for (index, test) in tests.enumerated() {
            if options.isList {
                list(file.path, test.name)
                continue
            }
            if isOver {
                summary.left += tests.count - index
                return
            }
            world.clearInterrupt()
            clock.begin("\(file.path): \(test.name)", interrupt: world.interrupt)
            if watcher.signal != nil { world.interrupt() }
            capture.begin()
            let result = world.run(test) { clock.limit }
            let output = capture.end()
            clock.end()
            guard var result else {
                summary.left += tests.count - index
                return
            }
            result.output = output
            add(result)
        }
    }

    // MARK: Transcripts

    private func run(transcript text: [UInt8], _ file: TestFinder.Found) {
        found += 1
        guard isWanted("transcript") else { return }
        summary.files += 1
        if options.isList { return list(file.path, "transcript") }
        do throws(LuaError) {
            let run = try TranscriptRun(path: file.path, text: text, capture: capture)
            defer { run.close() }
            watcher.onStop(run.interrupt)
            clock.begin(file.path, interrupt: run.interrupt)
            capture.begin()
            let result = run.run { clock.limit }
            _ = capture.end()
            clock.end()
            guard var result else {
                summary.left += 1
                return
            }
            if options.updates, let text = run.updated {
                update(file.path, text, run.updatedCount, &result)
            }
            add(result)
        } catch {
            broken(file.path, TestFailure(.error, error.description))
        }
    }

    private func update(
        _ path: String, _ text: [UInt8], _ count: Int, _ result: inout TestResult
    ) {
        do throws(SystemError) {
            try WholeFile.write(text, to: path)
            Output.error("\(path): \(English.count(count, "expectation")) updated")
            result.failures.removeAll { $0.kind == .assertion }
            if result.failures.isEmpty { result.verdict = .passed }
        } catch {
            result.failures.append(TestFailure(.error, error.description, file: path))
        }
    }

    // MARK: Reporting

    private func isWanted(_ name: String) -> Bool {
        options.filter.map { name.contains($0) } ?? true
    }

    private func list(_ path: String, _ name: String) {
        summary.passed += 1
        Output.write(SafeText.escaped("\(path): \(name)") + "\n")
    }

    private func broken(_ path: String, _ failure: TestFailure, _ output: [UInt8] = []) {
        add(
            TestResult(
                file: path, name: "", verdict: .broken, failures: [failure], output: output))
    }

    private func add(_ result: TestResult) {
        summary.add(result)
        let text = reporter.add(result)
        if !text.isEmpty, !options.isList { Output.write(text) }
        for index in reports.indices { reports[index].text += reports[index].reporter.add(result) }
        // Where nothing else says so, standard error does.
        if result.verdict == .broken, options.format != .text || options.isList {
            for failure in result.failures {
                Output.error("stet: \(result.file): \(failure.message)")
            }
        }
    }

    private func finish() -> Int32 {
        if let signal = watcher.signal {
            summary.end = signal == SIGINT ? "interrupted" : "stopped by a signal"
        } else if isOver, !Output.isClosed, options.failsFast {
            summary.end = "stopped at the first failure (--fail-fast)"
        }
        if options.isList { return summary.broken > 0 ? ExitStatus.notDone : emptyOr(0) }
        let text = reporter.finish(summary)
        if !text.isEmpty { Output.write(text) }
        var isWritten = true
        for index in reports.indices {
            var report = reports[index]
            report.text += report.reporter.finish(summary)
            do throws(SystemError) {
                try WholeFile.write(report.text, to: report.path)
            } catch {
                Output.error("stet: \(error)")
                isWritten = false
            }
        }
        if Output.isClosed { return ExitStatus.pipe }
        Output.error(summary.text)
        if let signal = watcher.signal { return ExitStatus.of(signal: signal) }
        if summary.broken > 0 || !isWritten { return ExitStatus.notDone }
        if summary.failed > summary.limits { return ExitStatus.findings }
        return summary.limits > 0 ? ExitStatus.limit : emptyOr(ExitStatus.done)
    }

    /// Nothing to run is not success: a name may be misspelled.
    private func emptyOr(_ status: Int32) -> Int32 {
        guard summary.tests == 0 else { return status }
        if let filter = options.filter, found > 0 {
            Output.error("stet: no test has a name with “\(filter)” in it")
        } else {
            Output.error("stet: there was no test to run")
        }
        return ExitStatus.notDone
    }
}
