/// Where a row stands: its section, and its place in that. From 0; people and scripts count
/// from 1, and so does its text.
package struct RowPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var section: Int
    package var row: Int

    package init(_ section: Int, _ row: Int) {
        self.section = section
        self.row = row
    }

    /// `1.2`: the second row of the first section.
    package var description: String { "\(section &+ 1).\(row &+ 1)" }

    package static func < (left: RowPath, right: RowPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

/// How a caller names a row: by where it stands now, or by what it is.
package enum RowTarget: Hashable, Sendable {
    case path(RowPath)
    case uuid(Identity)
}

extension Identity {
    /// A new one: a random UUID.
    package static func fresh() -> Identity {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let number: UInt64 = generator.next()
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        // Version 4, variant 1.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16, uppercase: true)
        }
        return Identity(text)
    }
}
