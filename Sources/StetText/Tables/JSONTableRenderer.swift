/// An array of objects, or one object on each line (JSON Lines). Cells have the types of JSON:
/// numbers keep all their digits.
struct JSONTableRenderer: TableRenderer {
    private let isLines: Bool
    private var keys: [[UInt8]] = []
    private var isEmpty = true

    init(isLines: Bool) {
        self.isLines = isLines
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        keys = columns.map { column in
            var key: [UInt8] = []
            key.appendJSONString(column.name.span)
            key.append(UInt8(ascii: ":"))
            return key
        }
        if !isLines { output.append(UInt8(ascii: "[")) }
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        if !isLines { output.append(text: isEmpty ? "\n" : ",\n") }
        isEmpty = false
        output.append(UInt8(ascii: "{"))
        for (index, key) in keys.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            output.append(contentsOf: key)
            append(cells.cell(index), to: &output)
        }
        output.append(UInt8(ascii: "}"))
        if isLines { output.append(UInt8(ascii: "\n")) }
    }

    mutating func end(into output: inout [UInt8]) {
        if !isLines { output.append(text: isEmpty ? "]\n" : "\n]\n") }
    }

    private func append(_ cell: TableCell, to output: inout [UInt8]) {
        switch cell.kind {
        case .missing:
            output.append(text: "null")
        case .boolean(let value):
            output.append(text: value ? "true" : "false")
        case .integer, .number:
            if let number = jsonNumber(cell.bytes) {
                output.append(contentsOf: number)
            } else {
                output.appendJSONString(cell.bytes.span)
            }
        case .text:
            output.appendJSONString(cell.bytes.span)
        }
    }
}

/// A number as JSON writes it, without a plus sign and leading zeros, or nil if it cannot be
/// written: infinity, or digits in groups.
func jsonNumber(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = bytes
    func takeDigits() -> ArraySlice<UInt8> {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits
    }
    var result: [UInt8] = []
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        if sign == UInt8(ascii: "-") { result.append(sign) }
        rest = rest.dropFirst()
    }
    let whole = takeDigits()
    let digits = whole.drop { $0 == UInt8(ascii: "0") }
    result += digits.isEmpty ? [UInt8(ascii: "0")] : Array(digits)
    var hasDigits = !whole.isEmpty
    if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        let fraction = takeDigits()
        hasDigits = hasDigits || !fraction.isEmpty
        if !fraction.isEmpty { result += [UInt8(ascii: ".")] + fraction }
    }
    guard hasDigits else { return nil }
    if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
        result.append(letter)
        rest = rest.dropFirst()
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            result.append(sign)
            rest = rest.dropFirst()
        }
        let exponent = takeDigits()
        guard !exponent.isEmpty else { return nil }
        result += exponent
    }
    return rest.isEmpty ? result : nil
}
