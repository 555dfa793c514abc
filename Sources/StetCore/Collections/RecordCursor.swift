/// Walks records as they were when it was made, whatever is edited meanwhile.
package final class RecordCursor: IteratorProtocol {
    private enum Rows {
        case all(RecordOrder.Iterator)
        case some(Array<RowID>.Iterator)
    }

    package let snapshot: Snapshot
    private var rows: Rows

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        rows = .all(snapshot.state.order.makeIterator())
    }

    init(_ snapshot: Snapshot, rows: [RowID]) {
        self.snapshot = snapshot
        self.rows = .some(rows.makeIterator())
    }

    package func next() -> RecordView? {
        let row: RowID?
        switch rows {
        case .all(var iterator):
            row = iterator.next()
            rows = .all(iterator)
        case .some(var iterator):
            row = iterator.next()
            rows = .some(iterator)
        }
        return row.map(snapshot.record)
    }
}
