import StetCore
import StetStores

/// Writes records as a table of text that stands in no file, for the engine to read.
struct RecordTextWriter {
    private let snapshot: Snapshot
    private let writer: CellWriter

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        writer = CellWriter(dialect: Dialect(), width: snapshot.layout.columns.count)
    }

    /// A header, and a line for each record. A record that is too short, or too long, is so here
    /// too.
    func table(of rows: some Sequence<RowID>) throws(CollectionError) -> [UInt8] {
        var text: [UInt8] = []
        try append(snapshot.layout.columns.map { Cell($0.name) }, to: &text)
        for row in rows {
            var cells: [Cell?] = []
            for column in snapshot.layout.columns {
                cells.append(try snapshot.cell(row, column.id))
            }
            let source = snapshot.source
            if row.number <= source.recordCount {
                let all = try source.cells(ofRecord: row.number - 1)
                cells += all.dropFirst(source.columns.count).map { $0 }
            }
            while let last = cells.last, last == nil { cells.removeLast() }
            try append(cells, to: &text)
        }
        return text
    }

    private func append(_ cells: [Cell?], to text: inout [UInt8]) throws(CollectionError) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { text += writer.delimiter }
            guard let cell else { continue }
            do throws(CellWriteError) {
                text += try writer.cell(cell.text, habit: CellHabit(ofQuotedCell: cell.isQuoted))
            } catch {
                throw CollectionError(.unwritable, error.description)
            }
        }
        text.append(UInt8(ascii: "\n"))
    }
}
