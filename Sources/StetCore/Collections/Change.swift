/// One change that was made: one call, one step of undo. It keeps the states before and after,
/// which share all that the change left alone; what it replaced is their difference.
package struct Change {
    package enum Kind: String, Sendable {
        case insert, update, delete, move, revert, transaction, merge, recover
        case renameKey = "rename_key"
        case addField = "add_field"
        case renameField = "rename_field"
        case dropField = "drop_field"
    }

    package let kind: Kind
    package let inserted: Int
    package let updated: Int
    package let deleted: Int
    package let moved: Int
    let before: CollectionState
    let after: CollectionState
    /// Counts the changes of the collection; undo and redo keep it.
    var number = 0
    /// Of a step that changed other collections too.
    var shared: SharedStep?

    /// What was done, in a few words: `update: 3 changed`.
    package var summary: String {
        let counts = [
            (inserted, "inserted"), (updated, "changed"), (deleted, "removed"), (moved, "moved"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? kind.rawValue : "\(kind.rawValue): \(parts.joined(separator: ", "))"
    }

    /// The summary, with the other collections that the step changed.
    package func told(of collection: Collection) -> String {
        let others = shared?.names(besides: collection) ?? []
        return others.isEmpty ? summary : "\(summary), with \(others.joined(separator: ", "))"
    }
}

/// How a change treats records that it would spoil.
package struct ChangeOptions: Sendable {
    /// Leaves out what is refused and does the rest.
    package var skipsInvalid = false
    /// Lets findings through. A value of the wrong type is an error all the same.
    package var force = false

    package init(skipsInvalid: Bool = false, force: Bool = false) {
        self.skipsInvalid = skipsInvalid
        self.force = force
    }
}

/// What came of a change.
package struct ChangeOutcome: Sendable {
    /// The records made, in the order in which they were given.
    package var inserted: [RowID] = []
    package var updated: [RowID] = []
    package var deleted: [RowID] = []
    package var moved: [RowID] = []
    /// Records that `skipsInvalid` left as they were, and why.
    package var skipped: [RowID: [Finding]] = [:]
    /// The same of records that were not inserted.
    package var skippedInserts: [[Finding]] = []
    /// What the change brings that is not grave enough to refuse it.
    package var warnings: [Finding] = []

    package var count: Int { inserted.count + updated.count + deleted.count + moved.count }
}
