import StetCore

/// A sum of decimal numbers as their texts say them: 0.1 and 0.2 are 0.3. Numbers of more digits
/// than 128 bits hold are added as doubles, and then what a double cannot tell is let pass.
struct ExactSum {
    private var exact: ExactDecimal? = ExactDecimal(mantissa: 0, exponent: 0)
    private var rounded = 0.0

    mutating func add(_ text: [UInt8]) {
        exact = ExactDecimal(text).flatMap { number in exact?.adding(number) }
        rounded += Self.double(text)
    }

    /// The sum in words, if a text says another number.
    func difference(from text: [UInt8]) -> String? {
        if let exact, let number = ExactDecimal(text), let isSame = exact.equals(number) {
            return isSame ? nil : exact.description
        }
        let value = Self.double(text)
        return abs(value - rounded) <= max(abs(value), abs(rounded)) * 1e-12 ? nil : "\(rounded)"
    }

    private static func double(_ text: [UInt8]) -> Double {
        text.withUnsafeBufferPointer { bytes in
            let start = bytes.baseAddress ?? emptyBytes
            guard case .value(let value) = Number.decimal(start, bytes.count, leadingZeros: true)
            else { return 0 }
            return value
        }
    }
}

/// mantissa · 10^exponent.
struct ExactDecimal: CustomStringConvertible {
    private var mantissa: Int128
    private var exponent: Int

    init(mantissa: Int128, exponent: Int) {
        self.mantissa = mantissa
        self.exponent = exponent
    }

    /// Reads a text that is known to be a decimal number; nil: it has too many digits.
    init?(_ text: [UInt8]) {
        var (mantissa, exponent) = (Int128(0), 0)
        var (isNegative, isFraction) = (false, false)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte.isDigit {
                let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(Int128(byte - 48))
                if overflow || carry { return nil }
                mantissa = sum
                if isFraction { exponent -= 1 }
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte | 32 == UInt8(ascii: "e") {
                guard let power = Int(String(decoding: text[index...], as: UTF8.self)),
                    abs(power) <= 1000
                else { return nil }
                exponent += power
                break
            } else {
                isNegative = byte == UInt8(ascii: "-")
            }
        }
        self.init(mantissa: isNegative ? -mantissa : mantissa, exponent: exponent)
    }

    /// The mantissa for a smaller exponent; nil: it has too many digits.
    private func mantissa(at exponent: Int) -> Int128? {
        if mantissa == 0 { return 0 }
        var result = mantissa
        for _ in exponent..<self.exponent {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            result = product
        }
        return result
    }

    func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let exponent = min(exponent, other.exponent)
        guard let left = mantissa(at: exponent), let right = other.mantissa(at: exponent) else {
            return nil
        }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : ExactDecimal(mantissa: sum, exponent: exponent)
    }

    /// nil: the two are too far apart to tell.
    func equals(_ other: ExactDecimal) -> Bool? {
        let exponent = min(exponent, other.exponent)
        guard let left = mantissa(at: exponent), let right = other.mantissa(at: exponent) else {
            return nil
        }
        return left == right
    }

    var description: String {
        let digits = String(mantissa.magnitude)
        let sign = mantissa < 0 ? "-" : ""
        if mantissa == 0 { return "0" }
        guard exponent < 0 else { return sign + digits + String(repeating: "0", count: exponent) }
        let width = max(digits.count, 1 - exponent)
        let padded = String(repeating: "0", count: width - digits.count) + digits
        return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    }
}
