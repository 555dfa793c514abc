import StetCore

/// Why a text is not of its field's type.
struct TypeMessage {
    let field: Field

    func words(for text: ByteString) -> String {
        let found = CheckPlan.quoted(text)
        if let surrounding = surrounding(text) { return "\(found) \(surrounding)" }
        switch field.type {
        case .string: return "\(found) is not text"
        case .integer: return "\(found) \(integerReason(text))"
        case .number: return "\(found) \(numberReason(text))"
        case .date:
            guard CalendarDate.hasShape(text.bytes) else {
                return "\(found) is not a date; dates are written like 2024-02-29"
            }
            let reason = CalendarDate.reason(text.bytes).map { ": \($0)" } ?? ""
            return "\(text) is not a date\(reason)"
        case .boolean:
            let values = (field.trueValues + field.falseValues).map(Value.text)
            return "\(found) is not \(CheckPlan.alternatives(values))"
        }
    }

    /// What stands around a text that is perhaps right but for that.
    private func surrounding(_ text: ByteString) -> String? {
        guard let first = text.bytes.first, let last = text.bytes.last else { return nil }
        if !field.trim, Blank.isBlank(first) || Blank.isBlank(last) {
            return "has blanks around it; trim = true allows them"
        }
        if first == 10 || first == 13 || last == 10 || last == 13 {
            return "has a line end around it"
        }
        guard let scalars = text.string?.unicodeScalars, let front = scalars.first,
            let back = scalars.last, !front.isASCII || !back.isASCII
        else { return nil }
        let ends = [front, back]
        if ends.contains("\u{A0}") || ends.contains("\u{202F}") {
            return "has a no-break space around it"
        }
        let isBlank = ends.contains { $0.properties.isWhitespace }
        return isBlank ? "has a blank around it that is not a plain space" : nil
    }

    private func integerReason(_ text: ByteString) -> String {
        let reading = text.bytes.withUnsafeBufferPointer {
            Number.integer($0.baseAddress ?? emptyBytes, $0.count, leadingZeros: field.leadingZeros)
        }
        switch reading {
        case .outOfRange: return "is outside the range of 64-bit integers"
        case .leadingZeros: return "has leading zeros; leading_zeros = true allows them"
        case .notANumber, .value: return "is not an integer"
        }
    }

    private func numberReason(_ text: ByteString) -> String {
        let reading = text.bytes.withUnsafeBufferPointer {
            Number.decimal($0.baseAddress ?? emptyBytes, $0.count, leadingZeros: field.leadingZeros)
        }
        switch reading {
        case .outOfRange: return "is outside the range of 64-bit numbers"
        case .leadingZeros: return "has leading zeros; leading_zeros = true allows them"
        case .notANumber, .value: break
        }
        let isNumeric = text.bytes.contains { $0 &- 48 <= 9 }
        if isNumeric, text.bytes.last == UInt8(ascii: ".") {
            return "is not a number: digits must follow the point"
        }
        if isNumeric, text.bytes.filter({ $0 == UInt8(ascii: ",") }).count == 1,
            text.bytes.allSatisfy({ "0123456789+-,".utf8.contains($0) })
        {
            return "is not a number: the decimal sign is a point"
        }
        return "is not a number"
    }
}
