/// Tells what changed in a collection since it was last asked, for a journal.
///
/// It compares the state of then with that of now, so that a change, an undo, a redo, a revert and
/// a rollback are all the same to it, and each costs what it touched. What is told of a row is
/// always the whole difference from the file.
package struct EditRecorder {
    private var base: Snapshot
    private var known: CollectionState
    private var hasBegun = false
    /// Columns whose cells tell which record is meant, should the file change.
    private var context: [ColumnID] = []
    /// Fields of the source that the file has lost, and the session has not.
    private var revived: [ColumnID] = []
    private var landmarks: Set<UInt32> = []
    /// Where the file has its records.
    private let positions: RowPositions

    /// Without a key a record is known by so many of its first cells.
    private static let contextLimit = 8

    /// - Parameter written: what the file holds.
    package init(from written: Snapshot) {
        base = written
        known = base.state
        positions = RowPositions(base.state.order)
    }

    /// Begins again, with what the file holds now or to tell all in one piece.
    package mutating func restart(from written: Snapshot) {
        self = EditRecorder(from: written)
    }

    /// Tells what changed.
    /// - Throws: what the file could not be read with; then the story has a gap, and only
    ///   `restart` goes on.
    package mutating func record(
        to body: (EditRecord) -> Void
    ) throws(CollectionError) {
        let new = base.collection.snapshot
        // The collection went over to another version of the file: its `restart` is to come.
        guard new.source === base.source else { return }
        if !hasBegun { begin(body) }
        if new.layout !== known.layout {
            body(.layout(new.layout.columns.map(EditRecord.Column.init)))
        }
        try recordOrder(of: new, body)
        // What undo brings back of a field that the file has lost is told of every record, once.
        let lost = new.revivedColumns(since: base)
        let isMore = !Set(lost).isSubset(of: revived)
        revived = lost
        var rows = new.editedRows(since: base.collection.snapshot(of: known))
        if isMore { rows += new.touchedRows(since: base) }
        for row in rows { body(.row(try record(row, new))) }
        known = new.state
    }

    private mutating func begin(_ body: (EditRecord) -> Void) {
        let collection = base.collection
        let key = collection.schema.key.compactMap { base.layout.column(named: $0)?.id }
        let isDeclared = !key.isEmpty && key.count == collection.schema.key.count
        if isDeclared {
            context = key
        } else if case .firstColumn(let column) = collection.knownKey {
            context = [column]
        } else {
            context = base.layout.columns.prefix(Self.contextLimit).map(\.id)
        }
        body(
            .base(
                EditRecord.Base(
                    columns: base.layout.columns.map(EditRecord.Column.init),
                    rows: base.state.order.runs.map(EditRecord.Rows.init),
                    key: isDeclared ? key.map(\.number) : [],
                    isUnkeyed: collection.knownKey == .rowNumber)))
        hasBegun = true
    }

    // MARK: Rows

    private func record(_ row: RowID, _ new: Snapshot) throws(CollectionError) -> EditRecord.Row {
        switch (base.contains(row), new.contains(row)) {
        case (true, true): return try changed(row, new)
        case (true, false):
            var cells: [EditRecord.FieldCell] = []
            for column in base.layout.columns {
                cells.append(try cell(row, column.id, of: base))
            }
            return EditRecord.Row(row: row.raw, state: .deleted, old: cells)
        case (false, true):
            var cells: [EditRecord.FieldCell] = []
            for column in new.layout.columns { cells.append(try cell(row, column.id, of: new)) }
            // A field that was dropped may be brought back.
            for edit in new.state.overlays[row]?.edits ?? []
            where new.layout.column(edit.column) == nil {
                cells.append(EditRecord.FieldCell(column: edit.column.number, cell: edit.cell))
            }
            return EditRecord.Row(row: row.raw, state: .inserted, new: cells)
        case (false, false): return EditRecord.Row(row: row.raw, state: .untouched)
        }
    }

    private func changed(_ row: RowID, _ new: Snapshot) throws(CollectionError) -> EditRecord.Row {
        // A cell that neither side has edited is the source's for both.
        let (before, after) = (base.state.overlays[row], new.state.overlays[row])
        var columns = after?.edits.map(\.column) ?? []
        for edit in before?.edits ?? [] where after?.cell(edit.column) == nil {
            columns.append(edit.column)
        }
        for column in revived where !columns.contains(column) { columns.append(column) }
        var result = EditRecord.Row(row: row.raw, state: .changed)
        for column in columns {
            let cell = try cell(row, column, of: new)
            if base.layout.column(column) != nil {
                let old = try self.cell(row, column, of: base)
                if old == cell { continue }
                result.old.append(old)
            }
            result.new.append(cell)
        }
        if result.new.isEmpty { return EditRecord.Row(row: row.raw, state: .untouched) }
        for column in context where !result.old.contains(where: { $0.column == column.number }) {
            result.old.append(try cell(row, column, of: base))
        }
        return result
    }

    private func cell(
        _ row: RowID, _ column: ColumnID, of snapshot: Snapshot
    ) throws(CollectionError) -> EditRecord.FieldCell {
        EditRecord.FieldCell(column: column.number, cell: try snapshot.cell(row, column))
    }

    // MARK: Order

    private mutating func recordOrder(
        of new: Snapshot, _ body: (EditRecord) -> Void
    ) throws(CollectionError) {
        guard let change = new.state.order.change(since: known.order) else { return }
        let middle = RecordOrder(runs: change.runs)
        for segment in OrderAlignment(from: RecordOrder(runs: change.gone), to: middle).segments
        where segment.isMoved {
            for offset in 0..<segment.count {
                try recordContext(of: segment.first + UInt32(offset), as: .moved, body)
            }
        }
        // Places are found again by the record that follows, if it stayed: those at which such
        // stretches begin.
        var neighbours = OrderAlignment(of: middle, among: positions).segments.map(\.first)
        if let next = new.state.order.row(at: new.count - change.back) {
            neighbours.append(next.raw)
        }
        for row in neighbours where landmarks.insert(row).inserted {
            try recordContext(of: row, as: .landmark, body)
        }
        body(
            .order(
                EditRecord.Order(
                    front: change.front, back: change.back,
                    rows: change.runs.map(EditRecord.Rows.init))))
    }

    private func recordContext(
        of raw: UInt32, as state: EditRecord.Row.State, _ body: (EditRecord) -> Void
    ) throws(CollectionError) {
        let row = RowID(raw: raw)
        guard base.contains(row) else { return }
        var record = EditRecord.Row(row: raw, state: state)
        for column in context { record.old.append(try cell(row, column, of: base)) }
        body(.row(record))
    }
}

extension EditRecord.Column {
    init(_ column: CollectionColumn) {
        self.init(number: column.id.number, name: column.name, filler: column.filler)
    }
}

extension EditRecord.Rows {
    init(_ run: RecordOrder.Run) {
        self.init(first: run.first, count: run.count)
    }
}
