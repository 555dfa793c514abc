/// Amounts of memory as people write them.
package enum ByteSize {
    private static let units: [(name: String, shift: Int)] = [
        ("kib", 10), ("mib", 20), ("gib", 30), ("k", 10), ("m", 20), ("g", 30), ("b", 0), ("", 0),
    ]

    /// Reads `128 MiB`, `64K`, `1 GiB`, or a number of bytes.
    ///
    /// - Returns: nil for anything else, zero, and what no machine has.
    package static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0 else { return nil }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let shift = units.first(where: { $0.name == unit })?.shift,
            number <= (1 << 46) >> shift
        else { return nil }
        return number << shift
    }

    /// `64 MiB`, in the largest unit of which it is a whole number.
    package static func text(_ bytes: Int) -> String {
        for (shift, name) in [(30, "GiB"), (20, "MiB"), (10, "KiB")]
        where bytes >= 1 << shift && bytes & (1 << shift - 1) == 0 {
            return "\(bytes >> shift) \(name)"
        }
        return English.count(bytes, "byte")
    }
}
