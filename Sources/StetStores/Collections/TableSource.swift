import StetCore

/// The records of a delimited text file for a collection. Opening makes one pass for record
/// starts and keeps one in every thousand bytes; records are split when they are asked for.
///
/// The file stays open, so that the records stay what they were when another program, or a
/// commit, puts a new file in its place.
package final class TableSource: RecordSource {
    package let name: String
    package let columns: [ByteString]
    package let readOnlyReason: String?
    /// What the file was when it was opened; nil where it cannot be written anyway.
    package let fingerprint: FileFingerprint?
    package let table: TableFile
    let index: RecordIndex
    private let window: RecordWindow
    private let writer: CellWriter

    package let ascendingFirstColumn: AscendingTexts?
    /// A quote may be out of place somewhere.
    let hasOddQuotes: Bool
    /// Where texts that were wanted at the opening stand as a cell may.
    private let places: [[UInt8]: [Int]]

    /// Bytes of a file that a scan splits together.
    private static let scanSize = 128 << 10

    package var dialect: Dialect { table.dialect }
    package var recordCount: Int { index.recordCount }

    /// What the source will be asked for: found out at the opening, while the file is read anyway.
    package struct Wishes: Sendable {
        /// Records by key, and these are its fields; empty: no key is declared. nil: none.
        package var key: [String]?
        /// Texts of cells.
        package var texts: [[UInt8]]

        package init(key: [String]? = nil, texts: [[UInt8]] = []) {
            self.key = key
            self.texts = texts
        }
    }

    /// - Parameter path: `-` is standard input, which is read-only.
    package convenience init(
        path: String, options: DialectOptions = DialectOptions(), wishes: Wishes = Wishes()
    ) throws(StoreError) {
        // Before the file is opened: if it is replaced in between, a commit is refused.
        var fingerprint: FileFingerprint?
        var reason: String? = path == "-" ? "it is standard input" : nil
        if reason == nil {
            do throws(SystemError) {
                fingerprint = try FileFingerprint(path: path)
            } catch {
                // Opening it says what is wrong; where that succeeds, the file is only read.
                reason = "\(error)"
            }
        }
        let table = try TableFile(path: path, options: options)
        if let compression = table.source.file.compression {
            reason = "it is compressed (\(compression.rawValue)); decompress it first"
        }
        try self.init(
            of: table, name: path, fingerprint: fingerprint, readOnlyReason: reason,
            wishes: wishes)
    }

    /// A text in UTF-8 with a header, which stands for a file that is written otherwise.
    package convenience init(
        name: String, text: [UInt8], readOnlyReason: String
    ) throws(StoreError) {
        try self.init(
            of: TableFile(name: name, text: text), name: name, fingerprint: nil,
            readOnlyReason: readOnlyReason, wishes: Wishes())
    }

    private init(
        of table: TableFile, name: String, fingerprint: FileFingerprint?, readOnlyReason: String?,
        wishes: Wishes
    ) throws(StoreError) {
        self.table = table
        self.fingerprint = fingerprint
        self.readOnlyReason = readOnlyReason
        self.name = name
        columns = table.columns.map(\.name)
        let first = columns.first.map { [$0.description] } ?? []
        let finder = TextFinder(wishes.texts, in: table)
        let findings = try RecordIndexPass(
            source: TextSource(file: table.source.file, encoding: table.dialect.encoding),
            dialect: table.dialect, width: columns.count,
            ordersFirstColumn: wishes.key.map { $0.isEmpty || $0 == first } ?? false, finder: finder
        ).findings(from: table.bodyOffset)
        (index, hasOddQuotes) = (findings.index, findings.hasOddQuotes)
        ascendingFirstColumn = findings.firstColumn.map { AscendingTexts(starts: $0.starts) }
        places = Dictionary(
            zip(finder?.texts ?? [], findings.places ?? []), uniquingKeysWith: { $1 })
        window = Self.window(of: table)
        writer = CellWriter(dialect: table.dialect, width: columns.count)
    }

    private static func window(of table: TableFile) -> RecordWindow {
        RecordWindow(
            source: TextSource(file: table.source.file, encoding: table.dialect.encoding),
            dialect: table.dialect, width: table.columns.count)
    }

    package func cells(ofRecord record: Int) throws(CollectionError) -> [Cell] {
        try show(record)
        return window.cells(ofRecord: record)
    }

    package func cell(record: Int, column: Int) throws(CollectionError) -> Cell? {
        try show(record)
        return window.cell(record: record, column: column)
    }

    package func scan(
        records: Range<Int>, columns: [Int], _ body: (Int, [Cell?]) -> Bool
    ) throws(CollectionError) {
        // Its own window: the body may ask for other records.
        let window = Self.window(of: table)
        var cells = [Cell?](repeating: nil, count: columns.count)
        var record = records.lowerBound
        while record < records.upperBound {
            try load(record, into: window, length: Self.scanSize)
            repeat {
                while record < min(window.records.upperBound, records.upperBound) {
                    for (place, column) in columns.enumerated() {
                        cells[place] = window.cell(record: record, column: column)
                    }
                    guard body(record, cells) else { return }
                    record += 1
                }
            } while record < records.upperBound && window.advance()
        }
    }

    package func scanBlocks(
        records: Range<Int>, containing texts: [[UInt8]],
        _ body: (RecordBlock, Int, Range<Int>) -> Bool
    ) throws(CollectionError) -> Bool {
        guard let first = index.stretch(ofRecord: records.lowerBound),
            let last = index.stretch(ofRecord: records.upperBound - 1)
        else { return true }
        let window = Self.window(of: table)
        func show(
            _ stretch: (range: Range<Int>, firstRecord: Int)
        ) throws(StoreError) -> Bool {
            try window.load(stretch.range, firstRecord: stretch.firstRecord)
            repeat {
                let start = window.records.lowerBound
                let wanted = window.records.clamped(to: records)
                let inBlock = wanted.lowerBound - start..<wanted.upperBound - start
                if !wanted.isEmpty, !body(window.block, start, inBlock) { return false }
            } while window.advance()
            return true
        }
        do throws(StoreError) {
            var offset = first.range.lowerBound
            let end = last.range.upperBound
            if let places = try places(of: texts, in: offset..<end) {
                for place in places where place >= offset {
                    guard let stretch = index.stretch(ofOffset: place), try show(stretch) else {
                        break
                    }
                    offset = stretch.range.upperBound
                }
            } else {
                while offset < end,
                    let stretch = index.stretch(ofOffset: offset, length: Self.scanSize)
                {
                    guard try show(stretch) else { break }
                    offset = stretch.range.upperBound
                }
            }
        } catch {
            throw Self.unreadable(error)
        }
        return true
    }

    /// Where cells may have one of some texts, ascending; nil: they can be anywhere.
    private func places(of texts: [[UInt8]], in range: Range<Int>) throws(StoreError) -> [Int]? {
        let known = texts.compactMap { places[$0] }
        if !texts.isEmpty, known.count == texts.count {
            return known.flatMap { $0 }.filter(range.contains).sorted()
        }
        return try TextFinder(texts, in: table)?.places(in: range)
    }

    package func objection(to text: ByteString) -> String? {
        if dialect.encoding == .utf8, dialect.quote != nil { return nil }
        do throws(CellWriteError) {
            _ = try writer.cell(text, habit: CellHabit())
            return nil
        } catch {
            return error.description
        }
    }

    // MARK: For the writer

    func place(ofRecord record: Int) throws(CollectionError) -> RecordPlace {
        try show(record)
        return window.place(ofRecord: record)
    }

    /// Where the header stands; nil if the file has none.
    func placeOfHeader() throws(CollectionError) -> RecordPlace? {
        guard dialect.hasHeader, table.bodyOffset > table.headerOffset else { return nil }
        // As the header was read: when its width was not known yet.
        let header = RecordWindow(
            source: TextSource(file: table.source.file, encoding: dialect.encoding),
            dialect: dialect, width: -1)
        do throws(StoreError) {
            try header.load(table.headerOffset..<table.bodyOffset, firstRecord: 0)
        } catch {
            throw Self.unreadable(error)
        }
        return header.records.isEmpty ? nil : header.place(ofRecord: 0)
    }

    /// Has habits learn from the records around one.
    func teach(_ habits: inout ColumnHabits, near record: Int) throws(CollectionError) {
        guard recordCount > 0 else { return }
        try show(max(0, min(record, recordCount - 1)))
        window.teach(&habits)
    }

    func read(_ range: Range<Int>) throws(CollectionError) -> [UInt8] {
        do throws(StoreError) {
            return try table.read(range)
        } catch {
            throw Self.unreadable(error)
        }
    }

    private func show(_ record: Int) throws(CollectionError) {
        if !window.records.contains(record) { try load(record, into: window, length: 0) }
    }

    /// Has a window split the block of records in which one stands.
    private func load(
        _ record: Int, into window: RecordWindow, length: Int
    ) throws(CollectionError) {
        guard let stretch = index.stretch(ofRecord: record, length: length) else {
            throw CollectionError(.noSuchRow, "\(name) has no record \(record + 1)")
        }
        do throws(StoreError) {
            try window.load(stretch.range, firstRecord: stretch.firstRecord)
        } catch {
            throw Self.unreadable(error)
        }
        while !window.records.contains(record) {
            guard window.advance() else {
                throw CollectionError(
                    .unreadable,
                    "\(name) was changed in place by another program; open it again")
            }
        }
    }

    private static func unreadable(_ error: StoreError) -> CollectionError {
        CollectionError(.unreadable, error.description)
    }
}
