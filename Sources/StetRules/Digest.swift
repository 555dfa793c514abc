/// A 64-bit digest of bytes: folded multiplication, eight bytes at a time.
///
/// Unsafe code: reads `count` bytes at `text` and no more.
enum Digest {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD1B5_4A32_D192_ED03

    @inline(__always)
    static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    @inline(__always)
    static func of(_ text: UnsafePointer<UInt8>, _ count: Int, seed: UInt64 = 0) -> UInt64 {
        let raw = UnsafeRawPointer(text)
        var state = seed ^ first ^ UInt64(truncatingIfNeeded: count)
        var index = 0
        while index + 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            state = mix(state ^ word, second)
            index += 8
        }
        var tail: UInt64 = 0
        if count - index >= 4 {
            tail = UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index += 4
        }
        while index < count {
            tail = tail << 8 | UInt64(text[index])
            index += 1
        }
        return mix(state ^ tail, first)
    }
}

/// What one record's key hashes to, and where the record is.
package struct KeyDigest: Sendable {
    package var digest: UInt64
    /// Where the record begins: in the text of its chunk, until the engine makes it the file's.
    package var position: Int
}
