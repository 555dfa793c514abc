/// What names a record: the texts of its key fields, or its row number.
package struct RecordKey: Hashable, Sendable, CustomStringConvertible {
    package var parts: [ByteString]

    package init(_ parts: [ByteString]) {
        self.parts = parts
    }

    package init(_ part: ByteString) {
        parts = [part]
    }

    /// A composite key in text: `US/CA`.
    package var description: String {
        parts.map(\.description).joined(separator: "/")
    }

    /// The ways to read a text as a key of so many parts. More than one if a part has a slash.
    static func readings(of text: ByteString, parts: Int) -> [RecordKey] {
        guard parts > 1 else { return [RecordKey(text)] }
        var result: [RecordKey] = []
        for (index, byte) in text.bytes.enumerated() where byte == UInt8(ascii: "/") {
            let first = ByteString(text.bytes[..<index])
            let rest = ByteString(text.bytes[(index + 1)...])
            result += readings(of: rest, parts: parts - 1).map { RecordKey([first] + $0.parts) }
            if result.count > 100 { break }
        }
        return result
    }
}

/// How the records of a collection are named.
package enum KeyKind: Hashable, Sendable {
    /// The key that the rules declare.
    case declared([ColumnID])
    /// The first column, since its values are present and distinct.
    case firstColumn(ColumnID)
    case rowNumber

    package var columns: [ColumnID] {
        switch self {
        case .declared(let columns): columns
        case .firstColumn(let column): [column]
        case .rowNumber: []
        }
    }
}
