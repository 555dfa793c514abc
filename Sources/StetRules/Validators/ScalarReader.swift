/// Reads the Unicode scalars of a text, one after another, without a `String`.
///
/// Unsafe code: reads the text's bytes below its count.
struct ScalarReader {
    private let text: CellText
    private var index: Int
    /// Where the scalar that was read last begins.
    private(set) var start = 0
    /// The text ended at bytes that are not UTF-8.
    private(set) var isBroken = false

    init(_ text: CellText, from index: Int = 0) {
        self.text = text
        self.index = index
    }

    /// nil: the text is at its end, or `isBroken`.
    @inline(__always)
    mutating func next() -> UInt32? {
        guard index < text.count else { return nil }
        start = index
        let first = text[index]
        if first < 0x80 {
            index += 1
            return UInt32(first)
        }
        return nextOfSeveralBytes(first)
    }

    private mutating func nextOfSeveralBytes(_ first: UInt8) -> UInt32? {
        let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first <= 0xF4, index + count <= text.count else {
            isBroken = true
            return nil
        }
        var value = UInt32(first) & (0x7F >> UInt32(count))
        for offset in 1..<count {
            let byte = text[index + offset]
            guard byte & 0xC0 == 0x80 else {
                isBroken = true
                return nil
            }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x10000
        guard value >= least, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else {
            isBroken = true
            return nil
        }
        index += count
        return value
    }
}
