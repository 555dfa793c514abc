/// One line for each row, the cells parted by a bar, without alignment. For people: text is made
/// safe to show, and does not always read back.
struct ListRenderer: TableRenderer {
    private let specification: TableSpecification
    private let delimiter: UInt8
    private var columns = 0

    init(_ specification: TableSpecification) {
        self.specification = specification
        delimiter = specification.delimiter ?? UInt8(ascii: "|")
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        self.columns = columns.count
        guard specification.showsHeader else { return }
        write(columns.map { specification.heading($0).text }, into: &output)
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        let texts = (0..<columns).map { index -> String in
            let cell = cells.cell(index)
            guard cell.kind == .missing else {
                return SafeText.escaped(cell.bytes, escape: specification.escape)
            }
            return SafeText.escaped(specification.nullText ?? "", escape: specification.escape)
        }
        write(texts, into: &output)
    }

    mutating func end(into output: inout [UInt8]) {}

    private func write(_ texts: [String], into output: inout [UInt8]) {
        for (index, text) in texts.enumerated() {
            if index > 0 { output.append(delimiter) }
            output.append(text: text)
        }
        output.append(UInt8(ascii: "\n"))
    }
}

/// Only the number of rows.
struct CountRenderer: TableRenderer {
    private var count = 0

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {}

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        count += 1
    }

    mutating func end(into output: inout [UInt8]) {
        output.append(text: "\(count)\n")
    }
}

/// Nothing.
struct SilentRenderer: TableRenderer {
    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {}
    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {}
    mutating func end(into output: inout [UInt8]) {}
}
