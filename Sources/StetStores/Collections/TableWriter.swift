import StetCore

/// Turns a collection's pending edits into edits of its file's bytes, in the file's own dialect.
///
/// A cell that was not edited keeps its bytes; an edited one that was quoted stays quoted. Added
/// records are quoted like their neighbours and end like the one before them; a file without a
/// final line end has none afterwards.
package struct TableWriter {
    private let source: TableSource
    private let edits: PendingEdits
    private let cells: RecordWriter
    private var plan = SplicePlan()
    /// Records of the file before this one are taken care of.
    private var cursor = 0
    /// The file's last line has no line end.
    private let lacksFinalLineEnd: Bool

    /// - Parameter quotedEmptyIsText: quotes around nothing have a meaning, so that they are not
    ///   a matter of habit.
    /// - Throws: `.unreadable`, and `.unwritable` for what the dialect cannot hold.
    package static func plan(
        for edits: PendingEdits, of source: TableSource, quotedEmptyIsText: Bool
    ) throws(CollectionError) -> SplicePlan {
        var writer = try TableWriter(source, edits, quotedEmptyIsText)
        try writer.write()
        return writer.plan
    }

    private init(
        _ source: TableSource, _ edits: PendingEdits, _ quotedEmptyIsText: Bool
    ) throws(CollectionError) {
        self.source = source
        self.edits = edits
        cells = RecordWriter(source, edits, quotedEmptyIsText: quotedEmptyIsText)
        let last =
            source.recordCount > 0
            ? try source.place(ofRecord: source.recordCount - 1) : try source.placeOfHeader()
        lacksFinalLineEnd = last?.lineEnd.isEmpty ?? false
    }

    private mutating func write() throws(CollectionError) {
        if edits.changesLayout { try writeHeader() }
        let segments = edits.segments
        if source.recordCount == 0, lacksFinalLineEnd, !segments.isEmpty {
            plan.insert(cells.usualLineEnd, at: source.index.end)
        }
        for (number, segment) in segments.enumerated() {
            let isLast = number == segments.count - 1
            switch segment {
            case .file(let range, isMoved: false):
                plan.delete(try offset(ofRecord: cursor)..<offset(ofRecord: range.lowerBound))
                try keep(range, endsFile: isLast)
                cursor = range.upperBound
            case .file(let range, isMoved: true): try move(range, endsFile: isLast)
            case .inserted(let rows): try insert(rows, endsFile: isLast)
            }
        }
        plan.delete(try offset(ofRecord: cursor)..<source.index.end)
    }

    private func offset(ofRecord record: Int) throws(CollectionError) -> Int {
        record < source.recordCount
            ? try source.place(ofRecord: record).start : source.index.end
    }

    // MARK: The header

    private mutating func writeHeader() throws(CollectionError) {
        guard let place = try source.placeOfHeader() else {
            if source.dialect.hasHeader { return }
            guard !edits.columns.contains(where: \.isRenamed) else {
                throw CollectionError(
                    .unwritable, "\(source.name) has no header, so its fields cannot be renamed")
            }
            return
        }
        let names = edits.columns.enumerated().compactMap { index, column in
            column.fileColumn == nil || column.isRenamed
                ? PendingEdits.CellEdit(column: index, cell: Cell(column.name)) : nil
        }
        try replace(place, names)
    }

    // MARK: Records

    /// Records that stay where they are.
    private mutating func keep(
        _ range: Range<Int>, endsFile: Bool
    ) throws(CollectionError) {
        if edits.changesLayout {
            for record in range {
                try replace(source.place(ofRecord: record), cells.edits(ofRecord: record))
            }
        } else {
            for edit in cells.changed(in: range) {
                try replace(source.place(ofRecord: edit.record), edit.cells)
            }
        }
        guard lacksFinalLineEnd else { return }
        let last = range.upperBound - 1
        let isLastOfFile = range.upperBound == source.recordCount
        if isLastOfFile, !endsFile {
            plan.insert(try cells.lineEnd(before: last), at: source.index.end)
        } else if !isLastOfFile, endsFile {
            plan.delete(try source.place(ofRecord: last).lineEnd)
        }
    }

    private mutating func replace(
        _ place: RecordPlace, _ changes: [PendingEdits.CellEdit]
    ) throws(CollectionError) {
        let old = try source.read(place.content)
        let new = try cells.content(of: place, old, changes)
        guard new != old else { return }
        plan.replace(place.content, with: new, whoseDigestWas: ContentDigest.of(old))
    }

    /// Records that stood elsewhere.
    private mutating func move(
        _ range: Range<Int>, endsFile: Bool
    ) throws(CollectionError) {
        let target = try offset(ofRecord: cursor)
        for record in range {
            let place = try source.place(ofRecord: record)
            let changes = cells.edits(ofRecord: record)
            if changes.isEmpty, !edits.changesLayout {
                plan.insertCopy(of: place.content, at: target)
            } else {
                let old = try source.read(place.content)
                plan.insert(try cells.content(of: place, old, changes), at: target)
                plan.expect(place.content, digest: ContentDigest.of(old))
            }
            if lacksFinalLineEnd, endsFile, record == range.upperBound - 1 { continue }
            if place.lineEnd.isEmpty {
                plan.insert(try cells.lineEnd(before: record), at: target)
            } else {
                plan.insertCopy(of: place.lineEnd, at: target)
            }
        }
    }

    private mutating func insert(
        _ rows: [RowID], endsFile: Bool
    ) throws(CollectionError) {
        let target = try offset(ofRecord: cursor)
        let habits = try cells.habits(near: cursor - 1)
        let lineEnd = try cells.lineEnd(before: cursor)
        for (number, row) in rows.enumerated() {
            plan.insert(try cells.content(ofInserted: row, habits: habits), at: target)
            if lacksFinalLineEnd, endsFile, number == rows.count - 1 { continue }
            plan.insert(lineEnd, at: target)
        }
    }
}
