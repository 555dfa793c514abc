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
        guard let text = String(validating: Array(line), as: UTF8.self) else { return nil }
        var reader = FlatObjectReader(text)
        guard let members = reader.members(), case .text(let code)? = members["c"],
            !code.isEmpty, !code.unicodeScalars.contains("\0")
        else { return nil }
        self.code = code
        if case .number(let value)? = members["t"] { time = value } else { time = 0 }
        if case .text(let value)? = members["d"] { directory = value } else { directory = "" }
        if case .text(let value)? = members["p"] { project = value }
        if case .flag(let value)? = members["ok"] { isSuccess = value } else { isSuccess = true }
    }
}

/// Reads a JSON object whose members are plain values.
struct FlatObjectReader {
    enum Value: Equatable {
        case text(String)
        case number(Int)
        case flag(Bool)
        /// null, and numbers that are not whole.
        case other
    }

    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        rest = Substring(text).unicodeScalars
    }

    /// nil if the text is anything else.
    mutating func members() -> [String: Value]? {
        var members: [String: Value] = [:]
        guard take("{") else { return nil }
        if take("}") { return isAtEnd ? members : nil }
        repeat {
            guard let name = string(), take(":"), let value = value() else { return nil }
            members[name] = value
        } while take(",")
        guard take("}"), isAtEnd else { return nil }
        return members
    }

    private mutating func skipSpace() {
        while let first = rest.first, first == " " || first == "\t" || first == "\r" {
            rest.removeFirst()
        }
    }

    private var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return rest.isEmpty
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func value() -> Value? {
        skipSpace()
        if rest.first == "\"" { return string().map(Value.text) }
        let word = rest.prefix { $0 != "," && $0 != "}" && $0 != " " }
        rest.removeFirst(word.count)
        let text = String(word)
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
        var result = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(result)
            case "\\":
                guard let escaped = escape() else { return nil }
                result.append(escaped)
            default: result.append(scalar)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        switch rest.popFirst() {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "u":
            guard let high = unit() else { return nil }
            guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
            guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = unit(),
                (0xDC00..<0xE000).contains(low)
            else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        case let scalar? where "\"\\/".unicodeScalars.contains(scalar): return scalar
        default: return nil
        }
    }

    private mutating func unit() -> UInt32? {
        let digits = String(rest.prefix(4))
        guard digits.utf8.count == 4, let value = UInt32(digits, radix: 16) else { return nil }
        rest.removeFirst(4)
        return value
    }
}
