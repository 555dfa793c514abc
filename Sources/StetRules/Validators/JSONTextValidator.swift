/// A JSON text of RFC 8259, one value of any kind. What is open is kept as bits, so that depth
/// costs no recursion.
///
/// Unsafe code: `open` has a bit for each of `depthLimit` levels.
struct JSONTextValidator: CellValidator {
    private static let depthLimit = 512

    func flaw(in text: CellText) -> Flaw? {
        guard UTF8Text.isValid(text.baseAddress ?? emptyBytes, text.count) else { return .notUTF8 }
        return withUnsafeTemporaryAllocation(
            of: UInt64.self, capacity: Self.depthLimit / 64
        ) { open in
            var reader = Reader(text: text, isObject: open)
            return reader.read()
        }
    }

    private struct Reader {
        let text: CellText
        /// For each level that is open, whether it is an object.
        let isObject: UnsafeMutableBufferPointer<UInt64>
        var index = 0
        var depth = 0

        mutating func read() -> Flaw? {
            while true {
                // A value is due.
                skipBlanks()
                guard index < text.count else { return .says("a value is missing at its end") }
                let byte = text[index]
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                    guard depth < JSONTextValidator.depthLimit else {
                        return .says("it is more than 512 deep")
                    }
                    let isObject = byte == UInt8(ascii: "{")
                    push(isObject)
                    index += 1
                    skipBlanks()
                    let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                    if index < text.count, text[index] == end {
                        index += 1
                        depth -= 1
                    } else {
                        if isObject, let flaw = readName() { return flaw }
                        continue
                    }
                } else if let flaw = readScalar(byte) {
                    return flaw
                }
                // A value is done.
                while true {
                    skipBlanks()
                    guard depth > 0 else {
                        return index == text.count ? nil : .place(index, "something follows")
                    }
                    let isObject = isInObject
                    guard index < text.count else {
                        return isObject ? .says("a { is not closed") : .says("a [ is not closed")
                    }
                    let next = text[index]
                    if next == UInt8(ascii: ",") {
                        index += 1
                        if isObject {
                            skipBlanks()
                            if let flaw = readName() { return flaw }
                        }
                        break
                    }
                    guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                        return .character(at: index)
                    }
                    index += 1
                    depth -= 1
                }
            }
        }

        private mutating func push(_ object: Bool) {
            let (word, bit) = (depth / 64, UInt64(1) << UInt64(depth % 64))
            if object { isObject[word] |= bit } else { isObject[word] &= ~bit }
            depth += 1
        }

        private var isInObject: Bool {
            isObject[(depth - 1) / 64] >> UInt64((depth - 1) % 64) & 1 != 0
        }

        private mutating func skipBlanks() {
            while index < text.count {
                switch text[index] {
                case 0x20, 0x09, 0x0A, 0x0D: index += 1
                default: return
                }
            }
        }

        /// A member's name, with its colon.
        private mutating func readName() -> Flaw? {
            guard index < text.count, text[index] == UInt8(ascii: "\"") else {
                return .place(index, "a name in quotes is missing")
            }
            if let flaw = readString() { return flaw }
            skipBlanks()
            guard index < text.count, text[index] == UInt8(ascii: ":") else {
                return .place(index, "a colon is missing")
            }
            index += 1
            return nil
        }

        private mutating func readScalar(_ byte: UInt8) -> Flaw? {
            switch byte {
            case UInt8(ascii: "\""): return readString()
            case UInt8(ascii: "t"): return readWord("true")
            case UInt8(ascii: "f"): return readWord("false")
            case UInt8(ascii: "n"): return readWord("null")
            default:
                guard byte.isDigit || byte == UInt8(ascii: "-") else {
                    return .character(at: index)
                }
                return readNumber()
            }
        }

        private mutating func readWord(_ word: StaticString) -> Flaw? {
            guard CellText(rebasing: text[index...]).starts(word) else {
                return .place(index, "no value is written like that")
            }
            index += word.utf8CodeUnitCount
            return nil
        }

        private mutating func readString() -> Flaw? {
            let start = index
            index += 1
            while index < text.count {
                let byte = text[index]
                if byte == UInt8(ascii: "\"") {
                    index += 1
                    return nil
                }
                guard byte >= 0x20 else {
                    return .place(index, "a control character stands in a string")
                }
                index += 1
                guard byte == UInt8(ascii: "\\"), index < text.count else { continue }
                if text[index] == UInt8(ascii: "u") {
                    for place in index + 1...index + 4 {
                        guard place < text.count, text[place].isHexDigit else {
                            return .place(index, "four hexadecimal digits must follow \\u")
                        }
                    }
                    index += 5
                } else if Self.isEscape(text[index]) {
                    index += 1
                } else {
                    return .place(index, "no escape is written like that")
                }
            }
            return .place(start, "a string is not closed")
        }

        private static func isEscape(_ byte: UInt8) -> Bool {
            switch UnicodeScalar(byte) {
            case "\"", "\\", "/", "b", "f", "n", "r", "t": true
            default: false
            }
        }

        private mutating func readNumber() -> Flaw? {
            if text[index] == UInt8(ascii: "-") { index += 1 }
            let start = index
            guard readDigits() else { return .place(index, "a digit is missing") }
            guard text[start] != UInt8(ascii: "0") || index == start + 1 else {
                return .place(start, "a number has a zero in front")
            }
            if index < text.count, text[index] == UInt8(ascii: ".") {
                index += 1
                guard readDigits() else { return .place(index, "a digit is missing") }
            }
            if index < text.count, text[index] | 32 == UInt8(ascii: "e") {
                index += 1
                if index < text.count,
                    text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
                {
                    index += 1
                }
                guard readDigits() else { return .place(index, "a digit is missing") }
            }
            return nil
        }

        private mutating func readDigits() -> Bool {
            let start = index
            while index < text.count, text[index].isDigit { index += 1 }
            return index > start
        }
    }
}
