/// How the bytes of a file stand for characters.
package enum TextEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
}

/// What ends a record.
package enum LineEnd: String, CaseIterable, Sendable {
    case lineFeed = "lf"
    case carriageReturnLineFeed = "crlf"
    case carriageReturn = "cr"
}

/// How a delimited text file is written. The reader finds it; users can pin any part.
package struct Dialect: Hashable, Sendable {
    package var delimiter: UInt8 = UInt8(ascii: ",")
    /// nil: no quoting, every quote is text.
    package var quote: UInt8? = UInt8(ascii: "\"")
    package var hasHeader = true
    package var encoding = TextEncoding.utf8
    package var hasByteOrderMark = false
    /// The line end that most records have.
    package var lineEnd = LineEnd.lineFeed

    package init() {}
}

/// The parts of a dialect that a rules file or an option pins; nil: found in the file.
package struct DialectOptions: Hashable, Sendable {
    package var delimiter: UInt8?
    package var quote: UInt8??
    package var hasHeader: Bool?
    package var encoding: TextEncoding?

    package init() {}

    /// These options, with `other`'s where these are silent.
    package func filled(from other: DialectOptions) -> DialectOptions {
        var result = self
        result.delimiter = delimiter ?? other.delimiter
        result.quote = quote ?? other.quote
        result.hasHeader = hasHeader ?? other.hasHeader
        result.encoding = encoding ?? other.encoding
        return result
    }
}
