import StetCore

/// A set of byte strings, compiled for look-up.
///
/// Unsafe code: `lookup` points to tables that are owned, complete and immutable after `init`.
final class ByteSet: @unchecked Sendable {
    let lookup: Lookup

    /// Trivial, so that a loop can keep it in registers; valid as long as its set.
    struct Lookup {
        /// Members of up to seven bytes, each in a word with its length. A member stands in one of
        /// the two places that its word hashes to, so that a look-up has no loop.
        fileprivate var words: UnsafeMutablePointer<UInt64>
        fileprivate var wordShift: UInt64
        fileprivate var first: UInt64
        fileprivate var second: UInt64
        /// Longer members, by their digests, with open addressing.
        fileprivate var slots: UnsafeMutablePointer<Slot>
        fileprivate var slotMask: Int
        fileprivate var bytes: UnsafeMutablePointer<UInt8>
        fileprivate var hasEmpty: Bool
    }

    fileprivate struct Slot {
        var digest: UInt64 = 0
        var start = 0
        /// -1: a free slot.
        var count = -1
    }

    private static let shortLimit = 7

    init(_ members: [ByteString]) {
        let distinct = Set(members)
        let long = distinct.filter { $0.bytes.count > Self.shortLimit }
        let short = distinct.filter { (1...Self.shortLimit).contains($0.bytes.count) }
            .map { member in
                member.bytes.withUnsafeBufferPointer {
                    Lookup.word(exact: $0.baseAddress ?? emptyBytes, $0.count)
                }
            }
        var capacity = 4
        while capacity < long.count * 4 { capacity *= 2 }
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        slots.initialize(repeating: Slot(), count: capacity)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(
            capacity: long.reduce(1) { $0 + $1.bytes.count })
        var used = 0
        for member in long {
            let count = member.bytes.count
            (bytes + used).initialize(from: member.bytes, count: count)
            let digest = Digest.of(bytes + used, count)
            var index = Int(truncatingIfNeeded: digest) & (capacity - 1)
            while slots[index].count >= 0 { index = (index + 1) & (capacity - 1) }
            slots[index] = Slot(digest: digest, start: used, count: count)
            used += count
        }
        let table = WordTable(short)
        lookup = Lookup(
            words: table.words, wordShift: table.shift, first: table.first, second: table.second,
            slots: slots, slotMask: capacity - 1, bytes: bytes, hasEmpty: distinct.contains(""))
    }

    deinit {
        lookup.words.deallocate()
        lookup.slots.deallocate()
        lookup.bytes.deallocate()
    }

    func contains(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count == 0 { return lookup.hasEmpty }
        return count <= Self.shortLimit
            ? lookup.contains(word: Lookup.word(exact: text, count))
            : lookup.containsLong(text, count)
    }
}

extension ByteSet.Lookup {
    /// - Parameter text: has `count` bytes, at least one, and eight readable bytes in any case.
    @inline(__always)
    func contains(padded text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count <= 7 else { return containsLong(text, count) }
        let all = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        return contains(
            word: all & ((1 &<< bits) &- 1) | UInt64(truncatingIfNeeded: count) &<< 56)
    }

    @inline(__always)
    fileprivate func contains(word: UInt64) -> Bool {
        let one = words[Int(truncatingIfNeeded: (word &* first) &>> wordShift)]
        let other = words[Int(truncatingIfNeeded: (word &* second) &>> wordShift)]
        return one == word || other == word
    }

    fileprivate static func word(exact text: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var word = UInt64(count) << 56
        for index in 0..<count { word |= UInt64(text[index]) << UInt64(8 * index) }
        return word
    }

    fileprivate func containsLong(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let digest = Digest.of(text, count)
        var index = Int(truncatingIfNeeded: digest) & slotMask
        while slots[index].count >= 0 {
            if slots[index].digest == digest, slots[index].count == count {
                let member = bytes + slots[index].start
                var at = 0
                while at < count, member[at] == text[at] { at += 1 }
                if at == count { return true }
            }
            index = (index + 1) & slotMask
        }
        return false
    }
}

/// Places words so that each is in one of its two places; 0 marks a free one.
private struct WordTable {
    let words: UnsafeMutablePointer<UInt64>
    let shift: UInt64
    let first: UInt64
    let second: UInt64

    init(_ members: [UInt64]) {
        var bits: UInt64 = 3
        while 1 << bits < members.count * 4 { bits += 1 }
        var seed: UInt64 = 0
        while true {
            // At a quarter full nearly every pair of multipliers will do.
            for _ in 0..<8 {
                let multipliers = (Self.odd(&seed), Self.odd(&seed))
                guard let placed = Self.place(members, bits, multipliers) else { continue }
                words = .allocate(capacity: placed.count)
                words.initialize(from: placed, count: placed.count)
                shift = 64 - bits
                (first, second) = multipliers
                return
            }
            bits += 1
        }
    }

    private static func odd(_ seed: inout UInt64) -> UInt64 {
        seed &+= 1
        return Digest.mix(seed, 0x9E37_79B9_7F4A_7C15) | 1
    }

    private static func place(
        _ members: [UInt64], _ bits: UInt64, _ multipliers: (UInt64, UInt64)
    ) -> [UInt64]? {
        var table = [UInt64](repeating: 0, count: 1 << bits)
        for member in members {
            var word = member
            var usesFirst = true
            for _ in 0..<64 {
                let factor = usesFirst ? multipliers.0 : multipliers.1
                let place = Int((word &* factor) >> (64 - bits))
                (word, table[place]) = (table[place], word)
                if word == 0 { break }
                // The word that had to leave goes to its other place.
                usesFirst = Int((word &* multipliers.0) >> (64 - bits)) != place
            }
            if word != 0 { return nil }
        }
        return table
    }
}
