import StetCore

/// The records of a sample, read in one of the dialects that it might be in.
struct SampleReading {
    let dialect: Dialect
    /// The cells' texts, without blank lines and a last record that may be cut off.
    private(set) var records: [[ByteString]] = []
    /// The number of cells that most records have.
    private(set) var width = 0
    /// The share of records that have it.
    private(set) var share = 0.0
    private(set) var quotedCells = 0
    private(set) var misquotedCells = 0
    private(set) var lineEnds = LineEndCounts()
    /// The share of unquoted cells that hold what might be another delimiter.
    private var suspect = 0.0
    /// No cell of some column but the header's is unquoted.
    private var hasQuotedColumn = false

    init(of sample: Chunk, dialect: Dialect, isWhole: Bool) {
        self.dialect = dialect
        sample.rewind()
        let block = RecordBlock()
        var failures: [StructuralFailure] = []
        let parser = RecordParser(dialect: dialect, width: -1)
        guard parser.parse(sample, into: block, failures: &failures) else { return }
        var count = block.recordCount
        let isCut = !isWhole && sample.parsed == sample.count
        if isCut, count > 1 { count -= 1 }

        var widths: [Int: Int] = [:]
        var plainCells = 0
        var suspectCells = 0
        var unquoted: [Int: Int] = [:]
        for record in 0..<count {
            countLineEnd(before: Int(block.recordStart[record + 1]), of: sample)
            let cells = Int(block.firstCell[record])..<Int(block.firstCell[record + 1])
            guard !cells.isEmpty else { continue }
            records.append(block.cells(ofRecord: record, quote: dialect.quote))
            widths[cells.count, default: 0] += 1
            for cell in cells {
                if block.cellFlags[cell] & RecordBlock.quoted != 0 {
                    quotedCells += 1
                } else {
                    plainCells += 1
                    suspectCells += isSuspect(block.rawCell(cell)) ? 1 : 0
                    if record > 0 { unquoted[cell - cells.lowerBound, default: 0] += 1 }
                }
            }
        }
        for failure in failures where failure.record < count {
            if case .quote = failure.kind { misquotedCells += 1 }
        }
        guard let most = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return }
        width = most.key
        share = Double(most.value) / Double(records.count)
        suspect = Double(suspectCells) / Double(max(plainCells, 1))
        hasQuotedColumn = records.count > 1 && (0..<width).contains { unquoted[$0] == nil }
    }

    private mutating func countLineEnd(before end: Int, of sample: Chunk) {
        switch sample.text[end - 1] {
        case UInt8(ascii: "\r"): lineEnds.count(.carriageReturn)
        case UInt8(ascii: "\n"):
            let isPair = end > 1 && sample.text[end - 2] == UInt8(ascii: "\r")
            lineEnds.count(isPair ? .carriageReturnLineFeed : .lineFeed)
        default: break
        }
    }

    /// How likely the dialect is the right one; 0 if it makes no more than one column.
    var score: Double {
        guard width > 1, let first = records.first else { return 0 }
        let agreement = first.count == width ? 1.0 : 0.5
        return share * share * agreement * (1 - suspect) * Double(width - 1) / Double(width)
    }

    /// The quote of the dialect is one: it stands around cells, and nowhere out of place.
    var isQuotedThroughout: Bool {
        quotedCells > 0 && misquotedCells == 0 && hasQuotedColumn
    }

    /// The cell holds a byte that delimits cells in other files. A comma that a blank follows
    /// belongs to prose, one between digits to a number.
    private func isSuspect(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, byte) in cell.enumerated()
        where byte != dialect.delimiter && DialectDetector.delimiters.contains(byte) {
            guard byte == UInt8(ascii: ",") else { return true }
            guard index + 1 < cell.count else { continue }
            let next = cell[index + 1]
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            let isDecimal =
                digits.contains(next) && (index == 0 || digits.contains(cell[index - 1]))
            if next != UInt8(ascii: " "), !isDecimal { return true }
        }
        return false
    }
}
