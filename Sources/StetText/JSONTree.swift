/// A JSON document (RFC 8259) that is small enough to be held whole: saved state, settings.
package enum JSONTree: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case array([JSONTree])
    /// In the order in which they are written; a name is there once.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONTree
    }

    /// Why a text is not JSON.
    package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
        /// In bytes, from 0.
        package var offset: Int
        package var message: String

        package var description: String { "\(message) at byte \(offset + 1)" }
    }

    /// Reads one document, with nothing after it.
    ///
    /// - Throws: where it is not JSON, names a member twice, or nests deeper than 512.
    package init(parsing text: String) throws(SyntaxError) {
        var reader = JSONTreeReader(bytes: Array(text.utf8))
        self = try reader.document()
    }

    /// The value of an object's member; nil if there is none, or this is no object.
    package subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if it is written as an integer and fits.
    package var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    package var array: [JSONTree]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

/// Reads a document from its bytes, one after the other.
private struct JSONTreeReader {
    private typealias Failure = JSONTree.SyntaxError

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    private static let depthLimit = 512

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONTree.SyntaxError) -> JSONTree {
        let tree = try value()
        skipBlanks()
        guard offset == bytes.count else { throw failure("something follows the document") }
        return tree
    }

    private mutating func value() throws(JSONTree.SyntaxError) -> JSONTree {
        skipBlanks()
        guard let byte = next else { throw failure("the text ends too early") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { reader throws(Failure) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(Failure) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(
        _ read: (inout JSONTreeReader) throws(JSONTree.SyntaxError) -> JSONTree
    ) throws(JSONTree.SyntaxError) -> JSONTree {
        guard depth < Self.depthLimit else { throw failure("nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        offset += 1
        return try read(&self)
    }

    private mutating func object() throws(JSONTree.SyntaxError) -> JSONTree {
        var members: [JSONTree.Member] = []
        var names: Set<String> = []
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            let start = offset
            guard next == UInt8(ascii: "\"") else { throw failure("a name is expected") }
            let name = try string()
            guard names.insert(name).inserted else {
                throw JSONTree.SyntaxError(offset: start, message: "“\(name)” is there twice")
            }
            guard take(":") else { throw failure("“:” is expected") }
            members.append(JSONTree.Member(name: name, value: try value()))
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("“,” or “}” is expected") }
        }
    }

    private mutating func array() throws(JSONTree.SyntaxError) -> JSONTree {
        var elements: [JSONTree] = []
        if take("]") { return .array([]) }
        while true {
            elements.append(try value())
            if take("]") { return .array(elements) }
            guard take(",") else { throw failure("“,” or “]” is expected") }
        }
    }

    private mutating func string() throws(JSONTree.SyntaxError) -> String {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONTree.SyntaxError(offset: start, message: "the text is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): try text.append(contentsOf: String(escape()).utf8)
            case 0..<0x20: throw failure("a control character in a text")
            default:
                text.append(byte)
                offset += 1
            }
        }
        throw failure("the text ends in a string")
    }

    private mutating func escape() throws(JSONTree.SyntaxError) -> Unicode.Scalar {
        offset += 1
        guard let byte = next else { throw failure("the text ends in a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint()
        default:
            offset -= 1
            throw failure("no such escape")
        }
    }

    private mutating func codePoint() throws(JSONTree.SyntaxError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard UTF16.isLeadSurrogate(first), next == UInt8(ascii: "\\") else {
            throw failure("half a surrogate pair")
        }
        offset += 1
        guard next == UInt8(ascii: "u") else { throw failure("half a surrogate pair") }
        offset += 1
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw failure("half a surrogate pair") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func codeUnit() throws(JSONTree.SyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw failure("four hexadecimal digits are expected")
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    private mutating func number() throws(JSONTree.SyntaxError) -> String {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let first = next
        let whole = digits()
        guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else {
            offset = start
            throw failure("a value is expected")
        }
        if next == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { throw failure("a digit is expected") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { throw failure("a digit is expected") }
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            offset += 1
        }
        return offset - start
    }

    private mutating func word(
        _ word: String, _ tree: JSONTree
    ) throws(JSONTree.SyntaxError) -> JSONTree {
        guard bytes[offset...].starts(with: word.utf8) else {
            throw failure("a value is expected")
        }
        offset += word.utf8.count
        return tree
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while let byte = next,
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
                || byte == UInt8(ascii: "\r")
        {
            offset += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private func failure(_ message: String) -> JSONTree.SyntaxError {
        JSONTree.SyntaxError(offset: offset, message: message)
    }
}
