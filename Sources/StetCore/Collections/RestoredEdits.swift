extension Collection {
    /// Makes all that a session had edited in this collection, which was just opened: one change,
    /// which the rules are not asked about, for they were asked then.
    ///
    /// If the file is as it was when the session opened it, the edits are made by place, exactly.
    /// Else they are merged by key and field, as `merge` does.
    ///
    /// - Parameter isUnchanged: the file is known to be the one that the session had opened.
    /// - Returns: the conflicts; if there are any, nothing was changed.
    package func recover(
        _ edits: RecordedEdits, isUnchanged: Bool, preference: MergePreference? = nil
    ) throws(CollectionError) -> [MergeConflict] {
        if isUnchanged, edits.fits(self), !isDirty {
            try restore(edits)
            return []
        }
        let past = try edits.past(for: self)
        let unknown = try unrecognised(edits)
        guard unknown.isEmpty else { return unknown }
        return try merge(edits.diff(of: past), preference: preference)
    }

    func restore(_ edits: RecordedEdits) throws(CollectionError) {
        var restoration = Restoration(edits, of: try draft(), nextRow, nextColumn)
        try restoration.addColumns(to: self)
        try restoration.addRows()
        try restoration.addOrder()
        nextRow = restoration.nextRow
        nextColumn = restoration.nextColumn
        _ = try finish(.recover, restoration.draft, ChangeOptions(force: true))
    }

    /// Edits of records that have no key are for the record at the same place. If that is
    /// another one by now, nobody knows where it went.
    private func unrecognised(_ edits: RecordedEdits) throws(CollectionError) -> [MergeConflict] {
        guard try key() == .rowNumber else { return [] }
        let positions = RowPositions(edits.baseOrder)
        var conflicts: [MergeConflict] = []
        for row in edits.rows.values.sorted(by: { $0.row < $1.row }) where row.state != .inserted {
            let position = positions.position(of: RowID(raw: row.row)) ?? .max
            let present = committedSnapshot.row(at: position)
            for (number, cell) in edits.remembered[row.row] ?? [:] {
                // What the edit replaces is for the merge to judge.
                if row.state == .changed, row.new.contains(where: { $0.column == number }) {
                    continue
                }
                let name = edits.names(of: [number]).first ?? ""
                guard let present, let column = committed.layout.column(named: name),
                    Cell.isSame(
                        try committedSnapshot.cell(present, column.id), cell, by: schema)
                else {
                    conflicts.append(
                        MergeConflict(
                            key: RecordKey(ByteString("#\(position == .max ? 0 : position + 1)")),
                            reason: .removedThere))
                    break
                }
            }
        }
        return conflicts
    }
}

extension RecordedEdits {
    /// What the session had changed, by key and field, from what the journal remembers alone.
    package func diff(schema: Schema = Schema()) throws(CollectionError) -> CollectionDiff {
        let source = RememberedSource(self, name: "")
        let past = Collection(source: source, schema: schema)
        let key = base.key.compactMap { number in
            base.columns.firstIndex { $0.number == number }.map { ColumnID($0) }
        }
        past.knownKey =
            !key.isEmpty
            ? .declared(key)
            : !base.isUnkeyed && hasDistinctFirstCells ? .firstColumn(ColumnID(0)) : .rowNumber
        try past.restore(self)
        return try diff(of: past)
    }

    /// The session's collection as far as the journal remembers it, its records named as those
    /// of `present` are.
    fileprivate func past(for present: Collection) throws(CollectionError) -> Collection {
        let past = Collection(
            source: RememberedSource(self, name: present.name), schema: present.schema)
        let names = names(of: base.key)
        let columns = names.compactMap { present.layout.column(named: $0)?.id }
        if !names.isEmpty, columns.count == names.count {
            present.knownKey = .declared(columns)
            past.knownKey = .declared(
                names.compactMap { past.layout.column(named: $0)?.id })
        } else if !base.isUnkeyed, hasDistinctFirstCells, let first = base.columns.first,
            try present.key() == .firstColumn(ColumnID(0)),
            present.source.columns.first == first.name
        {
            past.knownKey = .firstColumn(ColumnID(0))
        } else {
            present.knownKey = .rowNumber
            past.knownKey = .rowNumber
        }
        try past.restore(self)
        return past
    }

    /// The fewest moves that explain an order may be of records that the session never touched.
    /// Where nothing is known of such, the moves that it made are told.
    fileprivate func diff(of past: Collection) throws(CollectionError) -> CollectionDiff {
        let diff = try past.diff()
        let positions = RowPositions(baseOrder)
        var known: Set<Int> = []
        for row in remembered.keys {
            if let position = positions.position(of: RowID(raw: row)) { known.insert(position) }
        }
        let isKnown = diff.records.allSatisfy { record in
            record.oldPosition.map(known.contains) ?? true
        }
        if isKnown { return diff }
        let moved = self.moved.compactMap { row in
            positions.position(of: RowID(raw: row)).map { UInt32($0 + 1) }
        }
        return try CollectionDiff(
            from: past.committedSnapshot, to: past.snapshot, moved: Set(moved))
    }

    /// Whether the first cells of the edited records can name them.
    private var hasDistinctFirstCells: Bool {
        guard let first = base.columns.first?.number else { return false }
        var seen: Set<ByteString> = []
        for row in rows.values where row.state != .inserted {
            guard case .some(.some(let cell)) = remembered[row.row]?[first], !cell.text.isEmpty,
                seen.insert(cell.text).inserted
            else { return false }
        }
        return true
    }
}

