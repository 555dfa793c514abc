import CBits
import StetCore

/// Splits the records of a chunk into cells: the hot loop of reading.
///
/// Unsafe code: reads the chunk's text up to 64 bytes past its end, which a chunk allows, and
/// writes the block's arrays below their capacities.
package struct RecordParser: Sendable {
    package let dialect: Dialect
    /// The header's number of cells; negative: not known yet, every record is ragged.
    package let width: Int

    package init(dialect: Dialect, width: Int) {
        self.dialect = dialect
        self.width = width
    }

    /// Fills the block with the next records of the chunk, and appends failures in their order.
    ///
    /// - Returns: false if there were none left.
    package func parse(
        _ chunk: Chunk, into block: RecordBlock, failures: inout [StructuralFailure]
    ) -> Bool {
        let text = chunk.text
        let count = chunk.count
        block.text = text
        block.textCount = count
        block.firstRecord = chunk.parsedRecords
        block.quote = dialect.quote ?? 0
        let firstFailure = failures.count
        let delimiter = dialect.delimiter
        // Without quoting no byte opens a cell: the line feed never stands at its start.
        let quote = dialect.quote ?? UInt8(ascii: "\n")
        let lineFeed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var reader = QuotedCellReader(
            text: text, count: count, delimiter: delimiter, quote: quote, width: width)

        var position = chunk.parsed
        var lines = UInt32(truncatingIfNeeded: chunk.parsedLines)
        var record = 0
        var cell = 0
        var capacity = block.cellCapacity
        var starts = block.cellStart
        var ends = block.cellEnd
        var flags = block.cellFlags
        let recordStart = block.recordStart
        let firstCell = block.firstCell
        let lineOfRecord = block.line

        // Bits of `mask` are the delimiters and line ends at `base` and after that are unread.
        var base = position
        var mask = cbits_any64(text + base, delimiter, lineFeed, carriageReturn)

        records: while record < RecordBlock.recordCapacity, position < count {
            recordStart[record] = UInt32(truncatingIfNeeded: position)
            firstCell[record] = UInt32(truncatingIfNeeded: cell)
            lineOfRecord[record] = lines
            let firstOfRecord = cell
            while true {
                if cell == capacity {
                    block.growCells()
                    capacity = block.cellCapacity
                    starts = block.cellStart
                    ends = block.cellEnd
                    flags = block.cellFlags
                }
                var end: Int
                if text[position] == quote, quote != lineFeed {
                    // Most quoted cells close at their next quote, and soon.
                    let quotes = cbits_equal64(text + position + 1, quote)
                    let closing = position + 1 + quotes.trailingZeroBitCount
                    if quotes != 0, closing < count,
                        text[closing + 1] == delimiter || text[closing + 1] == lineFeed
                            || text[closing + 1] == carriageReturn
                    {
                        end = closing + 1
                        starts[cell] = UInt32(truncatingIfNeeded: position + 1)
                        ends[cell] = UInt32(truncatingIfNeeded: closing)
                        flags[cell] = RecordBlock.quoted
                        var hasEnds = true
                        if end - base < 64 {
                            let inner = mask & ((1 << UInt64(end - base)) &- 1)
                            mask ^= inner
                            hasEnds = inner != 0
                        } else {
                            base = end
                            mask = cbits_any64(text + base, delimiter, lineFeed, carriageReturn)
                        }
                        if hasEnds {
                            lines += UInt32(
                                truncatingIfNeeded: StructuralScanner.lineEnds(
                                    in: text, from: position, below: closing))
                        }
                    } else {
                        let found = reader.cell(
                            at: position, recordStart: Int(recordStart[record]),
                            before: cell - firstOfRecord)
                        if found.isMisquoted {
                            failures.append(
                                StructuralFailure(
                                    kind: .quote, record: record, range: position..<(position + 1)))
                        }
                        end = found.end
                        starts[cell] = UInt32(
                            truncatingIfNeeded: found.isQuoted ? position + 1 : position)
                        ends[cell] = UInt32(truncatingIfNeeded: found.contentEnd)
                        flags[cell] =
                            (found.isQuoted ? RecordBlock.quoted : 0)
                            | (found.hasDoubledQuotes ? RecordBlock.doubled : 0)
                        if found.isQuoted {
                            lines += UInt32(
                                truncatingIfNeeded: StructuralScanner.lineEnds(
                                    in: text, from: position, below: found.contentEnd))
                        }
                        base = end
                        mask = cbits_any64(text + base, delimiter, lineFeed, carriageReturn)
                    }
                } else {
                    while mask == 0 {
                        base += 64
                        mask = cbits_any64(text + base, delimiter, lineFeed, carriageReturn)
                    }
                    end = base + mask.trailingZeroBitCount
                    starts[cell] = UInt32(truncatingIfNeeded: position)
                    ends[cell] = UInt32(truncatingIfNeeded: end)
                    flags[cell] = 0
                }
                cell += 1
                mask &= mask &- 1
                position = end + 1
                let byte = text[end]
                if byte == delimiter, end < count { continue }
                // A line end, or the line feed that terminates the chunk's text.
                if byte == carriageReturn, text[position] == lineFeed, position < count {
                    if position - base < 64 {
                        mask &= mask &- 1
                        position += 1
                    } else {
                        position += 1
                        base = position
                        mask = cbits_any64(text + base, delimiter, lineFeed, carriageReturn)
                    }
                }
                lines += 1
                let found = cell - firstOfRecord
                if found != width {
                    let start = Int(recordStart[record])
                    let isBlank = found == 1 && end == start
                    if isBlank { cell = firstOfRecord }
                    let isLong = width >= 0 && found > width
                    let first = isLong ? Int(starts[firstOfRecord + width]) : start
                    failures.append(
                        StructuralFailure(
                            kind: .ragged(found: isBlank ? 0 : found), record: record,
                            range: min(first, end)..<end))
                }
                record += 1
                continue records
            }
        }

        position = min(position, count)
        recordStart[record] = UInt32(truncatingIfNeeded: position)
        firstCell[record] = UInt32(truncatingIfNeeded: cell)
        block.recordCount = record
        block.cellCount = cell
        chunk.parsed = position
        chunk.parsedRecords += record
        chunk.parsedLines = Int(lines)
        if record > 0 { findInvalidText(of: block, in: chunk, failures: &failures) }
        if failures.count > firstFailure + 1 {
            failures[firstFailure...].sort {
                ($0.record, $0.range.lowerBound, $0.rank) < (
                    $1.record, $1.range.lowerBound, $1.rank
                )
            }
        }
        return record > 0
    }

    /// Reports each cell with bytes that are not UTF-8, once. ASCII costs next to nothing.
    private func findInvalidText(
        of block: RecordBlock, in chunk: Chunk, failures: inout [StructuralFailure]
    ) {
        let text = chunk.text
        let end = Int(block.recordStart[block.recordCount])
        var index = Int(block.recordStart[0])
        var invalid: [Int] = []
        if let last = chunk.undecodable.last, last >= index {
            invalid = chunk.undecodable.filter { index <= $0 && $0 < end }
        }
        while index < end {
            let high = cbits_high64(text + index)
            guard high != 0 else {
                index += 64
                continue
            }
            index += high.trailingZeroBitCount
            while index < end, text[index] >= 0x80 {
                let length = UTF8Scalar.length(at: text + index, available: end - index)
                if length == 0 { invalid.append(index) }
                index += max(length, 1)
            }
        }
        guard !invalid.isEmpty else { return }
        var record = 0
        var lastCell = -1
        for offset in invalid.sorted() {
            while Int(block.recordStart[record + 1]) <= offset { record += 1 }
            let cells = Int(block.firstCell[record])..<Int(block.firstCell[record + 1])
            let cell = cells.last { Int(block.cellStart[$0]) <= offset } ?? cells.lowerBound
            guard cell != lastCell else { continue }
            lastCell = cell
            failures.append(
                StructuralFailure(
                    kind: .encoding, record: record, range: offset..<(offset + 1)))
        }
    }
}
