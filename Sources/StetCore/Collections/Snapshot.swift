/// What a collection holds at one moment: a source and, laid over it, columns, edits and order.
/// Copying it is O(1), whatever the number of edits.
struct CollectionState {
    var source: any RecordSource
    var layout: ColumnLayout
    var overlays = RowTrie()
    var order: RecordOrder
}

/// A collection as it was at one moment. Edits made later do not show in it. Copying it is O(1).
package struct Snapshot {
    package let collection: Collection
    let state: CollectionState

    package var source: any RecordSource { state.source }
    package var layout: ColumnLayout { state.layout }
    package var count: Int { state.order.count }

    /// The record at a position, from 0.
    package func row(at position: Int) -> RowID? { state.order.row(at: position) }

    /// Where a record stands, from 0.
    package func position(of row: RowID) -> Int? { state.order.position(of: row) }

    /// The records in order.
    package var rows: some Sequence<RowID> { state.order }

    package func contains(_ row: RowID) -> Bool {
        if let overlay = state.overlays[row] { return overlay !== RowOverlay.deleted }
        return row.number >= 1 && row.number <= source.recordCount
    }

    /// One cell of a record, or nil where it has none.
    package func cell(_ row: RowID, _ column: ColumnID) throws(CollectionError) -> Cell? {
        if let edited = state.overlays[row]?.cell(column) { return edited }
        return try unedited(row, column)
    }

    /// The cell as it would be without edits.
    func unedited(_ row: RowID, _ column: ColumnID) throws(CollectionError) -> Cell? {
        if column.number >= source.columns.count { return layout.column(column)?.filler }
        guard row.number <= source.recordCount else { return .empty }
        return try source.cell(record: row.number - 1, column: column.number)
    }

    package func reading(_ row: RowID, _ column: CollectionColumn) throws(CollectionError)
        -> CellReading
    {
        column.format.read(try cell(row, column.id))
    }

    /// Fields of the source that an older snapshot had lost and this one has: undo reaches behind
    /// a commit. No edit tells their cells; those of every record are new to the file.
    func revivedColumns(since old: Snapshot) -> [ColumnID] {
        if layout === old.layout || source !== old.source { return [] }
        return layout.columns.map(\.id).filter {
            $0.number < source.columns.count && old.layout.column($0) == nil
        }
    }

    /// The rows that may differ from those of an older snapshot.
    func touchedRows(since old: Snapshot) -> [RowID] {
        let rows = editedRows(since: old)
        if revivedColumns(since: old).isEmpty { return rows }
        return Array(old.rows) + rows.filter { !old.contains($0) }
    }

    /// Those among them that were edited.
    func editedRows(since old: Snapshot) -> [RowID] {
        var rows: [RowID] = []
        RowTrie.forEachDifference(old.state.overlays, state.overlays) { row, _, _ in
            rows.append(row)
        }
        return rows
    }

    /// Whether nothing happened between two snapshots of a collection, or all of it was undone.
    package func isSame(as other: Snapshot) -> Bool {
        guard source === other.source, layout === other.layout,
            state.order.isSame(as: other.state.order)
        else { return false }
        var isSame = true
        RowTrie.forEachDifference(state.overlays, other.state.overlays) { _, _, _ in
            isSame = false
        }
        return isSame
    }

    /// The record for those who read its fields by name.
    package func record(_ row: RowID) -> RecordView { RecordView(snapshot: self, row: row) }

    /// What names a record here. The first call may have to find out how records are named.
    package func key(of row: RowID) throws(CollectionError) -> RecordKey {
        let columns = try keyColumns()
        if columns.isEmpty { return RecordKey(ByteString(String(row.number))) }
        var parts: [ByteString] = []
        for column in columns { parts.append(try cell(row, column)?.text ?? "") }
        return RecordKey(parts)
    }

    /// Another version of the file may have its columns elsewhere: names say which is which.
    func keyColumns() throws(CollectionError) -> [ColumnID] {
        let columns = try collection.key().columns
        if source === collection.source { return columns }
        return columns.compactMap { id in
            collection.layout.column(id).flatMap { layout.column(named: $0.name.description)?.id }
        }
    }

    /// Calls `body` with the wanted cells of each record in order until it returns false.
    /// Records that were not edited come from the source's own scan.
    package func scan(
        _ columns: [ColumnID], _ body: (RowID, [Cell?]) -> Bool
    ) throws(CollectionError) {
        var steps = WorkSteps("searching", of: count)
        let baseCount = source.recordCount
        let isFromSource = columns.allSatisfy { $0.number < source.columns.count }
        for run in state.order.runs {
            let (first, end) = (Int(run.first), Int(run.end))
            let border = isFromSource ? min(max(first, baseCount + 1), end) : first
            if first < border {
                var goesOn = true
                let overlays = state.overlays
                try source.scan(
                    records: first - 1..<border - 1, columns: columns.map(\.number)
                ) { record, cells in
                    let row = RowID(record + 1)
                    if let overlay = overlays[row] {
                        var edited = cells
                        for (index, column) in columns.enumerated() {
                            if let cell = overlay.cell(column) { edited[index] = cell }
                        }
                        goesOn = body(row, edited)
                    } else {
                        goesOn = body(row, cells)
                    }
                    return goesOn && steps.step()
                }
                if steps.isStopped { throw .interrupted }
                guard goesOn else { return }
            }
            for number in border..<end {
                try steps.require()
                var cells: [Cell?] = []
                for column in columns { cells.append(try cell(RowID(number), column)) }
                guard body(RowID(number), cells) else { return }
            }
        }
    }
}

/// One record of a snapshot, its fields read by name as they are asked for.
package struct RecordView {
    package let snapshot: Snapshot
    package let row: RowID

    package func cell(_ field: String) throws(CollectionError) -> Cell? {
        try snapshot.cell(row, snapshot.layout.require(field).id)
    }

    package func reading(_ field: String) throws(CollectionError) -> CellReading {
        try snapshot.reading(row, snapshot.layout.require(field))
    }

    package func key() throws(CollectionError) -> RecordKey { try snapshot.key(of: row) }

    /// All cells, in the order of the columns.
    package func cells() throws(CollectionError) -> [Cell?] {
        var result: [Cell?] = []
        for column in snapshot.layout.columns {
            result.append(try snapshot.cell(row, column.id))
        }
        return result
    }
}
