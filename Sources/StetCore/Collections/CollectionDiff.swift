/// What makes one state of a collection differ from another, by key and field.
package struct CollectionDiff: Sendable {
    package enum ColumnChange: Hashable, Sendable {
        /// `index`: its place among the new columns, from 0.
        case added(String, filler: Cell, index: Int)
        case dropped(String)
        case renamed(from: String, to: String)
    }

    package struct FieldChange: Hashable, Sendable {
        package var field: String
        /// nil: no such cell.
        package var old: Cell?
        package var new: Cell?
    }

    /// A record that stayed where it was, named as in the old state.
    package struct Anchor: Hashable, Sendable {
        package var key: RecordKey
        package var oldPosition: Int

        package init(key: RecordKey, oldPosition: Int) {
            self.key = key
            self.oldPosition = oldPosition
        }
    }

    package struct RecordChange: Sendable {
        package enum Kind: String, Sendable {
            case inserted, removed, changed
            /// Nothing but the place changed.
            case moved
        }

        package var kind: Kind
        package var row: RowID
        /// The key as it is now, or was for a removed record.
        package var key: RecordKey
        /// The key that the record had, if it got another.
        package var oldKey: RecordKey?
        /// All fields of an inserted or removed record, the changed ones of another.
        package var fields: [FieldChange]
        package var isMoved: Bool
        /// The places, from 0; nil: not there.
        package var oldPosition: Int?
        package var newPosition: Int?
        /// Of an inserted or moved record: the next one that stayed; nil: none follows.
        package var before: Anchor?
    }

    /// The key fields' names; empty: row numbers.
    package var keyFields: [String]
    package var columns: [ColumnChange]
    /// In the order of the file: removed records stand where they were.
    package var records: [RecordChange]

    package var isEmpty: Bool { columns.isEmpty && records.isEmpty }

    package func count(_ kind: RecordChange.Kind) -> Int { records.count { $0.kind == kind } }

    init(keyFields: [String], columns: [ColumnChange], records: [RecordChange]) {
        self.keyFields = keyFields
        self.columns = columns
        self.records = records
    }

    /// O(edits · log edits), plus the reading of the cells that differ; over two versions of the
    /// file O(records).
    package init(from old: Snapshot, to new: Snapshot) throws(CollectionError) {
        guard old.source === new.source else {
            self = try Self.ofVersions(from: old, to: new)
            return
        }
        try self.init(from: old, to: new, moved: nil)
    }

    /// The same over one version of the file.
    ///
    /// - Parameter moved: rows that are known to have moved; nil: the fewest that can be.
    init(from old: Snapshot, to new: Snapshot, moved: Set<UInt32>?) throws(CollectionError) {
        keyFields = try new.keyColumns().compactMap {
            new.layout.column($0)?.name.description
        }
        columns = Self.columns(from: old.layout, to: new.layout)
        let places = DiffPlaces(from: old.state.order, to: new.state.order, moved: moved)
        var rows = new.touchedRows(since: old)
        var seen = Set(rows)
        for row in places.moved where seen.insert(row).inserted { rows.append(row) }

        var changes: [(order: DiffPlaces.Order, change: RecordChange)] = []
        for row in rows {
            guard
                let change = try Self.change(of: row, from: old, to: new, places)
            else { continue }
            changes.append((places.order(of: change), change))
        }
        changes.sort { $0.order < $1.order }
        records = changes.map(\.change)
    }

    private static func change(
        of row: RowID, from old: Snapshot, to new: Snapshot, _ places: DiffPlaces
    ) throws(CollectionError) -> RecordChange? {
        let (was, isThere) = (old.contains(row), new.contains(row))
        guard was || isThere else { return nil }
        let isMoved = places.moved.contains(row)
        var fields: [FieldChange] = []
        for column in (isThere ? new : old).layout.columns {
            let wasField = was && old.layout.column(column.id) != nil
            let before = wasField ? try old.cell(row, column.id) : nil
            let after = isThere ? try new.cell(row, column.id) : nil
            if was, isThere {
                // What an added column is filled with is told by the column alone.
                let isFilled =
                    !wasField && column.filler != nil
                    && new.state.overlays[row]?.cell(column.id) == nil
                if before == after || isFilled { continue }
            }
            fields.append(FieldChange(field: column.name.description, old: before, new: after))
        }
        if was, isThere, fields.isEmpty, !isMoved { return nil }
        let kind: RecordChange.Kind =
            !was ? .inserted : !isThere ? .removed : fields.isEmpty ? .moved : .changed
        let key = try (isThere ? new : old).key(of: row)
        let oldKey = was && isThere ? try old.key(of: row) : key
        return RecordChange(
            kind: kind, row: row, key: key, oldKey: oldKey == key ? nil : oldKey, fields: fields,
            isMoved: isMoved, oldPosition: was ? places.old.position(of: row) : nil,
            newPosition: isThere ? places.new.position(of: row) : nil,
            before: isThere && (isMoved || !was) ? try anchor(after: row, in: old, places) : nil)
    }

    private static func anchor(
        after row: RowID, in old: Snapshot, _ places: DiffPlaces
    ) throws(CollectionError) -> Anchor? {
        guard let next = places.next(after: row), let position = places.old.position(of: next)
        else { return nil }
        return Anchor(key: try old.key(of: next), oldPosition: position)
    }

    private static func columns(
        from old: ColumnLayout, to new: ColumnLayout
    ) -> [ColumnChange] {
        if old === new { return [] }
        var result: [ColumnChange] = []
        for column in old.columns where new.column(column.id) == nil {
            result.append(.dropped(column.name.description))
        }
        for (index, column) in new.columns.enumerated() {
            if let before = old.column(column.id) {
                guard before.name != column.name else { continue }
                result.append(
                    .renamed(from: before.name.description, to: column.name.description))
            } else {
                result.append(
                    .added(
                        column.name.description, filler: column.filler ?? .empty, index: index))
            }
        }
        return result
    }
}
