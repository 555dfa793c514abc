extension Collection {
    /// Makes the changes that a diff tells of in this collection, whose records may have changed
    /// since: what a commit does that finds another file than it read, and what recovery does
    /// with a journal. Records are found by key (without one, by their place), fields by name;
    /// a field that only one side changed takes that side's value.
    /// - Parameter preference: settles conflicts; nil: none is settled.
    /// - Returns: the conflicts; if there are any, nothing was changed.
    /// - Throws: `.refused` when a record that both sides changed breaks a rule that neither
    ///   version broke; with `force` the rules are not asked.
    package func merge(
        _ diff: CollectionDiff, options: ChangeOptions = ChangeOptions(force: true),
        preference: MergePreference? = nil
    ) throws(CollectionError) -> [MergeConflict] {
        let kind = try key()
        var merge = CollectionMerge(self, try draft(), isKeyed: kind != .rowNumber)
        merge.side = preference?.side
        try merge.add(diff, nextRow: nextRow, nextColumn: nextColumn)
        guard merge.conflicts.isEmpty else { return merge.conflicts }
        for conflict in merge.settled { preference?.settled(conflict) }
        nextRow += merge.draft.inserted.count
        nextColumn += merge.addedFields.count
        _ = try finish(.merge, merge.draft, options)
        return []
    }

    func format(named name: String) -> FieldFormat {
        let declared = schema.fields.first { $0.name == name }
        return FieldFormat(
            field: declared ?? Field(name: name), isDeclared: declared != nil, schema: schema)
    }
}

/// The work of `merge`.
private struct CollectionMerge {
    let collection: Collection
    let isKeyed: Bool
    var draft: ChangeDraft
    /// Whose word holds in a conflict; nil: nobody's.
    var side: MergePreference.Side?
    var conflicts: [MergeConflict] = []
    private(set) var settled: [MergeConflict] = []
    private var gone: Set<RowID> = []
    private var renamed: [(change: CollectionDiff.RecordChange, row: RowID)] = []
    var addedFields: Set<String> = []

    init(_ collection: Collection, _ draft: ChangeDraft, isKeyed: Bool) {
        self.collection = collection
        self.draft = draft
        self.isKeyed = isKeyed
    }

    mutating func add(
        _ diff: CollectionDiff, nextRow: Int, nextColumn: Int
    ) throws(CollectionError) {
        try addColumns(diff.columns, nextColumn: nextColumn)
        guard conflicts.isEmpty else { return }
        var placed: [Placed] = []
        for change in diff.records where change.kind != .inserted {
            let found = try find(change.oldKey ?? change.key, change.oldPosition)
            guard let found, found.count == 1 else {
                if found != nil {
                    _ = conflict(change, .repeatedKey, for: [.file])
                } else if change.kind != .removed {
                    _ = conflict(change, .removedThere, for: [.file])
                }
                continue
            }
            if change.kind == .removed {
                if try isUntouched(change, found.row) { gone.insert(found.row) }
                continue
            }
            try update(change, found.row)
            if change.oldKey != nil { renamed.append((change, found.row)) }
            if change.isMoved { placed.append(Placed(change: change, row: found.row)) }
        }
        // Which keys are free is known when all records that give theirs away did so.
        for (change, row) in renamed where try holder(of: change.key, otherThan: row) != nil {
            guard conflict(change, .keyInUse, for: [.file]) != nil else { continue }
            try keepKey(change, row)
        }
        for change in diff.records where change.kind == .inserted {
            if try isFree(change) { placed.append(Placed(change: change)) }
        }
        guard conflicts.isEmpty else { return }
        placed.sort { ($0.change.newPosition ?? 0) < ($1.change.newPosition ?? 0) }
        draft.delete(gone.sorted())
        try place(placed, nextRow: nextRow)
    }

    private struct Placed {
        var change: CollectionDiff.RecordChange
        /// nil: to be made.
        var row: RowID?
    }

    /// The record that has a key in the file and keeps it.
    private func holder(
        of key: RecordKey, otherThan row: RowID? = nil
    ) throws(CollectionError) -> RowID? {
        guard isKeyed, let holder = try collection.find(key)?.row, holder != row,
            !gone.contains(holder),
            try draft.before.key(of: holder) == draft.after.key(of: holder)
        else { return nil }
        return holder
    }

    /// Notes a conflict.
    ///
    /// - Parameter sides: those that can settle it.
    /// - Returns: whose word holds; nil: the conflict stands.
    private mutating func conflict(
        _ change: CollectionDiff.RecordChange, _ reason: MergeConflict.Reason,
        _ field: CollectionDiff.FieldChange? = nil, theirs: Cell? = nil,
        for sides: [MergePreference.Side] = MergePreference.Side.allCases
    ) -> MergePreference.Side? {
        let conflict = MergeConflict(
            key: change.oldKey ?? change.key, field: field?.field, reason: reason,
            base: field?.old, mine: field?.new, theirs: theirs)
        guard let side, sides.contains(side) else {
            conflicts.append(conflict)
            return nil
        }
        settled.append(conflict)
        return side
    }

