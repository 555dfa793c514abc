/// Texts that programs write and read.
extension ValidatorCatalog {
    static let technical: [StandardValidator] = [
        .init(
            "uuid", "an identifier such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6, in either case",
            standard: "RFC 9562", noun: "a UUID", .cell(UniqueIdentifier())),
        .init(
            "slug", "small letters and digits, with single hyphens between them, for addresses",
            noun: "a slug", .cell(Slug())),
        .init(
            "semver", "a version such as 1.4.0-rc.1+build.5", standard: "Semantic Versioning 2.0.0",
            noun: "a semantic version", .cell(SemanticVersion())),
        .init(
            "hex", "bytes, each as two hexadecimal digits, in either case",
            standard: "RFC 4648, section 8", noun: "hexadecimal", .cell(HexText())),
        .init(
            "base64", "bytes in base 64, padded with =", standard: "RFC 4648, section 4",
            noun: "base 64", .cell(Base64Text())),
        .init(
            "json", "a JSON text, at most 512 arrays and objects deep",
            standard: "RFC 8259", noun: "JSON", .cell(JSONTextValidator())),
        .init(
            "regex", "a regular expression", standard: "PCRE2, as pattern takes it",
            noun: "a regular expression", .cell(RegularExpression())),
        .init(
            "lua_pattern", "a pattern of Lua's string functions",
            standard: "Lua 5.4 Reference Manual, section 6.4.1", noun: "a Lua pattern",
            .cell(LuaPatternText())),
        .init(
            "color_hex", "a colour as #rgb, #rgba, #rrggbb or #rrggbbaa",
            standard: "CSS Color Module Level 4, section 5.2", noun: "a hexadecimal colour",
            .cell(HexColor())),
        .init(
            "xml_name", "a name of XML, such as an element's",
            standard: "XML 1.0 (fifth edition), section 2.3", noun: "an XML name",
            .cell(XMLName())),
    ]
}

/// Unsafe code: words are read only of a text of 36 bytes, and end within it.
struct UniqueIdentifier: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count == 36, let start = text.baseAddress else {
            return .says("it has 32 hexadecimal digits with four hyphens between them")
        }
        if Self.isRight(UnsafeRawPointer(start)) { return nil }
        for index in 0..<36 {
            let byte = text[index]
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            if isHyphen ? byte != UInt8(ascii: "-") : !byte.isHexDigit {
                return .character(at: index)
            }
        }
        return nil
    }

    /// Eight digits at a time.
    @inline(__always)
    private static func isRight(_ text: UnsafeRawPointer) -> Bool {
        @inline(__always)
        func word(_ first: Int, _ second: Int) -> UInt64 {
            let low = text.loadUnaligned(fromByteOffset: first, as: UInt32.self)
            let high = text.loadUnaligned(fromByteOffset: second, as: UInt32.self)
            return UInt64(low) | UInt64(high) &<< 32
        }
        @inline(__always)
        func byte(_ offset: Int) -> UInt8 { text.load(fromByteOffset: offset, as: UInt8.self) }
        let hyphens = byte(8) == 45 && byte(13) == 45 && byte(18) == 45 && byte(23) == 45
        return hyphens && areHexDigits(word(0, 4)) && areHexDigits(word(9, 14))
            && areHexDigits(word(19, 24)) && areHexDigits(word(28, 32))
    }

    /// In each byte, adding what lacks to 0x80 sets the high bit of what is not below a bound.
    @inline(__always)
    private static func areHexDigits(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high = ones &* 0x80
        let bytes = word & ~high
        let small = bytes | ones &* 0x20
        let digits = (bytes &+ ones &* 0x50) & ~(bytes &+ ones &* 0x46)
        let letters = (small &+ ones &* 0x1F) & ~(small &+ ones &* 0x19)
        return (digits | letters) & high == high && word & high == 0
    }
}

struct Slug: CellValidator {
    private static let table = PatternTable("[a-z0-9]+(-[a-z0-9]+)*")

    var automaton: PatternTable? { Self.table }

    func flaw(in text: CellText) -> Flaw? {
        var wasHyphen = true
        var index = 0
        while index < text.count {
            let byte = text[index]
            let isHyphen = byte == UInt8(ascii: "-")
            guard byte.isSmallLetter || byte.isDigit || (isHyphen && !wasHyphen) else {
                return .character(at: index)
            }
            wasHyphen = isHyphen
            index += 1
        }
        return wasHyphen ? .says("it does not end with a letter or digit") : nil
    }
}

struct SemanticVersion: CellValidator {
    private static let number = "(0|[1-9][0-9]*)"
    private static let part = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
    private static let table = PatternTable(
        number + #"\."# + number + #"\."# + number + "(-" + part + #"(\."# + part + ")*)?"
            + #"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"#)

    var automaton: PatternTable? { Self.table }

    func flaw(in text: CellText) -> Flaw? {
        let count = text.count
        var index = 0
        for part in 0..<3 {
            let start = index
            while index < count, text[index].isDigit { index += 1 }
            guard index > start else {
                return index < count
                    ? .character(at: index) : .says("it has three numbers with dots between them")
            }
            guard text[start] != UInt8(ascii: "0") || index == start + 1 else {
                return .place(start, "a number has a zero in front")
            }
            guard part < 2 else { break }
            guard index < count else { return .says("it has three numbers with dots between them") }
            guard text[index] == UInt8(ascii: ".") else { return .character(at: index) }
            index += 1
        }
        if index < count, text[index] == UInt8(ascii: "-") {
            index += 1
            if let flaw = identifiers(text, &index, isBuild: false) { return flaw }
        }
        if index < count, text[index] == UInt8(ascii: "+") {
            index += 1
            if let flaw = identifiers(text, &index, isBuild: true) { return flaw }
        }
        return index == count ? nil : .character(at: index)
    }

    /// Letters, digits and hyphens with dots between them.
    private func identifiers(_ text: CellText, _ index: inout Int, isBuild: Bool) -> Flaw? {
        while true {
            let start = index
            var isNumber = true
            while index < text.count {
                let byte = text[index]
                guard byte.isDigit || byte.isLetter || byte == UInt8(ascii: "-") else { break }
                isNumber = isNumber && byte.isDigit
                index += 1
            }
            guard index > start else {
                return index < text.count
                    ? .character(at: index) : .says("a part of it is missing at its end")
            }
            if !isBuild, isNumber, index > start + 1, text[start] == UInt8(ascii: "0") {
                return .place(start, "a number has a zero in front")
            }
            guard index < text.count, text[index] == UInt8(ascii: ".") else { return nil }
            index += 1
        }
    }
}

struct HexText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var index = 0
        while index < text.count {
            if !text[index].isHexDigit { return .character(at: index) }
            index += 1
        }
        return text.count & 1 == 0 ? nil : .says("it has an odd number of digits")
    }
}

