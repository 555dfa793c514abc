/// Judges records as a change would leave them. The rules live above the domain; this is what
/// they look like from here.
package protocol ChangeChecker: AnyObject {
    /// What the rules for single records (fields and record rules) say of some records, as they
    /// are in a snapshot. Records with nothing to say about are left out. Keys and unique
    /// fields are not asked for: the collection checks these itself.
    func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]]

    /// What rules that look at other collections (references, in both directions) would say of a
    /// change that they did not say before.
    func findings(of change: ProposedChange) throws(CollectionError) -> [RowID: [Finding]]

    /// Which rules of other collections, or of this one, refer to a field: a sentence that ends the
    /// attempt to take it away; nil: none.
    func reference(toField field: String, of snapshot: Snapshot) throws(CollectionError) -> String?

    /// What the rules call a record; nil where they do not say, or cannot say it of this one.
    func title(of row: RowID, in snapshot: Snapshot) throws(CollectionError) -> String?
}

extension ChangeChecker {
    package func findings(
        of change: ProposedChange
    ) throws(CollectionError) -> [RowID: [Finding]] { [:] }

    package func reference(
        toField field: String, of snapshot: Snapshot
    ) throws(CollectionError) -> String? { nil }

    package func title(
        of row: RowID, in snapshot: Snapshot
    ) throws(CollectionError) -> String? { nil }
}

/// A change that is not made yet.
package struct ProposedChange {
    package let before: Snapshot
    package let after: Snapshot
    package let inserted: [RowID]
    package let updated: [RowID]
    package let deleted: [RowID]
    /// The columns of which the updated records got another cell.
    package let changedColumns: Set<ColumnID>
}

/// The check of a collection without rules: a cell must be of its field's type.
package final class TypeChecker: ChangeChecker {
    package init() {}

    package func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]] {
        let typed = snapshot.layout.columns.filter { $0.format.field.type != .string }
        guard !typed.isEmpty else { return [:] }
        var result: [RowID: [Finding]] = [:]
        for row in rows {
            for column in typed {
                let cell = try snapshot.cell(row, column.id)
                guard column.format.read(cell) == .illTyped else { continue }
                var finding = Finding(
                    file: snapshot.source.name, code: "type", severity: .error,
                    message: "must be of type \(column.format.field.type.rawValue)")
                finding.field = column.field
                finding.value = cell?.text
                result[row, default: []].append(finding)
            }
        }
        return result
    }
}
