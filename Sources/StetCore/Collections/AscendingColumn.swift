/// Whether each text of a column is greater than the one before: longer, or as long and later by
/// its bytes, as numbers from 1 up and times are. Such texts are present and distinct, and one pass
/// over blocks tells without a table of what was seen.
///
/// Unsafe code: reads the cells of a block below its counts, while it is not filled again.
struct AscendingColumn {
    private let column: Int
    private let format: FieldFormat
    /// The last text of the block before.
    private var last: [UInt8] = []
    /// So far.
    private(set) var holds = true

    init(_ column: Int, _ format: FieldFormat) {
        self.column = column
        self.format = format
    }

    /// - Returns: `holds`.
    mutating func take(_ block: RecordBlock, _ records: Range<Int>) -> Bool {
        let (text, starts, ends) = (block.text, block.cellStart, block.cellEnd)
        let (flags, firstCell, doubled) = (block.cellFlags, block.firstCell, RecordBlock.doubled)
        let column = column
        holds = format.isOddStart.withUnsafeBufferPointer { isOddStart in
            last.withUnsafeBufferPointer { last in
                var (before, beforeCount) = (last.baseAddress ?? text, last.count)
                for record in records {
                    let cell = Int(firstCell[record]) + column
                    guard cell < Int(firstCell[record + 1]), flags[cell] & doubled == 0 else {
                        return false
                    }
                    let start = text + Int(starts[cell])
                    let count = Int(ends[cell] - starts[cell])
                    // A text that may be a missing one is for a closer look.
                    guard count > 0, count >= beforeCount, !isOddStart[Int(start[0])] else {
                        return false
                    }
                    if count == beforeCount {
                        var index = 0
                        while index < count, start[index] == before[index] { index += 1 }
                        guard index < count, start[index] > before[index] else { return false }
                    }
                    (before, beforeCount) = (start, count)
                }
                return true
            }
        }
        if let record = records.last, let cell = block.cell(record: record, column: column) {
            last = Array(block.rawCell(cell))
        }
        return holds
    }
}
