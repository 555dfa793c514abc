import CBits

/// Remembers where each key was first seen, in eight bytes a key.
///
/// An entry is a position of 38 bits and 26 bits of the digest, which with the part that it is in
/// tell keys apart but for one pair in seventeen thousand million. A hit is therefore only a
/// suspicion, which the caller verifies against the file.
///
/// Unsafe code: each part owns a power of two of slots, replaced as a whole when it grows; a slot
/// of 0 is empty. A table belongs to one thread at a time.
package final class DigestTable {
    private static let partBits: UInt64 = 8
    private static let tagBits: UInt64 = 26
    private static let tagMask: UInt64 = 1 << tagBits - 1

    /// Positions must be below this.
    package static let positionLimit = 1 << 38 - 1

    private struct Part {
        var slots: UnsafeMutablePointer<UInt64>
        var mask: Int
        var used: Int
    }

    /// Grows by part, so that no moment needs the memory of the whole table twice.
    private let parts: UnsafeMutablePointer<Part>

    package init() {
        parts = .allocate(capacity: 1 << Int(Self.partBits))
        for part in 0..<(1 << Int(Self.partBits)) {
            (parts + part).initialize(to: Self.empty(capacity: 64))
        }
    }

    deinit {
        for part in 0..<(1 << Int(Self.partBits)) { parts[part].slots.deallocate() }
        parts.deallocate()
    }

    private static func empty(capacity: Int) -> Part {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        slots.initialize(repeating: 0, count: capacity)
        return Part(slots: slots, mask: capacity - 1, used: 0)
    }

    @inline(__always)
    private static func part(of digest: UInt64) -> Int {
        Int(truncatingIfNeeded: digest >> (64 - partBits))
    }

    /// Asks for the memory that an insertion will need.
    @inline(__always)
    package func prefetch(_ digest: UInt64) {
        let part = parts[Self.part(of: digest)]
        cbits_prefetch(part.slots + Int(truncatingIfNeeded: digest & Self.tagMask) & part.mask)
    }

    /// Enters a key, unless it is there.
    ///
    /// - Parameter isSame: whether the record at an earlier position has this very key.
    /// - Returns: the earlier position, if there is one.
    package func insert<Failure: Error>(
        _ digest: UInt64, at position: Int, isSame: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int? {
        let part = parts + Self.part(of: digest)
        if part.pointee.used * 4 >= part.pointee.mask * 3 { grow(part) }
        let tag = digest & Self.tagMask
        let mask = part.pointee.mask
        let slots = part.pointee.slots
        // The place follows from the tag, so that a slot says where it belongs in a larger part.
        var index = Int(truncatingIfNeeded: tag) & mask
        while slots[index] != 0 {
            if slots[index] & Self.tagMask == tag {
                let earlier = Int(slots[index] >> Self.tagBits) - 1
                if try isSame(earlier) { return earlier }
            }
            index = (index + 1) & mask
        }
        slots[index] = UInt64(position + 1) << Self.tagBits | tag
        part.pointee.used += 1
        return nil
    }

    private func grow(_ part: UnsafeMutablePointer<Part>) {
        let old = part.pointee
        var new = Self.empty(capacity: (old.mask + 1) * 2)
        for index in 0...old.mask where old.slots[index] != 0 {
            var place = Int(truncatingIfNeeded: old.slots[index] & Self.tagMask) & new.mask
            while new.slots[place] != 0 { place = (place + 1) & new.mask }
            new.slots[place] = old.slots[index]
        }
        new.used = old.used
        old.slots.deallocate()
        part.pointee = new
    }
}
