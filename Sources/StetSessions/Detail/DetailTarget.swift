import StetCore

/// Where the record of a session lives.
package protocol DetailTarget: AnyObject {
    /// Puts a draft into the record, or makes the record.
    ///
    /// - Returns: what people call the record then.
    func store(_ draft: Draft) throws(CollectionError) -> String
    func remove() throws(CollectionError)

    /// Throws what `store` would, as far as can be known: handlers that run before it may do what
    /// cannot be taken back.
    func requireStorable(_ draft: Draft) throws(CollectionError)
    /// The same of `remove`.
    func requireRemovable() throws(CollectionError)
}

extension DetailTarget {
    package func requireStorable(_ draft: Draft) throws(CollectionError) {}
    package func requireRemovable() throws(CollectionError) {}
}

/// A record that only the session's handlers know of.
package final class UnboundTarget: DetailTarget {
    private let name: String

    package init(name: String) {
        self.name = name
    }

    package func store(_ draft: Draft) -> String { name }
    package func remove() {}
}

/// A record of a collection, or one that is to join it. It is held by its row, so that its key
/// may change; the drafts are judged by the collection's own check, keys included.
package final class CollectionTarget: DetailTarget, DraftChecker {
    package let collection: Collection
    /// nil: the record is not in the collection yet.
    package private(set) var row: RowID?
    private let layout: ColumnLayout
    /// The record as the session knows it. What it changes of that, and what somebody else
    /// changed meanwhile, is not overwritten.
    private var known: Draft
    private var judged: (draft: Draft, change: JudgedChange)?

    /// - Parameter row: nil: a record that is to be added.
    package init(_ collection: Collection, row: RowID?) throws(CollectionError) {
        self.collection = collection
        self.row = row
        layout = collection.layout
        known = Draft(blank: layout)
        if let row { known = Draft(layout, cells: try collection.record(row).cells()) }
    }

    /// The record as it was when last read or stored; a blank where there is none yet.
    package var draft: Draft { known }

    /// What names the record now.
    package func key() throws(CollectionError) -> RecordKey? {
        guard let row, collection.contains(row) else { return nil }
        return try collection.snapshot.key(of: row)
    }

    // MARK: Judging

    /// What the rules say of the record as it is now with what the draft changes.
    package func problems(of draft: Draft) throws(HandlerError) -> [DraftProblem] {
        do throws(CollectionError) {
            if let row, !collection.contains(row) {
                return [
                    DraftProblem(field: nil, code: "deleted", message: "the record was deleted")
                ]
            }
            let (assignments, objections) = try assignments(for: draft)
            let change = try collection.judge(row, assignments)
            judged = objections.isEmpty ? (draft, change) : nil
            return change.findings.map { DraftProblem($0) } + objections
        } catch {
            throw HandlerError(handler: "the check", message: error.message)
        }
    }

    package func title(of draft: Draft) throws(HandlerError) -> String? {
        do throws(CollectionError) {
            if let judged { return try judged.change.title() }
            guard let row, collection.contains(row) else { return nil }
            return try collection.checker.title(of: row, in: collection.snapshot)
        } catch {
            throw HandlerError(handler: "title", message: error.message)
        }
    }

    /// What has the record become like a draft. Fields that the draft leaves alone are the
    /// business of others. Texts that the file cannot hold are left out and objected to.
    private func assignments(
        for draft: Draft
    ) throws(CollectionError) -> ([FieldAssignment], objections: [DraftProblem]) {
        var assignments: [FieldAssignment] = []
        var objections: [DraftProblem] = []
        for (index, column) in layout.columns.enumerated() {
            guard let cell = draft.cells[index] else { continue }
            if row != nil, cell == known.cells[index] { continue }
            guard let now = collection.layout.column(column.id) else {
                throw CollectionError(.noSuchField, "the field “\(column.name)” is no more")
            }
            let field = now.name.description
            if let objection = collection.source.objection(to: cell.text) {
                objections.append(DraftProblem(field: field, code: "encoding", message: objection))
            } else {
                assignments.append(FieldAssignment(field, .cell(cell)))
            }
        }
        return (assignments, objections)
    }

    // MARK: Storing

    package func requireStorable(_ draft: Draft) throws(CollectionError) {
        if let row, !collection.contains(row) {
            throw CollectionError(.noSuchRow, "the record was deleted")
        }
        try refuseConflicts(of: draft)
        let change = try judgedChange(for: draft)
        judged = (draft, change)
        try collection.requireMakeable(change)
    }

    private func judgedChange(for draft: Draft) throws(CollectionError) -> JudgedChange {
        if let judged, judged.draft == draft, judged.change.isCurrent { return judged.change }
        return try collection.judge(row, try assignments(for: draft).0)
    }

    package func store(_ draft: Draft) throws(CollectionError) -> String {
        if let row, !collection.contains(row) {
            throw CollectionError(.noSuchRow, "the record was deleted")
        }
        try refuseConflicts(of: draft)
        let last = judged
        judged = nil
        let change: JudgedChange
        if let last, last.draft == draft {
            change = last.change
        } else {
            change = try collection.judge(row, try assignments(for: draft).0)
        }
        let outcome = try collection.make(change)
        if row == nil { row = outcome.inserted.first }
        known = draft
        guard let row else { return "" }
        return try collection.snapshot.key(of: row).description
    }

    private func refuseConflicts(of draft: Draft) throws(CollectionError) {
        guard let row else { return }
        for (index, column) in layout.columns.enumerated() {
            let (old, new) = (known.cells[index], draft.cells[index])
            if old == new { continue }
            let current = try collection.snapshot.cell(row, column.id)
            if current == old || current == new { continue }
            throw CollectionError(
                .refused,
                "\(column.name) was changed to “\(current?.text ?? "")” outside of this session")
        }
    }

    package func remove() throws(CollectionError) {
        guard let row = try removableRow() else { return }
        try collection.delete([row])
    }

    package func requireRemovable() throws(CollectionError) {
        guard let row = try removableRow() else { return }
        try collection.requireDeletable([row])
    }

    private func removableRow() throws(CollectionError) -> RowID? {
        guard let row else { return nil }
        guard collection.contains(row) else {
            throw CollectionError(.noSuchRow, "the record was deleted already")
        }
        return row
    }
}
