/// A table as GitHub's Markdown has it, with its columns aligned also as plain text, up to a
/// width.
struct MarkdownRenderer: TableRenderer {
    private let specification: TableSpecification
    private var columns: [TableColumn] = []
    private var waiting: [[TableCell]] = []
    private var widths: [Int]?
    private var alignments: [ColumnAlignment] = []

    /// Cells wider than this are not padded to.
    private static let widest = 40

    init(_ specification: TableSpecification) {
        self.specification = specification
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        self.columns = columns
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        if let widths {
            write(columns.indices.map { text(cells.cell($0)) }, widths, into: &output)
        } else {
            waiting.append(cells)
            if waiting.count >= specification.sampleSize { writeWaiting(into: &output) }
        }
    }

    mutating func end(into output: inout [UInt8]) {
        if widths == nil { writeWaiting(into: &output) }
    }

    private mutating func writeWaiting(into output: inout [UInt8]) {
        let headings = columns.map { text($0.name[...]) }
        let rows = waiting.map { cells in columns.indices.map { text(cells.cell($0)) } }
        let widths = columns.indices.map { index in
            ([headings] + rows).reduce(3) {
                max($0, min(Self.widest, specification.measure.columns(of: $1[index])))
            }
        }
        alignments = columns.indices.map { index in
            let given = specification.columnFormats[index]?.alignment ?? .automatic
            let values = waiting.lazy.map { $0.cell(index) }.filter { $0.kind != .missing }
            guard given == .automatic else { return given }
            return !values.isEmpty && values.allSatisfy(\.isNumber) ? .right : .left
        }
        self.widths = widths
        waiting = []
        write(headings, widths, into: &output)
        let rules = zip(widths, alignments).map { width, alignment in
            switch alignment {
            case .left, .automatic: String(repeating: "-", count: width)
            case .right: String(repeating: "-", count: width - 1) + ":"
            case .center: ":" + String(repeating: "-", count: width - 2) + ":"
            }
        }
        write(rules, widths, into: &output)
        for row in rows { write(row, widths, into: &output) }
    }

    private func write(_ cells: [String], _ widths: [Int], into output: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            output.append(text: index == 0 ? "| " : " | ")
            let spare = max(0, widths[index] - specification.measure.columns(of: cell))
            let isRight = alignments[index] == .right
            if isRight { output.append(UInt8(ascii: " "), times: spare) }
            output.append(text: cell)
            if !isRight { output.append(UInt8(ascii: " "), times: spare) }
        }
        output.append(text: " |\n")
    }

    private func text(_ cell: TableCell) -> String {
        guard cell.kind == .missing else { return text(cell.bytes) }
        return specification.nullText.map { text(Array($0.utf8)[...]) } ?? ""
    }

    /// Text that means itself. Line ends, which would end the table, are breaks.
    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return parts.map { part in
            let line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
            return escapedMarkdown(SafeText.escaped(line))
        }.joined(separator: "<br>")
    }
}

/// Text with the signs of Markdown taken as themselves.
private func escapedMarkdown(_ text: String) -> String {
    var result = ""
    var previous: Character?
    for (index, character) in zip(text.indices, text) {
        switch character {
        case "\\", "|", "*", "`", "[", "]", "~": result += "\\\(character)"
        case "<": result += "&lt;"
        case "&": result += "&amp;"
        case "_":
            // Within a word it means itself.
            let next = text[text.index(after: index)...].first
            let isInWord = previous.map(isWord) ?? false && next.map(isWord) ?? false
            result += isInWord ? "_" : "\\_"
        default: result.append(character)
        }
        previous = character
    }
    return result
}

private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
}
