@testable import StetPrompt

/// What a terminal like xterm shows of the bytes that were written to it.
struct ScreenModel {
    private(set) var rows: Int
    private(set) var columns: Int
    /// Each cell holds a cluster; the second cell of a wide one is empty.
    private var cells: [[String]]
    private(set) var row = 0
    private(set) var column = 0
    /// The last column was written: the next character wraps.
    private var isWrapping = false
    private var pending: [UInt8] = []
    /// Modes that were set and not reset, such as `?2004`.
    private(set) var modes: Set<String> = []

    init(rows: Int = 24, columns: Int = 80) {
        self.rows = rows
        self.columns = columns
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The lines without blanks at their ends; empty ones at the bottom are left out.
    var lines: [String] {
        var lines = cells.map { line in
            var text = line.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    var text: String { lines.joined(separator: "\n") }

    mutating func resize(rows: Int, columns: Int) {
        for index in cells.indices {
            cells[index] = Array(cells[index].prefix(columns))
            while cells[index].count < columns { cells[index].append(" ") }
        }
        while cells.count > rows { cells.removeFirst() }
        while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
        (self.rows, self.columns) = (rows, columns)
        (row, column) = (min(row, rows - 1), min(column, columns - 1))
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        var index = 0
        while index < pending.count {
            guard let length = step(at: index) else { break }
            index += length
        }
        pending.removeFirst(index)
    }

    /// Acts on what begins at a place; nil: more bytes are needed.
    private mutating func step(at index: Int) -> Int? {
        let byte = pending[index]
        switch byte {
        case 0x1B: return escape(at: index)
        case 0x0D: (column, isWrapping) = (0, false)
        case 0x0A: lineFeed()
        case 0x08: (column, isWrapping) = (max(0, column - 1), false)
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0..<0x20, 0x7F: break
        default:
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard index + length <= pending.count else { return nil }
            put(String(decoding: pending[index..<index + length], as: UTF8.self))
            return length
        }
        return 1
    }

    private mutating func put(_ text: String) {
        let width = TerminalText.width(of: text)
        if width == 0 {
            let before = isWrapping ? column : max(0, column - 1)
            let place = cells[row][before].isEmpty ? max(0, before - 1) : before
            cells[row][place] += text
            return
        }
        if isWrapping || column + width > columns {
            column = 0
            isWrapping = false
            lineFeed()
        }
        cells[row][column] = text
        if width == 2 { cells[row][column + 1] = "" }
        column += width
        if column >= columns { (column, isWrapping) = (columns - 1, true) }
    }

    private mutating func lineFeed() {
        isWrapping = false
        if row < rows - 1 { return row += 1 }
        cells.removeFirst()
        cells.append(Array(repeating: " ", count: columns))
    }

    private mutating func escape(at index: Int) -> Int? {
        guard index + 1 < pending.count else { return nil }
        switch pending[index + 1] {
        case UInt8(ascii: "["):
            guard
                let end = pending[(index + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
            else { return nil }
            let parameters = String(decoding: pending[(index + 2)..<end], as: UTF8.self)
            control(pending[end], parameters)
            return end - index + 1
        case UInt8(ascii: "]"):
            guard let end = pending[index...].firstIndex(of: 7) else { return nil }
            return end - index + 1
        case UInt8(ascii: "M"):
            if row > 0 {
                row -= 1
            } else {
                cells.removeLast()
                cells.insert(Array(repeating: " ", count: columns), at: 0)
            }
            return 2
        case UInt8(ascii: "("), UInt8(ascii: ")"): return index + 2 < pending.count ? 3 : nil
        default: return 2
        }
    }

    private mutating func control(_ final: UInt8, _ parameters: String) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        // Colours and erasures leave the cursor where it is, behind the last column too.
        if "ABCDGHdf".utf8.contains(final) { isWrapping = false }
        switch Character(Unicode.Scalar(final)) {
        case "A": row = max(0, row - count)
        case "B": row = min(rows - 1, row + count)
        case "C": column = min(columns - 1, column + count)
        case "D": column = max(0, column - count)
        case "G": column = min(columns, count) - 1
        case "d": row = min(rows, count) - 1
        case "H", "f":
            row = min(rows, count) - 1
            column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
        case "J":
            let kind = numbers.first ?? 0
            if kind == 0 { erase(row, column..<columns) }
            let range = kind == 0 ? row + 1..<rows : kind == 1 ? 0..<row : 0..<rows
            for line in range { erase(line, 0..<columns) }
        case "K":
            let kind = numbers.first ?? 0
            erase(row, kind == 0 ? column..<columns : kind == 1 ? 0..<column + 1 : 0..<columns)
        case "P":
            cells[row].removeSubrange(column..<min(columns, column + count))
            while cells[row].count < columns { cells[row].append(" ") }
        case "@":
            cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
            cells[row].removeLast(cells[row].count - columns)
        case "X": erase(row, column..<min(columns, column + count))
        case "h": modes.insert(parameters)
        case "l": modes.remove(parameters)
        default: break
        }
    }

    private mutating func erase(_ line: Int, _ range: Range<Int>) {
        for place in range { cells[line][place] = " " }
    }
}
