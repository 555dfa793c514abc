/// CSV (RFC 4180, but with `\n` at line ends) and TSV with the same quoting, so that every cell
/// reads back as it was.
struct DelimitedRenderer: TableRenderer {
    private let delimiter: UInt8
    private let quoting: TableSpecification.Quoting
    private let nullText: [UInt8]?
    private let showsHeader: Bool
    private var columns = 0

    private static let quote = UInt8(ascii: "\"")

    init(_ specification: TableSpecification, delimiter: UInt8) {
        self.delimiter = delimiter
        quoting = specification.quoting
        nullText = specification.nullText.map { Array($0.utf8) }
        showsHeader = specification.showsHeader
    }

    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8]) {
        self.columns = columns.count
        guard showsHeader else { return }
        row(columns.map { TableCell(.text, $0.name[...]) }, into: &output)
    }

    mutating func row(_ cells: [TableCell], into output: inout [UInt8]) {
        for index in 0..<columns {
            if index > 0 { output.append(delimiter) }
            let cell = cells.cell(index)
            if cell.kind == .missing {
                let text = nullText.map { $0[...] } ?? cell.bytes
                append(text, quoted: needsQuotes(text), to: &output)
            } else {
                append(
                    cell.bytes, quoted: quoting == .always || needsQuotes(cell.bytes), to: &output)
            }
        }
        output.append(UInt8(ascii: "\n"))
    }

    mutating func end(into output: inout [UInt8]) {}

    private func needsQuotes(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, let last = bytes.last else {
            // An empty line would be no record.
            return columns == 1
        }
        // Many readers drop spaces at the ends of a cell that is not quoted.
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { return true }
        return bytes.contains {
            $0 == delimiter || $0 == Self.quote || $0 == UInt8(ascii: "\n")
                || $0 == UInt8(ascii: "\r")
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, quoted: Bool, to output: inout [UInt8]) {
        guard quoted else {
            output.append(contentsOf: bytes)
            return
        }
        output.append(Self.quote)
        for byte in bytes {
            if byte == Self.quote { output.append(byte) }
            output.append(byte)
        }
        output.append(Self.quote)
    }
}
