import StetCore

/// A block of records read again from the file, to look closer at some of them.
///
/// Unsafe code: the block's text belongs to `chunk`, which this object keeps.
package final class ReadBackBlock {
    /// Bytes of the file from the first record's start to the last one's end.
    package let range: Range<Int>
    private let chunk: Chunk
    private let block: RecordBlock
    private let quote: UInt8?

    fileprivate init(range: Range<Int>, chunk: Chunk, block: RecordBlock, quote: UInt8?) {
        self.range = range
        self.chunk = chunk
        self.block = block
        self.quote = quote
    }

    /// The number in the block of the record that begins at a place in the file.
    package func record(at offset: Int) -> Int? {
        var (low, high) = (0, block.recordCount)
        while low < high {
            let middle = (low + high) / 2
            let start = chunk.fileOffset(of: Int(block.recordStart[middle]))
            if start == offset { return middle }
            if start < offset { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    package func cells(ofRecord record: Int) -> [ByteString] {
        block.cells(ofRecord: record, quote: quote)
    }

    /// - Parameter linesBefore: physical lines of the file before the block.
    package func position(ofRecord record: Int, column: Int, linesBefore: Int) -> Position {
        var position = chunk.position(
            of: range(ofRecord: record, column: column).lowerBound,
            known: Int(block.recordStart[record]), lines: Int(block.line[record]))
        position.line += linesBefore
        return position
    }

    package func excerpt(ofRecord record: Int, column: Int) -> Finding.Excerpt {
        chunk.excerpt(around: range(ofRecord: record, column: column))
    }

    private func range(ofRecord record: Int, column: Int) -> Range<Int> {
        guard let cell = block.cell(record: record, column: column) else {
            let start = Int(block.recordStart[record])
            return start..<start
        }
        return Int(block.cellStart[cell])..<Int(block.cellEnd[cell])
    }
}

extension TableFile {
    /// Reads a part of the file that was one block of records.
    ///
    /// - Throws: also if the file is not what it was.
    package func block(in range: Range<Int>) throws(StoreError) -> ReadBackBlock {
        let chunk = Chunk(capacity: range.count + 64)
        // Its own source: another thread may read chunks meanwhile.
        let source = TextSource(file: file, encoding: dialect.encoding)
        source.begin(chunk, at: range.lowerBound)
        try source.load(into: chunk, upTo: range.upperBound)
        var end = chunk.count
        if chunk.fileOffset(of: end) > range.upperBound { end = range.count }
        chunk.finish(count: end)
        let block = RecordBlock()
        var failures: [StructuralFailure] = []
        let parser = RecordParser(dialect: dialect, width: columns.count)
        guard parser.parse(chunk, into: block, failures: &failures) else {
            throw StoreError(path: path, reason: "it was changed while it was being checked")
        }
        return ReadBackBlock(range: range, chunk: chunk, block: block, quote: dialect.quote)
    }
}
