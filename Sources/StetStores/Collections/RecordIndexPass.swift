import StetCore

/// Makes the index of a file's records: one pass in bounded memory, at the speed of the structural
/// scanner. Two threads share a long file; the second begins behind a line feed, and where that
/// turns out to be inside a record, its work is done again.
struct RecordIndexPass {
    let source: TextSource
    let dialect: Dialect
    /// The header's number of cells.
    let width: Int
    /// Whether to find out what order the first column has.
    var ordersFirstColumn = false
    /// What to look for in the same pass.
    var finder: TextFinder?
    /// Bytes from which on a file is worth a second thread.
    var sizeForTwo = 8 << 20
    /// What may stop it; a thread of its own has none.
    var work = LongWork.current

    /// Bytes of the file that are looked at together: few enough for the processor's cache.
    private static let windowSize = 256 << 10
    /// Bytes from one place of the index to the next.
    private static let stride = 1 << 10
    /// An index has no more places than this: in huge files they lie further apart.
    private static let placeLimit = 1 << 20

    /// What the pass finds.
    struct Findings: Sendable {
        var index: RecordIndex
        /// nil: unknown, or not asked for.
        var firstColumn: FirstColumnOrder.Result?
        /// A quote may be out of place somewhere: such a record is read by what follows it.
        var hasOddQuotes = false
        /// For each of the finder's texts where in the file it stands as a cell may, ascending; nil:
        /// in too many places, or not asked for.
        var places: [[Int]]?

        /// Adds what was found from the last place on.
        mutating func join(_ rest: Findings) {
            index.join(rest.index)
            hasOddQuotes = hasOddQuotes || rest.hasOddQuotes
            firstColumn = FirstColumnOrder.joined(firstColumn, rest.firstColumn)
            if let own = places, let others = rest.places {
                places = zip(own, others).map { $0 + $1 }
            } else {
                places = nil
            }
        }
    }

    /// - Parameter start: where the first record begins in the file.
    func findings(from start: Int) throws(StoreError) -> Findings {
        let size = source.file.size
        work?.begin("opening", of: size)
        guard size - start >= sizeForTwo, source.encoding == .utf8,
            let middle = try lineStart(after: (start + size) / 2)
        else { return try findings(from: start, until: size) }
        let (file, dialect, width, work) = (source.file, dialect, width, work)
        let (ordersFirstColumn, finder) = (ordersFirstColumn, finder)
        var (findings, rest) = try concurrently { () throws(StoreError) in
            let source = TextSource(file: file, encoding: .utf8)
            var pass = RecordIndexPass(source: source, dialect: dialect, width: width)
            (pass.ordersFirstColumn, pass.finder, pass.work) = (ordersFirstColumn, finder, work)
            return try pass.findings(from: middle, until: size)
        } while: { () throws(StoreError) in
            try self.findings(from: start, until: middle)
        }
        let reached = findings.index.lastPlace ?? size
        if reached != middle { rest = try self.findings(from: reached, until: size) }
        findings.join(rest)
        return findings
    }

    /// The place behind the next line feed; nil where none is near.
    private func lineStart(after offset: Int) throws(StoreError) -> Int? {
        let bytes = try source.file.read(offset..<min(offset + 64 << 10, source.file.size))
        return bytes.firstIndex(of: UInt8(ascii: "\n")).map { offset + $0 + 1 }
    }

    /// The places up to the first one that is not before `limit`.
    private func findings(from start: Int, until limit: Int) throws(StoreError) -> Findings {
        let size = source.file.size
        let stride = max(Self.stride, size / Self.placeLimit)
        var index = RecordIndex(end: size)
        guard start < size else { return Findings(index: index, places: finder.map { _ in [] }) }
        index.add(offset: start, recordsBefore: 0)
        let chunk = Chunk(capacity: Self.windowSize)
        let aside = Aside(of: self)
        var offset = start
        while offset < limit {
            if let work {
                guard !work.isStopped else {
                    throw StoreError(
                        path: source.file.path, reason: "interrupted before it was read")
                }
                // Two threads read as much; the first one tells of both.
                if limit < size {
                    work.advance(to: min(size, (offset - start) * 2))
                } else if start * 2 < size {
                    work.advance(to: offset)
                }
            }
            source.begin(chunk, at: offset)
            try source.load(into: chunk, upTo: offset + max(Self.windowSize, stride * 4))
            offset = try addPlaces(of: chunk, stride: stride, until: limit, to: &index, aside)
        }
        return Findings(
            index: index, firstColumn: aside.order?.result, hasOddQuotes: aside.hasOddQuotes,
            places: aside.isTooMuch ? nil : aside.places)
    }

    /// What is found out on the side, from the bytes of the records between two places.
    private final class Aside {
        let order: FirstColumnOrder?
        let finder: TextFinder?
        var places: [[Int]]?
        var hasOddQuotes = false
        private var count = 0

        init(of pass: RecordIndexPass) {
            order = pass.ordersFirstColumn ? FirstColumnOrder(pass.dialect) : nil
            finder = pass.finder
            places = finder.map { Array(repeating: [], count: $0.texts.count) }
        }

        var isTooMuch: Bool { count > TextFinder.placeLimit }

        /// Takes whole records.
        func take(_ chunk: Chunk, _ range: Range<Int>) {
            order?.take(chunk.text, range)
            guard let finder, !isTooMuch else { return }
            finder.findAll(in: chunk.text, range) { number, place in
                places?[number].append(chunk.fileOffset(of: place))
                count += 1
            }
        }
    }

    /// - Returns: the last place found, or the end of the file.
    private func addPlaces(
        of chunk: Chunk, stride: Int, until limit: Int, to index: inout RecordIndex, _ aside: Aside
    ) throws(StoreError) -> Int {
        let before = index.recordCount
        var scanner = StructuralScanner(dialect: dialect)
        var last = 0
        while true {
            // Text is as long as its bytes where there is a limit before the end.
            let target = min(last + stride, max(last + 1, limit - chunk.fileOffset))
            let found: Int?
            switch scanner.scan(
                chunk.text, available: chunk.count, isAtEnd: chunk.isAtEnd, target: target,
                masks: chunk.masks)
            {
            case .cut(let end): found = end
            case .needsExactReading:
                aside.order?.giveUp()
                aside.hasOddQuotes = true
                found = try readExactly(chunk, &scanner, target: target)
            case .needsText:
                // The next window begins at the last place; without one, the text must grow.
                if last > 0 { return chunk.fileOffset(of: last) }
                try source.load(
                    into: chunk, upTo: chunk.loadedTo + max(Self.windowSize, chunk.count))
                found = nil
            }
            guard let found else { continue }
            aside.take(chunk, last..<found)
            if chunk.isAtEnd, found == chunk.count {
                index.finish(recordCount: before + scanner.records)
                return index.end
            }
            last = found
            let place = chunk.fileOffset(of: found)
            index.add(offset: place, recordsBefore: before + scanner.records)
            if place >= limit { return place }
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
