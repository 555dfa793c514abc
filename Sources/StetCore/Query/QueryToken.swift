/// A word of a query, and where it stands in the bytes of the text.
struct QueryToken: Hashable {
    enum Kind: Hashable {
        case name(String)
        case text(ByteString)
        case integer(Int)
        case number(Double)
        /// An operator, a parenthesis, or one of Lua's reserved words that queries use.
        case symbol(String)
    }

    var kind: Kind
    var range: Range<Int>

    static let reserved: Set<String> = ["and", "or", "not", "nil", "true", "false"]
}

/// Splits a text into Lua's words.
struct QueryScanner {
    let bytes: [UInt8]
    private var index = 0

    private static let symbols = [
        "...", "==", "~=", "<=", ">=", "//", "<<", ">>", "..", "::", "<", ">", "+", "-", "*", "/",
        "%", "^", "#", "&", "|", "~", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "=",
    ].map { (text: $0, bytes: Array($0.utf8)) }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// In characters from 1.
    func column(of offset: Int) -> Int {
        String(decoding: bytes[..<offset], as: UTF8.self).count + 1
    }

    private func error(_ message: String, at offset: Int) -> QueryError {
        QueryError(message, column: column(of: offset))
    }

    mutating func tokens() throws(QueryError) -> [QueryToken] {
        var tokens: [QueryToken] = []
        while index < bytes.count {
            let (start, byte) = (index, bytes[index])
            let kind: QueryToken.Kind
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                index += 1
                continue
            } else if bytes[index...].starts(with: [0x2D, 0x2D]) {
                try skipComment()
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                kind = .text(try quotedText())
            } else if let text = try longText() {
                kind = .text(text)
            } else if isDigit(byte) || byte == UInt8(ascii: ".") && isDigit(self.byte(index + 1)) {
                kind = try number()
            } else if isNamePart(byte) {
                while index < bytes.count, isNamePart(bytes[index]) { index += 1 }
                let name = String(decoding: bytes[start..<index], as: UTF8.self)
                kind = QueryToken.reserved.contains(name) ? .symbol(name) : .name(name)
            } else if let symbol = Self.symbols.first(where: {
                bytes[index...].starts(with: $0.bytes)
            }) {
                kind = .symbol(symbol.text)
                index += symbol.bytes.count
            } else {
                throw unexpected()
            }
            tokens.append(QueryToken(kind: kind, range: start..<index))
        }
        return tokens
    }

    private func unexpected() -> QueryError {
        let rest = String(decoding: bytes[index...], as: UTF8.self)
        let character = rest.first.map(String.init) ?? ""
        let message =
            character == "!"
            ? "“!” is no operator; write “~=” or “not”" : "“\(character)” is not understood"
        return error(message, at: index)
    }

    private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Also all of UTF-8 beyond ASCII: fields are named in any language.
    private func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), 0x30...0x39, 0x80...:
            true
        default: false
        }
    }

    private mutating func skipComment() throws(QueryError) {
        index += 2
        if try longText() != nil { return }
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    }

    // MARK: Numbers

    private mutating func number() throws(QueryError) -> QueryToken.Kind {
        let start = index
        let isHexadecimal = bytes[start] == UInt8(ascii: "0") && byte(start + 1) | 0x20 == 0x78
        let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
        while index < bytes.count {
            let byte = bytes[index]
            let isSign =
                (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && index > start
                && bytes[index - 1] | 0x20 == exponent
            guard isNamePart(byte) || byte == UInt8(ascii: ".") || isSign else { break }
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isHexadecimal {
            let digits = text.dropFirst(2)
            if !digits.isEmpty, digits.allSatisfy(\.isHexDigit) {
                // Lua's hexadecimal integers wrap around.
                let wrapped = digits.reduce(UInt(0)) { $0 &* 16 &+ UInt($1.hexDigitValue ?? 0) }
                return .integer(Int(bitPattern: wrapped))
            }
        } else if let integer = Int(text) {
            return .integer(integer)
        }
        guard let number = Double(text.hasPrefix(".") ? "0" + text : text) else {
            throw error("“\(text)” is not a number", at: start)
        }
        return .number(number)
    }

    // MARK: Texts

    /// A text in long brackets: `[[…]]`, `[==[…]==]`; nil if none begins here.
    private mutating func longText() throws(QueryError) -> ByteString? {
        guard byte(index) == UInt8(ascii: "[") else { return nil }
        let start = index
        var level = 0
        while byte(start + 1 + level) == UInt8(ascii: "=") { level += 1 }
        guard byte(start + 1 + level) == UInt8(ascii: "[") else { return nil }
        var first = start + 2 + level
        let close = [0x5D] + [UInt8](repeating: 0x3D, count: level) + [0x5D]
        var end = first
        while end < bytes.count, !bytes[end...].starts(with: close) { end += 1 }
        guard end < bytes.count else { throw error("a long text is not closed", at: start) }
        index = end + close.count
        if byte(first) == 0x0A { first += 1 }
        return ByteString(bytes[first..<max(first, end)])
    }

    private mutating func quotedText() throws(QueryError) -> ByteString {
        let (start, quote) = (index, bytes[index])
        var result: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote { return ByteString(result) }
            if byte == UInt8(ascii: "\\"), index < bytes.count {
                result += try escaped()
            } else {
                result.append(byte)
            }
        }
        throw error("a text has no closing quote", at: start)
    }

    /// What stands behind a backslash.
    private mutating func escaped() throws(QueryError) -> [UInt8] {
        let (start, byte) = (index - 1, bytes[index])
        index += 1
        let plain: [UInt8: UInt8] = [
            UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9,
            UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
            UInt8(ascii: "r"): 13, 0x22: 0x22, 0x27: 0x27, 0x5C: 0x5C, 0x0A: 0x0A,
        ]
        if let byte = plain[byte] { return [byte] }
        func digits(_ count: Int, radix: Int) -> Int? {
            var text = ""
            while text.count < count,
                let digit = Character(Unicode.Scalar(self.byte(index)))
                    .hexDigitValue, digit < radix
            {
                text.append(Character(Unicode.Scalar(self.byte(index))))
                index += 1
            }
            return Int(text, radix: radix)
        }
        switch byte {
        case UInt8(ascii: "z"):
            while self.byte(index) == 0x20 || (0x09...0x0D).contains(self.byte(index)) {
                index += 1
            }
            return []
        case UInt8(ascii: "x"):
            let before = index
            if let value = digits(2, radix: 16), index == before + 2 { return [UInt8(value)] }
        case UInt8(ascii: "u") where self.byte(index) == UInt8(ascii: "{"):
            index += 1
            if let value = digits(8, radix: 16), self.byte(index) == UInt8(ascii: "}"),
                let scalar = Unicode.Scalar(UInt32(value))
            {
                index += 1
                return Array(String(Character(scalar)).utf8)
            }
        case 0x30...0x39:
            index -= 1
            if let value = digits(3, radix: 10), value < 256 { return [UInt8(value)] }
        default: break
        }
        throw error("a text has no such character behind a backslash", at: start)
    }
}
