/// A change while it is put together: a state that nobody else sees yet.
struct ChangeDraft {
    let before: Snapshot
    var state: CollectionState
    /// The version that `before` was: a collection that moved on cannot take the draft.
    let version: Int
    var inserted: [RowID] = []
    var updated: [RowID] = []
    var deleted: [RowID] = []
    var moved: [RowID] = []
    var changedColumns: Set<ColumnID> = []
    /// Records that were left as they were, and why.
    var skipped: [RowID: [Finding]] = [:]
    var skippedInserts: [[Finding]] = []

    init(before: Snapshot, version: Int) {
        self.before = before
        state = before.state
        self.version = version
    }

    var after: Snapshot { Snapshot(collection: before.collection, state: state) }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && moved.isEmpty
            && state.layout === before.state.layout
    }

    var proposed: ProposedChange {
        ProposedChange(
            before: before, after: after, inserted: inserted, updated: updated, deleted: deleted,
            changedColumns: changedColumns)
    }

    // MARK: Cells

    /// Gives a record's fields other cells; equal values are left as they are written.
    mutating func set(
        _ row: RowID, _ assignments: [FieldAssignment]
    ) throws(CollectionError) {
        var isChanged = false
        var overlay = state.overlays[row]
        for assignment in assignments {
            let column = try state.layout.require(assignment.field)
            let new = try column.format.cell(for: assignment.input)
            let edited = overlay?.cell(column.id)
            let old: Cell?
            if let edited { old = edited } else { old = try before.unedited(row, column.id) }
            if old == new { continue }
            switch assignment.input {
            case .value: if column.format.isSame(old, new) { continue }
            case .text: if old?.text == new.text { continue }
            case .cell: break
            }
            if let objection = before.source.objection(to: new.text) {
                throw CollectionError(.unwritable, "\(assignment.field): \(objection)")
            }
            // A cell that is as it was in the source is no edit.
            let isBack = edited == nil ? false : try before.unedited(row, column.id) == new
            overlay = .setting(column.id, to: isBack ? nil : new, in: overlay)
            changedColumns.insert(column.id)
            isChanged = true
        }
        guard isChanged else { return }
        put(overlay, at: row)
        updated.append(row)
    }

    private mutating func put(_ overlay: RowOverlay?, at row: RowID) {
        // Only its overlay tells that an inserted record is there.
        let isInserted = row.number > before.source.recordCount
        state.overlays[row] = overlay ?? (isInserted ? RowOverlay(edits: []) : nil)
    }

    // MARK: Records

    /// Makes records before a position; they have numbers from `first` on. Fields that are not
    /// given are missing.
    mutating func insert(
        _ records: [[FieldAssignment]], at position: Int, first: Int, skipsInvalid: Bool
    ) throws(CollectionError) {
        let unset = try state.layout.columns.map { column throws(CollectionError) in
            RowOverlay.Edit(column: column.id, cell: column.format.absent)
        }
        var number = first
        var rows: [UInt32] = []
        for record in records {
            var edits = unset
            do throws(CollectionError) {
                for assignment in record {
                    guard let index = state.layout.index(of: assignment.field) else {
                        _ = try state.layout.require(assignment.field)
                        continue
                    }
                    let column = state.layout.columns[index]
                    let cell = try column.format.cell(for: assignment.input)
                    if let objection = before.source.objection(to: cell.text) {
                        throw CollectionError(.unwritable, "\(assignment.field): \(objection)")
                    }
                    edits[index].cell = cell
                }
            } catch {
                guard skipsInvalid, error.isAboutOneRecord else { throw error }
                skippedInserts.append([error.finding(file: before.source.name)])
                continue
            }
            state.overlays[RowID(number)] = RowOverlay(
                edits: edits.sorted { $0.column < $1.column })
            rows.append(UInt32(number))
            inserted.append(RowID(number))
            number += 1
        }
        state.order = state.order.inserting(rows, at: position)
    }

    mutating func delete(_ rows: [RowID]) {
        state.order = state.order.removing(rows.map(\.raw).sorted())
        for row in rows { state.overlays[row] = .deleted }
        deleted += rows
    }

    /// Puts records, in the given order, before another one; nil: at the end.
    mutating func move(_ rows: [RowID], before anchor: RowID?) {
        let rest = state.order.removing(rows.map(\.raw).sorted())
        let place = anchor.flatMap { rest.position(of: $0) } ?? rest.count
        let new = rest.inserting(rows.map(\.raw), at: place)
        guard !new.isSame(as: state.order) else { return }
        state.order = new
        moved += rows
    }

    mutating func setLayout(_ columns: [CollectionColumn]) {
        state.layout = ColumnLayout(columns)
    }

    // MARK: Taking back

    /// Takes back what the draft does to some records; their findings say why.
    mutating func skip(_ bad: [RowID: [Finding]]) {
        let gone = inserted.filter { bad[$0] != nil }
        if !gone.isEmpty {
            state.order = state.order.removing(gone.map(\.raw).sorted())
            for row in gone {
                state.overlays[row] = before.state.overlays[row]
                skippedInserts.append(bad[row] ?? [])
            }
            inserted.removeAll { bad[$0] != nil }
        }
        for row in updated where bad[row] != nil {
            state.overlays[row] = before.state.overlays[row]
            skipped[row] = bad[row]
        }
        updated.removeAll { bad[$0] != nil }
        let kept = deleted.filter { bad[$0] != nil }
        guard !kept.isEmpty else { return }
        deleted.removeAll { bad[$0] != nil }
        for row in kept {
            state.overlays[row] = before.state.overlays[row]
            skipped[row] = bad[row]
        }
        // A change that deletes does nothing else to the order.
        state.order = before.state.order.removing(deleted.map(\.raw).sorted())
    }

    /// Takes back what was done to one record so far.
    mutating func takeBack(_ row: RowID, because error: CollectionError) {
        state.overlays[row] = before.state.overlays[row]
        skipped[row] = [error.finding(file: before.source.name)]
    }
}

extension CollectionError {
    /// The same would not happen with another record: `skip_invalid` goes on.
    var isAboutOneRecord: Bool { kind == .wrongType || kind == .unwritable }

    func finding(file: String) -> Finding {
        Finding(
            file: file, code: kind == .wrongType ? "type" : "encoding", severity: .error,
            message: message)
    }
}
