import StetCore

/// A stretch of a file with the records in it, split into cells; used again and again.
///
/// Unsafe code: reads the block's text, which belongs to `chunk`; both are filled together by
/// `load` and `advance`, and neither leaves the window.
final class RecordWindow {
    private let source: TextSource
    private let parser: RecordParser
    private let chunk: Chunk
    let block: RecordBlock
    private var failures: [StructuralFailure] = []
    private var firstOfStretch = 0
    /// The records of the file that are split at the moment.
    private(set) var records = 0..<0

    init(source: TextSource, dialect: Dialect, width: Int) {
        self.source = source
        parser = RecordParser(dialect: dialect, width: width)
        chunk = Chunk(capacity: 4 << 10)
        block = RecordBlock(cellCapacity: 4 << 10)
    }

    /// Takes another stretch, which begins and ends between records, and splits its first ones.
    func load(_ range: Range<Int>, firstRecord: Int) throws(StoreError) {
        records = 0..<0
        source.begin(chunk, at: range.lowerBound)
        chunk.target = range.upperBound
        try source.load(into: chunk, upTo: range.upperBound)
        var count = chunk.count
        // Transcoding may have gone some characters too far.
        while count > 0, chunk.fileOffset(of: count) > range.upperBound {
            repeat { count -= 1 } while count > 0 && chunk.text[count] & 0xC0 == 0x80
        }
        chunk.finish(count: count)
        firstOfStretch = firstRecord
        _ = advance()
    }

    /// Takes text that stands in no file, in UTF-8.
    func load(text: [UInt8]) {
        chunk.load(text: text)
        firstOfStretch = 0
        _ = advance()
    }

    /// Splits the next records of the stretch.
    ///
    /// - Returns: false if there are none.
    func advance() -> Bool {
        failures.removeAll(keepingCapacity: true)
        guard parser.parse(chunk, into: block, failures: &failures) else {
            records = 0..<0
            return false
        }
        let first = firstOfStretch + block.firstRecord
        records = first..<first + block.recordCount
        return true
    }

    /// A cell of one of `records`; nil where the record is too short.
    func cell(record: Int, column: Int) -> Cell? {
        block.cell(record: record - records.lowerBound, column: column).map(cell)
    }

    func cells(ofRecord record: Int) -> [Cell] {
        let place = record - records.lowerBound
        return (Int(block.firstCell[place])..<Int(block.firstCell[place + 1])).map(cell)
    }

    private func cell(_ cell: Int) -> Cell {
        Cell(
            block.cellText(cell, quote: parser.dialect.quote ?? 0),
            isQuoted: block.cellFlags[cell] & RecordBlock.quoted != 0)
    }

    /// Where one of `records` and its cells stand in the file.
    func place(ofRecord record: Int) -> RecordPlace {
        let number = record - records.lowerBound
        var place = RecordPlace(start: chunk.fileOffset(of: Int(block.recordStart[number])))
        for cell in Int(block.firstCell[number])..<Int(block.firstCell[number + 1]) {
            let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
            let start = Int(block.cellStart[cell]) - (isQuoted ? 1 : 0)
            let end = Int(block.cellEnd[cell]) + (isQuoted ? 1 : 0)
            place.cells.append(chunk.fileOffset(of: start)..<chunk.fileOffset(of: end))
        }
        place.contentEnd = place.cells.last?.upperBound ?? place.start
        place.end = chunk.fileOffset(of: Int(block.recordStart[number + 1]))
        place.isMisquoted = failures.contains {
            guard case .quote = $0.kind else { return false }
            return $0.record == number
        }
        return place
    }

    /// Learns from all of `records` how columns are quoted.
    func teach(_ habits: inout ColumnHabits) {
        habits.observe(block, records: 0..<block.recordCount)
    }
}

/// Where a record stands in a file, in bytes of it.
struct RecordPlace {
    var start: Int
    /// Where the line end begins.
    var contentEnd = 0
    /// One past the line end.
    var end = 0
    /// The cells, each with its quotes.
    var cells: [Range<Int>] = []
    /// A quote is out of place in it.
    var isMisquoted = false

    var content: Range<Int> { start..<contentEnd }
    var lineEnd: Range<Int> { contentEnd..<end }
}
