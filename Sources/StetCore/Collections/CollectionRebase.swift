extension Collection {
    /// Goes over to a newer version of the file, read into another collection of the same schema,
    /// and to what was merged into that. Undo reaches back to the merge: what came before was laid
    /// over a file that is no more. Row numbers are those of the newer version.
    package func adopt(_ newer: Collection) {
        committed = newer.committed
        nextRow = newer.nextRow
        nextColumn = newer.nextColumn
        knownKey = newer.knownKey
        indexes = newer.indexes
        undoStack = newer.undoStack
        redoStack = []
        undoFloor = 0
        committedDepth = newer.committedDepth
        become(newer.state, cause: .rebase)
    }

    /// The same state as a snapshot of the collection that was adopted.
    package func snapshot(ofAdopted snapshot: Snapshot) -> Snapshot {
        self.snapshot(of: snapshot.state)
    }
}

extension CollectionDiff {
    /// What tells two versions of a file apart: records are the same by key, those without one,
    /// or with a repeated one, by the number of their like before them.
    static func ofVersions(from old: Snapshot, to new: Snapshot) throws(CollectionError) -> Self {
        let oldPlaces = try places(of: old)
        var removed = oldPlaces
        var records: [RecordChange] = []
        for (key, row) in try places(of: new) {
            let was = removed.removeValue(forKey: key)
            if let change = try change(key.key, from: was, of: old, to: row, of: new) {
                records.append(change)
            }
        }
        for (key, row) in removed {
            if let change = try change(key.key, from: row, of: old, to: nil, of: new) {
                records.append(change)
            }
        }
        records.sort { left, right in
            let places = [left, right].map { $0.newPosition ?? $0.oldPosition ?? 0 }
            return places[0] < places[1]
        }
        return CollectionDiff(
            keyFields: try new.keyColumns().compactMap {
                new.layout.column($0)?.name.description
            },
            columns: columnsByName(from: old.layout, to: new.layout), records: records)
    }

    /// A key, and how many records before it have it too.
    private struct Occurrence: Hashable {
        var key: RecordKey
        var number: Int
    }

    private static func places(of snapshot: Snapshot) throws(CollectionError)
        -> [Occurrence: RowID]
    {
        var places: [Occurrence: RowID] = [:]
        var counts: [RecordKey: Int] = [:]
        for row in snapshot.rows {
            let key = try snapshot.key(of: row)
            places[Occurrence(key: key, number: counts[key, default: 0])] = row
            counts[key, default: 0] += 1
        }
        return places
    }

    private static func change(
        _ key: RecordKey, from oldRow: RowID?, of old: Snapshot, to newRow: RowID?,
        of new: Snapshot
    ) throws(CollectionError) -> RecordChange? {
        var fields: [FieldChange] = []
        for column in (newRow == nil ? old : new).layout.columns {
            let name = column.name.description
            func cell(_ row: RowID?, of snapshot: Snapshot) throws(CollectionError) -> Cell? {
                guard let row, let column = snapshot.layout.column(named: name) else { return nil }
                return try snapshot.cell(row, column.id)
            }
            let (before, after) = (try cell(oldRow, of: old), try cell(newRow, of: new))
            if oldRow == nil || newRow == nil || before != after {
                fields.append(FieldChange(field: name, old: before, new: after))
            }
        }
        guard let row = newRow ?? oldRow, !fields.isEmpty else { return nil }
        return RecordChange(
            kind: oldRow == nil ? .inserted : newRow == nil ? .removed : .changed, row: row,
            key: key, oldKey: nil, fields: fields, isMoved: false,
            oldPosition: oldRow.flatMap { old.position(of: $0) },
            newPosition: newRow.flatMap { new.position(of: $0) }, before: nil)
    }

    private static func columnsByName(
        from old: ColumnLayout, to new: ColumnLayout
    ) -> [ColumnChange] {
        let (before, after) = (Set(old.names), Set(new.names))
        return old.names.filter { !after.contains($0) }.map { .dropped($0) }
            + new.columns.enumerated().compactMap { index, column in
                let name = column.name.description
                return before.contains(name)
                    ? nil : .added(name, filler: column.filler ?? .empty, index: index)
            }
    }
}
