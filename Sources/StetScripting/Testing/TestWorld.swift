import Glibc
import LuaKit
import StetCore
import StetSessions
import StetStores
import StetText

/// One test file in a world of its own: what it declares, and the running of it.
///
/// Its tests share that world, one after the other; each is a protected call, so that what one
/// raises the others do not feel. Commits are written only below the folders that `t.folder()`
/// gives.
package final class TestWorld {
    /// A test as its file declares it.
    package struct Test {
        /// With the names of its groups.
        package var name: String
        let function: LuaReference
        package var line: Int?
    }

    /// Text for a value, in messages.
    package typealias Describe = (LuaStack, Int) -> String

    package let path: String
    package private(set) var tests: [Test] = []
    let host: ScriptHost
    let describe: Describe
    private let text: [UInt8]
    private lazy var lines = text.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    private var groups: [String] = []
    private var tester: LuaReference?
    /// The test that runs.
    private(set) var isRunning = false
    private var failures: [TestFailure] = []
    private var skipReason: String?
    let folders = TemporaryFolders()
    /// Rules that were asked for, by their path, with the text that they were read from.
    var rules: [String: (text: [UInt8], rules: LuaRules)] = [:]

    private static let memoryLimit = 256 << 20

    /// - Parameters:
    ///   - path: of the file, as the user gave it.
    ///   - describe: writes values for messages.
    package init(path: String, text: [UInt8], describe: @escaping Describe) throws(LuaError) {
        self.path = path
        self.text = text
        self.describe = describe
        host = try ScriptHost(memoryLimit: Self.memoryLimit)
        host.commits?.objection = { [folders] file in
            folders.contains(file)
                ? nil
                : "a test writes only below t.folder(), so nothing was written; t.copy(path) puts "
                    + "a copy there"
        }
        host.commits?.onObjection = { [unowned self] table, reason in
            noteObjection("\(table): \(reason)")
        }
        tester = try TestModule(self).install()
    }

    package func close() {
        host.close()
        folders.removeAll()
    }

    package var interrupt: @Sendable () -> Void { host.interrupt }

    /// Forgets an interrupt that came too late.
    package func clearInterrupt() { host.state.clearAbort() }

    // MARK: Declaring

    /// Runs the file, which declares its tests.
    package func load() throws(LuaError) {
        try host.setArguments([], script: path)
        _ = try host.run(text, name: "@" + path)
    }

    /// Why the file could not be run.
    package func failure(_ error: LuaError) -> TestFailure {
        var failure = TestFailure(
            .error, error.message, file: error.position.map(file(of:)) ?? path,
            line: error.position?.line, traceback: error.traceback.flatMap(Self.shortened))
        if case .exit(let status) = error.kind {
            failure.message = "it ended the script, with status \(status)"
        }
        failure.source = source(of: failure)
        return failure
    }

    func declare(_ name: String, _ function: LuaReference, line: Int?) throws(HostError) {
        guard !isRunning else {
            throw HostError("test(…) declares a test; it cannot do so while a test runs")
        }
        let name = (groups + [name]).joined(separator: " > ")
        guard !tests.contains(where: { $0.name == name }) else {
            throw HostError("there is a test “\(name)” already")
        }
        tests.append(Test(name: name, function: function, line: line))
    }

    func group(_ name: String, _ body: () throws -> Void) throws {
        guard !isRunning else {
            throw HostError("group(…) declares tests; it cannot do so while a test runs")
        }
        groups.append(name)
        defer { groups.removeLast() }
        try body()
    }

    // MARK: Running

    /// Runs one test.
    ///
    /// - Parameter limit: says of an interrupt which limit it was; nil: none, but the user.
    /// - Returns: nil if the user interrupted it.
    package func run(_ test: Test, limit: () -> String?) -> TestResult? {
        failures = []
        skipReason = nil
        rules = [:]
        isRunning = true
        defer { isRunning = false }
        var result = TestResult(file: path, name: test.name)
        let began = MonotonicClock.now
        do throws(LuaError) {
            let stack = try host.state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            stack.push(test.function)
            if let tester { stack.push(tester) } else { stack.pushNil() }
            try stack.call(arguments: 1, results: 0)
        } catch {
            if error.kind == .interrupted, limit() == nil { return nil }
            take(error, limit: limit())
        }
        let unfinished = host.unfinishedDialogs
        for problem in unfinished { note(.assertion, problem) }
        // The next test is not to find what this one left behind.
        if !unfinished.isEmpty { host.stage.abandon() }
        folders.removeAll()
        result.seconds = Double(MonotonicClock.now - began) / 1e9
        result.failures = failures.map { failure in
            var failure = failure
            // What is not tied to a line is the test's own.
            if failure.line == nil { (failure.file, failure.line) = (path, test.line) }
            failure.source = source(of: failure)
            return failure
        }
        result.verdict =
            failures.isEmpty ? skipReason.map { .skipped($0) } ?? .passed : .failed
        if failures.contains(where: { $0.kind == .limit }) { host.state.collect() }
        return result
    }

    private func take(_ error: LuaError, limit: String?) {
        switch error.kind {
        case .interrupted: note(.limit, limit ?? "interrupted")
        case .memory: note(.limit, error.message, at: error.position)
        case .exit(let status):
            note(.error, "it ended the script, with status \(status)")
        default:
            if error.message == "skipped", skipReason != nil { return }
            let traceback = error.traceback.flatMap(Self.shortened)
            let known = failures.firstIndex {
                // On its way out of a coroutine a message may get another position before it.
                $0.kind == .assertion && error.message.hasSuffix($0.message)
            }
            if let known {
                failures[known].traceback = traceback
            } else {
                note(.error, error.message, at: error.position, traceback: traceback)
            }
        }
    }

    /// Remembers a failure, where the code stands that tells of it.
    func noteAssertion(_ message: String, at position: LuaPosition?) {
        note(.assertion, message, at: position)
    }

    private func noteObjection(_ message: String) {
        do throws(LuaError) {
            note(.assertion, message, at: try host.state.stack().position(level: 1))
        } catch {
            note(.assertion, message)
        }
    }

    func skip(_ reason: String) { skipReason = reason }

    private func note(
        _ kind: TestFailure.Kind, _ message: String, at position: LuaPosition? = nil,
        traceback: String? = nil
    ) {
        // A loop of failures, each of them caught, must not fill the memory.
        guard failures.count < 100 else { return }
        let place = position.map { file(of: $0) }
        failures.append(
            TestFailure(kind, message, file: place, line: position?.line, traceback: traceback))
    }

    // MARK: Places

    /// The path of a chunk, whose name Lua shortens.
    private func file(of position: LuaPosition) -> String {
        let chunk = position.chunk
        return chunk.hasPrefix("...") && path.hasSuffix(chunk.dropFirst(3)) ? path : chunk
    }

    private func source(of failure: TestFailure) -> [UInt8]? {
        guard failure.file == path, let line = failure.line, lines.indices.contains(line - 1)
        else { return nil }
        return Array(lines[line - 1])
    }

    /// A path of the test file, from its folder.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
        return self.path[...slash] + path
    }

    /// The frames between the test and where it failed, without those that are not the user's.
    ///
    /// - Returns: nil if there is no way to tell of: the test itself failed.
    private static func shortened(_ traceback: String) -> String? {
        let isOwn = { (line: Substring) in
            line.hasPrefix("\t[C]: in") || line.hasPrefix("\tstet:") || line.contains("[host]")
        }
        let lines = traceback.split(separator: "\n").filter { !isOwn($0) }
        return lines.count > 2 ? lines.joined(separator: "\n") : nil
    }
}
