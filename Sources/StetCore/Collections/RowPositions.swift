/// Where many rows stand in an order: O(r log r) to make for r runs, O(log r) a row.
struct RowPositions {
    /// The runs and the place of their first row, by row number.
    let runs: [(run: RecordOrder.Run, position: Int)]

    init(_ order: RecordOrder) {
        var runs: [(run: RecordOrder.Run, position: Int)] = []
        var position = 0
        order.forEachRun { run in
            runs.append((run, position))
            position += Int(run.count)
        }
        runs.sort { $0.run.first < $1.run.first }
        self.runs = runs
    }

    func position(of row: RowID) -> Int? {
        let index = index(endingAfter: row.raw)
        guard index < runs.count, runs[index].run.first <= row.raw else { return nil }
        return runs[index].position + Int(row.raw - runs[index].run.first)
    }

    /// The first run, by row number, that does not end before a row.
    func index(endingAfter row: UInt32) -> Int {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].run.end <= row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
