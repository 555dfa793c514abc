import StetCore
import StetStores

extension LeftOverEdits {
    /// What came of putting edits into their file.
    package enum Outcome {
        /// Nothing was written.
        case conflicts([MergeConflict])
        /// All of it was in the file already.
        case nothing
        /// Another Stet is at it.
        case busy
        /// What was changed, and what the user should know.
        case written(summary: String, notes: [String])
    }

    /// Makes the edits in a table that was just opened, and commits it. Whatever interrupts this, the
    /// edits are in the journal until they are in the file.
    package func recover(
        in table: OpenedTable, _ journal: Journal, options: CommitOptions = CommitOptions(),
        preference: MergePreference? = nil
    ) throws -> Outcome {
        let conflicts = try apply(to: table, preference: preference)
        guard conflicts.isEmpty else { return .conflicts(conflicts) }
        let summary = try table.collection.diff().summary
        guard !summary.isEmpty else {
            try journal.clear(changes)
            return .nothing
        }
        guard try journal.adopt(changes) else { return .busy }
        return .written(summary: summary, notes: try table.commit(options) ?? [])
    }
}
