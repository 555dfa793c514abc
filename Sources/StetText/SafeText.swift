/// Data made fit for a terminal or a line of a report: no byte of it can act on either.
///
/// Controls become escapes, invalid bytes `\xNN`, and characters that reorder or hide text (bidi
/// controls, zero-width format characters) `\u{…}`. Joiners inside emoji stay.
package struct SafeText {
    package private(set) var text = ""
    /// For each byte of the source, and one past it: the display column where it begins.
    package private(set) var columns: [Int] = []

    /// - Parameter keepsColumns: whether `columns` is wanted.
    package init(_ bytes: some Collection<UInt8>, keepsColumns: Bool = false) {
        let bytes = Array(bytes)
        var index = 0
        var column = 0
        while index < bytes.count {
            let (piece, length) = Self.next(bytes[index...])
            text += piece
            if keepsColumns {
                for _ in 0..<length { columns.append(column) }
                column += DisplayWidth.of(piece)
            }
            index += length
        }
        if keepsColumns { columns.append(column) }
    }

    package static func escaped(_ bytes: some Collection<UInt8>) -> String {
        SafeText(bytes).text
    }

    package static func escaped(_ text: String) -> String {
        SafeText(Array(text.utf8)).text
    }

    /// The next cluster made safe, and how many bytes it takes.
    private static func next(_ bytes: ArraySlice<UInt8>) -> (String, Int) {
        guard let first = bytes.first else { return ("", 0) }
        if first < 0x80, (bytes.dropFirst().first ?? 0) < 0x80 { return (ascii(first), 1) }
        // The longest valid text in reach; clusters longer than that are cut.
        let window = bytes.prefix(64)
        var valid = 0
        var iterator = window.makeIterator()
        var parser = UTF8.ForwardParser()
        scan: while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): valid += scalar.count
            case .error, .emptyInput: break scan
            }
        }
        guard valid > 0 else { return (hexadecimal(first), 1) }
        let text = String(decoding: window.prefix(valid), as: UTF8.self)
        let cluster = text[text.startIndex]
        let length = cluster.utf8.count
        if cluster.unicodeScalars.count == 1, let scalar = cluster.unicodeScalars.first {
            return (scalar.isASCII ? ascii(first) : safe(scalar), length)
        }
        var result = ""
        for scalar in cluster.unicodeScalars {
            let isJoiner = scalar == "\u{200D}" || scalar == "\u{FE0F}"
            result +=
                isJoiner
                ? String(scalar)
                : scalar.isASCII
                    ? ascii(UInt8(truncatingIfNeeded: scalar.value)) : safe(scalar)
        }
        return (result, length)
    }

    private static func ascii(_ byte: UInt8) -> String {
        switch byte {
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x00..<0x20, 0x7F: hexadecimal(byte)
        default: String(UnicodeScalar(byte))
        }
    }

    private static func safe(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
    }
}
