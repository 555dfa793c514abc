/// A set of Unicode scalars, kept as sorted ranges that do not touch one another.
struct CodePointSet {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let all = CodePointSet([0...0x10FFFF])

    init(_ ranges: [ClosedRange<UInt32>] = []) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                let upper = max(last.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = last.lowerBound...upper
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    func union(_ other: CodePointSet) -> CodePointSet {
        CodePointSet(ranges + other.ranges)
    }

    var complement: CodePointSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return CodePointSet(result)
    }

    /// The same set as sequences of byte ranges: every way to write a member in UTF-8, and
    /// nothing else. Surrogates have no UTF-8 and are left out.
    var encoded: [[ClosedRange<UInt8>]] {
        var result: [[ClosedRange<UInt8>]] = []
        for range in ranges { Self.encode(range.lowerBound, range.upperBound, into: &result) }
        return result
    }

    /// Cuts a range until its ends differ only in bytes that run through all their values.
    private static func encode(
        _ low: UInt32, _ high: UInt32, into result: inout [[ClosedRange<UInt8>]]
    ) {
        guard low <= high else { return }
        func cut(after end: UInt32) {
            encode(low, end, into: &result)
            encode(end + 1, high, into: &result)
        }
        if low <= 0xDFFF, high >= 0xD800 {
            if low < 0xD800 { encode(low, 0xD7FF, into: &result) }
            return encode(0xE000, high, into: &result)
        }
        for end: UInt32 in [0x7F, 0x7FF, 0xFFFF] where low <= end && end < high {
            return cut(after: end)
        }
        let count = high <= 0x7F ? 1 : high <= 0x7FF ? 2 : high <= 0xFFFF ? 3 : 4
        for bits in stride(from: 6, to: count * 6, by: 6) {
            let mask = UInt32(1) << UInt32(bits) - 1
            guard low & ~mask != high & ~mask else { continue }
            if low & mask != 0 { return cut(after: low | mask) }
            if high & mask != mask { return cut(after: (high & ~mask) - 1) }
        }
        result.append(zip(bytes(low, count), bytes(high, count)).map { $0...$1 })
    }

    private static func bytes(_ scalar: UInt32, _ count: Int) -> [UInt8] {
        guard count > 1 else { return [UInt8(truncatingIfNeeded: scalar)] }
        var result: [UInt8] = []
        for index in 0..<count {
            let part = scalar >> UInt32(6 * (count - 1 - index))
            let lead: UInt32 = 0xF00 >> UInt32(count) & 0xFF
            result.append(
                UInt8(truncatingIfNeeded: index == 0 ? lead | part : 0x80 | part & 0x3F))
        }
        return result
    }
}
