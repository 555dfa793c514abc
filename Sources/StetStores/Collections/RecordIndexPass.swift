import StetCore

/// Makes the index of a file's records: one sequential pass in bounded memory, at the speed of
/// the structural scanner.
struct RecordIndexPass {
    let source: TextSource
    let dialect: Dialect
    /// The header's number of cells.
    let width: Int

    /// Bytes of the file that are looked at together: few enough for the processor's cache.
    private static let windowSize = 256 << 10
    /// Bytes from one place of the index to the next.
    private static let stride = 1 << 10
    /// An index has no more places than this: in huge files they lie further apart.
    private static let placeLimit = 1 << 20

    /// - Parameter start: where the first record begins in the file.
    func index(from start: Int) throws(StoreError) -> RecordIndex {
        let size = source.file.size
        let stride = max(Self.stride, size / Self.placeLimit)
        var index = RecordIndex(end: size)
        guard start < size else { return index }
        index.add(offset: start, recordsBefore: 0)
        let chunk = Chunk(capacity: Self.windowSize)
        var offset = start
        while offset < size {
            source.begin(chunk, at: offset)
            try source.load(into: chunk, upTo: offset + max(Self.windowSize, stride * 4))
            offset = try addPlaces(of: chunk, stride: stride, to: &index)
        }
        return index
    }

    /// - Returns: the last place found, or the end of the file.
    private func addPlaces(
        of chunk: Chunk, stride: Int, to index: inout RecordIndex
    ) throws(StoreError) -> Int {
        let before = index.recordCount
        var scanner = StructuralScanner(dialect: dialect)
        var last = 0
        while true {
            let target = last + stride
            let found: Int?
            switch scanner.scan(
                chunk.text, available: chunk.count, isAtEnd: chunk.isAtEnd, target: target)
            {
            case .cut(let end): found = end
            case .needsExactReading: found = try readExactly(chunk, &scanner, target: target)
            case .needsText:
                // The next window begins at the last place; without one, the text must grow.
                if last > 0 { return chunk.fileOffset(of: last) }
                try source.load(
                    into: chunk, upTo: chunk.loadedTo + max(Self.windowSize, chunk.count))
                found = nil
            }
            guard let found else { continue }
            if chunk.isAtEnd, found == chunk.count {
                index.finish(recordCount: before + scanner.records)
                return index.end
            }
            last = found
            index.add(
                offset: chunk.fileOffset(of: found), recordsBefore: before + scanner.records)
        }
    }

    /// Reads the records that the scanner is not sure of.
    ///
    /// - Returns: a record start at or after the target; nil if the scanner may go on before.
    private func readExactly(
        _ chunk: Chunk, _ scanner: inout StructuralScanner, target: Int
    ) throws(StoreError) -> Int? {
        let exact = ExactRecordReader(source: source, dialect: dialect, width: width)
        let limit = scanner.position + 64
        repeat {
            let (next, ending) = try exact.read(at: scanner.recordStart, in: chunk)
            scanner.skip(to: next, endingIn: ending, in: chunk.text)
            if next >= target || chunk.isAtEnd && next == chunk.count { return next }
        } while scanner.recordStart < limit
        return nil
    }
}
