import StetCore

/// Records read again from a known place up to the one that is wanted.
///
/// Unsafe code: the block's text belongs to `chunk`, which this value keeps.
package struct LocatedRecord {
    private let chunk: Chunk
    private let block: RecordBlock
    private let quote: UInt8?
    /// Records from the known place to this one.
    package let recordsBefore: Int

    fileprivate init(chunk: Chunk, block: RecordBlock, quote: UInt8?, recordsBefore: Int) {
        self.chunk = chunk
        self.block = block
        self.quote = quote
        self.recordsBefore = recordsBefore
    }

    private var last: Int { block.recordCount - 1 }

    package var cells: [ByteString] { block.cells(ofRecord: last, quote: quote) }

    /// - Parameter linesBefore: physical lines of the file before the known place.
    package func position(ofColumn column: Int, linesBefore: Int) -> Position {
        var position = chunk.position(of: range(ofColumn: column).lowerBound)
        position.line += linesBefore
        return position
    }

    package func excerpt(ofColumn column: Int) -> Finding.Excerpt {
        chunk.excerpt(around: range(ofColumn: column))
    }

    private func range(ofColumn column: Int) -> Range<Int> {
        guard let cell = block.cell(record: last, column: column) else {
            let start = Int(block.recordStart[last])
            return start..<start
        }
        return Int(block.cellStart[cell])..<Int(block.cellEnd[cell])
    }
}

extension TableFile {
    /// Reads from the record at `start` up to the one at `offset`, both bytes of the file, which
    /// must be less than a block of records apart.
    package func records(from start: Int, upTo offset: Int) throws(StoreError) -> LocatedRecord {
        let chunk = Chunk(capacity: 4 << 10)
        source.begin(chunk, at: start)
        try source.load(into: chunk, upTo: offset + 4 << 10)
        var target = 0
        let exact = ExactRecordReader(source: source, dialect: dialect, width: columns.count)
        while true {
            let (next, _) = try exact.read(at: target, in: chunk)
            if chunk.fileOffset(of: target) >= offset || next == target {
                chunk.finish(count: next)
                break
            }
            target = next
        }
        let block = RecordBlock()
        var failures: [StructuralFailure] = []
        let parser = RecordParser(dialect: dialect, width: columns.count)
        guard parser.parse(chunk, into: block, failures: &failures) else {
            throw StoreError(path: path, reason: "it was changed while it was being checked")
        }
        return LocatedRecord(
            chunk: chunk, block: block, quote: dialect.quote, recordsBefore: block.recordCount - 1)
    }
}
