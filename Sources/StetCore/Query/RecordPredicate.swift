/// Decides which records are wanted, many at a time.
package protocol RecordPredicate {
    /// The fields that it reads.
    var fields: [String] { get }

    /// Answers for each record.
    ///
    /// - Parameter records: of each the readings of `fields`.
    /// - Throws: `PredicateFailure` for a record about which there is no answer; anything else for
    ///   what ends the whole.
    func wanted(among records: [[CellReading]]) throws -> [Bool]
}

/// Why a predicate has no answer about a record.
package struct PredicateFailure: Error {
    /// Its place among those that were asked about, from 0.
    package var record: Int
    /// A sentence without a full stop.
    package var message: String
    /// It took more time or memory than it may.
    package var isLimit: Bool

    package init(record: Int, message: String, isLimit: Bool = false) {
        self.record = record
        self.message = message
        self.isLimit = isLimit
    }
}

extension CollectionView {
    /// Records that are asked about together.
    private static let batchSize = 256

    static func matching(
        _ predicate: any RecordPredicate, _ rows: [RowID]?, in snapshot: Snapshot
    ) throws -> [RowID] {
        var columns: [CollectionColumn] = []
        for field in predicate.fields { columns.append(try snapshot.layout.require(field)) }
        var result: [RowID] = []
        var batch: (rows: [RowID], records: [[CellReading]]) = ([], [])
        func ask() throws {
            defer { batch = ([], []) }
            do {
                let wanted = try predicate.wanted(among: batch.records)
                for (row, isWanted) in zip(batch.rows, wanted) where isWanted { result.append(row) }
            } catch let failure as PredicateFailure {
                let key = try snapshot.key(of: batch.rows[failure.record])
                throw CollectionError(
                    failure.isLimit ? .limit : .impossible, "record \(key): \(failure.message)")
            }
        }
        var failure: (any Error)?
        try snapshot.scan(rows, columns.map(\.id)) { row, cells in
            batch.rows.append(row)
            batch.records.append(zip(columns, cells).map { $0.format.read($1) })
            guard batch.rows.count == batchSize else { return true }
            do { try ask() } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
        if !batch.rows.isEmpty { try ask() }
        return result
    }
}
