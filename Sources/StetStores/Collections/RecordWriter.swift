import StetCore

/// Writes single records: edited ones around the bytes that stay, added ones like their
/// neighbours.
struct RecordWriter {
    private let source: TableSource
    private let edits: PendingEdits
    private let quotedEmptyIsText: Bool
    private let writer: CellWriter
    private let changed: [Int: Int]

    init(_ source: TableSource, _ edits: PendingEdits, quotedEmptyIsText: Bool) {
        self.source = source
        self.edits = edits
        self.quotedEmptyIsText = quotedEmptyIsText
        writer = CellWriter(dialect: source.dialect, width: edits.columns.count)
        changed = Dictionary(
            edits.changed.enumerated().map { ($1.record, $0) }, uniquingKeysWith: { $1 })
    }

    var usualLineEnd: [UInt8] { writer.lineEnd() }

    /// The edited records of a range, in order.
    func changed(in range: Range<Int>) -> ArraySlice<PendingEdits.RecordEdit> {
        let all = edits.changed
        func firstIndex(from record: Int) -> Int {
            var (low, high) = (0, all.count)
            while low < high {
                let middle = (low + high) / 2
                if all[middle].record < record { low = middle + 1 } else { high = middle }
            }
            return low
        }
        return all[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
    }

    func edits(ofRecord record: Int) -> [PendingEdits.CellEdit] {
        changed[record].map { edits.changed[$0].cells } ?? []
    }

    /// What a record's line is to be, without its end.
    ///
    /// - Parameter old: the bytes at `place.content`.
    func content(
        of place: RecordPlace, _ old: [UInt8], _ changes: [PendingEdits.CellEdit]
    ) throws(CollectionError) -> [UInt8] {
        func raw(_ range: Range<Int>) -> [UInt8] {
            Array(old[range.lowerBound - place.start..<range.upperBound - place.start])
        }
        func isQuoted(_ range: Range<Int>) -> Bool {
            guard let quote = source.dialect.quote, !range.isEmpty else { return false }
            let bytes = raw(range)
            return bytes.starts(with: writer.encoded(quote)) && bytes.count > 1
        }
        var parts: [[UInt8]?] = []
        var next = changes.startIndex
        for (index, column) in edits.columns.enumerated() {
            let range = column.fileColumn.flatMap {
                place.cells.indices.contains($0) ? place.cells[$0] : nil
            }
            if next < changes.endIndex, changes[next].column == index {
                let cell = changes[next].cell
                next += 1
                guard let cell else {
                    parts.append(nil)
                    continue
                }
                parts.append(try written(cell, wasQuoted: range.map(isQuoted) ?? false))
            } else if column.fileColumn == nil {
                guard let filler = column.filler else {
                    parts.append(nil)
                    continue
                }
                parts.append(try written(filler, wasQuoted: false))
            } else {
                parts.append(range.map(raw))
            }
        }
        // What stands beyond the last column stays.
        parts += place.cells.dropFirst(source.columns.count).map(raw)
        let content = try joined(parts)
        if place.isMisquoted, !isRead(content, as: parts) {
            // A quote out of place would take a new neighbour into its cell.
            return try joined(try parts.map(requoted))
        }
        return content
    }

    /// Whether each part is read as a cell of its own.
    private func isRead(_ content: [UInt8], as parts: [[UInt8]?]) -> Bool {
        func cells(_ text: [UInt8], width: Int) -> [Cell] {
            let window = RecordWindow(
                source: source.table.source, dialect: source.dialect, width: width)
            window.load(text: Transcoder(encoding: source.dialect.encoding).text(of: text))
            return window.records.count == 1 ? window.cells(ofRecord: 0) : []
        }
        let single = parts.map { cells($0 ?? [], width: 1).first?.text ?? "" }
        return cells(content, width: writer.width).map(\.text) == single
    }

    /// The bytes of a cell written so that nothing around them changes what they mean.
    private func requoted(_ part: [UInt8]?) throws(CollectionError) -> [UInt8]? {
        guard let part, let quote = source.dialect.quote else { return part }
        let mark = writer.encoded(quote)
        guard part.starts(with: mark) else { return part }
        let decoded = Transcoder(encoding: source.dialect.encoding).text(of: part)
        let window = RecordWindow(
            source: source.table.source, dialect: source.dialect, width: 1)
        window.load(text: decoded)
        guard window.records.count == 1, let cell = window.cells(ofRecord: 0).first else {
            return part
        }
        return try written(cell, CellHabit(ofQuotedCell: true))
    }

    /// The line of a new record, without its end.
    func content(ofInserted row: RowID, habits: ColumnHabits) throws(CollectionError) -> [UInt8] {
        var parts: [[UInt8]?] = []
        for (index, cell) in (edits.inserted[row] ?? []).enumerated() {
            var habit =
                edits.columns[index].fileColumn.map(habits.habit(ofColumn:)) ?? CellHabit()
            adapt(&habit, to: cell)
            parts.append(try written(cell, habit))
        }
        return try joined(parts)
    }

    func habits(near record: Int) throws(CollectionError) -> ColumnHabits {
        var habits = ColumnHabits(dialect: source.dialect, width: source.columns.count)
        try source.teach(&habits, near: record)
        return habits
    }

    /// How the line before a record ends; where it does not, how most lines of the file end.
    func lineEnd(before record: Int) throws(CollectionError) -> [UInt8] {
        let before =
            record > 0
            ? try source.place(ofRecord: record - 1) : try source.placeOfHeader()
        guard let before, !before.lineEnd.isEmpty else { return usualLineEnd }
        return try source.read(before.lineEnd)
    }

    private func written(_ cell: Cell, wasQuoted: Bool) throws(CollectionError) -> [UInt8] {
        var habit = CellHabit(ofQuotedCell: wasQuoted)
        adapt(&habit, to: cell)
        return try written(cell, habit)
    }

    private func adapt(_ habit: inout CellHabit, to cell: Cell) {
        if cell.isQuoted { habit.isQuoted = true }
        if quotedEmptyIsText {
            habit.quotesEmpty = cell.isQuoted
        } else if cell.isQuoted {
            habit.quotesEmpty = true
        }
    }

    private func written(_ cell: Cell, _ habit: CellHabit) throws(CollectionError) -> [UInt8] {
        do throws(CellWriteError) {
            return try writer.cell(cell.text, habit: habit)
        } catch {
            throw CollectionError(.unwritable, "\(source.name): \(error.description)")
        }
    }

    /// Cells with delimiters between them; those that are lacking at the end are left out.
    private func joined(_ parts: [[UInt8]?]) throws(CollectionError) -> [UInt8] {
        var parts = parts
        while let last = parts.last, last == nil { parts.removeLast() }
        if parts.count == 1, parts[0]?.isEmpty ?? true {
            // Without quotes it would be a blank line.
            return try written(Cell("", isQuoted: true), CellHabit(ofQuotedCell: true))
        }
        return Array(parts.map { $0 ?? [] }.joined(separator: writer.delimiter))
    }
}
