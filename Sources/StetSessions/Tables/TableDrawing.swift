import StetCore
import StetText

extension RecordTable {
    /// What stands after a column's title: which way the table is sorted by it. Always as wide.
    package func indicator(_ name: String, _ measure: DisplayWidth = DisplayWidth()) -> String {
        guard let sort, sort.column == name else { return " " }
        let isNarrow = measure.columns(of: "▲") == 1
        return sort.isDescending ? (isNarrow ? "▼" : "v") : (isNarrow ? "▲" : "^")
    }

    /// The page that is shown, with its header above it and the number of pages below; lines that
    /// are safe to write to a terminal.
    package func lines(_ layout: ListLayout = ListLayout()) throws(Refusal) -> [String] {
        let rows = try pageRows()
        let (page, pages) = (try page(), try pageCount())
        let marks = setup.selection != .none
        let selected = Set(selection)
        let snapshot = collection.snapshot
        let text = try looking { () throws(Refusal) in
            var cells: [[TableCell]] = []
            for row in rows {
                let record = snapshot.record(row)
                var line = marks ? [TableCell(.text, selected.contains(row) ? "✓" : " ")] : []
                for column in setup.columns {
                    line.append(
                        try calling("column \"\(column.name)\"") {
                            try Self.cell(column, of: record)
                        })
                }
                cells.append(line)
            }
            var specification = TableSpecification(mode: .column)
            specification.widthLimit = layout.width
            specification.style = layout.style
            specification.measure = layout.measure
            let columns = setup.columns.map { column in
                StetText.TableColumn("\(column.title) \(indicator(column.name, layout.measure))")
            }
            return specification.text(
                columns: (marks ? [StetText.TableColumn(" ")] : []) + columns, rows: cells)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        if setup.rowsPerPage != nil { lines.append("page \(page + 1) of \(pages)") }
        return lines
    }

    private static func cell(
        _ column: RecordColumn, of record: RecordView
    ) throws -> TableCell {
        switch column.content {
        case .computed(let compute): return cell(try compute(record), text: nil)
        case .field(let field):
            let text = try record.cell(field)?.text
            switch try record.reading(field) {
            case .missing: return .missing
            case .illTyped: return TableCell(.text, (text?.bytes ?? [])[...])
            case .value(let value): return cell(value, text: text)
            }
        }
    }

    private static func cell(_ value: Value, text: ByteString?) -> TableCell {
        let bytes = text?.bytes ?? Array(value.description.utf8)
        switch value {
        case .missing: return .missing
        case .integer: return TableCell(.integer, bytes[...])
        case .number: return TableCell(.number, bytes[...])
        case .boolean(let value): return TableCell(.boolean(value), bytes[...])
        case .text(let value): return TableCell(.text, (text ?? value).bytes[...])
        }
    }
}
