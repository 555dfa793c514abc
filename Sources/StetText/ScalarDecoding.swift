extension Span<UInt8> {
    /// The scalar that begins at an offset and its length in bytes, or nil if the bytes there are
    /// not valid UTF-8: overlong forms, surrogates and cut sequences are not.
    func decodeScalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = self[offset]
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length: Int
        var value: UInt32
        let least: UInt32
        switch first {
        case 0xC2...0xDF: (length, value, least) = (2, UInt32(first & 0x1F), 0x80)
        case 0xE0...0xEF: (length, value, least) = (3, UInt32(first & 0x0F), 0x800)
        case 0xF0...0xF4: (length, value, least) = (4, UInt32(first & 0x07), 0x10000)
        default: return nil
        }
        guard offset + length <= count else { return nil }
        for index in 1..<length {
            let next = self[offset + index]
            guard next & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(next & 0x3F)
        }
        guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }
}
