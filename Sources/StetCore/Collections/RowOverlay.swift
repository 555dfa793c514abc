/// What was edited of one record, laid over what the source has of it. Immutable: an edit makes
/// a new one, so that snapshots and steps of undo share all that did not change.
final class RowOverlay: Sendable {
    /// The record is gone. One object, since there is nothing more to say.
    static let deleted = RowOverlay(edits: [])

    struct Edit {
        var column: ColumnID
        var cell: Cell
    }

    /// In the order of their columns.
    let edits: [Edit]

    init(edits: [Edit]) {
        self.edits = edits
    }

    func cell(_ column: ColumnID) -> Cell? {
        for edit in edits where edit.column == column { return edit.cell }
        return nil
    }

    /// The same with one cell more, or less where `cell` is nil.
    static func setting(_ column: ColumnID, to cell: Cell?, in old: RowOverlay?) -> RowOverlay? {
        var edits = old?.edits ?? []
        let place = edits.firstIndex { $0.column >= column } ?? edits.count
        let isPresent = place < edits.count && edits[place].column == column
        if let cell {
            if isPresent {
                edits[place].cell = cell
            } else {
                edits.insert(Edit(column: column, cell: cell), at: place)
            }
        } else if isPresent {
            edits.remove(at: place)
        }
        return edits.isEmpty ? nil : RowOverlay(edits: edits)
    }
}
