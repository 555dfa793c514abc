import StetCore

/// Lua that Stet writes for a person to go on with.
enum LuaSource {
    static let keywords: Set<String> = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if",
        "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]

    /// A text in quotes; what is not plain text is written as escapes.
    static func quoted(_ text: ByteString) -> String {
        var result = "\""
        var rest = text.bytes[...]
        while let first = rest.first {
            var iterator = rest.makeIterator()
            var parser = UTF8.ForwardParser()
            guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
                result += escape(first)
                rest = rest.dropFirst()
                continue
            }
            let scalar = UTF8.decode(encoded)
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.properties.generalCategory == .control:
                result += encoded.map(escape).joined()
            case _ where scalar.properties.generalCategory == .format && scalar.value != 0x200D:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst(encoded.count)
        }
        return result + "\""
    }

    /// Three digits, so that a digit may follow.
    private static func escape(_ byte: UInt8) -> String {
        let digits = String(byte)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// A key as a table constructor has it.
    static func key(_ name: String) -> String {
        isName(name) ? name : "[" + quoted(ByteString(name)) + "]"
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return !keywords.contains(text)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
                default: false
                }
            }
    }

    /// Text in a comment, which ends with its line.
    static func comment(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.properties.generalCategory != .control
            result.unicodeScalars.append(isPlain ? scalar : "?")
        }
        return result
    }
}
