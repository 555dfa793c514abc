import Glibc

/// The number forms that fields accept, read from bytes.
///
/// Unsafe code: every function reads `count` bytes at `text` and no more.
enum Number {
    /// What a text is, read as a number of some kind.
    enum Reading<Value> {
        case value(Value)
        case notANumber
        /// Well written, but more than 64 bits hold.
        case outOfRange
        /// Digits with zeros in front, which the field does not allow.
        case leadingZeros
    }

    /// `[+-]?(0|[1-9][0-9]*)` in 64 bits, or with zeros in front if they are allowed.
    static func integer(
        _ text: UnsafePointer<UInt8>, _ count: Int, leadingZeros: Bool
    ) -> Reading<Int> {
        var index = 0
        var isNegative = false
        if count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
            isNegative = text[0] == UInt8(ascii: "-")
            index = 1
        }
        guard index < count else { return .notANumber }
        let hasSpareZero = text[index] == UInt8(ascii: "0") && count - index > 1
        var value: UInt64 = 0
        var overflows = false
        while index < count {
            let digit = text[index] &- 48
            guard digit <= 9 else { return .notANumber }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            overflows = overflows || overflow || carry
            value = sum
            index += 1
        }
        if hasSpareZero, !leadingZeros { return .leadingZeros }
        let limit = UInt64(Int.max) + (isNegative ? 1 : 0)
        guard !overflows, value <= limit else { return .outOfRange }
        return .value(Int(truncatingIfNeeded: isNegative ? 0 &- value : value))
    }

    /// Powers of ten that a double holds exactly.
    nonisolated(unsafe) static let powers: UnsafePointer<Double> = {
        let powers = UnsafeMutablePointer<Double>.allocate(capacity: 23)
        for exponent in 0..<23 {
            (powers + exponent).initialize(to: pow(10, Double(exponent)))
        }
        return UnsafePointer(powers)
    }()

    /// A decimal number: digits, perhaps a point with digits after it, perhaps an exponent; at
    /// least one digit before the exponent. Correctly rounded.
    static func decimal(
        _ text: UnsafePointer<UInt8>, _ count: Int, leadingZeros: Bool
    ) -> Reading<Double> {
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
        let hasSpareZero = digits > 1 && text[first] == UInt8(ascii: "0")
        var exponent = 0
        if index < count, text[index] == UInt8(ascii: ".") {
            index += 1
            let start = index
            while index < count, text[index] &- 48 <= 9 {
                mantissa = mantissa &* 10 &+ UInt64(text[index] &- 48)
                index += 1
            }
            guard index > start else { return .notANumber }
            exponent = start - index
            digits += index - start
        }
        guard digits > 0 else { return .notANumber }
        if index < count, text[index] | 32 == UInt8(ascii: "e") {
            index += 1
            var isDown = false
            if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
                isDown = text[index] == UInt8(ascii: "-")
                index += 1
            }
            guard index < count else { return .notANumber }
            var value = 0
            while index < count, text[index] &- 48 <= 9 {
                value = min(value * 10 + Int(text[index] &- 48), 100_000)
                index += 1
            }
            exponent += isDown ? -value : value
        }
        guard index == count else { return .notANumber }
        if hasSpareZero, !leadingZeros { return .leadingZeros }
        // Exact mantissa and exact power: one rounding, so the result is the nearest double.
        if digits <= 15, exponent >= -22, exponent <= 22 {
            let value = Double(mantissa)
            let scaled = exponent < 0 ? value / powers[-exponent] : value * powers[exponent]
            return .value(isNegative ? -scaled : scaled)
        }
        return library(text, count)
    }

    /// What the C library makes of a text that is known to be a number.
    private static func library(_ text: UnsafePointer<UInt8>, _ count: Int) -> Reading<Double> {
        let value = withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { copy in
            for index in 0..<count { copy[index] = CChar(bitPattern: text[index]) }
            copy[count] = 0
            return copy.baseAddress.map { strtod($0, nil) } ?? .nan
        }
        return value.isFinite ? .value(value) : .outOfRange
    }

    /// Below zero, zero or above zero as an integer is below, equal to or above a double. Exact:
    /// nothing is rounded.
    static func compare(_ integer: Int, _ number: Double) -> Int {
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let whole = number.rounded(.down)
        let floor = Int(whole)
        if integer != floor { return integer < floor ? -1 : 1 }
        return number > whole ? -1 : 0
    }
}