struct Base64Text: CellValidator {
    private let alphabet = ASCIISet(
        ASCIISet.letterCharacters + ASCIISet.digitCharacters + "+/")

    func flaw(in text: CellText) -> Flaw? {
        var end = text.count
        while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        var index = 0
        while index < end {
            if !alphabet.contains(text[index]) { return .character(at: index) }
            index += 1
        }
        guard text.count & 3 == 0 else {
            return .says("it is no whole number of groups of four; = pads the last")
        }
        // What the last character says beyond the last byte must be zeros.
        let padding = text.count - end
        guard padding > 0 else { return nil }
        let mask: UInt8 = padding == 1 ? 3 : 15
        return Self.value(text[end - 1]) & mask == 0
            ? nil : .says("the last character before = has bits that belong to no byte")
    }

    private static func value(_ byte: UInt8) -> UInt8 {
        if byte.isCapital { return byte &- 65 }
        if byte.isSmallLetter { return byte &- 71 }
        if byte.isDigit { return byte &+ 4 }
        return byte == UInt8(ascii: "+") ? 62 : 63
    }
}

struct HexColor: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0, text[0] == UInt8(ascii: "#") else {
            return .says("it must begin with #")
        }
        var index = 1
        while index < text.count {
            if !text[index].isHexDigit { return .character(at: index) }
            index += 1
        }
        switch text.count {
        case 4, 5, 7, 9: return nil
        default: return .count(text.count - 1, "digits", wanted: "3, 4, 6 or 8")
        }
    }
}

struct RegularExpression: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard let source = String(validating: text, as: UTF8.self) else { return .notUTF8 }
        return Self.mistake(in: source) == nil ? nil : .plain
    }

    func reason(_ flaw: Flaw, in text: CellText) -> String {
        guard let source = String(validating: text, as: UTF8.self),
            let mistake = Self.mistake(in: source)
        else { return flaw.reason(in: text) }
        return "\(mistake.message) (after \(mistake.offset) bytes)"
    }

    private static func mistake(in source: String) -> Pattern.Invalid? {
        do throws(Pattern.Invalid) {
            _ = try Pattern(source)
            return nil
        } catch {
            return error
        }
    }
}

/// A pattern of Lua, read as Lua's matcher reads it; but all of it, where the matcher finds a
/// mistake only when it comes there.
struct LuaPatternText: CellValidator {
    private static let captureLimit = 32

    func flaw(in text: CellText) -> Flaw? {
        let count = text.count
        var index = count > 0 && text[0] == UInt8(ascii: "^") ? 1 : 0
        // For each capture, whether it is still unclosed, as bits.
        var (captures, unclosed) = (0, UInt64(0))
        while index < count {
            switch text[index] {
            case UInt8(ascii: "("):
                guard captures < Self.captureLimit else {
                    return .place(index, "it has more than 32 captures")
                }
                unclosed |= 1 << UInt64(captures)
                captures += 1
                index += 1
            case UInt8(ascii: ")"):
                guard unclosed != 0 else { return .place(index, "a ) closes no capture") }
                unclosed &= ~(1 << UInt64(63 - unclosed.leadingZeroBitCount))
                index += 1
            case UInt8(ascii: "["):
                let start = index
                guard let end = endOfSet(text, index) else {
                    return .place(start, "a [ is not closed")
                }
                index = end
            case UInt8(ascii: "%"):
                guard index + 1 < count else { return .says("it ends with %") }
                let next = text[index + 1]
                if next == UInt8(ascii: "b") {
                    guard index + 3 < count else {
                        return .place(index, "two characters must follow %b")
                    }
                    index += 4
                } else if next == UInt8(ascii: "f") {
                    guard index + 2 < count, text[index + 2] == UInt8(ascii: "[") else {
                        return .place(index, "a set in brackets must follow %f")
                    }
                    index += 2
                } else if next.isDigit {
                    let number = Int(next) - 49
                    guard number >= 0, number < captures, unclosed & (1 << UInt64(number)) == 0
                    else {
                        return .place(index, "there is no whole capture with that number")
                    }
                    index += 2
                } else {
                    index += 2
                }
            default: index += 1
            }
        }
        return unclosed == 0 ? nil : .says("a ( is not closed")
    }

    /// The byte after the set that begins there.
    private func endOfSet(_ text: CellText, _ start: Int) -> Int? {
        var index = start + 1
        if index < text.count, text[index] == UInt8(ascii: "^") { index += 1 }
        // The first character is a member, be it a bracket.
        repeat {
            guard index < text.count else { return nil }
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "%") { index += 1 }
            guard index < text.count else { return nil }
        } while text[index] != UInt8(ascii: "]")
        return index + 1
    }
}
