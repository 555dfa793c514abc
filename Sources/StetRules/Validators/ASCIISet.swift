/// Some of the characters of ASCII, for a test without a branch on each.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    static let digitCharacters = "0123456789"
    static let letterCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    init(_ members: String) {
        var (low, high) = (UInt64(0), UInt64(0))
        for byte in members.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
        (self.low, self.high) = (low, high)
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && word &>> UInt64(byte & 63) & 1 != 0
    }
}

/// What bytes are in ASCII.
///
/// Unsafe code: whoever reads several bytes at once has made sure that there are so many.
extension UInt8 {
    @inline(__always) var isDigit: Bool { self &- 48 <= 9 }
    @inline(__always) var isCapital: Bool { self &- 65 < 26 }
    @inline(__always) var isSmallLetter: Bool { self &- 97 < 26 }
    @inline(__always) var isLetter: Bool { (self | 32) &- 97 < 26 }
    /// Without a branch: digits and letters follow one another as they like.
    @inline(__always) var isHexDigit: Bool {
        let word: UInt64 = self < 64 ? 0x03FF_0000_0000_0000 : self < 128 ? 0x7E_0000_007E : 0
        return word &>> UInt64(self & 63) & 1 != 0
    }
    /// 0 to 9, and 10 to 35 for capitals.
    @inline(__always) var alphanumericValue: Int { Int(isDigit ? self &- 48 : self &- 55) }
}

extension CellText {
    /// The number that eight digits make; nil if the eight bytes there are none. Reads them at
    /// once, so there must be eight.
    @inline(__always)
    func eightDigits(at index: Int) -> Int? {
        guard index + 8 <= count, let start = baseAddress else { return nil }
        let word = UInt64(
            littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
        let digits = word ^ 0x3030_3030_3030_3030
        guard ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0 else {
            return nil
        }
        // Neighbours to numbers below 100, those to numbers below 10,000, those to one.
        let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
        return Int(truncatingIfNeeded: (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF)
    }

    /// Two digits as a number; nil if there are no two.
    @inline(__always)
    func twoDigits(at index: Int) -> Int? {
        guard index + 2 <= count, self[index].isDigit, self[index + 1].isDigit else { return nil }
        return Int(self[index] &- 48) * 10 + Int(self[index + 1] &- 48)
    }

    @inline(__always)
    func starts(_ prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        let wanted = prefix.utf8Start
        var index = 0
        while index < prefix.utf8CodeUnitCount {
            if self[index] != wanted[index] { return false }
            index += 1
        }
        return true
    }
}