    /// Gives a record the key back that it has in the file.
    private mutating func keepKey(
        _ change: CollectionDiff.RecordChange, _ row: RowID
    ) throws(CollectionError) {
        var assignments: [FieldAssignment] = []
        for column in try draft.before.keyColumns() {
            guard let name = draft.state.layout.column(column)?.name.description,
                let cell = try draft.before.cell(row, column)
            else { continue }
            assignments.append(FieldAssignment(name, .cell(cell)))
        }
        try draft.set(row, assignments)
    }

    private func find(
        _ key: RecordKey, _ position: Int?
    ) throws(CollectionError) -> (row: RowID, count: Int)? {
        if isKeyed { return try collection.find(key) }
        return position.flatMap { draft.before.row(at: $0) }.map { ($0, 1) }
    }

    /// Whether a new record's key is; one that is there already with the same cells is no
    /// conflict, and is not made again.
    private mutating func isFree(
        _ change: CollectionDiff.RecordChange
    ) throws(CollectionError) -> Bool {
        guard let holder = try holder(of: change.key) else { return true }
        let fields = change.fields
        var different: CollectionDiff.FieldChange?
        for field in fields where different == nil {
            let theirs = try cell(holder, field.field, in: draft.before)
            if !isSame(theirs, field.new) { different = field }
        }
        guard let other = different else { return false }
        let theirs = try cell(holder, other.field, in: draft.before)
        guard conflict(change, .keyInUse, other, theirs: theirs) == .session else { return false }
        var assignments: [FieldAssignment] = []
        for field in fields where draft.state.layout.index(of: field.field) != nil {
            if let new = field.new { assignments.append(FieldAssignment(field.field, .cell(new))) }
        }
        try draft.set(holder, assignments)
        return false
    }

    private mutating func isUntouched(
        _ change: CollectionDiff.RecordChange, _ row: RowID
    ) throws(CollectionError) -> Bool {
        for field in change.fields {
            let theirs = try cell(row, field.field, in: draft.before)
            guard isSame(theirs, field.old) else {
                return conflict(change, .changedThere, field, theirs: theirs) == .session
            }
        }
        return true
    }

    private mutating func update(
        _ change: CollectionDiff.RecordChange, _ row: RowID
    ) throws(CollectionError) {
        var assignments: [FieldAssignment] = []
        for field in change.fields {
            guard let new = field.new else { continue }
            guard draft.state.layout.index(of: field.field) != nil else {
                _ = conflict(change, .field, field, for: [.file])
                continue
            }
            let theirs = try cell(row, field.field, in: draft.after)
            if isSame(theirs, new) { continue }
            guard isSame(theirs, field.old) || addedFields.contains(field.field) else {
                if conflict(change, .bothChanged, field, theirs: theirs) == .session {
                    assignments.append(FieldAssignment(field.field, .cell(new)))
                }
                continue
            }
            assignments.append(FieldAssignment(field.field, .cell(new)))
        }
        try draft.set(row, assignments)
    }

    private func isSame(_ left: Cell?, _ right: Cell?) -> Bool {
        Cell.isSame(left, right, by: collection.schema)
    }

    private func cell(
        _ row: RowID, _ field: String, in snapshot: Snapshot
    ) throws(CollectionError) -> Cell? {
        guard let column = snapshot.layout.column(named: field) else { return nil }
        return try snapshot.cell(row, column.id)
    }

    // MARK: Places and columns

    /// In the order of the file, so that records before one anchor keep theirs.
    private mutating func place(
        _ records: [Placed], nextRow: Int
    ) throws(CollectionError) {
        var number = nextRow
        for placed in records {
            let change = placed.change
            var anchor: RowID?
            if let before = change.before {
                anchor = try find(before.key, before.oldPosition)?.row
            }
            if let row = placed.row {
                draft.move([row], before: anchor)
                continue
            }
            let order = draft.state.order
            var record: [FieldAssignment] = []
            for field in change.fields {
                if let new = field.new { record.append(FieldAssignment(field.field, .cell(new))) }
            }
            try draft.insert(
                [record], at: anchor.flatMap { order.position(of: $0) } ?? order.count,
                first: number, skipsInvalid: false)
            number += 1
        }
    }

    private mutating func addColumns(
        _ changes: [CollectionDiff.ColumnChange], nextColumn: Int
    ) throws(CollectionError) {
        guard !changes.isEmpty else { return }
        var columns = draft.state.layout.columns
        var next = nextColumn
        func place(_ name: String) -> Int? {
            columns.firstIndex { $0.name.description == name }
        }
        func clash(_ name: String) {
            let conflict = MergeConflict(key: RecordKey([]), field: name, reason: .field)
            if side == .file { settled.append(conflict) } else { conflicts.append(conflict) }
        }
        for change in changes {
            switch change {
            case .dropped(let name):
                if let place = place(name) { columns.remove(at: place) }
            case .renamed(let old, let new):
                if let place = place(old) {
                    columns[place].name = ByteString(new)
                } else if place(new) == nil {
                    clash(old)
                }
            case .added(let name, let filler, let index):
                guard place(name) == nil else {
                    clash(name)
                    continue
                }
                let column = CollectionColumn(
                    id: ColumnID(next), name: ByteString(name), filler: filler,
                    format: collection.format(named: name))
                columns.insert(column, at: min(index, columns.count))
                addedFields.insert(name)
                next += 1
            }
        }
        draft.setLayout(columns)
    }
}
