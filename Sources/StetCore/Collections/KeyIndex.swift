/// Finds the rows whose cells in some columns may have a given text.
///
/// Chains of rows by the digests of their texts: 12 to 16 bytes a record, no text is kept. What it
/// gives are candidates: whoever asks reads their cells to be sure. Rows that got another text since
/// stay under the old one too, which costs a reading and nothing else; so undo, redo and
/// snapshots need no care. A row must be added under each text that it ever gets.
///
/// Unsafe code: reads the cells of a block below its counts, while it is not filled again.
struct KeyIndex {
    /// By the lower bits of a digest: the first row of a chain; 0: there is none.
    private var heads: [UInt32]
    /// By row number: its digest in the upper half, and the next row of its chain.
    private var links: [UInt64]
    /// Rows that got a text by an edit.
    private var edited: [UInt32: [UInt32]] = [:]

    init(recordCount: Int) {
        var size = 16
        while size < recordCount { size *= 2 }
        heads = Array(repeating: 0, count: size)
        links = Array(repeating: 0, count: recordCount + 1)
    }

    /// A digest of the parts that together name a record (FNV-1a, with their lengths).
    static func digest(_ parts: [ByteString]) -> UInt32 {
        var hash = seed
        for part in parts { part.bytes.withUnsafeBufferPointer { add($0, to: &hash) } }
        return finished(hash)
    }

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    @inline(__always)
    private static func add(_ part: UnsafeBufferPointer<UInt8>, to hash: inout UInt64) {
        for byte in part { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = (hash ^ UInt64(part.count)) &* 0x9e37_79b9_7f4a_7c15
    }

    @inline(__always)
    private static func finished(_ hash: UInt64) -> UInt32 {
        let mixed = (hash ^ hash >> 29) &* 0xbf58_476d_1ce4_e5b9
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// Adds a record of the source; each once, while the index is built.
    mutating func add(base row: RowID, digest: UInt32) {
        let head = Int(digest) & (heads.count - 1)
        links[row.number] = UInt64(digest) << 32 | UInt64(heads[head])
        heads[head] = row.raw
    }

    /// The same for records of a block.
    ///
    /// - Parameters:
    ///   - first: the number of the block's first record in the source.
    ///   - columns: of the source.
    ///   - meets: is told of each record that may have the same texts as an earlier row; it says
    ///     whether to go on.
    /// - Returns: false if `meets` once did.
    mutating func add(
        _ records: Range<Int>, of block: RecordBlock, first: Int, columns: [Int],
        meets: ((Int, RowID) -> Bool)? = nil
    ) -> Bool {
        var hashes = [UInt64](repeating: Self.seed, count: records.count)
        hashes.withUnsafeMutableBufferPointer { hashes in
            for column in columns { Self.add(column, of: records, in: block, to: hashes) }
        }
        let mask = heads.count - 1
        return heads.withUnsafeMutableBufferPointer { heads in
            links.withUnsafeMutableBufferPointer { links in
                for (hash, record) in zip(hashes, records) {
                    let digest = Self.finished(hash)
                    let row = first + record + 1
                    let head = Int(digest) & mask
                    let earlier = heads[head]
                    links[row] = UInt64(digest) << 32 | UInt64(earlier)
                    heads[head] = UInt32(truncatingIfNeeded: row)
                    guard let meets else { continue }
                    var other = earlier
                    while other != 0 {
                        let link = links[Int(other)]
                        if UInt32(link >> 32) == digest, !meets(record, RowID(raw: other)) {
                            return false
                        }
                        other = UInt32(truncatingIfNeeded: link)
                    }
                }
                return true
            }
        }
    }

    private static func add(
        _ column: Int, of records: Range<Int>, in block: RecordBlock,
        to hashes: UnsafeMutableBufferPointer<UInt64>
    ) {
        let (text, starts, ends) = (block.text, block.cellStart, block.cellEnd)
        let (flags, firstCell, doubled) = (block.cellFlags, block.firstCell, RecordBlock.doubled)
        for record in records {
            let place = record - records.lowerBound
            let cell = Int(firstCell[record]) + column
            if cell >= Int(firstCell[record + 1]) {
                add(UnsafeBufferPointer(start: nil, count: 0), to: &hashes[place])
            } else if flags[cell] & doubled != 0 {
                let decoded = block.cellText(cell, quote: block.quote)
                decoded.bytes.withUnsafeBufferPointer { add($0, to: &hashes[place]) }
            } else {
                let start = Int(starts[cell])
                let raw = UnsafeBufferPointer(start: text + start, count: Int(ends[cell]) - start)
                add(raw, to: &hashes[place])
            }
        }
    }

    /// Adds a row that got a text by an edit.
    mutating func add(edited row: RowID, digest: UInt32) {
        if edited[digest]?.last != row.raw { edited[digest, default: []].append(row.raw) }
    }

    /// Calls `body` with each candidate until it returns false. One may come twice.
    func forEachCandidate(_ digest: UInt32, _ body: (RowID) -> Bool) {
        var row = heads[Int(digest) & (heads.count - 1)]
        while row != 0 {
            let link = links[Int(row)]
            if UInt32(link >> 32) == digest, !body(RowID(raw: row)) { return }
            row = UInt32(truncatingIfNeeded: link)
        }
        if edited.isEmpty { return }
        for row in edited[digest] ?? [] where !body(RowID(raw: row)) { return }
    }
}
