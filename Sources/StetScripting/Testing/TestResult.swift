import LuaKit
import StetText

/// How one test of a Lua file ended.
package struct TestResult: Sendable {
    package enum Verdict: Hashable, Sendable {
        case passed
        /// It asked not to be run; why.
        case skipped(String)
        case failed
        /// No test, but a file that could not be read or run.
        case broken
    }

    /// The path of its file, as the user gave it.
    package var file: String
    /// The names of its groups and its own, joined; empty: the file as a whole.
    package var name: String
    package var verdict: Verdict
    package var failures: [TestFailure]
    /// Wall clock.
    package var seconds: Double
    /// What it printed.
    package var output: [UInt8]

    package init(
        file: String, name: String, verdict: Verdict = .passed, failures: [TestFailure] = [],
        seconds: Double = 0, output: [UInt8] = []
    ) {
        self.file = file
        self.name = name
        self.verdict = verdict
        self.failures = failures
        self.seconds = seconds
        self.output = output
    }

    /// Nothing was wrong but that a limit was reached.
    package var isLimit: Bool {
        verdict == .failed && failures.allSatisfy { $0.kind == .limit }
    }

    /// What a report calls it.
    package var title: String { name.isEmpty ? file : name }
}

/// Why a test failed.
package struct TestFailure: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Something was not as the test says.
        case assertion
        /// Something was raised.
        case error
        /// It took too long, or too much memory.
        case limit
    }

    package var kind: Kind
    package var message: String
    /// The file and line; nil: the test as a whole.
    package var file: String?
    package var line: Int?
    /// The text of that line.
    package var source: [UInt8]?
    package var traceback: String?

    package init(
        _ kind: Kind, _ message: String, file: String? = nil, line: Int? = nil,
        traceback: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.file = file
        self.line = line
        self.traceback = traceback
    }
}

/// How many tests ended how.
package struct TestSummary: Sendable {
    package var files = 0
    package var passed = 0
    package var failed = 0
    package var skipped = 0
    /// Files that could not be read or run.
    package var broken = 0
    /// Of those that failed: all for a limit alone.
    package var limits = 0
    /// Tests that were not run any more.
    package var left = 0
    /// Why it ended early; nil: it did not.
    package var end: String?

    package init() {}

    package mutating func add(_ result: TestResult) {
        switch result.verdict {
        case .passed: passed += 1
        case .skipped: skipped += 1
        case .failed:
            failed += 1
            if result.isLimit { limits += 1 }
        case .broken: broken += 1
        }
    }

    package var tests: Int { passed + failed + skipped }

    /// `3 tests in 1 file: 2 passed, 1 failed`.
    package var text: String {
        var parts = ["\(English.grouped(passed)) passed"]
        if failed > 0 { parts.append("\(English.grouped(failed)) failed") }
        if skipped > 0 { parts.append("\(English.grouped(skipped)) skipped") }
        if broken > 0 { parts.append("\(English.count(broken, "file")) could not be run") }
        if left > 0 { parts.append("\(English.grouped(left)) not run") }
        return "\(English.count(tests + left, "test")) in \(English.count(files, "file")): "
            + parts.joined(separator: ", ") + (end.map { "; \($0)" } ?? "")
    }
}
