import StetCore

/// One column of a block, with the pointers that a loop over it needs.
///
/// Unsafe code: reads the block's arrays below their counts; valid until the block is filled again
/// or grows.
struct ColumnCells {
    private let text: UnsafePointer<UInt8>
    private let starts: UnsafeMutablePointer<UInt32>
    private let ends: UnsafeMutablePointer<UInt32>
    private let flags: UnsafeMutablePointer<UInt8>
    private let firstCell: UnsafeMutablePointer<UInt32>
    private let recordCount: Int
    private let column: UInt32

    init(_ block: RecordBlock, column: Int) {
        text = block.text
        starts = block.cellStart
        ends = block.cellEnd
        flags = block.cellFlags
        firstCell = block.firstCell
        recordCount = block.recordCount
        self.column = UInt32(truncatingIfNeeded: column)
    }

    /// Calls `body` for each record that has the cell: with the record, the cell's index, its bytes
    /// as they stand in the file, and its flags.
    @inline(__always)
    func forEach(_ body: (Int, Int, UnsafePointer<UInt8>, Int, UInt8) -> Void) {
        var next = firstCell[0]
        for record in 0..<recordCount {
            let cell = next &+ column
            next = firstCell[record &+ 1]
            guard cell < next else { continue }
            let index = Int(cell)
            let start = starts[index]
            body(record, index, text + Int(start), Int(ends[index] &- start), flags[index])
        }
    }

    /// Marks the records whose cell an automaton does not accept, or is longer than its reach.
    func mark(
        _ suspects: UnsafeMutablePointer<UInt8>, _ emptyMayFail: Bool, unless table: PatternTable,
        upTo reach: Int = .max
    ) {
        switch table.walk {
        case .shifts(let words, let start, let accepting):
            mark(suspects, emptyMayFail) { text, count in
                count <= reach && PatternTable.shift(text, count, words, start, accepting)
            }
        case .rows(let next, let start, let accepts):
            mark(suspects, emptyMayFail) { text, count in
                count <= reach && PatternTable.step(text, count, next, start, accepts)
            }
        }
    }

    /// Marks the records whose cell does not pass. Cells with doubled quotes never do; a record
    /// without the cell always does.
    @inline(__always)
    func mark(
        _ suspects: UnsafeMutablePointer<UInt8>, _ emptyMayFail: Bool,
        _ passes: (UnsafePointer<UInt8>, Int) -> Bool
    ) {
        let doubled = RecordBlock.doubled
        forEach { record, _, start, count, flags in
            if count == 0 {
                if emptyMayFail { suspects[record] = 1 }
            } else if flags & doubled != 0 || !passes(start, count) {
                suspects[record] = 1
            }
        }
    }
}
