/// The grammars of the typed cells, over bytes.
enum CellText {
    /// Blanks are spaces and tabs.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(bytes[first...last])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// `[+-]?(0|[1-9][0-9]*)` within 64 bits.
    static func integer(_ bytes: [UInt8], leadingZeros: Bool = false) -> Int? {
        var index = 0
        var isNegative = false
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            index = 1
        }
        guard index < bytes.count else { return nil }
        if !leadingZeros, bytes[index] == UInt8(ascii: "0"), bytes.count > index + 1 { return nil }
        var result = 0
        while index < bytes.count {
            guard isDigit(bytes[index]) else { return nil }
            let digit = Int(bytes[index] - 0x30)
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, more) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if overflow || more { return nil }
            result = sum
            index += 1
        }
        return result
    }

    /// A decimal number: digits, a fraction, an exponent. No `5.`, no infinities, no `007`.
    static func number(_ bytes: [UInt8], leadingZeros: Bool = false) -> Value? {
        if let integer = integer(bytes, leadingZeros: leadingZeros) { return .integer(integer) }
        var index = 0
        func digits() -> Int {
            let start = index
            while index < bytes.count, isDigit(bytes[index]) { index += 1 }
            return index - start
        }
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { index = 1 }
        let start = index
        let whole = digits()
        if !leadingZeros, whole > 1, bytes[start] == UInt8(ascii: "0") { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { return nil }
        } else if whole == 0 {
            return nil
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count,
                bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
            {
                index += 1
            }
            guard digits() > 0 else { return nil }
        }
        guard index == bytes.count, let result = Double(String(decoding: bytes, as: UTF8.self)),
            result.isFinite
        else { return nil }
        return .number(result)
    }

    /// `YYYY-MM-DD`, a day that the calendar has.
    static func isDate(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
        else { return false }
        func number(_ range: Range<Int>) -> Int? {
            var result = 0
            for byte in bytes[range] {
                guard isDigit(byte) else { return nil }
                result = result * 10 + Int(byte - 0x30)
            }
            return result
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            (1...12).contains(month), day >= 1
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= days[month - 1]
    }
}
