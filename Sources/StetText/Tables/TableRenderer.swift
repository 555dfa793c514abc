/// Writes one table: `begin`, then `row` for each, then `end`.
///
/// Bytes are appended to a buffer of the caller, who writes it out and empties it when it likes.
/// No renderer holds more rows than it needs to find widths, or than its specification shows.
package protocol TableRenderer {
    mutating func begin(_ columns: [TableColumn], into output: inout [UInt8])

    /// - Parameter cells: One for each column, in their order; what lacks is missing.
    mutating func row(_ cells: [TableCell], into output: inout [UInt8])

    mutating func end(into output: inout [UInt8])
}

/// A column of a table.
package struct TableColumn: Hashable, Sendable {
    /// As in the file: bytes, usually UTF-8.
    package var name: [UInt8]

    package init(name: [UInt8]) {
        self.name = name
    }

    package init(_ name: String) {
        self.init(name: Array(name.utf8))
    }
}

/// A cell of a table: its text, and what the text is.
package struct TableCell: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case text, integer, number, missing
        case boolean(Bool)
    }

    package var kind: Kind
    /// As in the file. A slice, so that the cells of a row can share their record's bytes.
    package var bytes: ArraySlice<UInt8>

    package init(_ kind: Kind, _ bytes: ArraySlice<UInt8>) {
        self.kind = kind
        self.bytes = bytes
    }

    package init(_ kind: Kind, _ text: String) {
        self.init(kind, Array(text.utf8)[...])
    }

    /// No value.
    package static let missing = TableCell(.missing, [])

    var isNumber: Bool { kind == .integer || kind == .number }
}

extension [TableCell] {
    /// The cell of a column, missing if the row has none.
    func cell(_ column: Int) -> TableCell {
        column < count ? self[column] : .missing
    }
}
