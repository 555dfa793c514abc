/// A word of a query: Lua's own words, as far as queries have them.
enum QueryToken: Hashable {
    case name(String)
    case text(ByteString)
    case integer(Int)
    case number(Double)
    /// An operator, a parenthesis, or one of Lua's reserved words.
    case symbol(String)

    static let reserved: Set<String> = ["and", "or", "not", "nil", "true", "false"]
    private static let symbols = [
        "==", "~=", "<=", ">=", "//", "<", ">", "+", "-", "*", "/", "%", "#", "(", ")", "[", "]",
    ]

    /// The words of a text.
    static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
        let bytes = Array(text.utf8)
        var tokens: [QueryToken] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                index += 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                tokens.append(.text(try quotedText(in: bytes, at: &index)))
            } else if isDigit(byte)
                || byte == UInt8(ascii: ".") && index + 1 < bytes.count && isDigit(bytes[index + 1])
            {
                tokens.append(try number(in: bytes, at: &index))
            } else if isNamePart(byte) {
                let start = index
                while index < bytes.count, isNamePart(bytes[index]) { index += 1 }
                let name = String(decoding: bytes[start..<index], as: UTF8.self)
                tokens.append(reserved.contains(name) ? .symbol(name) : .name(name))
            } else if let symbol = symbols.first(where: {
                bytes[index...].starts(with: Array($0.utf8))
            }) {
                tokens.append(.symbol(symbol))
                index += symbol.utf8.count
            } else {
                throw unexpected(bytes[index...])
            }
        }
        return tokens
    }

    private static func unexpected(_ rest: ArraySlice<UInt8>) -> QueryError {
        let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
        switch character {
        case "=": return QueryError("“=” compares nothing; write “==”")
        case "!": return QueryError("“!” is no operator; write “~=” or “not”")
        case "&", "|": return QueryError("“\(character)” is no operator; write “and” or “or”")
        case ":", ".":
            return QueryError(
                "a query calls no functions: “\(character)” is not understood; use a Lua function")
        default: return QueryError("“\(character)” is not understood")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Also all of UTF-8 beyond ASCII: fields are named in any language.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), 0x30...0x39, 0x80...:
            true
        default: false
        }
    }

    private static func number(
        in bytes: [UInt8], at index: inout Int
    ) throws(QueryError) -> QueryToken {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            let isExponentSign =
                (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && index > start
                && bytes[index - 1] | 0x20 == UInt8(ascii: "e")
                && !bytes[start..<index].contains(UInt8(ascii: "x"))
            guard isNamePart(byte) || byte == UInt8(ascii: ".") || isExponentSign else { break }
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let integer = Int(text) { return .integer(integer) }
        if text.hasPrefix("0x"), let integer = Int(text.dropFirst(2), radix: 16) {
            return .integer(integer)
        }
        guard let number = Double(text.hasPrefix(".") ? "0" + text : text), number.isFinite else {
            throw QueryError("“\(text)” is not a number")
        }
        return .number(number)
    }

    private static func quotedText(
        in bytes: [UInt8], at index: inout Int
    ) throws(QueryError) -> ByteString {
        let quote = bytes[index]
        var result: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote { return ByteString(result) }
            guard byte == UInt8(ascii: "\\"), index < bytes.count else {
                result.append(byte)
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                result.append(bytes[index])
            default:
                throw QueryError("a text knows \\n, \\r, \\t, \\\\ and quotes behind a backslash")
            }
            index += 1
        }
        throw QueryError("a text has no closing quote")
    }
}