/// The file that a session had opened, as far as the journal remembers it.
private final class RememberedSource: RecordSource {
    let name: String
    let columns: [ByteString]
    let recordCount: Int
    private var records: [Int: [Cell]] = [:]

    init(_ edits: RecordedEdits, name: String) {
        self.name = name
        columns = edits.base.columns.map(\.name)
        recordCount = edits.baseOrder.count
        let places = Dictionary(
            edits.base.columns.enumerated().map { ($1.number, $0) },
            uniquingKeysWith: { first, _ in first })
        let positions = RowPositions(edits.baseOrder)
        for (row, cells) in edits.remembered {
            guard let position = positions.position(of: RowID(raw: row)) else { continue }
            var record = [Cell](repeating: .empty, count: columns.count)
            for (number, cell) in cells {
                if let place = places[number], let cell { record[place] = cell }
            }
            records[position] = record
        }
    }

    func cells(ofRecord record: Int) -> [Cell] { records[record] ?? [] }
}

/// The work of `restore`: numbers of then become numbers of now.
private struct Restoration {
    let edits: RecordedEdits
    var draft: ChangeDraft
    var nextRow: Int
    var nextColumn: Int
    private var columns: [Int: ColumnID] = [:]
    private var inserted: [UInt32: RowID] = [:]
    private let positions: RowPositions

    init(_ edits: RecordedEdits, of draft: ChangeDraft, _ nextRow: Int, _ nextColumn: Int) {
        self.edits = edits
        self.draft = draft
        self.nextRow = nextRow
        self.nextColumn = nextColumn
        positions = RowPositions(edits.baseOrder)
        for (place, column) in edits.base.columns.enumerated() {
            columns[column.number] = ColumnID(place)
        }
    }

    private static func nonsense(_ what: String) -> CollectionError {
        CollectionError(.unreadable, "the journal makes no sense: \(what)")
    }

    mutating func addColumns(to collection: Collection) throws(CollectionError) {
        guard edits.layout != edits.base.columns else { return }
        var layout: [CollectionColumn] = []
        var seen: Set<ColumnID> = []
        for column in edits.layout {
            if let id = columns[column.number] {
                guard seen.insert(id).inserted, var known = draft.state.layout.column(id) else {
                    throw Self.nonsense("a field that is there twice")
                }
                known.name = column.name
                layout.append(known)
            } else {
                let id = ColumnID(nextColumn)
                nextColumn += 1
                columns[column.number] = id
                layout.append(
                    CollectionColumn(
                        id: id, name: column.name, filler: column.filler ?? .empty,
                        format: collection.format(named: column.name.description)))
            }
        }
        guard !layout.isEmpty else { throw Self.nonsense("no fields") }
        draft.setLayout(layout)
    }

    mutating func addRows() throws(CollectionError) {
        for row in edits.rows.values.sorted(by: { $0.row < $1.row }) {
            let position = positions.position(of: RowID(raw: row.row))
            guard (position == nil) == (row.state == .inserted) else {
                throw Self.nonsense("an edit of a record that is not there")
            }
            let id = RowID((position ?? 0) + 1)
            switch row.state {
            case .deleted:
                draft.state.overlays[id] = .deleted
                draft.deleted.append(id)
            case .inserted:
                guard nextRow < UInt32.max else { throw Self.nonsense("too many records") }
                inserted[row.row] = RowID(nextRow)
                draft.inserted.append(RowID(nextRow))
                draft.state.overlays[RowID(nextRow)] = overlay(row, isInserted: true)
                nextRow += 1
            case .changed:
                draft.state.overlays[id] = overlay(row, isInserted: false)
                draft.updated.append(id)
            case .untouched, .landmark, .moved: continue
            }
        }
    }

    private mutating func overlay(_ row: EditRecord.Row, isInserted: Bool) -> RowOverlay {
        var edits: [RowOverlay.Edit] = []
        for cell in row.new {
            guard let column = columns[cell.column] else { continue }
            // A record that was to become shorter keeps an empty cell instead.
            edits.append(RowOverlay.Edit(column: column, cell: cell.cell ?? .empty))
            draft.changedColumns.insert(column)
        }
        if isInserted {
            for column in draft.state.layout.columns
            where column.filler == nil && !edits.contains(where: { $0.column == column.id }) {
                edits.append(RowOverlay.Edit(column: column.id, cell: column.format.absent))
            }
        }
        return RowOverlay(edits: edits.sorted { $0.column < $1.column })
    }

    mutating func addOrder() throws(CollectionError) {
        if !edits.order.isSame(as: edits.baseOrder) {
            var runs: [RecordOrder.Run] = []
            for segment in OrderAlignment(from: edits.baseOrder, to: edits.order).segments {
                if let position = segment.oldPosition {
                    let run = RecordOrder.Run(
                        first: UInt32(position + 1), count: UInt32(segment.count))
                    RecordOrder.append(run, to: &runs)
                    if segment.isMoved {
                        for offset in 0..<segment.count {
                            draft.moved.append(RowID(position + 1 + offset))
                        }
                    }
                    continue
                }
                for offset in 0..<segment.count {
                    guard let row = inserted[segment.first + UInt32(offset)] else {
                        throw Self.nonsense("a place for a record that is not there")
                    }
                    RecordOrder.append(.init(first: row.raw, count: 1), to: &runs)
                }
            }
            draft.state.order = RecordOrder(runs: runs)
        }
        let before = draft.before.state.order.count
        guard
            draft.state.order.count == before - draft.deleted.count + draft.inserted.count
        else { throw Self.nonsense("records without a place") }
    }
}
