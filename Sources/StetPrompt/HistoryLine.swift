import StetText

/// An entry of the history, and its form in the file: one JSON object a line.
struct HistoryLine: Equatable {
    /// Seconds since 1970.
    var time: Int
    var code: String
    /// The folder in which it was typed.
    var directory: String
    /// The project that the folder belongs to: a folder above it, or itself; empty in lines of
    /// programs that know of none.
    var project = ""
    /// Whether it ran without an error.
    var isSuccess: Bool

    var encoded: [UInt8] {
        var bytes = Array("{\"t\":\(time),\"c\":".utf8)
        bytes.appendJSONString(code)
        bytes.append(contentsOf: ",\"d\":".utf8)
        bytes.appendJSONString(directory)
        bytes.append(contentsOf: ",\"p\":".utf8)
        bytes.appendJSONString(project)
        bytes.append(contentsOf: ",\"ok\":\(isSuccess)}".utf8)
        return bytes
    }

    init(time: Int, code: String, directory: String, project: String = "", isSuccess: Bool) {
        self.time = time
        self.code = code
        self.directory = directory
        self.project = project
        self.isSuccess = isSuccess
    }

    /// nil for a line that is no entry: cut short, edited by hand, or from another program.
    init?(_ line: some Sequence<UInt8>) {
        var reader = FlatObjectReader(Array(line))
        guard let members = reader.members() else { return nil }
        var code: String?
        (time, directory, isSuccess) = (0, "", true)
        // Of members of one name the last one counts, as in most readers of JSON.
        for member in members {
            switch (member.name, member.value) {
            case ("c", .text(let value)): code = value
            case ("c", _): code = nil
            case ("t", .number(let value)): time = value
            case ("d", .text(let value)): directory = value
            case ("p", .text(let value)): project = value
            case ("ok", .flag(let value)): isSuccess = value
            default: break
            }
        }
        guard let code, !code.isEmpty, !code.utf8.contains(0) else { return nil }
        self.code = code
    }
}

/// Reads a JSON object whose members are plain values. A history has thousands of them, which are
/// read before the prompt is there.
struct FlatObjectReader {
    enum Value: Equatable {
        case text(String)
        case number(Int)
        case flag(Bool)
        /// null, and numbers that are not whole.
        case other
    }

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// In their order; nil if the text is anything else.
    mutating func members() -> [(name: String, value: Value)]? {
        var members: [(name: String, value: Value)] = []
        members.reserveCapacity(6)
        guard take("{") else { return nil }
        if take("}") { return isAtEnd() ? members : nil }
        repeat {
            guard let name = string(), take(":"), let value = value() else { return nil }
            members.append((name, value))
        } while take(",")
        guard take("}"), isAtEnd() else { return nil }
        return members
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 32 || bytes[place] == 9 || bytes[place] == 13 {
            place += 1
        }
    }

    private mutating func isAtEnd() -> Bool {
        skipSpace()
        return place == bytes.count
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func value() -> Value? {
        skipSpace()
        guard place < bytes.count else { return nil }
        if bytes[place] == UInt8(ascii: "\"") { return string().map(Value.text) }
        let start = place
        while place < bytes.count,
            bytes[place] != UInt8(ascii: ","), bytes[place] != UInt8(ascii: "}"), bytes[place] != 32
        {
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "null": return .other
        default:
            if let number = Int(text) { return .number(number) }
            return Double(text) == nil ? nil : .other
        }
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var start = place
        var parts: [UInt8] = []
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let rest = bytes[start..<place]
                place += 1
                return parts.isEmpty
                    ? String(validating: rest, as: UTF8.self)
                    : String(validating: parts + rest, as: UTF8.self)
            case UInt8(ascii: "\\"):
                parts += bytes[start..<place]
                place += 1
                guard let escaped = escape() else { return nil }
                parts += Array(String(escaped).utf8)
                start = place
            default: place += 1
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next() else { return nil }
        switch UnicodeScalar(byte) {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "u":
            guard let high = unit() else { return nil }
            guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
            guard next() == UInt8(ascii: "\\"), next() == UInt8(ascii: "u"), let low = unit(),
                (0xDC00..<0xE000).contains(low)
            else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        case "\"", "\\", "/": return UnicodeScalar(byte)
        default: return nil
        }
    }

    private mutating func next() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    private mutating func unit() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ LuaLexer.isWord($0) }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        place += 4
        return value
    }
}
