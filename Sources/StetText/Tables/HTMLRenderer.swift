/// A `table` element. Cells that hold numbers have the class `number`, missing ones `missing`.
struct HTMLRenderer: TableRenderer {
    private let specification: TableSpecification
    private var columns = 0

    init(_ specification: TableSpecification) {
        self.specification = specification
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        self.columns = columns.count
        output.append(text: "<table>\n")
        if specification.showsHeader {
            output.append(text: "<thead>\n<tr>")
            for column in columns {
                output.append(text: "<th>\(escapedHTML(column.name[...]))</th>")
            }
            output.append(text: "</tr>\n</thead>\n")
        }
        output.append(text: "<tbody>\n")
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        output.append(text: "<tr>")
        for index in 0..<columns {
            let cell = cells.cell(index)
            if cell.kind == .missing {
                let text = escapedHTML(Array((specification.nullText ?? "").utf8)[...])
                output.append(text: "<td class=\"missing\">\(text)</td>")
            } else {
                output.append(text: cell.isNumber ? "<td class=\"number\">" : "<td>")
                output.append(text: escapedHTML(cell.bytes))
                output.append(text: "</td>")
            }
        }
        output.append(text: "</tr>\n")
    }

    mutating func end(into output: inout [UInt8]) {
        output.append(text: "</tbody>\n</table>\n")
    }
}

private func escapedHTML(_ bytes: ArraySlice<UInt8>) -> String {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return parts.map { part in
        let line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
        var result = ""
        for scalar in SafeText.escaped(line).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }.joined(separator: "<br>")
}
