import StetCore
import StetText

/// The parts of a dialect by the names that options give them.
package enum DialectNames {
    package struct Unknown: Error, CustomStringConvertible {
        package var description: String
    }

    /// Sets `delimiter`, `quote` or `encoding`.
    package static func set(
        _ name: String, to text: String, in options: inout DialectOptions
    ) throws(Unknown) {
        switch name {
        case "delimiter": options.delimiter = try delimiter(text)
        case "quote": options.quote = .some(try quote(text))
        default: options.encoding = try encoding(text)
        }
    }

    private static func delimiter(_ text: String) throws(Unknown) -> UInt8 {
        switch text {
        case "tab", "\\t": return UInt8(ascii: "\t")
        case "comma": return UInt8(ascii: ",")
        case "semicolon": return UInt8(ascii: ";")
        case "pipe": return UInt8(ascii: "|")
        case "space": return UInt8(ascii: " ")
        default:
            let bytes = Array(text.utf8)
            guard bytes.count == 1, bytes[0] != 0x0A, bytes[0] != 0x0D, bytes[0] < 0x80 else {
                throw Unknown(
                    description: "the delimiter must be one ASCII character, or tab, comma, "
                        + "semicolon, pipe or space, not \"\(text)\"")
            }
            return bytes[0]
        }
    }

    private static func quote(_ text: String) throws(Unknown) -> UInt8? {
        switch text {
        case "", "none": return nil
        case "double": return UInt8(ascii: "\"")
        case "single": return UInt8(ascii: "'")
        default:
            let bytes = Array(text.utf8)
            guard bytes.count == 1, bytes[0] > 0x20, bytes[0] < 0x80 else {
                throw Unknown(
                    description: "the quote must be one ASCII character, or double, single or "
                        + "none, not \"\(text)\"")
            }
            return bytes[0]
        }
    }

    private static func encoding(_ text: String) throws(Unknown) -> TextEncoding {
        let name = text.lowercased()
        let aliases: [String: TextEncoding] = [
            "utf8": .utf8, "utf-16": .utf16LittleEndian, "utf16le": .utf16LittleEndian,
            "utf16be": .utf16BigEndian, "latin1": .latin1, "iso-8859-1": .latin1,
            "cp1252": .windows1252,
        ]
        if let encoding = TextEncoding(rawValue: name) ?? aliases[name] { return encoding }
        let known = TextEncoding.allCases.map(\.rawValue)
        throw Unknown(
            description: "there is no encoding \"\(text)\"; it is one of "
                + English.list(known, joiner: "or") + Suggestion.hint(for: name, among: known))
    }
}
