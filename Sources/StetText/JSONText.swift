/// Writes JSON (RFC 8259) into bytes, without an intermediate tree.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    package mutating func append(raw text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    package mutating func object(_ body: (inout JSONText) -> Void) {
        begin()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func array(_ body: (inout JSONText) -> Void) {
        begin()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    package mutating func key(_ name: String) {
        begin()
        quote(name.utf8)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ text: String?) {
        begin()
        if let text { quote(text.utf8) } else { append(raw: "null") }
        needsComma = true
    }

    /// Text of unknown encoding: each invalid byte is written as the four characters `\xNN`.
    package mutating func value(lossy text: [UInt8]?) {
        guard let text else { return value(nil as String?) }
        begin()
        quote(Self.readable(text))
        needsComma = true
    }

    package mutating func value(_ number: Int?) {
        begin()
        if let number { bytes.append(contentsOf: String(number).utf8) } else { append(raw: "null") }
        needsComma = true
    }

    /// The shortest text that reads back as the same number; null for what JSON has no number for.
    package mutating func value(_ number: Double) {
        begin()
        if number.isFinite {
            bytes.append(contentsOf: String(number).utf8)
        } else {
            append(raw: "null")
        }
        needsComma = true
    }

    package mutating func value(_ flag: Bool) {
        begin()
        if flag { append(raw: "true") } else { append(raw: "false") }
        needsComma = true
    }

    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func begin() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func quote(_ text: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: append(raw: "\\n")
            case 0x0D: append(raw: "\\r")
            case 0x09: append(raw: "\\t")
            case 0x00..<0x20, 0x7F:
                append(raw: "\\u00")
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func readable(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        var result: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.first {
            var iterator = rest.makeIterator()
            var parser = UTF8.ForwardParser()
            if case .valid(let scalar) = parser.parseScalar(from: &iterator) {
                result.append(contentsOf: rest.prefix(scalar.count))
                rest = rest.dropFirst(scalar.count)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                result.append(contentsOf: "\\x\(digits)".utf8)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
