import StetCore

/// Turns bytes of a declared or marked encoding into UTF-8.
///
/// Each unit of the input gives a character, so that offsets can be mapped back: what is no
/// character (a lone surrogate, an odd last byte, a byte that Windows-1252 leaves free) gives
/// U+FFFD and is noted.
///
/// Unsafe code: writes at most three bytes for each byte read.
struct Transcoder {
    let encoding: TextEncoding

    /// - Parameters:
    ///   - isEnd: no more input follows; if not, half a character at the end is left over.
    ///   - base: added to the offsets that are noted in `undecodable`.
    /// - Returns: bytes read and bytes written.
    func decode(
        _ input: UnsafeBufferPointer<UInt8>, isEnd: Bool,
        into output: UnsafeMutablePointer<UInt8>, base: Int, undecodable: inout [Int]
    ) -> (consumed: Int, produced: Int) {
        switch encoding {
        case .utf8:
            for index in 0..<input.count { output[index] = input[index] }
            return (input.count, input.count)
        case .latin1, .windows1252:
            var produced = 0
            for byte in input {
                let scalar: UInt32
                if encoding == .windows1252, (0x80...0x9F).contains(byte) {
                    scalar = Self.windows1252[Int(byte) - 0x80]
                    if scalar == Self.replacement { undecodable.append(base + produced) }
                } else {
                    scalar = UInt32(byte)
                }
                produced += Self.write(scalar, to: output + produced)
            }
            return (input.count, produced)
        case .utf16LittleEndian, .utf16BigEndian:
            return decodeUTF16(
                input, isEnd: isEnd, into: output, base: base, undecodable: &undecodable)
        }
    }

    /// A whole text at once.
    func text(of bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: 3 * input.count) { output, count in
                guard let start = output.baseAddress else { return }
                var undecodable: [Int] = []
                count =
                    decode(input, isEnd: true, into: start, base: 0, undecodable: &undecodable)
                    .produced
            }
        }
    }

    private func decodeUTF16(
        _ input: UnsafeBufferPointer<UInt8>, isEnd: Bool,
        into output: UnsafeMutablePointer<UInt8>, base: Int, undecodable: inout [Int]
    ) -> (consumed: Int, produced: Int) {
        let (low, high) = encoding == .utf16LittleEndian ? (0, 1) : (1, 0)
        var index = 0
        var produced = 0
        while index + 1 < input.count {
            let unit = UInt32(input[index + low]) | UInt32(input[index + high]) << 8
            var scalar = unit
            var length = 2
            if (0xD800...0xDBFF).contains(unit) {
                scalar = Self.replacement
                if index + 3 < input.count {
                    let next = UInt32(input[index + 2 + low]) | UInt32(input[index + 2 + high]) << 8
                    if (0xDC00...0xDFFF).contains(next) {
                        scalar = 0x10000 + (unit - 0xD800) << 10 + (next - 0xDC00)
                        length = 4
                    }
                } else if !isEnd {
                    break
                }
                if length == 2 { undecodable.append(base + produced) }
            } else if (0xDC00...0xDFFF).contains(unit) {
                scalar = Self.replacement
                undecodable.append(base + produced)
            }
            produced += Self.write(scalar, to: output + produced)
            index += length
        }
        if isEnd, index + 1 == input.count {
            undecodable.append(base + produced)
            produced += Self.write(Self.replacement, to: output + produced)
            index += 1
        }
        return (index, produced)
    }

    private static func write(_ scalar: UInt32, to output: UnsafeMutablePointer<UInt8>) -> Int {
        func part(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (scalar >> shift) & 0x3F) }
        switch scalar {
        case ..<0x80:
            output[0] = UInt8(scalar)
            return 1
        case ..<0x800:
            output[0] = UInt8(0xC0 | scalar >> 6)
            output[1] = part(0)
            return 2
        case ..<0x10000:
            output[0] = UInt8(0xE0 | scalar >> 12)
            output[1] = part(6)
            output[2] = part(0)
            return 3
        default:
            output[0] = UInt8(0xF0 | scalar >> 18)
            output[1] = part(12)
            output[2] = part(6)
            output[3] = part(0)
            return 4
        }
    }

    private static let replacement: UInt32 = 0xFFFD

    /// The characters of 0x80 to 0x9F; five are free.
    static let windows1252: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
