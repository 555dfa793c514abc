/// A list of tables that Lua reads. Cells have the types of Lua; what is missing is absent.
struct LuaTableRenderer: TableRenderer {
    private var keys: [[UInt8]] = []

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        keys = columns.map { Array((LuaLiteral.key($0.name) + " = ").utf8) }
        output.append(text: "{\n")
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        output.append(text: "  {")
        var gap = " "
        for (index, key) in keys.enumerated() {
            let cell = cells.cell(index)
            guard cell.kind != .missing else { continue }
            output.append(text: gap)
            output.append(contentsOf: key)
            append(cell, to: &output)
            gap = ", "
        }
        output.append(text: gap == " " ? "},\n" : " },\n")
    }

    mutating func end(into output: inout [UInt8]) {
        output.append(text: "}\n")
    }

    private func append(_ cell: TableCell, to output: inout [UInt8]) {
        switch cell.kind {
        case .missing: break
        case .boolean(let value): output.append(text: value ? "true" : "false")
        case .integer, .number:
            if let number = jsonNumber(cell.bytes) {
                output.append(contentsOf: number)
            } else {
                output.append(text: LuaLiteral.string(Array(cell.bytes)))
            }
        case .text: output.append(text: LuaLiteral.string(Array(cell.bytes)))
        }
    }
}
