/// Quick readings of most good cells of a type, eight bytes at a time and without branches on
/// their digits. What gives nil is to be judged exactly; it may still be right.
///
/// Unsafe code: `text` has `count` bytes, at least one, and 16 readable bytes in any case, as the
/// cells of a `RecordBlock` have.
enum PlainCell {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let high: UInt64 = 0x8080_8080_8080_8080
    private static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let points: UInt64 = 0x2E2E_2E2E_2E2E_2E2E
    private static let zero = UInt8(ascii: "0")

    @inline(__always)
    private static func word(_ text: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    }

    /// Whether each byte is below ten.
    @inline(__always)
    private static func areDigits(_ word: UInt64) -> Bool {
        ((word &+ 0x7676_7676_7676_7676) | word) & high == 0
    }

    /// Neighbouring digits as numbers below a hundred, in bytes 0, 2, 4 and 6.
    @inline(__always)
    private static func pairs(_ digits: UInt64) -> UInt64 {
        (digits &* 10) &+ (digits &>> 8)
    }

    /// The number that eight digits make, the first in the lowest byte.
    @inline(__always)
    private static func value(ofPairs pairs: UInt64) -> Int {
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let sum =
            (pairs & mask) &* 0x000F_4240_0000_0064
            &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001
        return Int(truncatingIfNeeded: sum &>> 32)
    }

    /// The bytes of a text of up to eight, moved to the high end, zeros in front.
    @inline(__always)
    private static func aligned(_ text: UnsafePointer<UInt8>, _ shift: UInt64) -> UInt64 {
        (word(text) &<< shift) | (zeros & ((1 &<< shift) &- 1))
    }

    /// The integer, or nil if the text is none or is not of the plain kind.
    @inline(__always)
    static func integer(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        if count <= 8, text[0] &- zero <= 9 {
            let digits = aligned(text, UInt64(truncatingIfNeeded: 64 &- 8 &* count)) ^ zeros
            let value = value(ofPairs: pairs(digits))
            return areDigits(digits) && (text[0] != zero || count == 1) ? value : nil
        }
        guard case .value(let value) = Number.integer(text, count, leadingZeros: false)
        else { return nil }
        return value
    }

    /// The number, or nil if the text is none or is not of the plain kind.
    @inline(__always)
    static func number(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ powers: UnsafePointer<Double>
    ) -> Double? {
        guard count <= 8, text[0] &- zero <= 9 else {
            guard case .value(let value) = Number.decimal(text, count, leadingZeros: false)
            else { return nil }
            return value
        }
        let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        var characters = aligned(text, shift)
        let marks = characters ^ points
        // The lowest bit that is set tells the first point.
        let found = (marks &- ones) & ~marks & high
        var decimals = 0
        var hasSpareZero = text[0] == zero && count > 1
        if found != 0 {
            let point = UInt64(truncatingIfNeeded: found.trailingZeroBitCount) & 0x38
            decimals = 7 &- Int(truncatingIfNeeded: point &>> 3)
            guard decimals > 0 else { return nil }
            // Closes the gap that the point leaves.
            let before = characters & ((1 &<< point) &- 1)
            let after = characters & ~((2 &<< (point | 7)) &- 1)
            characters = after | before &<< 8 | UInt64(zero)
            hasSpareZero = text[0] == zero && text[1] != UInt8(ascii: ".")
        }
        let digits = characters ^ zeros
        guard areDigits(digits), !hasSpareZero else { return nil }
        // Seven digits and a small power of ten are exact, so the quotient is the nearest double.
        return Double(value(ofPairs: pairs(digits))) / powers[decimals]
    }

    /// The date as `CalendarDate` counts them, or nil if the text is none.
    @inline(__always)
    static func date(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        guard count == 10 else { return nil }
        let front = word(text)
        let back = UInt64(
            UInt16(
                littleEndian: UnsafeRawPointer(text).loadUnaligned(
                    fromByteOffset: 8, as: UInt16.self)))
        // "YYYY-MM-" and "DD" without the hyphens: eight digits.
        let characters =
            front & 0xFFFF_FFFF | ((front &>> 40) & 0xFFFF) &<< 32 | back &<< 48
        let digits = characters ^ zeros
        let hasHyphens = front & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000
        guard areDigits(digits), hasHyphens else { return nil }
        let pairs = pairs(digits)
        let month = (pairs &>> 32) & 0xFF
        let day = (pairs &>> 48) & 0xFF
        let value = value(ofPairs: pairs)
        return month &- 1 < 12 && (day &- 1 < 28 || CalendarDate.isDate(value)) ? value : nil
    }
}
