/// One character of UTF-8, by Table 3-7 of the Unicode Standard.
enum UTF8Scalar {
    /// The bytes of the well-formed character at `bytes`; 0 if there is none.
    ///
    /// Unsafe code: reads at most `available` bytes.
    static func length(at bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        func continues(_ index: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            index < available && range.contains(bytes[index])
        }
        switch bytes[0] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return continues(1) ? 2 : 0
        case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
        case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
        case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
        case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
        default: return 0
        }
    }
}
