@_spi(_Unicode) import Swift

/// How texts are written, whatever they say.
extension ValidatorCatalog {
    static let texts: [StandardValidator] = [
        .init(
            "ascii", "no character beyond ASCII", standard: "ISO/IEC 646 (ECMA-6)", noun: "ASCII",
            .cell(ASCIIText())),
        .init(
            "printable", "no character that shows nothing: no controls, no marks of direction",
            standard: "Unicode Standard, general categories", .cell(PrintableText())),
        .init(
            "trimmed", "no blank at its beginning or end",
            standard: "Unicode Standard, property White_Space", .cell(TrimmedText())),
        .init(
            "lower", "no capital letter", standard: "Unicode Standard, section 4.2",
            .cell(LowerText())),
        .init(
            "upper", "no small letter", standard: "Unicode Standard, section 4.2",
            .cell(UpperText())),
        .init(
            "capitalized", "the first letter is a capital, where its script has them",
            standard: "Unicode Standard, section 4.2", .cell(CapitalizedText())),
        .init(
            "no_control", "no control character, such as a tab or a line end",
            standard: "Unicode Standard, general category Cc", .cell(ControlFreeText())),
        .init(
            "single_line", "no line end of any kind",
            standard: "Unicode Standard Annex 14, mandatory breaks", .cell(SingleLine())),
        .init(
            "nfc", "letters and their marks are composed", standard: "Unicode Standard Annex 15",
            .cell(ComposedText())),
        .init(
            "one_of_with_case",
            "one of the values given, written as they are; case = \"any\" lets capitals be small "
                + "and the other way round",
            .made { call throws(PlanError) in try OneOfWithCase(call) }),
    ]
}

extension CellText {
    /// The first byte of those from `start` on for which `isFound` holds, as far as the text is
    /// ASCII; the first byte beyond ASCII otherwise.
    @inline(__always)
    fileprivate func firstASCII(where isFound: (UInt8) -> Bool) -> (place: Int, isFound: Bool)? {
        var index = 0
        while index < count {
            let byte = self[index]
            if byte >= 0x80 { return (index, false) }
            if isFound(byte) { return (index, true) }
            index += 1
        }
        return nil
    }

    /// Looks for a scalar that may not be in the text: bytes of ASCII by a quick test, others by
    /// their properties.
    @inline(__always)
    fileprivate func first(
        ascii isFound: (UInt8) -> Bool, other: (Unicode.Scalar) -> Bool
    ) -> (place: Int?, isBroken: Bool)? {
        guard let found = firstASCII(where: isFound) else { return nil }
        if found.isFound { return (found.place, false) }
        var reader = ScalarReader(self, from: found.place)
        while let value = reader.next() {
            if value < 0x80 {
                if isFound(UInt8(truncatingIfNeeded: value)) { return (reader.start, false) }
            } else if let scalar = Unicode.Scalar(value), other(scalar) {
                return (reader.start, false)
            }
        }
        return reader.isBroken ? (nil, true) : nil
    }
}

/// A flaw at the place that was found, in the validator's own words.
@inline(__always)
private func flaw(_ found: (place: Int?, isBroken: Bool)?, _ words: StaticString) -> Flaw? {
    guard let found else { return nil }
    guard let place = found.place else { return .notUTF8 }
    return .place(place, words)
}

struct ASCIIText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        if UTF8Text.isASCII(text.baseAddress ?? emptyBytes, text.count) { return nil }
        return .character(at: text.firstIndex { $0 >= 0x80 } ?? 0)
    }
}

struct PrintableText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        StetRules.flaw(
            text.first {
                $0 < 32 || $0 == 127
            } other: { scalar in
                switch scalar.properties.generalCategory {
                // What joins letters and emoji shows in what it joins.
                case .format: scalar.value != 0x200C && scalar.value != 0x200D
                case .control, .surrogate, .privateUse, .unassigned, .lineSeparator,
                    .paragraphSeparator:
                    true
                default: false
                }
            }, "has a character that cannot be printed")
    }
}

