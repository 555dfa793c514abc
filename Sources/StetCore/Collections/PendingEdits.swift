/// What the writer of a store needs to bring a file from the committed state to the current one.
/// Records and columns of the file are counted from 0, as they stand in it.
package struct PendingEdits {
    /// A column of the new file, in its order.
    package struct Column: Hashable, Sendable {
        package var id: ColumnID
        package var name: ByteString
        /// Its place in the file; nil: an added column.
        package var fileColumn: Int?
        /// The header's cell is to be written anew.
        package var isRenamed: Bool
        /// What records hold in an added column if `CellEdit`s do not say otherwise.
        package var filler: Cell?
    }

    package struct CellEdit: Hashable, Sendable {
        /// The index into `columns`.
        package var column: Int
        /// nil: the record had a cell and shall have none.
        package var cell: Cell?

        package init(column: Int, cell: Cell?) {
            self.column = column
            self.cell = cell
        }
    }

    /// A record of the file of which some cells change.
    package struct RecordEdit: Sendable {
        package var record: Int
        package var row: RowID
        /// In the order of the columns.
        package var cells: [CellEdit]
    }

    /// The new file, piece by piece.
    package enum Segment: Hashable, Sendable {
        /// Records of the file that stay together; moved: they stood elsewhere among the others.
        case file(Range<Int>, isMoved: Bool)
        case inserted([RowID])
    }

    package private(set) var columns: [Column] = []
    /// Columns of the file that are gone, ascending.
    package private(set) var droppedColumns: [Int] = []
    /// In the order of the file.
    package private(set) var changed: [RecordEdit] = []
    /// Records of the file that are gone, ascending.
    package private(set) var deleted: [Int] = []
    package private(set) var segments: [Segment] = []
    /// The new records' cells, in the order of `columns`.
    package private(set) var inserted: [RowID: [Cell]] = [:]

    /// Columns were added, dropped, renamed or put elsewhere.
    package private(set) var changesLayout = false

    /// Records stand elsewhere, are new or gone.
    package var changesOrder: Bool {
        if !deleted.isEmpty || !inserted.isEmpty { return true }
        return segments.contains { if case .file(_, isMoved: true) = $0 { true } else { false } }
    }

    package var isEmpty: Bool { changed.isEmpty && !changesLayout && !changesOrder }

    package init(from old: Snapshot, to new: Snapshot) throws(CollectionError) {
        addColumns(from: old.layout, to: new.layout)
        addSegments(from: old.state.order, to: new.state.order)
        let rows = new.touchedRows(since: old)
        let positions = RowPositions(old.state.order)
        for row in rows {
            switch (old.contains(row), new.contains(row)) {
            case (true, true):
                try addEdit(of: row, at: positions.position(of: row) ?? 0, from: old, to: new)
            case (true, false): deleted += positions.position(of: row).map { [$0] } ?? []
            case (false, true):
                var cells: [Cell] = []
                for column in columns { cells.append(try new.cell(row, column.id) ?? .empty) }
                inserted[row] = cells
            case (false, false): continue
            }
        }
        changed.sort { $0.record < $1.record }
        deleted.sort()
    }

    private mutating func addColumns(from old: ColumnLayout, to new: ColumnLayout) {
        var places: [ColumnID: Int] = [:]
        for (place, column) in old.columns.enumerated() { places[column.id] = place }
        for column in new.columns {
            let place = places.removeValue(forKey: column.id)
            columns.append(
                Column(
                    id: column.id, name: column.name, fileColumn: place,
                    isRenamed: place.map { old.columns[$0].name != column.name } ?? false,
                    filler: place == nil ? column.filler : nil))
        }
        droppedColumns = places.values.sorted()
        changesLayout =
            !droppedColumns.isEmpty || columns.contains { $0.isRenamed }
            || columns.map(\.fileColumn) != Array(0..<old.columns.count)
    }

    private mutating func addSegments(from old: RecordOrder, to new: RecordOrder) {
        for segment in OrderAlignment(from: old, to: new).segments {
            if let first = segment.oldPosition {
                segments.append(
                    .file(first..<first + segment.count, isMoved: segment.isMoved))
            } else {
                segments.append(
                    .inserted((0..<segment.count).map { RowID(raw: segment.first + UInt32($0)) }))
            }
        }
    }

    private mutating func addEdit(
        of row: RowID, at record: Int, from old: Snapshot, to new: Snapshot
    ) throws(CollectionError) {
        var cells: [CellEdit] = []
        for (index, column) in columns.enumerated() {
            let cell = try new.cell(row, column.id)
            let before = column.fileColumn == nil ? column.filler : try old.cell(row, column.id)
            if cell != before { cells.append(CellEdit(column: index, cell: cell)) }
        }
        if !cells.isEmpty { changed.append(RecordEdit(record: record, row: row, cells: cells)) }
    }
}
