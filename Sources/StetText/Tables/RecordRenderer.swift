/// One line for each cell, under a rule with the row's number.
///
/// ```
/// ── 1 ─────────────
/// name   │ Banana
/// weight │ 120
/// ```
struct RecordRenderer: TableRenderer {
    private let specification: TableSpecification
    private let isPlain: Bool
    private var names: [String] = []
    private var nameWidth = 0
    private var number = 0
    private var window: RowWindow<[TableCell]>?

    init(_ specification: TableSpecification) {
        self.specification = specification
        isPlain = specification.mode == .ascii || specification.measure.ambiguous == 2
        window = specification.rowLimit.map { RowWindow(limit: $0) }
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        let limit = specification.screenWidth.map { max(8, $0 / 2) } ?? .max
        let headings = columns.map { specification.heading($0).text }
        names = headings.map { specification.measure.cut($0, to: limit) }
        nameWidth = names.reduce(0) { max($0, specification.measure.columns(of: $1)) }
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        if window != nil {
            window?.add(cells)
        } else {
            write(cells, into: &output)
        }
    }

    mutating func end(into output: inout [UInt8]) {
        guard let window else { return }
        for cells in window.first { write(cells, into: &output) }
        skip(window.hidden, into: &output)
        for cells in window.final { write(cells, into: &output) }
    }

    /// Says that rows are not shown, if there are any.
    mutating func skip(_ count: Int, into output: inout [UInt8]) {
        guard count > 0 else { return }
        number += count
        let note = "\(specification.measure.cutMark) \(English.count(count, "row")) not shown"
        output.append(text: specification.style.dim(note))
        output.append(UInt8(ascii: "\n"))
    }

    private func rule(into output: inout [UInt8]) {
        let line = isPlain ? "-" : "─"
        let title = "\(line)\(line) \(number) "
        let rule = max(nameWidth + 12, 20)
        let ruleWidth = min(rule, specification.screenWidth ?? rule)
        let fill = String(repeating: line, count: max(2, ruleWidth - title.count))
        output.append(text: specification.style.dim(title + fill))
        output.append(UInt8(ascii: "\n"))
    }

    private mutating func write(_ cells: [TableCell], into output: inout [UInt8]) {
        number += 1
        if specification.numbersRecords { rule(into: &output) }
        let bar = isPlain ? "|" : "│"
        let space = specification.screenWidth.map { max(1, $0 - nameWidth - 3) } ?? .max
        for (index, name) in names.enumerated() {
            let cell = specification.cellText(cells.cell(index), limit: nil)
            for (row, line) in specification.lines(of: cell, width: space, maximum: nil)
                .enumerated()
            {
                let shownName = row == 0 ? name : ""
                let pad = nameWidth - specification.measure.columns(of: shownName)
                output.append(text: specification.style.bold(shownName))
                output.append(UInt8(ascii: " "), times: pad + 1)
                output.append(text: bar)
                if !line.text.isEmpty { output.append(UInt8(ascii: " ")) }
                output.append(
                    text: cell.isMissing ? specification.style.dim(line.text) : line.text)
                output.append(UInt8(ascii: "\n"))
            }
        }
    }
}
