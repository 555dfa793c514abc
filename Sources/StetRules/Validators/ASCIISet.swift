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
extension UInt8 {
    @inline(__always) var isDigit: Bool { self &- 48 <= 9 }
    @inline(__always) var isCapital: Bool { self &- 65 < 26 }
    @inline(__always) var isSmallLetter: Bool { self &- 97 < 26 }
    @inline(__always) var isLetter: Bool { (self | 32) &- 97 < 26 }
    @inline(__always) var isHexDigit: Bool { isDigit || (self | 32) &- 97 < 6 }
    /// 0 to 9, and 10 to 35 for capitals.
    @inline(__always) var alphanumericValue: Int { Int(isDigit ? self &- 48 : self &- 55) }
}

extension CellText {
    /// Two digits as a number; nil if there are no two.
    @inline(__always)
    func twoDigits(at index: Int) -> Int? {
        guard index + 2 <= count, self[index].isDigit, self[index + 1].isDigit else { return nil }
        return Int(self[index] &- 48) * 10 + Int(self[index + 1] &- 48)
    }

    /// The first byte that is no digit.
    @inline(__always)
    var firstNonDigit: Int? {
        var index = 0
        while index < count {
            if !self[index].isDigit { return index }
            index += 1
        }
        return nil
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
