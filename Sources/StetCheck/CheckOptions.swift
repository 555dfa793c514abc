import StetCore

/// What to check and how. One value for every file of a run.
package struct CheckOptions: Sendable {
    package var dialect = DialectOptions()
    /// Worker threads; the answer does not depend on it.
    package var workers = 1
    /// How many findings to keep as values for the reporter; nil: all. Counts are always complete.
    package var findingLimit: Int? = 1000
    /// Findings carry the line that they are about.
    package var wantsExcerpts = true
    /// Bytes of file between cuts.
    package var chunkSize = 8 << 20
    /// The rules run on the calling thread, because they belong to a state that lives there.
    package var runsOnCallingThread = false
    /// What messages call another record, by its number and its line, both from 1. A table that
    /// is in no file has no lines to name.
    package var nameOfRecord: @Sendable (_ record: Int, _ line: Int) -> String = { _, line in
        "line \(line)"
    }

    package init() {}
}