struct TrimmedText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0 else { return nil }
        let (first, last) = (text[0], text[text.count - 1])
        if first <= 32 || first >= 0x80 {
            var reader = ScalarReader(text)
            if let value = reader.next(), isBlank(value) { return .says("begins with a blank") }
        }
        if last <= 32 || last >= 0x80 {
            var start = text.count - 1
            while start > 0, text.count - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
            var reader = ScalarReader(text, from: start)
            if let value = reader.next(), isBlank(value) { return .says("ends with a blank") }
        }
        return nil
    }

    private func isBlank(_ value: UInt32) -> Bool {
        // A byte order mark or zero-width space at an end is nothing that anybody sees.
        value == 0xFEFF || value == 0x200B
            || Unicode.Scalar(value)?.properties.isWhitespace ?? false
    }
}

struct LowerText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        StetRules.flaw(
            text.first {
                $0.isCapital
            } other: { scalar in
                scalar.properties.isUppercase
                    || scalar.properties.generalCategory == .titlecaseLetter
            }, "has a capital letter")
    }
}

struct UpperText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        StetRules.flaw(
            text.first {
                $0.isSmallLetter
            } other: { scalar in
                scalar.properties.generalCategory == .lowercaseLetter
                    || scalar.properties.generalCategory == .titlecaseLetter
            }, "has a small letter")
    }
}

struct CapitalizedText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var reader = ScalarReader(text)
        while let value = reader.next() {
            guard let scalar = Unicode.Scalar(value) else { break }
            if value < 0x80 {
                let byte = UInt8(truncatingIfNeeded: value)
                if byte.isCapital { return nil }
                if byte.isSmallLetter { return .says("does not begin with a capital") }
            } else if scalar.properties.isAlphabetic {
                return scalar.properties.generalCategory == .lowercaseLetter
                    ? .says("does not begin with a capital") : nil
            }
        }
        return reader.isBroken ? .notUTF8 : nil
    }
}

struct ControlFreeText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        StetRules.flaw(
            text.first {
                $0 < 32 || $0 == 127
            } other: { scalar in
                scalar.value < 0xA0
            }, "has a control character")
    }
}

struct SingleLine: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        StetRules.flaw(
            text.first {
                $0 &- 10 <= 3
            } other: { scalar in
                scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
            }, "has a line end in it")
    }
}

struct ComposedText: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        // Below U+0300, whose first byte is CC, nothing composes.
        var index = 0
        while index < text.count {
            if text[index] >= 0xCC { break }
            index += 1
        }
        let start = text.baseAddress ?? emptyBytes
        guard index < text.count else {
            return UTF8Text.isValid(start, text.count) ? nil : .notUTF8
        }
        guard let string = String(validating: text, as: UTF8.self) else { return .notUTF8 }
        return string._nfc.elementsEqual(string.unicodeScalars)
            ? nil : .says("has letters and marks that are not composed (NFC)")
    }
}

/// Names as XML defines them: some characters may begin one, more may follow.
struct XMLName: CellValidator {
    private let start = ASCIISet(ASCIISet.letterCharacters + "_:")
    private let other = ASCIISet(
        ASCIISet.letterCharacters + ASCIISet.digitCharacters + "_:-.")

    func flaw(in text: CellText) -> Flaw? {
        var reader = ScalarReader(text)
        guard let first = reader.next() else {
            return reader.isBroken ? .notUTF8 : .says("it is empty")
        }
        guard first < 0x80 ? start.contains(UInt8(first)) : Self.mayBegin(first) else {
            return .character(at: 0)
        }
        while let value = reader.next() {
            let isAllowed =
                value < 0x80
                ? other.contains(UInt8(value))
                : Self.mayBegin(value) || value == 0xB7 || (0x300...0x36F).contains(value)
                    || value == 0x203F || value == 0x2040
            guard isAllowed else { return .character(at: reader.start) }
        }
        return reader.isBroken ? .notUTF8 : nil
    }

    private static func mayBegin(_ value: UInt32) -> Bool {
        switch value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
            0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }
}
