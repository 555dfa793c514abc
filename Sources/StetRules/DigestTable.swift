/// Remembers where each key was first seen, in eight bytes a key.
///
/// An entry is a position of 40 bits and 24 bits of the digest; with the place in the table that
/// tells a million keys apart but for about one chance in seventy. A hit is therefore only a
/// suspicion, which the caller verifies against the file.
package struct DigestTable {
    /// Grows by part, so that no moment needs the memory of the whole table twice.
    private var parts: [Part]

    private static let partBits = 6

    /// Positions must be below this.
    package static let positionLimit = 1 << 40

    package init() {
        parts = Array(repeating: Part(), count: 1 << Self.partBits)
    }

    /// Enters a key, unless it is there.
    ///
    /// - Parameter isSame: whether the record at an earlier position has this very key.
    /// - Returns: the earlier position, if there is one.
    package mutating func insert<Failure: Error>(
        _ digest: UInt64, at position: Int, isSame: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int? {
        let part = Int(truncatingIfNeeded: digest >> (64 - UInt64(Self.partBits)))
        return try parts[part].insert(digest, position, isSame)
    }

    private struct Part {
        private var slots: [UInt64] = []
        private var used = 0

        private static func tag(_ digest: UInt64) -> UInt64 { digest >> 34 & 0xFF_FFFF }

        mutating func insert<Failure: Error>(
            _ digest: UInt64, _ position: Int, _ isSame: (Int) throws(Failure) -> Bool
        ) throws(Failure) -> Int? {
            if used * 4 >= slots.count * 3 { grow() }
            let mask = slots.count - 1
            var index = Int(truncatingIfNeeded: digest) & mask
            let tag = Self.tag(digest)
            while slots[index] != 0 {
                if slots[index] & 0xFF_FFFF == tag {
                    let earlier = Int(slots[index] >> 24) - 1
                    if try isSame(earlier) { return earlier }
                }
                index = (index + 1) & mask
            }
            slots[index] = UInt64(position + 1) << 24 | tag
            homes[index] = UInt32(truncatingIfNeeded: digest)
            used += 1
            return nil
        }

        /// The low bits of each digest, which say where an entry belongs in a larger table.
        private var homes: [UInt32] = []

        private mutating func grow() {
            let (oldSlots, oldHomes) = (slots, homes)
            let capacity = max(64, oldSlots.count * 2)
            slots = Array(repeating: 0, count: capacity)
            homes = Array(repeating: 0, count: capacity)
            for (old, slot) in oldSlots.enumerated() where slot != 0 {
                var index = Int(oldHomes[old]) & (capacity - 1)
                while slots[index] != 0 { index = (index + 1) & (capacity - 1) }
                slots[index] = slot
                homes[index] = oldHomes[old]
            }
        }
    }
}
