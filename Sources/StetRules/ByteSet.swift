import StetCore

/// A set of byte strings with a lookup that costs one hash and, nearly always, one comparison.
///
/// Unsafe code: `slots` holds a power of two of entries, immutable after `init`; each points into
/// `bytes`, which is owned too.
final class ByteSet: @unchecked Sendable {
    private struct Slot {
        var digest: UInt64 = 0
        var start: Int32 = 0
        /// -1: empty.
        var count: Int32 = -1
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    private let bytes: UnsafeMutablePointer<UInt8>

    init(_ members: [ByteString]) {
        var capacity = 8
        while capacity < members.count * 4 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(), count: capacity)
        mask = capacity - 1
        bytes = .allocate(capacity: members.reduce(1) { $0 + $1.bytes.count })
        var used = 0
        for member in members {
            let count = member.bytes.count
            (bytes + used).initialize(from: member.bytes, count: count)
            let digest = Digest.of(bytes + used, count)
            var index = Int(truncatingIfNeeded: digest) & mask
            while slots[index].count >= 0 { index = (index + 1) & mask }
            slots[index] = Slot(digest: digest, start: Int32(used), count: Int32(count))
            used += count
        }
    }

    deinit {
        slots.deallocate()
        bytes.deallocate()
    }

    @inline(__always)
    func contains(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let digest = Digest.of(text, count)
        var index = Int(truncatingIfNeeded: digest) & mask
        while slots[index].count >= 0 {
            if slots[index].digest == digest, Int(slots[index].count) == count {
                let member = bytes + Int(slots[index].start)
                var at = 0
                while at < count, member[at] == text[at] { at += 1 }
                if at == count { return true }
            }
            index = (index + 1) & mask
        }
        return false
    }
}
