/// Records of a collection, chosen and ordered. A view is lazy: nothing happens until it is
/// read. It is live: read again, it shows the collection as it is by then; what it found is kept
/// until the collection changes.
package final class CollectionView {
    enum Step {
        case filter((RecordView) throws -> Bool)
        case match(FieldMatch)
        case query(Query)
        case predicate(any RecordPredicate)
        case find(ByteString)
        case sort([SortKey])
        case limit(Int)
    }

    package let collection: Collection
    private let parent: CollectionView?
    private let step: Step?
    private var known: (version: Int, rows: [RowID])?

    /// The view is the collection itself.
    var isAll: Bool { step == nil }

    init(_ collection: Collection, parent: CollectionView? = nil, step: Step? = nil) {
        self.collection = collection
        self.parent = parent
        self.step = step
    }

    // MARK: Narrowing

    /// The records for which a function holds. What it throws comes out of the reading.
    package func `where`(_ predicate: @escaping (RecordView) throws -> Bool) -> CollectionView {
        CollectionView(collection, parent: self, step: .filter(predicate))
    }

    package func `where`(_ match: FieldMatch) -> CollectionView {
        CollectionView(collection, parent: self, step: .match(match))
    }

    /// - Throws: on reading, `.impossible` where the query compares what cannot be compared.
    package func `where`(_ query: Query) -> CollectionView {
        CollectionView(collection, parent: self, step: .query(query))
    }

    /// - Throws: on reading, `.impossible` or `.limit`, with the record, where it fails.
    package func `where`(_ predicate: any RecordPredicate) -> CollectionView {
        CollectionView(collection, parent: self, step: .predicate(predicate))
    }

    /// Stable, by several fields: later ones decide where earlier ones are equal.
    package func sort(_ keys: [SortKey]) -> CollectionView {
        CollectionView(collection, parent: self, step: .sort(keys))
    }

    /// The records of which any field contains a text; letters A to Z in either case.
    package func find(_ text: ByteString) -> CollectionView {
        CollectionView(collection, parent: self, step: .find(text))
    }

    /// At most the first so many.
    package func limit(_ count: Int) -> CollectionView {
        CollectionView(collection, parent: self, step: .limit(count))
    }

    /// Whether the view has the same records in the same order after a change of some fields alone.
    package func keepsRows(whenChanging fields: Set<String>) -> Bool {
        guard let step, let parent else { return true }
        let keepsOwn =
            switch step {
            case .limit: true
            case .query(let query): fields.isDisjoint(with: query.fields)
            case .sort(let keys): !keys.contains { fields.contains($0.field) }
            case .filter, .match, .predicate, .find: false
            }
        return keepsOwn && parent.keepsRows(whenChanging: fields)
    }

    // MARK: Reading

    /// The records' row numbers, in the view's order, as the collection is now.
    package func rows() throws -> [RowID] {
        let version = collection.version
        if let known, known.version == version { return known.rows }
        let rows = try evaluate()
        // A predicate may have edited: then what it found is already old.
        if collection.version == version { known = (version, rows) }
        return rows
    }

    package func count() throws -> Int {
        step == nil ? collection.count : try rows().count
    }

    /// The record at a place in the view, from 0.
    package func row(at position: Int) throws -> RowID? {
        if step == nil { return collection.snapshot.row(at: position) }
        let rows = try rows()
        return rows.indices.contains(position) ? rows[position] : nil
    }

    /// Calls `body` with each record as it was when the loop began, until it returns false. The
    /// body may edit the collection.
    package func forEach(_ body: (RecordView) throws -> Bool) throws {
        let cursor = try cursor()
        while let record = cursor.next(), try body(record) {}
    }

    /// The same for those who ask for one record at a time.
    package func cursor() throws -> RecordCursor {
        isAll
            ? RecordCursor(collection.snapshot)
            : RecordCursor(collection.snapshot, rows: try rows())
    }

    private func evaluate() throws -> [RowID] {
        let snapshot = collection.snapshot
        guard let step, let parent else { return Array(snapshot.rows) }
        let isWhole = parent.step == nil
        switch step {
        case .filter(let predicate):
            return try parent.rows().filter { try predicate(snapshot.record($0)) }
        case .match(let match):
            return try Self.matching(match, isWhole ? nil : parent.rows(), in: snapshot)
        case .query(let query):
            return try Self.matching(query, isWhole ? nil : parent.rows(), in: snapshot)
        case .predicate(let predicate):
            return try Self.matching(predicate, isWhole ? nil : parent.rows(), in: snapshot)
        case .find(let text):
            return try Self.containing(text, isWhole ? nil : parent.rows(), in: snapshot)
        case .sort(let keys): return try Self.sorted(parent.rows(), by: keys, in: snapshot)
        case .limit(let count): return Array(try parent.rows().prefix(max(0, count)))
        }
    }

    private static func matching(
        _ match: FieldMatch, _ rows: [RowID]?, in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        var wanted: [(column: CollectionColumn, wanted: FieldMatch.Wanted)] = []
        for (field, each) in match.conditions {
            wanted.append((try snapshot.layout.require(field), each))
        }
        var result: [RowID] = []
        try snapshot.scan(rows, wanted.map(\.column.id)) { row, cells in
            for (index, each) in wanted.enumerated()
            where !FieldMatch.matches(cells[index], each.wanted, each.column.format) { return true }
            result.append(row)
            return true
        }
        return result
    }

    private static func matching(
        _ query: Query, _ rows: [RowID]?, in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        var columns: [CollectionColumn] = []
        for field in query.fields { columns.append(try snapshot.layout.require(field)) }
        if rows == nil, let found = try snapshot.rows(for: query, columns) { return found }
        var result: [RowID] = []
        var readings = [CellReading](repeating: .missing, count: columns.count)
        var failure: (row: RowID, error: QueryError)?
        try snapshot.scan(rows, columns.map(\.id)) { row, cells in
            for (index, column) in columns.enumerated() {
                readings[index] = column.format.read(cells[index])
            }
            do throws(QueryError) {
                if try query.holds(for: readings) { result.append(row) }
            } catch {
                failure = (row, error)
            }
            return failure == nil
        }
        if let (row, error) = failure {
            let key = try snapshot.key(of: row)
            throw CollectionError(.impossible, "record \(key): \(error)")
        }
        return result
    }

    private static func containing(
        _ text: ByteString, _ rows: [RowID]?, in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        let needle = text.bytes.map(folded)
        var result: [RowID] = []
        try snapshot.scan(rows, snapshot.layout.columns.map(\.id)) { row, cells in
            if cells.contains(where: { contains($0?.text.bytes ?? [], needle) }) {
                result.append(row)
            }
            return true
        }
        return result
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    }

    private static func contains(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        var start = 0
        while start + needle.count <= text.count {
            if folded(text[start]) == first {
                var length = 1
                while length < needle.count, folded(text[start + length]) == needle[length] {
                    length += 1
                }
                if length == needle.count { return true }
            }
            start += 1
        }
        return false
    }

    private static func sorted(
        _ rows: [RowID], by keys: [SortKey], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID] {
        var columns: [CollectionColumn] = []
        for key in keys { columns.append(try snapshot.layout.require(key.field)) }
        var values: [[SortValue]] = keys.map { _ in [] }
        try snapshot.scan(rows, columns.map(\.id)) { _, cells in
            for (index, column) in columns.enumerated() {
                values[index].append(SortValue(cells[index], column.format))
            }
            return true
        }
        var order = Array(rows.indices)
        let depth = Int.bitWidth - rows.count.leadingZeroBitCount
        var steps = WorkSteps("sorting", of: rows.count * depth)
        let isLess: (Int, Int) throws(CollectionError) -> Bool = { left, right in
            try steps.require()
            for (index, key) in keys.enumerated() {
                let result = SortValue.compare(
                    values[index][left], values[index][right], descending: key.isDescending)
                if result != 0 { return result < 0 }
            }
            return left < right
        }
        do {
            try order.sort(by: isLess)
        } catch {
            throw .interrupted
        }
        return order.map { rows[$0] }
    }
}

extension Collection {
    /// All records, in order.
    package var all: CollectionView { CollectionView(self) }
}

extension Snapshot {
    /// The wanted cells of some records, in the given order; nil: all records, in theirs.
    func scan(
        _ rows: [RowID]?, _ columns: [ColumnID], _ body: (RowID, [Cell?]) -> Bool
    ) throws(CollectionError) {
        guard let rows, rows.count < count || !rows.elementsEqual(state.order) else {
            return try scan(columns, body)
        }
        var steps = WorkSteps("searching", of: rows.count)
        for row in rows {
            try steps.require()
            var cells: [Cell?] = []
            cells.reserveCapacity(columns.count)
            for column in columns { cells.append(try cell(row, column)) }
            guard body(row, cells) else { return }
        }
    }
}
