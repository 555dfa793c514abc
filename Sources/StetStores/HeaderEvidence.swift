import StetCore

/// Whether the first record of a file names the columns.
///
/// It does, unless it holds cells that look like data and the columns below look the same.
struct HeaderEvidence {
    let reading: SampleReading

    private enum Look: Hashable {
        case blank, integer, number, date, text
    }

    /// Rows that it takes to see that a column holds nothing but codes.
    private static let rowsForCodes = 20

    var hasHeader: Bool {
        guard let first = reading.records.first, reading.records.count > 1 else { return true }
        if first.contains("\\N") { return false }
        let looks = first.map(look)
        let alike = first.indices.filter { isLikeBelow(column: $0, first: first[$0], looks[$0]) }
        if !alike.isEmpty { return isSeries(alike.map { first[$0] }) && looks.contains(.text) }
        // Codes of countries and the like: columns of them, one perhaps blank in the first row.
        let codes = first.indices.filter { isCodeColumn($0, first: first[$0]) }
        return codes.count < 2 || codes.allSatisfy { looks[$0] == .blank }
    }

    /// The cells below in a column, without blank ones.
    private func below(_ column: Int) -> [ByteString] {
        reading.records.dropFirst().compactMap {
            column < $0.count && look($0[column]) != .blank && $0[column] != "\\N"
                ? $0[column] : nil
        }
    }

    private func isLikeBelow(column: Int, first: ByteString, _ look: Look) -> Bool {
        guard look != .blank, look != .text else { return false }
        let cells = below(column)
        guard !cells.isEmpty else { return false }
        func isMost(_ holds: (ByteString) -> Bool) -> Bool {
            cells.filter(holds).count * 10 >= cells.count * 9
        }
        // A year may name a column of numbers that are none.
        if look == .integer, isYear(first), !isMost(isYear) { return false }
        return isMost {
            switch self.look($0) {
            case .integer, .number: look == .integer || look == .number
            case .date: look == .date
            case .blank, .text: false
            }
        }
    }

    /// Whole numbers, each one more than the last: names of columns.
    private func isSeries(_ cells: [ByteString]) -> Bool {
        let numbers = cells.compactMap { $0.string.flatMap { Int($0) } }
        return numbers.count == cells.count && numbers.count > 1
            && zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    }

    private func isYear(_ cell: ByteString) -> Bool {
        guard let number = cell.string.flatMap({ Int($0) }) else { return false }
        return (1500...2200).contains(number)
    }

    /// Two or three capitals or digits in every row, the first one too, which may be blank.
    private func isCodeColumn(_ column: Int, first: ByteString) -> Bool {
        let cells = below(column)
        guard cells.count >= Self.rowsForCodes, let length = cells.first?.bytes.count,
            (2...3).contains(length)
        else { return false }
        return (look(first) == .blank ? cells : [first] + cells).allSatisfy { cell in
            cell.bytes.count == length
                && cell.bytes.allSatisfy {
                    (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
                }
        }
    }

    private func look(_ cell: ByteString) -> Look {
        guard let string = cell.string else { return .text }
        let text = string.drop { $0 == " " }
        if text.isEmpty { return .blank }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].count == 4, text.utf8.count >= 8,
            parts[0].allSatisfy(\.isNumber), parts[1].allSatisfy(\.isNumber)
        {
            return .date
        }
        guard let last = text.utf8.last, text.utf8.first.map(startsNumber) == true,
            (0x30...0x39).contains(last)
        else { return .text }
        if Int(text) != nil { return .integer }
        let plain = String(text.map { $0 == "," ? "." : $0 })
        return Double(plain) != nil ? .number : .text
    }

    private func startsNumber(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }
}
