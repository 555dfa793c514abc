extension Collection {
    /// How the records are named. Without a declared key the first call looks through the first
    /// column; what it decides holds for the session.
    package func key() throws(CollectionError) -> KeyKind {
        if let knownKey { return knownKey }
        let key = try findKey()
        knownKey = key
        return key
    }

    /// Has the records of a collection without a declared key be named by their row numbers,
    /// whatever their first column holds.
    package func nameByRowNumber() {
        if schema.key.isEmpty { knownKey = .rowNumber }
    }

    /// Which key it is, for a banner.
    package func keyDescription() throws(CollectionError) -> String {
        let key = try key()
        let names = key.columns.compactMap { layout.column($0)?.name.description }
        switch key {
        case .declared: return "key: \(names.joined(separator: ", "))"
        case .firstColumn:
            return "key: \(names.joined()) (the first column; its values are present and distinct)"
        case .rowNumber:
            if !schema.key.isEmpty {
                return "key: the row number (the key of the rules is not in the file)"
            }
            return "key: the row number"
        }
    }

    private func findKey() throws(CollectionError) -> KeyKind {
        if !schema.key.isEmpty {
            let columns = schema.key.compactMap { layout.column(named: $0)?.id }
            return columns.count == schema.key.count ? .declared(columns) : .rowNumber
        }
        guard !source.columns.isEmpty else { return .rowNumber }
        let first = ColumnID(0)
        let isKey = try buildIndex([first], stoppingAtRepeated: true)
        return isKey ? .firstColumn(first) : .rowNumber
    }

    // MARK: Finding records

    /// The first record with a key, and how many have it; nil without any. The first call builds
    /// the index: O(records). Later ones read the cells of the candidates only.
    package func find(_ key: RecordKey) throws(CollectionError) -> (row: RowID, count: Int)? {
        let columns = try self.key().columns
        if columns.isEmpty {
            guard key.parts.count == 1, let number = CellText.integer(key.parts[0].bytes),
                contains(RowID(number))
            else { return nil }
            return (RowID(number), 1)
        }
        guard key.parts.count == columns.count else { return nil }
        let rows = try rows(with: key.parts, in: columns, of: snapshot)
        guard rows.count > 1 else { return rows.first.map { ($0, 1) } }
        let first = rows.min { left, right in
            (state.order.position(of: left) ?? .max) < (state.order.position(of: right) ?? .max)
        }
        return first.map { ($0, rows.count) }
    }

    /// The same of a key as people write it: a composite one with slashes.
    package func find(text: ByteString) throws(CollectionError) -> (row: RowID, count: Int)? {
        let parts = max(1, try key().columns.count)
        for reading in RecordKey.readings(of: text, parts: parts) {
            if let found = try find(reading) { return found }
        }
        return nil
    }

    /// The record with a key, or an error that names the key.
    package func require(_ key: RecordKey) throws(CollectionError) -> RowID {
        if let found = try find(key) { return found.row }
        let kind = try self.key()
        let names = kind.columns.compactMap { layout.column($0)?.name.description }
        let label = kind == .rowNumber ? "row number" : names.joined(separator: ", ")
        throw CollectionError(.noSuchKey, "no record with \(label) “\(key)”")
    }

    /// The records of a snapshot of this collection that have some texts in some columns.
    package func rows(
        with parts: [ByteString], in columns: [ColumnID], of snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        var result: [RowID] = []
        let candidates = try candidates(parts, in: columns)
        for row in candidates where try has(parts, row, in: columns, of: snapshot) {
            result.append(row)
        }
        return candidates.count > 1 ? Array(Set(result)) : result
    }

    /// Whether a record that is none of `others` has some texts in some columns.
    func isHeld(
        _ parts: [ByteString], in columns: [ColumnID], of snapshot: Snapshot,
        byOtherThan others: Set<RowID>
    ) throws(CollectionError) -> Bool {
        for row in try candidates(parts, in: columns) where !others.contains(row) {
            if try has(parts, row, in: columns, of: snapshot) { return true }
        }
        return false
    }

    private func candidates(
        _ parts: [ByteString], in columns: [ColumnID]
    ) throws(CollectionError) -> [RowID] {
        if indexes[columns] == nil { try buildIndex(columns) }
        var candidates: [RowID] = []
        indexes[columns]?.forEachCandidate(KeyIndex.digest(parts)) {
            candidates.append($0)
            return true
        }
        return candidates
    }

    private func has(
        _ parts: [ByteString], _ row: RowID, in columns: [ColumnID], of snapshot: Snapshot
    ) throws(CollectionError) -> Bool {
        guard snapshot.contains(row) else { return false }
        for (column, part) in zip(columns, parts) {
            guard try snapshot.cell(row, column)?.text ?? "" == part else { return false }
        }
        return true
    }

    // MARK: Indexes

    /// Indexes the source's records and the edited ones by some columns. Can stop, without an
    /// index, at a missing or repeated text; returns whether there was none.
    @discardableResult
    func buildIndex(
        _ columns: [ColumnID], stoppingAtRepeated stops: Bool = false
    ) throws(CollectionError) -> Bool {
        var index = KeyIndex(recordCount: source.recordCount)
        let isAdded = columns.contains { $0.number >= source.columns.count }
        var isDistinct = true
        var failure: CollectionError?
        if !isAdded {
            let format = layout.column(columns[0])?.format
            try source.scan(records: 0..<source.recordCount, columns: columns.map(\.number)) {
                record, cells in
                let parts = cells.map { $0?.text ?? "" }
                let digest = KeyIndex.digest(parts)
                if stops {
                    if cells[0].map({ format?.isMissing($0) ?? false }) ?? true {
                        isDistinct = false
                    }
                    index.forEachCandidate(digest) { row in
                        do throws(CollectionError) {
                            let cell = try source.cell(
                                record: row.number - 1, column: columns[0].number)
                            if cell?.text == parts[0] { isDistinct = false }
                        } catch {
                            failure = error
                        }
                        return isDistinct && failure == nil
                    }
                    guard isDistinct, failure == nil else { return false }
                }
                index.add(base: RowID(record + 1), digest: digest)
                return true
            }
        }
        if let failure { throw failure }
        guard isDistinct else { return false }
        if isAdded {
            let now = snapshot
            for number in 1..<source.recordCount + 1 {
                var parts: [ByteString] = []
                for column in columns {
                    parts.append(try now.unedited(RowID(number), column)?.text ?? "")
                }
                index.add(base: RowID(number), digest: KeyIndex.digest(parts))
            }
        }
        try addEdited(columns, to: &index)
        indexes[columns] = index
        return true
    }

    /// Adds what records were given before the index was built, in any state that undo, redo or
    /// a rollback can bring back.
    private func addEdited(
        _ columns: [ColumnID], to index: inout KeyIndex
    ) throws(CollectionError) {
        func add(from old: RowTrie, to new: CollectionState) throws(CollectionError) {
            var rows: [RowID] = []
            RowTrie.forEachDifference(old, new.overlays) { row, _, overlay in
                if let overlay, overlay !== RowOverlay.deleted { rows.append(row) }
            }
            let snapshot = snapshot(of: new)
            for row in rows {
                var parts: [ByteString] = []
                for column in columns { parts.append(try snapshot.cell(row, column)?.text ?? "") }
                index.add(edited: row, digest: KeyIndex.digest(parts))
            }
        }
        let empty = RowTrie()
        try add(from: empty, to: committed)
        try add(from: empty, to: undoStack.first?.before ?? state)
        for change in undoStack { try add(from: change.before.overlays, to: change.after) }
        for change in redoStack { try add(from: change.before.overlays, to: change.after) }
    }
}
