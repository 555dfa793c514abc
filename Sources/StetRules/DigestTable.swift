import CBits

/// Remembers where each key was first seen, in eight bytes an entry and ten to twenty a key.
///
/// The table is in 4,096 parts, by the digest's first bits; an entry is a position of 40 bits and
/// the digest's next 24. One pair of keys in some 69 thousand million looks alike, so a hit is
/// only a suspicion, which the caller verifies against the file.
///
/// Unsafe code: each part owns `capacity` initialised slots, of which a free one is 0; at least
/// one slot of a part is free whenever it is searched. A table belongs to one thread at a time.
package final class DigestTable {
    private let parts: UnsafeMutablePointer<Part>

    /// Grows by itself, so that no moment needs the memory of the whole table twice.
    private struct Part {
        var slots: UnsafeMutablePointer<UInt64>
        var capacity: UInt32
        var used: UInt32
    }

    private static let partBits: UInt64 = 12
    private static let partCount = 1 << Int(partBits)
    private static let tagMask: UInt64 = 0xFF_FFFF

    /// Positions must be below this: a tebibyte, less one.
    package static let positionLimit = 1 << 40 - 1

    package init() {
        parts = .allocate(capacity: Self.partCount)
        for index in 0..<Self.partCount {
            (parts + index).initialize(
                to: Part(slots: Self.emptySlots(16), capacity: 16, used: 0))
        }
    }

    deinit {
        for index in 0..<Self.partCount { parts[index].slots.deallocate() }
        parts.deallocate()
    }

    private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<UInt64> {
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
        slots.initialize(repeating: 0, count: count)
        return slots
    }

    /// Bytes that the table takes.
    package var size: Int {
        (0..<Self.partCount).reduce(Self.partCount * MemoryLayout<Part>.stride) {
            $0 + Int(parts[$1].capacity) * MemoryLayout<UInt64>.stride
        }
    }

    /// Says that a digest will soon be inserted, so that memory can be fetched meanwhile.
    @inline(__always)
    package func prefetch(_ digest: UInt64) {
        let part = parts[Int(digest &>> (64 &- Self.partBits))]
        cbits_prefetch(part.slots + Self.home(Self.tag(digest), part.capacity))
    }

    /// Enters a key, unless it is there.
    ///
    /// - Parameter isSame: whether the record at an earlier position has this very key.
    /// - Returns: the earlier position, if there is one.
    package func insert<Failure: Error>(
        _ digest: UInt64, at position: Int, isSame: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Int? {
        let part = parts + Int(digest &>> (64 &- Self.partBits))
        if part.pointee.used &* 5 >= part.pointee.capacity &* 4 { Self.grow(part) }
        let slots = part.pointee.slots
        let capacity = Int(part.pointee.capacity)
        let tag = Self.tag(digest)
        var index = Self.home(tag, part.pointee.capacity)
        while slots[index] != 0 {
            if slots[index] & Self.tagMask == tag {
                let earlier = Int(slots[index] &>> 24) - 1
                if try isSame(earlier) { return earlier }
            }
            index += 1
            if index == capacity { index = 0 }
        }
        slots[index] = UInt64(truncatingIfNeeded: position + 1) &<< 24 | tag
        part.pointee.used += 1
        return nil
    }

    /// Whether a key was entered. Several threads may ask while none inserts.
    ///
    /// - Parameter isSame: whether what was entered at a position is this very key.
    package func contains<Failure: Error>(
        _ digest: UInt64, isSame: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let part = parts[Int(digest &>> (64 &- Self.partBits))]
        let tag = Self.tag(digest)
        let capacity = Int(part.capacity)
        var index = Self.home(tag, part.capacity)
        while part.slots[index] != 0 {
            if part.slots[index] & Self.tagMask == tag,
                try isSame(Int(part.slots[index] &>> 24) - 1)
            {
                return true
            }
            index += 1
            if index == capacity { index = 0 }
        }
        return false
    }

    @inline(__always)
    private static func tag(_ digest: UInt64) -> UInt64 {
        (digest &>> (40 &- partBits)) & tagMask
    }

    /// The tag says where an entry belongs, whatever the capacity, so that a part can grow without
    /// the digests.
    @inline(__always)
    private static func home(_ tag: UInt64, _ capacity: UInt32) -> Int {
        Int(truncatingIfNeeded: (tag &* UInt64(capacity)) &>> 24)
    }

    private static func grow(_ part: UnsafeMutablePointer<Part>) {
        let old = part.pointee
        let capacity = old.capacity * 2
        let slots = emptySlots(Int(capacity))
        for index in 0..<Int(old.capacity) where old.slots[index] != 0 {
            var place = home(old.slots[index] & tagMask, capacity)
            while slots[place] != 0 {
                place += 1
                if place == Int(capacity) { place = 0 }
            }
            slots[place] = old.slots[index]
        }
        old.slots.deallocate()
        part.pointee = Part(slots: slots, capacity: capacity, used: old.used)
    }
}
