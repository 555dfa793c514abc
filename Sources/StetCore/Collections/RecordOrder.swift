/// The order of a collection's records: a persistent list of runs of consecutive row numbers.
///
/// A collection that was only read is one run, however long. An edit at one place copies one
/// piece of at most `capacity` runs and the list of pieces. With r runs: a record by position and
/// a position by record O(r / capacity + capacity); removal of k records O(r / capacity + touched
/// runs · log k); copying O(1).
struct RecordOrder {
    struct Run: Equatable {
        var first: UInt32
        var count: UInt32

        var end: UInt32 { first + count }
    }

    static let capacity = 128

    final class Piece: Sendable {
        let runs: [Run]
        let count: Int
        let lowest: UInt32
        let highest: UInt32

        init(_ runs: [Run]) {
            self.runs = runs
            count = runs.reduce(0) { $0 + Int($1.count) }
            lowest = runs.reduce(.max) { Swift.min($0, $1.first) }
            highest = runs.reduce(0) { Swift.max($0, $1.end - 1) }
        }
    }

    private(set) var pieces: [Piece] = []
    private(set) var count = 0

    /// The rows 1 to `count` in order.
    init(count: Int) {
        self.count = count
        if count > 0 { pieces = [Piece([Run(first: 1, count: UInt32(count))])] }
    }

    init(runs: [Run]) {
        pieces = Self.pieces(of: runs)
        count = pieces.reduce(0) { $0 + $1.count }
    }

    init(pieces: some Sequence<Piece>) {
        let pieces = Array(pieces)
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.count }
    }

    func row(at position: Int) -> RowID? {
        guard position >= 0, position < count else { return nil }
        var rest = position
        for piece in pieces {
            if rest >= piece.count {
                rest -= piece.count
                continue
            }
            for run in piece.runs {
                if rest < Int(run.count) { return RowID(raw: run.first + UInt32(rest)) }
                rest -= Int(run.count)
            }
        }
        return nil
    }

    func position(of row: RowID) -> Int? {
        var position = 0
        for piece in pieces {
            if row.raw >= piece.lowest, row.raw <= piece.highest {
                var inside = position
                for run in piece.runs {
                    if row.raw >= run.first, row.raw < run.end {
                        return inside + Int(row.raw - run.first)
                    }
                    inside += Int(run.count)
                }
            }
            position += piece.count
        }
        return nil
    }

    func forEachRun(_ body: (Run) -> Void) {
        for piece in pieces { piece.runs.forEach(body) }
    }

    var runs: [Run] { pieces.flatMap(\.runs) }

    // MARK: Edits

    /// The order without some rows, given in ascending order.
    func removing(_ rows: [UInt32]) -> RecordOrder {
        guard !rows.isEmpty else { return self }
        var result: [Piece] = []
        for piece in pieces {
            let next = Self.lowerBound(rows, piece.lowest)
            // Inserted and moved rows make the span of a piece wide: look at the runs too.
            guard next < rows.count, rows[next] <= piece.highest,
                piece.runs.contains(where: { Self.contains(rows, from: $0.first, to: $0.end) })
            else {
                result.append(piece)
                continue
            }
            var kept: [Run] = []
            for run in piece.runs { Self.append(run, without: rows, to: &kept) }
            result += Self.pieces(of: kept)
        }
        return RecordOrder(pieces: result)
    }

    /// The order with rows put in before a position; the count puts them at the end.
    func inserting(_ rows: [UInt32], at position: Int) -> RecordOrder {
        guard !rows.isEmpty else { return self }
        var new: [Run] = []
        for row in rows { Self.append(Run(first: row, count: 1), to: &new) }
        var result = pieces
        // At a border the earlier piece takes them: appended rows then lengthen the last run.
        var (index, rest) = (0, position)
        while index < result.count, rest > result[index].count {
            rest -= result[index].count
            index += 1
        }
        guard index < result.count else {
            result += Self.pieces(of: new)
            return RecordOrder(pieces: result)
        }
        var runs: [Run] = []
        for run in result[index].runs {
            if rest > 0, rest < Int(run.count) {
                Self.append(Run(first: run.first, count: UInt32(rest)), to: &runs)
                for run in new { Self.append(run, to: &runs) }
                Self.append(
                    Run(first: run.first + UInt32(rest), count: run.count - UInt32(rest)), to: &runs
                )
                rest = -1
            } else {
                if rest == 0 {
                    for run in new { Self.append(run, to: &runs) }
                    rest = -1
                }
                Self.append(run, to: &runs)
                if rest > 0 { rest -= Int(run.count) }
            }
        }
        if rest == 0 { for run in new { Self.append(run, to: &runs) } }
        result.replaceSubrange(index...index, with: Self.pieces(of: runs))
        return RecordOrder(pieces: result)
    }

    /// The first index at which a sorted array is not below a value.
    static func lowerBound(_ sorted: [UInt32], _ value: UInt32) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func contains(_ sorted: [UInt32], from first: UInt32, to end: UInt32) -> Bool {
        let index = lowerBound(sorted, first)
        return index < sorted.count && sorted[index] < end
    }

    static func append(_ run: Run, to runs: inout [Run]) {
        if let last = runs.last, last.end == run.first {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    private static func append(_ run: Run, without rows: [UInt32], to runs: inout [Run]) {
        var first = run.first
        var next = lowerBound(rows, first)
        while next < rows.count, rows[next] < run.end {
            if rows[next] > first {
                append(Run(first: first, count: rows[next] - first), to: &runs)
            }
            first = rows[next] + 1
            next += 1
        }
        if first < run.end { append(Run(first: first, count: run.end - first), to: &runs) }
    }

    /// Evenly filled pieces: a full one that is split leaves room in both.
    static func pieces(of runs: [Run]) -> [Piece] {
        let count = (runs.count + capacity - 1) / capacity
        return (0..<count).map { index in
            let (first, end) = (runs.count * index / count, runs.count * (index + 1) / count)
            return Piece(Array(runs[first..<end]))
        }
    }
}

extension RecordOrder {
    /// Whether both have the same rows in the same order; pieces that they share are not looked
    /// into.
    func isSame(as other: RecordOrder) -> Bool {
        guard count == other.count else { return false }
        var (mine, others) = (pieces[...], other.pieces[...])
        while let left = mine.first, let right = others.first, left === right {
            mine.removeFirst()
            others.removeFirst()
        }
        while let left = mine.last, let right = others.last, left === right {
            mine.removeLast()
            others.removeLast()
        }
        func joined(_ pieces: ArraySlice<Piece>) -> [Run] {
            var runs: [Run] = []
            for piece in pieces { for run in piece.runs { Self.append(run, to: &runs) } }
            return runs
        }
        return joined(mine) == joined(others)
    }
}

extension RecordOrder: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate let pieces: [Piece]
        private var piece = 0
        private var run = 0
        private var offset: UInt32 = 0

        fileprivate init(_ pieces: [Piece]) {
            self.pieces = pieces
        }

        mutating func next() -> RowID? {
            while piece < pieces.count {
                let runs = pieces[piece].runs
                if run < runs.count {
                    if offset < runs[run].count {
                        offset += 1
                        return RowID(raw: runs[run].first + offset - 1)
                    }
                    run += 1
                } else {
                    piece += 1
                    run = 0
                }
                offset = 0
            }
            return nil
        }
    }

    func makeIterator() -> Iterator { Iterator(pieces) }

    var underestimatedCount: Int { count }
}
