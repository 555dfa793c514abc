import Glibc

/// The number forms that fields accept, read from bytes.
///
/// Unsafe code: every function reads `count` bytes at `text` and no more.
enum Number {
    enum Integer {
        case value(Int)
        case notAnInteger
        /// Digits, but more than 64 bits hold.
        case outOfRange
        /// Digits with zeros in front.
        case leadingZeros
    }

    /// `[+-]?(0|[1-9][0-9]*)` in 64 bits, or with zeros in front if they are allowed.
    @inline(__always)
    static func integer(
        _ text: UnsafePointer<UInt8>, _ count: Int, leadingZeros: Bool
    ) -> Integer {
        var index = 0
        var isNegative = false
        if count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
            isNegative = text[0] == UInt8(ascii: "-")
            index = 1
        }
        let digits = count - index
        guard digits > 0 else { return .notAnInteger }
        if text[index] == UInt8(ascii: "0"), digits > 1, !leadingZeros {
            for i in index..<count where text[i] &- 48 > 9 { return .notAnInteger }
            return .leadingZeros
        }
        var value: UInt64 = 0
        if digits <= 18 {
            while index < count {
                let digit = text[index] &- 48
                guard digit <= 9 else { return .notAnInteger }
                value = value &* 10 &+ UInt64(digit)
                index += 1
            }
            return .value(isNegative ? -Int(value) : Int(value))
        }
        var overflows = false
        while index < count {
            let digit = text[index] &- 48
            guard digit <= 9 else { return .notAnInteger }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            overflows = overflows || overflow || carry
            value = sum
            index += 1
        }
        let limit = UInt64(Int.max) + (isNegative ? 1 : 0)
        guard !overflows, value <= limit else { return .outOfRange }
        return .value(isNegative ? Int(truncatingIfNeeded: 0 &- value) : Int(value))
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// A decimal number: digits with at most one point that has digits after it, and an exponent.
    /// Correctly rounded; nil if the text is none or exceeds the range.
    @inline(__always)
    static func decimal(_ text: UnsafePointer<UInt8>, _ count: Int) -> Double? {
        var index = 0
        var isNegative = false
        if count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
            isNegative = text[0] == UInt8(ascii: "-")
            index = 1
        }
        var mantissa: UInt64 = 0
        let first = index
        while index < count, text[index] &- 48 <= 9 {
            mantissa = mantissa &* 10 &+ UInt64(text[index] &- 48)
            index += 1
        }
        var digits = index - first
        var exponent = 0
        if index < count, text[index] == UInt8(ascii: ".") {
            index += 1
            let start = index
            while index < count, text[index] &- 48 <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(text[index] &- 48)
                index += 1
            }
            guard index > start else { return nil }
            exponent = start - index
            digits += index - start
        }
        guard digits > 0 else { return nil }
        if index < count, text[index] | 32 == UInt8(ascii: "e") {
            index += 1
            var isDown = false
            if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
                isDown = text[index] == UInt8(ascii: "-")
                index += 1
            }
            guard index < count else { return nil }
            var value = 0
            while index < count, text[index] &- 48 <= 9 {
                value = min(value * 10 + Int(text[index] &- 48), 100_000)
                index += 1
            }
            exponent += isDown ? -value : value
        }
        guard index == count else { return nil }
        // Exact mantissa and exact power: one rounding, so the result is the nearest double.
        if digits <= 15, exponent >= -22, exponent <= 22 {
            let value = Double(mantissa)
            let scaled = powers.withUnsafeBufferPointer {
                exponent < 0 ? value / $0[-exponent] : value * $0[exponent]
            }
            return isNegative ? -scaled : scaled
        }
        return library(text, count)
    }

    /// What the C library makes of a text that is known to be a number.
    @inline(never)
    private static func library(_ text: UnsafePointer<UInt8>, _ count: Int) -> Double? {
        let value = withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { copy in
            for index in 0..<count { copy[index] = CChar(bitPattern: text[index]) }
            copy[count] = 0
            return copy.baseAddress.map { strtod($0, nil) } ?? .nan
        }
        return value.isFinite ? value : nil
    }
}
