/// Tables with aligned columns: `box`, `ascii` and `column`.
///
/// Widths come from the first rows, after which each row is written as it comes; with a row limit
/// the shown rows are kept to the end. Columns are squeezed to the screen; if that fails the table
/// is written as records.
struct GridRenderer: TableRenderer {
    private let specification: TableSpecification
    private let borders: GridBorders
    private var columns: [TableColumn] = []
    private var headings: [CellText] = []
    /// The rows before the widths are known.
    private var waiting: [[TableCell]] = []
    private var window: RowWindow<[TableCell]>?
    private var layout: ColumnLayout?
    private var records: RecordRenderer?

    init(_ specification: TableSpecification) {
        self.specification = specification
        borders = GridBorders.of(specification)
        window = specification.rowLimit.map { RowWindow(limit: $0) }
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        self.columns = columns
        headings = columns.map(specification.heading)
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        if window != nil {
            window?.add(cells)
        } else if records != nil {
            records?.row(cells, into: &output)
        } else if let layout {
            write(cells.prepared(columns.count, specification), layout, into: &output)
        } else {
            waiting.append(cells)
            if waiting.count >= specification.sampleSize { writeWaiting(into: &output) }
        }
    }

    mutating func end(into output: inout [UInt8]) {
        if let window {
            writeWindow(window, into: &output)
        } else if layout == nil, records == nil {
            writeWaiting(into: &output)
        }
        if records != nil {
            records?.end(into: &output)
        } else if let layout, let bottom = borders.bottom {
            writeLine(borders.rule(bottom, layout), into: &output)
        }
        if let window, window.hidden > 0, records == nil {
            let shown = window.count - window.hidden
            let note = "\(English.grouped(shown)) of \(English.count(window.count, "row")) shown"
            writeLine(specification.style.dim(note), into: &output)
        }
    }

    private mutating func writeWaiting(into output: inout [UInt8]) {
        settle(waiting, into: &output)
        let rows = waiting
        waiting = []
        for cells in rows { row(cells, into: &output) }
    }

    private mutating func writeWindow(
        _ window: RowWindow<[TableCell]>, into output: inout [UInt8]
    ) {
        let final = window.final
        settle(window.first + final, into: &output)
        if records != nil {
            for cells in window.first { records?.row(cells, into: &output) }
            records?.skip(window.hidden, into: &output)
            for cells in final { records?.row(cells, into: &output) }
        } else if let layout {
            for cells in window.first {
                write(cells.prepared(columns.count, specification), layout, into: &output)
            }
            if window.hidden > 0 { writeHidden(layout, into: &output) }
            for cells in final {
                write(cells.prepared(columns.count, specification), layout, into: &output)
            }
        }
    }

    /// Finds the widths and writes what stands above the rows.
    private mutating func settle(_ rows: [[TableCell]], into output: inout [UInt8]) {
        let sample = rows.map { $0.prepared(columns.count, specification) }
        layout = ColumnLayout(
            specification, headings: headings, sample: sample,
            overhead: borders.overhead(columns: columns.count))
        guard let layout else {
            var specification = specification
            specification.rowLimit = nil
            var records = RecordRenderer(specification)
            records.begin(columns, into: &output)
            self.records = records
            return
        }
        if let top = borders.top { writeLine(borders.rule(top, layout), into: &output) }
        guard specification.showsHeader else { return }
        writeHeader(layout, into: &output)
        writeLine(borders.rule(borders.underHeader, layout), into: &output)
    }

    private func writeHeader(_ layout: ColumnLayout, into output: inout [UInt8]) {
        let style = specification.style
        let cells = zip(headings, layout.columns).map { heading, column in
            // Numbers have their heading in the middle.
            let alignment = column.alignment == .automatic ? .center : column.alignment
            return specification.lines(
                of: heading, width: column.width, maximum: specification.lineLimit
            ).map { line in
                Padded(line, width: column.width, alignment, text: style.bold(line.text))
            }
        }
        write(cells, layout, into: &output)
    }

    private func write(
        _ cells: [CellText], _ layout: ColumnLayout, into output: inout [UInt8]
    ) {
        let lines = zip(cells, layout.columns).map { cell, column -> [Padded] in
            let lines = specification.lines(
                of: cell, width: column.width, maximum: specification.lineLimit)
            if lines.count == 1, column.alignment == .automatic {
                return [onDecimalPoint(cell, column)]
            }
            let alignment = column.alignment == .automatic ? .right : column.alignment
            return lines.map { line in
                Padded(line, width: column.width, alignment, text: styled(line.text, cell))
            }
        }
        write(lines, layout, into: &output)
    }

    private func onDecimalPoint(_ cell: CellText, _ column: ColumnLayout.Column) -> Padded {
        let after = cell.number.map { column.fraction - $0.fraction } ?? 0
        let right = max(0, min(after, column.width - cell.width))
        return Padded(
            left: column.width - cell.width - right, text: styled(cell.text, cell), right: right)
    }

    private func styled(_ text: String, _ cell: CellText) -> String {
        cell.isMissing ? specification.style.dim(text) : text
    }

    private func writeHidden(_ layout: ColumnLayout, into output: inout [UInt8]) {
        let mark = CellLine(text: borders.hidden, width: 1)
        let cells = layout.columns.map {
            [
                Padded(
                    mark, width: $0.width, $0.alignment == .automatic ? .right : $0.alignment,
                    text: specification.style.dim(mark.text))
            ]
        }
        write(cells, layout, into: &output)
    }

    private func write(
        _ cells: [[Padded]], _ layout: ColumnLayout, into output: inout [UInt8]
    ) {
        let height = cells.reduce(1) { max($0, $1.count) }
        for index in 0..<height {
            let start = output.count
            output.append(text: borders.rowStart)
            for (column, lines) in cells.enumerated() {
                if column > 0 { output.append(text: borders.between) }
                if index < lines.count {
                    lines[index].append(to: &output)
                } else {
                    output.append(UInt8(ascii: " "), times: layout.columns[column].width)
                }
            }
            output.append(text: borders.rowEnd)
            if borders.rowEnd.isEmpty {
                // Nothing stands after the last column: no need to pad it.
                while output.count > start, output.last == UInt8(ascii: " ") {
                    output.removeLast()
                }
            }
            output.append(UInt8(ascii: "\n"))
        }
    }

    private func writeLine(_ line: String, into output: inout [UInt8]) {
        output.append(text: line)
        output.append(UInt8(ascii: "\n"))
    }
}

/// A text with the spaces around it.
private struct Padded {
    var left: Int
    var text: String
    var right: Int

    init(left: Int, text: String, right: Int) {
        self.left = left
        self.text = text
        self.right = right
    }

    init(_ line: CellLine, width: Int, _ alignment: ColumnAlignment, text: String) {
        let spare = max(0, width - line.width)
        let left =
            switch alignment {
            case .left, .automatic: 0
            case .right: spare
            case .center: spare / 2
            }
        self.init(left: left, text: text, right: spare - left)
    }

    func append(to output: inout [UInt8]) {
        output.append(UInt8(ascii: " "), times: left)
        output.append(text: text)
        output.append(UInt8(ascii: " "), times: right)
    }
}

extension [TableCell] {
    /// What people see of a row, with one cell for each column.
    fileprivate func prepared(
        _ columns: Int, _ specification: TableSpecification
    ) -> [CellText] {
        let limit = specification.screenWidth.map { $0 * specification.lineLimit }
        return (0..<columns).map { specification.cellText(cell($0), limit: limit) }
    }
}
