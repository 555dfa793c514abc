/// What a journal tells of a session's edits, put together: the state in which the session was,
/// compared with the file that it had opened.
package struct RecordedEdits: Sendable {
    /// Why a story makes no sense: it was cut, or is not of this program.
    package struct Nonsense: Error, CustomStringConvertible {
        package var description: String

        init(_ description: String) {
            self.description = description
        }
    }

    package let base: EditRecord.Base
    private(set) var layout: [EditRecord.Column]
    private(set) var order: RecordOrder
    /// Those that are not as in the file.
    private(set) var rows: [UInt32: EditRecord.Row] = [:]
    /// What is known of the file's records, by row and column number.
    private(set) var remembered: [UInt32: [Int: Cell?]] = [:]

    /// Rows that were put elsewhere at some time; the others stand in the order of the file.
    private(set) var moved: Set<UInt32> = []

    let baseOrder: RecordOrder

    /// - Parameter records: as an `EditRecorder` told them.
    package init(_ records: some Sequence<EditRecord>) throws(Nonsense) {
        var result: RecordedEdits?
        for record in records {
            if case .base(let base) = record {
                result = try RecordedEdits(base)
            } else if result == nil {
                throw Nonsense("it does not begin at its beginning")
            } else {
                try result?.add(record)
            }
        }
        guard let result else { throw Nonsense("it is empty") }
        self = result
    }

    private init(_ base: EditRecord.Base) throws(Nonsense) {
        self.base = base
        layout = base.columns
        order = RecordOrder(runs: try Self.runs(base.rows))
        baseOrder = order
    }

    private static func runs(_ rows: [EditRecord.Rows]) throws(Nonsense) -> [RecordOrder.Run] {
        var total = 0
        return try rows.map { rows throws(Nonsense) in
            total += Int(rows.count)
            guard rows.first > 0, rows.count > 0, rows.first <= UInt32.max - rows.count,
                total < UInt32.max
            else { throw Nonsense("a row number is impossible") }
            return RecordOrder.Run(first: rows.first, count: rows.count)
        }
    }

    private mutating func add(_ record: EditRecord) throws(Nonsense) {
        switch record {
        case .base: break
        case .layout(let columns): layout = columns
        case .order(let change):
            let runs = try Self.runs(change.rows)
            guard
                let new = order.replacing(
                    RecordOrder.Replacement(front: change.front, back: change.back, runs: runs))
            else { throw Nonsense("a place in the order is impossible") }
            order = new
        case .row(let row):
            for old in row.old { remembered[row.row, default: [:]][old.column] = .some(old.cell) }
            switch row.state {
            case .landmark: break
            case .moved: moved.insert(row.row)
            case .untouched: rows[row.row] = nil
            case .changed, .deleted, .inserted: rows[row.row] = row
            }
        }
    }

    /// The session had undone all that it did.
    package var isEmpty: Bool {
        rows.isEmpty && layout == base.columns && order.isSame(as: baseOrder)
    }

    /// Whether a collection that was just opened has the shape of the file that the session had.
    func fits(_ collection: Collection) -> Bool {
        collection.source.recordCount == baseOrder.count
            && collection.source.columns == base.columns.map(\.name)
    }

    func names(of key: [Int]) -> [String] {
        key.compactMap { number in
            base.columns.first { $0.number == number }?.name.description
        }
    }
}
