/// Facts about text that is meant to be UTF-8.
///
/// Unsafe code: reads `count` bytes at `text` and no more.
enum UTF8Text {
    private static let high: UInt64 = 0x8080_8080_8080_8080

    static func isValid(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        isASCII(text, count)
            || String(
                validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self) != nil
    }

    static func isASCII(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let raw = UnsafeRawPointer(text)
        var index = 0
        while index + 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word & high != 0 { return false }
            index += 8
        }
        while index < count {
            if text[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }

    /// Unicode code points: the bytes that do not continue one.
    @inline(__always)
    static func length(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let raw = UnsafeRawPointer(text)
        var result = count
        var index = 0
        while index + 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Continuation bytes are 10xxxxxx: bit 7 is set, bit 6 is not.
            result -= (word & ~(word << 1) & high).nonzeroBitCount
            index += 8
        }
        while index < count {
            result -= text[index] & 0xC0 == 0x80 ? 1 : 0
            index += 1
        }
        return result
    }
}
