/// Whose word holds where a record was changed here and in the file.
package struct MergePreference {
    package enum Side: String, CaseIterable, Sendable {
        /// The file's: what was changed here is given up.
        case file
        /// The session's, as far as the file still has the record and the field.
        case session
    }

    package var side: Side
    /// Is told of each conflict that was settled so.
    package var settled: (MergeConflict) -> Void

    package init(_ side: Side, settled: @escaping (MergeConflict) -> Void) {
        self.side = side
        self.settled = settled
    }
}

/// Why a change cannot be laid over a file that changed meanwhile.
package struct MergeConflict: Hashable, Sendable, CustomStringConvertible {
    package enum Reason: String, Sendable {
        /// Both gave a field another value.
        case bothChanged = "changed here and in the file"
        /// Changed or moved here, but the file has it no more.
        case removedThere = "changed here, no longer in the file"
        /// Deleted here, but changed in the file.
        case changedThere = "deleted here, changed in the file"
        /// Both have a new record of the key, or one got a key that the other gave away.
        case keyInUse = "its key is in use in the file"
        /// The file lacks the field, or has one of the name already.
        case field = "the file has other fields"
        /// Several records of the file have the key.
        case repeatedKey = "its key is repeated in the file"
    }

    package var key: RecordKey
    package var field: String?
    package var reason: Reason
    /// What the change was made to, what it makes of it, and what the file has by now.
    package var base: Cell?
    package var mine: Cell?
    package var theirs: Cell?

    package var description: String {
        let name = field.map { "\(key), \($0)" } ?? key.description
        return "\(name): \(reason.rawValue)"
    }
}
