/// Finds the rows whose cells in some columns may have a given text.
///
/// A compact hash table from digests to rows: 16 to 28 bytes a record, no text is kept. What it gives
/// are candidates: whoever asks reads their cells to be sure. Rows that got another text since
/// stay under the old one too, which costs a reading and nothing else; so undo, redo and
/// snapshots need no care. A row must be added under each text that it ever gets.
struct KeyIndex {
    /// The upper half of the digest and the first row of a chain; 0: free.
    private var slots: [UInt64]
    private var mask: Int
    /// By row number: the next row of the same chain; 0: the end.
    private var next: [UInt32]
    /// Rows that got a text by an edit.
    private var edited: [UInt32: [UInt32]] = [:]

    init(recordCount: Int) {
        var size = 16
        while size < recordCount * 3 / 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        next = Array(repeating: 0, count: recordCount + 1)
        mask = size - 1
    }

    /// A digest of the parts that together name a record (FNV-1a, with their lengths).
    static func digest(_ parts: [ByteString]) -> UInt32 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for byte in part.bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            hash = (hash ^ UInt64(part.bytes.count)) &* 0x9e37_79b9_7f4a_7c15
        }
        hash ^= hash >> 29
        hash = hash &* 0xbf58_476d_1ce4_e5b9
        return UInt32(truncatingIfNeeded: hash >> 32)
    }

    /// Adds a record of the source; each once, while the index is built.
    mutating func add(base row: RowID, digest: UInt32) {
        var slot = Int(digest) & mask
        while slots[slot] != 0, UInt32(slots[slot] >> 32) != digest { slot = (slot + 1) & mask }
        next[row.number] = UInt32(truncatingIfNeeded: slots[slot])
        slots[slot] = UInt64(digest) << 32 | UInt64(row.raw)
    }

    /// Adds a row that got a text by an edit.
    mutating func add(edited row: RowID, digest: UInt32) {
        if edited[digest]?.last != row.raw { edited[digest, default: []].append(row.raw) }
    }

    /// Calls `body` with each candidate until it returns false. One may come twice.
    func forEachCandidate(_ digest: UInt32, _ body: (RowID) -> Bool) {
        var slot = Int(digest) & mask
        while slots[slot] != 0, UInt32(slots[slot] >> 32) != digest { slot = (slot + 1) & mask }
        var row = UInt32(truncatingIfNeeded: slots[slot])
        while row != 0 {
            if !body(RowID(raw: row)) { return }
            row = next[Int(row)]
        }
        for row in edited[digest] ?? [] where !body(RowID(raw: row)) { return }
    }
}
