import StetCore

/// A column of a table file.
package struct Column: Hashable, Sendable {
    /// What the header says; without a header the column's number, from 1.
    package var name: ByteString
    /// The header's cell; without a header the first record's.
    package var position: Position
}

/// Something about a file or its header rather than one record.
package struct StructuralFinding: Sendable {
    package var code: String
    package var severity: Severity
    package var message: String
    package var position: Position?
    package var excerpt: Finding.Excerpt?
}

/// A delimited text file, read from front to back in chunks of whole records.
///
/// `nextChunk` and what it changes (`findings`, `recordsRead`, `lineEnds`) are for one thread at a
/// time; all else may be used from several at once.
package final class TableFile {
    package let path: String
    package let dialect: Dialect
    package let columns: [Column]
    /// What the header's bytes are about; `csv.line_ends` joins them with the last chunk.
    package private(set) var findings: [StructuralFinding]
    /// Bytes.
    package var size: Int { file.size }
    /// Records that chunks have been cut from so far, the header not counted.
    package var recordsRead: Int { pass.records }
    /// How the records read so far end, the header counted.
    package var lineEnds: LineEndCounts { pass.lineEnds }

    package static let chunkSize = 8 << 20

    /// Where the header begins in the file: behind a byte order mark.
    let headerOffset: Int
    /// Where the first record begins in the file.
    let bodyOffset: Int
    let file: DataFile
    let source: TextSource
    /// The edits that are read with the file, though no commit wrote them.
    var spliced: SplicedContent?
    private var pass: StructuralPass

    /// Opens a file, finds its dialect and reads its header.
    ///
    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - options: the parts of the dialect that are not to be found.
    ///   - chunkSize: bytes of the file for each chunk.
    package convenience init(
        path: String, options: DialectOptions = DialectOptions(),
        chunkSize: Int = TableFile.chunkSize
    ) throws(StoreError) {
        try self.init(DataFile(path: path), options: options, chunkSize: chunkSize)
    }

    init(_ file: DataFile, options: DialectOptions, chunkSize: Int) throws(StoreError) {
        self.file = file
        path = file.path
        let mark = try ByteOrderMark(of: file, declared: options.encoding)
        source = TextSource(file: file, encoding: mark.encoding)
        let sample = Chunk()
        source.begin(sample, at: mark.length)
        try source.load(into: sample, upTo: mark.length + DialectDetector.sampleSize)
        let isWhole = sample.isAtEnd
        sample.finish(count: sample.count)
        var dialect = DialectDetector(path: file.path, options: options, isWhole: isWhole)
            .dialect(of: sample)
        dialect.encoding = mark.encoding
        dialect.hasByteOrderMark = mark.length > 0
        self.dialect = dialect

        let header = try HeaderReader(source: source, dialect: dialect).read(at: mark.length)
        columns = header.columns
        findings = header.findings
        headerOffset = mark.length
        bodyOffset = dialect.hasHeader ? header.end : mark.length
        pass = StructuralPass(
            source: source, dialect: dialect, width: header.columns.count, chunkSize: chunkSize,
            offset: bodyOffset,
            lines: dialect.hasHeader ? header.lines : 0,
            lineEnds: dialect.hasHeader ? header.lineEnds : LineEndCounts())
    }

    /// Fills the chunk with the next records.
    ///
    /// - Returns: false if there are none left.
    package func nextChunk(into chunk: Chunk) throws(StoreError) -> Bool {
        guard try pass.next(into: chunk) else { return false }
        if chunk.isLast, pass.lineEnds.areMixed {
            findings.append(
                StructuralFinding(
                    code: "csv.line_ends", severity: .warning,
                    message: "records end in different ways: \(pass.lineEnds.description)"))
        }
        return true
    }

    /// Bytes of the file as they stand in it; fewer than asked for at its end.
    package func read(_ range: Range<Int>) throws(StoreError) -> [UInt8] {
        try file.read(range)
    }

    /// The texts of the cells of the record that begins at a place in the file.
    package func record(atFileOffset offset: Int) throws(StoreError) -> [ByteString] {
        let chunk = Chunk(capacity: 4 << 10)
        let source = TextSource(file: file, encoding: dialect.encoding)
        source.begin(chunk, at: offset)
        try source.load(into: chunk, upTo: offset + 4 << 10)
        let exact = ExactRecordReader(source: source, dialect: dialect, width: columns.count)
        let (next, _) = try exact.read(at: 0, in: chunk)
        chunk.finish(count: next)
        let block = RecordBlock(cellCapacity: columns.count + 16)
        var failures: [StructuralFailure] = []
        let parser = RecordParser(dialect: dialect, width: columns.count)
        guard parser.parse(chunk, into: block, failures: &failures) else { return [] }
        return block.cells(ofRecord: 0, quote: dialect.quote)
    }
}

extension RecordBlock {
    /// The texts of a record's cells.
    package func cells(ofRecord record: Int, quote: UInt8?) -> [ByteString] {
        (Int(firstCell[record])..<Int(firstCell[record + 1])).map {
            cellText($0, quote: quote ?? 0)
        }
    }
}
