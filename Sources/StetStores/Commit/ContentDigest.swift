/// A 64-bit digest of bytes that is the same in every process and on every machine. It tells
/// versions of a file apart; it does not resist an adversary.
package enum ContentDigest {
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest = fold(UInt64(bytes.count) ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            digest = fold(digest ^ UInt64(littleEndian: word), 0xA076_1D64_78BD_642F)
            index += 8
        }
        var rest: UInt64 = 1
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return fold(digest ^ rest, 0xE703_7ED1_A0B4_28DB)
    }

    package static func of(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { of($0) }
    }

    package static func of(_ text: String) -> UInt64 {
        of(Array(text.utf8))
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
