/// A 64-bit digest of bytes, by folded multiplication.
///
/// Unsafe code: reads `count` bytes at `text` and no more.
enum Digest {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD1B5_4A32_D192_ED03
    private static let third: UInt64 = 0x8CB9_2BA7_2F3D_8DD7

    @inline(__always)
    static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// - Parameter seed: the digest of what goes before the text, as in a key of several fields.
    @inline(__always)
    static func of(_ text: UnsafePointer<UInt8>, _ count: Int, seed: UInt64 = 0) -> UInt64 {
        let raw = UnsafeRawPointer(text)
        @inline(__always) func eight(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        @inline(__always) func four(_ offset: Int) -> UInt64 {
            UInt64(
                UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        var state = seed
        var (front, back): (UInt64, UInt64) = (0, 0)
        // Front and back overlap where the length leaves them no room.
        if count >= 8 {
            var index = 0
            while index &+ 16 < count {
                state = mix(eight(index) ^ third, eight(index &+ 8) ^ first ^ state)
                index &+= 16
            }
            front = eight(count >= 16 ? count &- 16 : 0)
            back = eight(count &- 8)
        } else if count >= 4 {
            front = four(0)
            back = four(count &- 4)
        } else if count > 0 {
            front =
                UInt64(text[0]) | UInt64(text[count &>> 1]) &<< 8
                | UInt64(text[count &- 1]) &<< 16
        }
        let length = UInt64(truncatingIfNeeded: count)
        return mix(mix(front ^ first, back ^ second ^ state) ^ third, length ^ second)
    }
}

/// What one record's key hashes to, and where the record is.
package struct KeyDigest: Sendable {
    package var digest: UInt64
    /// Where the record begins: in the text of its chunk, until the engine makes it the file's.
    package var position: Int

    package init(digest: UInt64, position: Int) {
        self.digest = digest
        self.position = position
    }
}
