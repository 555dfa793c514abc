/// Some hundred records of one chunk, split into cells: what the reader hands to the checks.
///
/// Arrays of offsets into the chunk's text, reused from block to block, so that no object is made
/// for a record or a cell. Unsafe code: the pointers are valid until `deinit`; the first
/// `recordCount + 1` entries of `recordStart` and `firstCell`, the first `recordCount` of `line`,
/// and the first `cellCount` of the cell arrays are initialised; offsets are below `textCount`.
/// A block belongs to one thread.
package final class RecordBlock {
    /// A cell was written in quotes; its range is what stands between them.
    package static let quoted: UInt8 = 1
    /// A quoted cell holds doubled quotes, which stand for one.
    package static let doubled: UInt8 = 2

    package static let recordCapacity = 1024

    /// The chunk's text in UTF-8 (unless its bytes are invalid), owned by the chunk. At least 64
    /// bytes behind its end are readable, so that checks may look at a cell in whole words.
    package var text: UnsafePointer<UInt8>
    package var textCount = 0
    /// The quote of the file's dialect; 0: it has none.
    package var quote: UInt8 = 0
    package var recordCount = 0
    package var cellCount = 0
    /// Records of the chunk that came before this block's first.
    package var firstRecord = 0

    /// Where each record begins; one more: where the last one ends, line end included.
    package let recordStart: UnsafeMutablePointer<UInt32>
    /// The first cell of each record; one more: `cellCount`.
    package let firstCell: UnsafeMutablePointer<UInt32>
    /// Physical lines of the chunk before the one on which the record begins.
    package let line: UnsafeMutablePointer<UInt32>
    package private(set) var cellStart: UnsafeMutablePointer<UInt32>
    package private(set) var cellEnd: UnsafeMutablePointer<UInt32>
    package private(set) var cellFlags: UnsafeMutablePointer<UInt8>
    package private(set) var cellCapacity: Int

    package init(cellCapacity: Int = 16 * RecordBlock.recordCapacity) {
        text = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        recordStart = .allocate(capacity: Self.recordCapacity + 1)
        firstCell = .allocate(capacity: Self.recordCapacity + 1)
        line = .allocate(capacity: Self.recordCapacity + 1)
        cellStart = .allocate(capacity: cellCapacity)
        cellEnd = .allocate(capacity: cellCapacity)
        cellFlags = .allocate(capacity: cellCapacity)
        self.cellCapacity = cellCapacity
    }

    deinit {
        recordStart.deallocate()
        firstCell.deallocate()
        line.deallocate()
        cellStart.deallocate()
        cellEnd.deallocate()
        cellFlags.deallocate()
    }

    /// Makes room for more cells; the pointers read before are invalid afterwards.
    package func growCells() {
        func grown<Element>(_ old: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Element> {
            let new = UnsafeMutablePointer<Element>.allocate(capacity: cellCapacity * 2)
            new.moveInitialize(from: old, count: cellCapacity)
            old.deallocate()
            return new
        }
        cellStart = grown(cellStart)
        cellEnd = grown(cellEnd)
        cellFlags = grown(cellFlags)
        cellCapacity *= 2
    }

    /// The index of a cell in the cell arrays, or nil where the record has no such column.
    package func cell(record: Int, column: Int) -> Int? {
        let cell = Int(firstCell[record]) + column
        return cell < Int(firstCell[record + 1]) ? cell : nil
    }

    /// The bytes between a cell's ends as they stand in the file, doubled quotes included.
    package func rawCell(_ cell: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(cellStart[cell])
        return UnsafeBufferPointer(start: text + start, count: Int(cellEnd[cell]) - start)
    }

    /// Whether a record has a cell in a column that means this text.
    package func isCell(_ record: Int, column: Int, _ text: ByteString) -> Bool {
        guard let cell = cell(record: record, column: column) else { return false }
        return text.bytes.withUnsafeBufferPointer { isCell(cell, $0) }
    }

    /// Whether a cell means this text.
    package func isCell(_ cell: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = rawCell(cell)
        if cellFlags[cell] & Self.doubled != 0 {
            return cellText(cell, quote: quote).bytes.elementsEqual(wanted)
        }
        return raw.count == wanted.count && raw.elementsEqual(wanted)
    }

    /// The text that a cell means: doubled quotes undone.
    package func cellText(_ cell: Int, quote: UInt8) -> ByteString {
        let raw = rawCell(cell)
        guard cellFlags[cell] & Self.doubled != 0 else { return ByteString(raw) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            bytes.append(raw[index])
            let isDoubled =
                raw[index] == quote && index + 1 < raw.count && raw[index + 1] == quote
            index += isDoubled ? 2 : 1
        }
        return ByteString(bytes)
    }
}
