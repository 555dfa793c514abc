import StetCore

/// Turns UTF-8 into the encoding of a file: the way back of `Transcoder`.
struct CharacterEncoder: Sendable {
    let encoding: TextEncoding

    /// Appends text in the file's encoding. UTF-8 passes as it is, valid or not.
    ///
    /// - Returns: nil, or the first character that the encoding lacks; U+FFFD stands for bytes
    ///   that are not UTF-8.
    func append(_ text: [UInt8], to output: inout [UInt8]) -> Unicode.Scalar? {
        if encoding == .utf8 {
            output += text
            return nil
        }
        guard let string = String(validating: text, as: UTF8.self) else { return "\u{FFFD}" }
        for scalar in string.unicodeScalars {
            guard append(scalar, to: &output) else { return scalar }
        }
        return nil
    }

    private func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) -> Bool {
        switch encoding {
        case .utf8: output += UTF8.encode(scalar) ?? .init()
        case .utf16LittleEndian:
            for unit in UTF16.encode(scalar) ?? .init() {
                output += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            }
        case .utf16BigEndian:
            for unit in UTF16.encode(scalar) ?? .init() {
                output += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            }
        case .latin1:
            guard let byte = UInt8(exactly: scalar.value) else { return false }
            output.append(byte)
        case .windows1252:
            guard let byte = Self.windows1252Byte(of: scalar) else { return false }
            output.append(byte)
        }
        return true
    }

    private static func windows1252Byte(of scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case ..<0x80, 0xA0...0xFF: UInt8(scalar.value)
        case 0xFFFD: nil
        default:
            Transcoder.windows1252.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
        }
    }
}
