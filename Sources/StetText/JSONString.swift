extension [UInt8] {
    /// Appends a text as a JSON string, with its quotes.
    package mutating func appendJSONString(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        appendJSONString(text.utf8.span, invalid: .replaced)
    }

    /// Appends bytes as a JSON string, with its quotes.
    ///
    /// Characters that could act on a terminal or end a line in JavaScript are written as `\u`
    /// escapes too, so that the output may be shown and pasted without care.
    ///
    /// - Parameter invalid: What stands for each byte that is not valid UTF-8.
    package mutating func appendJSONString(
        _ text: borrowing Span<UInt8>, invalid: JSONText.InvalidBytes = .escaped
    ) {
        append(UInt8(ascii: "\""))
        var start = 0
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                offset += 1
                continue
            }
            guard let (scalar, length) = text.decodeScalar(at: offset) else {
                append(copying: text.extracting(start..<offset))
                switch invalid {
                case .escaped:
                    append(text: "\\\\x" + hexadecimal(UInt32(byte), digits: 2))
                case .replaced:
                    append(text: "\u{FFFD}")
                }
                offset += 1
                start = offset
                continue
            }
            if needsJSONEscape(scalar) {
                append(copying: text.extracting(start..<offset))
                appendJSONEscape(scalar)
                start = offset + length
            }
            offset += length
        }
        append(copying: text.extracting(start..<offset))
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSONEscape(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x08: append(text: "\\b")
        case 0x09: append(text: "\\t")
        case 0x0A: append(text: "\\n")
        case 0x0C: append(text: "\\f")
        case 0x0D: append(text: "\\r")
        case 0x22: append(text: "\\\"")
        case 0x5C: append(text: "\\\\")
        default: append(text: "\\u" + hexadecimal(value, digits: 4))
        }
    }
}

/// Control characters, quotes and backslashes; line separators; marks that reorder text.
private func needsJSONEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x22, 0x5C, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
}
