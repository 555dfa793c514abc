import StetCore

/// How the cells of a column are quoted where they need not be.
package struct CellHabit: Hashable, Sendable {
    /// Cells with text stand in quotes.
    package var isQuoted = false
    /// Empty cells stand in quotes.
    package var quotesEmpty = false
    /// Cells that begin or end with a blank stand in quotes.
    package var quotesBlanks = false

    package init() {}

    /// The habit for the new text of a cell: one that was quoted stays quoted.
    package init(ofQuotedCell wasQuoted: Bool) {
        isQuoted = wasQuoted
        quotesEmpty = wasQuoted
    }
}

/// Why a text cannot stand in a file.
package enum CellWriteError: Error, Hashable, Sendable {
    /// The file's encoding lacks the character.
    case lacksCharacter(Unicode.Scalar, TextEncoding)
    /// The text is not valid UTF-8, and the file has another encoding.
    case notText(TextEncoding)
    /// It holds what separates cells or records, and the file has no quotes.
    case needsQuotes(delimiter: UInt8)
    /// A record of one empty cell would be a blank line, and the file has no quotes.
    case blankLine
}

extension CellWriteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .lacksCharacter(let scalar, let encoding):
            let number = String(scalar.value, radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: max(0, 4 - number.count))
            return "the file's encoding, \(encoding.rawValue), has no "
                + "'\(scalar.escaped(asASCII: false))' (U+\(padding)\(number))"
        case .notText(let encoding):
            return "bytes that are not UTF-8 cannot be written as \(encoding.rawValue)"
        case .needsQuotes(let delimiter):
            let name = Unicode.Scalar(delimiter).escaped(asASCII: true)
            return "a delimiter ('\(name)') or line end in a cell needs quotes, and the file's "
                + "dialect has none"
        case .blankLine:
            return "an empty value in the only column would be a blank line, and the file's "
                + "dialect has no quotes"
        }
    }
}

/// Writes cells and records in the dialect and encoding of a file, so that reading them gives the
/// text back exactly. Nothing is added to a text and nothing taken away, whatever a spreadsheet
/// would make of it.
package struct CellWriter: Sendable {
    package let dialect: Dialect
    /// Columns of the file.
    package let width: Int
    private let encoder: CharacterEncoder

    package init(dialect: Dialect, width: Int) {
        self.dialect = dialect
        self.width = width
        encoder = CharacterEncoder(encoding: dialect.encoding)
    }

    /// A cell's bytes, without delimiters.
    package func cell(_ text: ByteString, habit: CellHabit) throws(CellWriteError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(text, habit: habit, isAlone: width == 1, to: &bytes)
        return bytes
    }

    /// A record's bytes, without line end.
    ///
    /// - Parameter habits: one for each cell.
    package func record(_ cells: [ByteString], habits: [CellHabit]) throws(CellWriteError)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        for (index, text) in cells.enumerated() {
            if index > 0 { bytes += delimiter }
            let habit = index < habits.count ? habits[index] : CellHabit()
            try append(text, habit: habit, isAlone: cells.count == 1, to: &bytes)
        }
        return bytes
    }

    /// The bytes that add records at the end of a file.
    ///
    /// - Parameters:
    ///   - hasFinalLineEnd: whether the file's last record has a line end, or the file has no
    ///     record at all; so it will be afterwards.
    ///   - lineEnd: that of the neighbours; nil: that of most records.
    package func appending(
        _ records: [[UInt8]], hasFinalLineEnd: Bool, lineEnd: LineEnd? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for record in records {
            if !hasFinalLineEnd { bytes += self.lineEnd(lineEnd) }
            bytes += record
            if hasFinalLineEnd { bytes += self.lineEnd(lineEnd) }
        }
        return bytes
    }

    /// The bytes of records that are put before another record.
    package func inserting(_ records: [[UInt8]], lineEnd: LineEnd? = nil) -> [UInt8] {
        appending(records, hasFinalLineEnd: true, lineEnd: lineEnd)
    }

    /// A delimiter in the file's encoding.
    package var delimiter: [UInt8] { encoded([dialect.delimiter]) }

    /// A line end in the file's encoding.
    package func lineEnd(_ lineEnd: LineEnd? = nil) -> [UInt8] {
        switch lineEnd ?? dialect.lineEnd {
        case .lineFeed: encoded([0x0A])
        case .carriageReturnLineFeed: encoded([0x0D, 0x0A])
        case .carriageReturn: encoded([0x0D])
        }
    }

    /// An ASCII character in the file's encoding.
    func encoded(_ character: UInt8) -> [UInt8] { encoded([character]) }

    /// ASCII is in every encoding.
    private func encoded(_ ascii: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = encoder.append(ascii, to: &bytes)
        return bytes
    }

    private func append(
        _ text: ByteString, habit: CellHabit, isAlone: Bool, to output: inout [UInt8]
    ) throws(CellWriteError) {
        guard let quote = dialect.quote else {
            if text.isEmpty, isAlone { throw .blankLine }
            if text.bytes.contains(where: separates) {
                throw .needsQuotes(delimiter: dialect.delimiter)
            }
            return try encode(text.bytes, to: &output)
        }
        guard needsQuotes(text.bytes, quote: quote, habit: habit, isAlone: isAlone) else {
            return try encode(text.bytes, to: &output)
        }
        var quoted: [UInt8] = [quote]
        quoted.reserveCapacity(text.bytes.count + 2)
        for byte in text.bytes {
            if byte == quote { quoted.append(quote) }
            quoted.append(byte)
        }
        quoted.append(quote)
        try encode(quoted, to: &output)
    }

    private func encode(_ text: [UInt8], to output: inout [UInt8]) throws(CellWriteError) {
        guard let missing = encoder.append(text, to: &output) else { return }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw .notText(dialect.encoding)
        }
        throw .lacksCharacter(missing, dialect.encoding)
    }

    private func needsQuotes(_ text: [UInt8], quote: UInt8, habit: CellHabit, isAlone: Bool)
        -> Bool
    {
        guard let first = text.first, let last = text.last else {
            return habit.quotesEmpty || isAlone
        }
        return habit.isQuoted
            || habit.quotesBlanks && (Self.isBlank(first) || Self.isBlank(last))
            || text.contains { $0 == quote || separates($0) }
            // As the first of a file it would be read as a byte order mark.
            || text.starts(with: [0xEF, 0xBB, 0xBF])
    }

    private func separates(_ byte: UInt8) -> Bool {
        byte == dialect.delimiter || byte == 0x0A || byte == 0x0D
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
