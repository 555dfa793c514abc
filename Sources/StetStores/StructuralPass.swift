import StetCore

/// Cuts a file into chunks of whole records, in file order.
///
/// A cut is the first record start at or after each multiple of `chunkSize` in the file, so that
/// chunks depend on nothing but the file.
struct StructuralPass {
    let source: TextSource
    let dialect: Dialect
    /// The header's number of cells.
    let width: Int
    /// Bytes of the file.
    let chunkSize: Int
    /// Where the next chunk begins in the file.
    private(set) var offset: Int
    /// Records before it.
    private(set) var records = 0
    /// Physical lines before it.
    private(set) var lines: Int
    private(set) var lineEnds: LineEndCounts

    init(
        source: TextSource, dialect: Dialect, width: Int, chunkSize: Int, offset: Int,
        lines: Int, lineEnds: LineEndCounts
    ) {
        self.source = source
        self.dialect = dialect
        self.width = width
        self.chunkSize = chunkSize
        self.offset = offset
        self.lines = lines
        self.lineEnds = lineEnds
    }

    /// - Returns: false if no record is left.
    mutating func next(into chunk: Chunk) throws(StoreError) -> Bool {
        source.begin(chunk, at: offset)
        chunk.recordsBefore = records
        chunk.linesBefore = lines
        guard !chunk.isAtEnd else {
            chunk.finish(count: 0)
            return false
        }
        var target = (offset / chunkSize + 1) * chunkSize
        if dialect.encoding.unitSize == 2 { target += target & 1 }
        chunk.target = target
        var scanner = StructuralScanner(dialect: dialect)
        let end = try findCut(of: chunk, target: target, scanner: &scanner)

        offset = chunk.fileOffset(of: end)
        chunk.isLast = chunk.isAtEnd && end == chunk.count
        chunk.records = scanner.records
        chunk.lines = scanner.lines
        chunk.finish(count: end)
        records += scanner.records
        lines += scanner.lines
        lineEnds.add(scanner.lineEnds)
        return true
    }

    /// Loads text until the chunk's end is found.
    private func findCut(
        of chunk: Chunk, target: Int, scanner: inout StructuralScanner
    ) throws(StoreError) -> Int {
        let exact = ExactRecordReader(source: source, dialect: dialect, width: width)
        // Text beyond the target in which the end of the last record is looked for.
        let slack = TextSource.pieceSize
        while true {
            let outcome = scanner.scan(
                chunk.text, available: chunk.count, isAtEnd: chunk.isAtEnd,
                target: chunk.textOffset(ofTarget: target), masks: chunk.masks)
            switch outcome {
            case .cut(let end):
                return end
            case .needsText where chunk.loadedTo < target:
                try source.load(
                    into: chunk, upTo: min(target, chunk.loadedTo + TextSource.readSize))
            case .needsText where chunk.loadedTo < target + slack:
                try source.load(into: chunk, upTo: target + slack)
            case .needsText, .needsExactReading:
                let limit = scanner.position + 64
                repeat {
                    let (next, ending) = try exact.read(at: scanner.recordStart, in: chunk)
                    scanner.skip(to: next, endingIn: ending, in: chunk.text)
                    if next >= chunk.textOffset(ofTarget: target)
                        || chunk.isAtEnd && next == chunk.count
                    {
                        return next
                    }
                } while scanner.recordStart < limit
            }
        }
    }
}
