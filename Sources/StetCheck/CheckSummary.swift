import StetCore
import StetRules

/// What one chunk had to say. Summaries are merged in file order.
struct ChunkSummary {
    var records = 0
    var lines = 0
    /// In file order; no more than the limit.
    var findings: [Finding] = []
    var counts: [FindingKind: Int] = [:]
    /// For each `unique` constraint and the key: where each record's value hashes to.
    var digests: [[KeyDigest]] = []
    var checkpoints: [Checkpoint] = []
    var foldStates: [FoldState?] = []
    /// For each rule over values in order.
    var sequences: [SequenceState] = []
}

/// What findings are counted by.
package struct FindingKind: Hashable, Sendable {
    package var rule: Int
    package var code: String
    package var field: String?
    package var severity: Severity
}

/// A block of records in the file, whose first record and line number are known. So the line of
/// an earlier key can be told without keeping all of them.
struct Checkpoint {
    var range: Range<Int>
    var record: Int
    var line: Int
}

/// One line of the table of counts.
package struct FindingCount: Sendable {
    package var code: String
    package var field: String?
    package var severity: Severity
    package var count: Int
}

/// The answer to a check of one file.
package struct CheckReport: Sendable {
    package var file: String
    package var records = 0
    /// Everything was checked; if not, `incompleteReason` says why not.
    package var incompleteReason: IncompleteReason?
    package var counts: [FindingCount] = []
    /// Sentences about the run that are not findings, for standard error.
    package var notes: [String] = []

    package enum IncompleteReason: Sendable, Equatable {
        case interrupted
        /// A rule went over its cap and was turned off.
        case limit
    }

    package init(file: String) {
        self.file = file
    }

    /// How many findings there are at or above a severity.
    package func count(atLeast severity: Severity) -> Int {
        counts.lazy.filter { $0.severity >= severity }.reduce(0) { $0 + $1.count }
    }
}
