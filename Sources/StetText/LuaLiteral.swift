/// Lua source for single values: what is printed reads back as the same value.
package enum LuaLiteral {
    package static let keywords: Set<String> = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]

    /// A string in quotes. No byte of it can act on a terminal: controls, bytes that are no UTF-8
    /// and characters that hide or reorder text are escapes.
    ///
    /// - Parameter limit: characters; of more, the first are shown and the rest is counted.
    package static func string(_ bytes: [UInt8], limit: Int = .max) -> String {
        var result = "\""
        var shown = 0
        var index = 0
        while index < bytes.count, shown < limit {
            let (piece, length) = next(bytes[index...])
            result += piece
            index += length
            shown += 1
        }
        result += "\""
        if index < bytes.count { result += "... \(bytes.count - index) more bytes" }
        return result
    }

    package static func string(_ text: String) -> String { string(Array(text.utf8)) }

    /// A string that has lines, in long brackets; nil if quotes serve it better.
    package static func longString(_ bytes: [UInt8], limit: Int) -> String? {
        guard bytes.count <= limit, bytes.contains(UInt8(ascii: "\n")),
            let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || isPlain($0) })
        else { return nil }
        var level = ""
        while text.contains("]" + level + "]") || text.hasSuffix("]" + level) { level += "=" }
        return "[" + level + "[\n" + text + "]" + level + "]"
    }

    package static func integer(_ value: Int) -> String {
        value == .min ? "math.mininteger" : "\(value)"
    }

    /// The shortest form that reads back as the same float.
    package static func number(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-math.huge" : "math.huge" }
        return "\(value)"
    }

    /// A key as a table constructor has it.
    package static func key(_ bytes: [UInt8], limit: Int = .max) -> String {
        let name = String(decoding: bytes, as: UTF8.self)
        return isName(name) ? name : "[" + string(bytes, limit: limit) + "]"
    }

    /// Whether a text can be the name of a variable.
    package static func isName(_ name: String) -> Bool {
        name.isIdentifier && !keywords.contains(name)
    }

    /// Text in a comment, which ends with its line.
    package static func comment(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.properties.generalCategory != .control
            result.unicodeScalars.append(isPlain ? scalar : "?")
        }
        return result
    }

    /// The next character in quotes, and its length in bytes.
    private static func next(_ bytes: ArraySlice<UInt8>) -> (String, Int) {
        guard let first = bytes.first else { return ("", 0) }
        switch first {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case UInt8(ascii: "\n"): return ("\\n", 1)
        case UInt8(ascii: "\r"): return ("\\r", 1)
        case UInt8(ascii: "\t"): return ("\\t", 1)
        case 0..<32, 127: return (hexadecimal(first), 1)
        case 32..<127: return (String(UnicodeScalar(first)), 1)
        default: break
        }
        var iterator = bytes.makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
            return (hexadecimal(first), 1)
        }
        let scalar = UTF8.decode(encoded)
        let text =
            isPlain(scalar)
            ? String(scalar) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        return (text, encoded.count)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }

    /// Whether a terminal shows the character and does nothing else with it.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        // The joiner and the variation selector are parts of emoji.
        if scalar.value == 0x200D || scalar.value == 0xFE0F { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            return false
        default: return true
        }
    }
}

extension String {
    /// Whether it is made of ASCII letters, digits and `_`, and does not begin with a digit.
    package var isIdentifier: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
