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
        return try isFirstColumnDistinct() ? .firstColumn(ColumnID(0)) : .rowNumber
    }

    // MARK: Finding records

    /// The first record with a key, and how many have it; nil without any. The first calls look
    /// through the source, then one builds the index: both O(records). Later ones read the cells of
    /// the candidates only.
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

    /// Builds the index at once, for those who will find many.
    package func prepareToFind() throws(CollectionError) {
        let columns = try key().columns
        if !columns.isEmpty, indexes[columns] == nil { try buildIndex(columns) }
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
        let candidates = try candidates(parts, in: columns, of: snapshot)
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
        for row in try candidates(parts, in: columns, of: snapshot) where !others.contains(row) {
            if try has(parts, row, in: columns, of: snapshot) { return true }
        }
        return false
    }

    private func candidates(
        _ parts: [ByteString], in columns: [ColumnID], of snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        if indexes[columns] == nil {
            if let rows = try lookThrough(parts, in: columns, of: snapshot) { return rows }
            try buildIndex(columns)
        }
        var candidates: [RowID] = []
        indexes[columns]?.forEachCandidate(KeyIndex.digest(parts)) {
            candidates.append($0)
            return true
        }
        return candidates
    }

    /// Candidates found by looking through the source: sooner done than an index for the first few.
    /// nil: an index is better.
    private func lookThrough(
        _ parts: [ByteString], in columns: [ColumnID], of snapshot: Snapshot
    ) throws(CollectionError) -> [RowID]? {
        guard lookups[columns, default: 0] < Self.lookupLimit,
            columns.allSatisfy({ $0.number < source.columns.count })
        else { return nil }
        lookups[columns, default: 0] += 1
        var rows: [RowID] = []
        if columns == [ColumnID(0)], parts.count == 1, source.ascendingFirstColumn != nil {
            rows += try source.search(firstColumn: parts[0].bytes).map { [RowID($0 + 1)] } ?? []
            addEdited(of: snapshot, to: &rows)
            return rows
        }
        let longest = parts.map(\.bytes).max { $0.count < $1.count }
        let hasBlocks = try source.scanBlocks(
            records: 0..<source.recordCount, containing: longest.map { [$0] } ?? []
        ) { block, first, records in
            for record in records {
                var isSame = true
                for (column, part) in zip(columns, parts) {
                    let cell = block.cell(record: record, column: column.number)
                    isSame = part.bytes.withUnsafeBufferPointer { text in
                        cell.map { block.isCell($0, text) } ?? text.isEmpty
                    }
                    if !isSame { break }
                }
                if isSame { rows.append(RowID(first + record + 1)) }
            }
            return true
        }
        guard hasBlocks else { return nil }
        addEdited(of: snapshot, to: &rows)
        return rows
    }

    private func addEdited(of snapshot: Snapshot, to rows: inout [RowID]) {
        RowTrie.forEachDifference(RowTrie(), snapshot.state.overlays) { row, _, _ in
            rows.append(row)
        }
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

    /// Indexes the source's records and the edited ones by some columns: O(records).
    func buildIndex(_ columns: [ColumnID]) throws(CollectionError) {
        var index = KeyIndex(recordCount: source.recordCount)
        let all = 0..<source.recordCount
        let places = columns.map(\.number)
        if places.contains(where: { $0 >= source.columns.count }) {
            let now = snapshot
            for record in all {
                var parts: [ByteString] = []
                for column in columns {
                    parts.append(try now.unedited(RowID(record + 1), column)?.text ?? "")
                }
                index.add(base: RowID(record + 1), digest: KeyIndex.digest(parts))
            }
        } else if try !source.scanBlocks(
            records: all, containing: [], { index.add($2, of: $0, first: $1, columns: places) })
        {
            try source.scan(records: all, columns: places) { record, cells in
                let digest = KeyIndex.digest(cells.map { $0?.text ?? "" })
                index.add(base: RowID(record + 1), digest: digest)
                return true
            }
        }
        try keep(index, of: columns)
    }

    private func keep(_ index: consuming KeyIndex, of columns: [ColumnID]) throws(CollectionError) {
        try addEdited(columns, to: &index)
        indexes[columns] = index
    }

    /// Whether the source's first column can be the key: its texts are present and distinct.
    private func isFirstColumnDistinct() throws(CollectionError) -> Bool {
        let all = 0..<source.recordCount
        guard let format = layout.column(ColumnID(0))?.format else { return false }
        // Most keys ascend, and then they are distinct.
        if let texts = source.ascendingFirstColumn,
            !zip(texts.starts, format.isOddStart).contains(where: { $0 && $1 })
        {
            return true
        }
        var ascending = AscendingColumn(0, format)
        if try source.scanBlocks(
            records: all, containing: [], { block, _, records in ascending.take(block, records) })
        {
            if ascending.holds { return true }
            return try isFirstColumnDistinctInIndex(format)
        }
        var seen: Set<ByteString> = []
        var isDistinct = true
        try source.scan(records: all, columns: [0]) { _, cells in
            isDistinct =
                cells[0].map { !format.isMissing($0) && seen.insert($0.text).inserted } ?? false
            return isDistinct
        }
        return isDistinct
    }

    /// The same by an index of the source's blocks, which is kept if all goes well.
    private func isFirstColumnDistinctInIndex(
        _ format: FieldFormat
    ) throws(CollectionError) -> Bool {
        var index = KeyIndex(recordCount: source.recordCount)
        var failure: CollectionError?
        var isDistinct = true
        _ = try source.scanBlocks(records: 0..<source.recordCount, containing: []) {
            block, first, records in
            for record in records where !format.isPresent(record, 0, of: block) {
                isDistinct = false
                return false
            }
            return index.add(records, of: block, first: first, columns: [0]) { record, earlier in
                do throws(CollectionError) {
                    let other = try self.source.cell(record: earlier.number - 1, column: 0)
                    isDistinct = other.map { !block.isCell(record, column: 0, $0.text) } ?? true
                } catch {
                    failure = error
                }
                return isDistinct && failure == nil
            }
        }
        if let failure { throw failure }
        if isDistinct { try keep(index, of: [ColumnID(0)]) }
        return isDistinct
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

extension Collection {
    /// The columns of the key, without looking for it: nil as long as it is not known.
    package var knownKeyColumns: [ColumnID]? {
        if let knownKey { return knownKey.columns }
        guard !schema.key.isEmpty else { return nil }
        let columns = schema.key.compactMap { layout.column(named: $0)?.id }
        return columns.count == schema.key.count ? columns : []
    }
}
