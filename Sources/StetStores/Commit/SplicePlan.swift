/// How a file's new bytes are made of its old ones: which ranges are replaced, and by what.
///
/// Edits are added in the order of the file, and do not overlap; at one offset, insertions stand
/// in the order in which they were added. All offsets are bytes of the old file.
package struct SplicePlan: Sendable {
    /// A run of the new file.
    enum Piece: Hashable, Sendable {
        /// Bytes of the old file that stay where they are among the others.
        case kept(Range<Int>)
        /// Bytes of the old file from elsewhere.
        case copied(Range<Int>)
        /// Bytes of `written`.
        case new(Range<Int>)
    }

    /// A range of the old file, and the digest that its bytes had when they were read.
    struct Expectation: Hashable, Sendable {
        var range: Range<Int>
        var digest: UInt64
    }

    private var pieces: [Piece] = []
    private(set) var written: [UInt8] = []
    private(set) var expectations: [Expectation] = []
    /// Where the old bytes that no edit has reached begin.
    private var reached = 0
    /// An edit came out of order.
    private var isMisordered = false
    /// How many bytes the edits take away; negative if they add.
    private var shrinkage = 0

    package init() {}

    /// Nothing would change.
    package var isEmpty: Bool { pieces.isEmpty && reached == 0 }

    /// Puts bytes in the place of a range; an empty range is an insertion, no bytes a deletion.
    ///
    /// - Parameter digest: `ContentDigest` of the bytes that the range had when it was read. The
    ///   commit is refused if they are others now.
    package mutating func replace(
        _ range: Range<Int>, with bytes: some Sequence<UInt8>, whoseDigestWas digest: UInt64? = nil
    ) {
        keep(until: range.lowerBound)
        let start = written.count
        written.append(contentsOf: bytes)
        if written.count > start { append(.new(start..<written.count)) }
        reached = max(reached, range.upperBound)
        shrinkage += range.count - (written.count - start)
        if let digest { expectations.append(Expectation(range: range, digest: digest)) }
    }

    package mutating func delete(_ range: Range<Int>) {
        replace(range, with: EmptyCollection())
    }

    package mutating func insert(_ bytes: some Sequence<UInt8>, at offset: Int) {
        replace(offset..<offset, with: bytes)
    }

    /// Inserts a copy of old bytes from anywhere in the file: a record that moves is deleted
    /// where it was and copied to where it goes.
    package mutating func insertCopy(of range: Range<Int>, at offset: Int) {
        keep(until: offset)
        append(.copied(range))
        shrinkage -= range.count
    }

    /// Asks that a range has the bytes that it had when it was read, without changing it.
    package mutating func expect(_ range: Range<Int>, digest: UInt64) {
        expectations.append(Expectation(range: range, digest: digest))
    }

    /// How large the new file is.
    func newSize(of oldSize: Int) -> Int { oldSize - shrinkage }

    /// The new file, run by run; nil if an edit is out of order or outside the file.
    func pieces(ofSize size: Int) -> [Piece]? {
        guard !isMisordered, reached <= size else { return nil }
        for case .copied(let range) in pieces where range.upperBound > size { return nil }
        for expected in expectations where expected.range.upperBound > size { return nil }
        return reached < size ? pieces + [.kept(reached..<size)] : pieces
    }

    private mutating func keep(until offset: Int) {
        if offset < reached {
            isMisordered = true
        } else if offset > reached {
            append(.kept(reached..<offset))
            reached = offset
        }
    }

    /// Adds a piece, or lengthens the last one that it continues.
    private mutating func append(_ piece: Piece) {
        switch (pieces.last, piece) {
        case (.kept(let last), .kept(let next)) where last.upperBound == next.lowerBound:
            pieces[pieces.count - 1] = .kept(last.lowerBound..<next.upperBound)
        case (.copied(let last), .copied(let next)) where last.upperBound == next.lowerBound:
            pieces[pieces.count - 1] = .copied(last.lowerBound..<next.upperBound)
        case (.new(let last), .new(let next)) where last.upperBound == next.lowerBound:
            pieces[pieces.count - 1] = .new(last.lowerBound..<next.upperBound)
        default:
            pieces.append(piece)
        }
    }
}
