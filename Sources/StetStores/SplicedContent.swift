/// What a file would hold after a splice, read by position like the file itself: nothing is
/// written for it.
final class SplicedContent: Sendable {
    private let base: DataFile?
    private let pieces: [SplicePlan.Piece]
    /// Where each piece begins.
    private let starts: [Int]
    private let written: [UInt8]
    /// Bytes.
    let size: Int

    /// - Throws: if the plan was not made for this file.
    init(of base: DataFile, after plan: SplicePlan) throws(StoreError) {
        guard let pieces = plan.pieces(ofSize: base.size) else {
            throw StoreError(
                path: base.path, reason: "it was changed by another program; open it again")
        }
        self.base = base
        self.pieces = pieces
        written = plan.written
        (starts, size) = Self.starts(of: pieces)
    }

    /// A text that stands in no file.
    init(text: [UInt8]) {
        base = nil
        pieces = text.isEmpty ? [] : [.new(0..<text.count)]
        written = text
        (starts, size) = Self.starts(of: pieces)
    }

    private static func starts(of pieces: [SplicePlan.Piece]) -> ([Int], size: Int) {
        var starts: [Int] = []
        starts.reserveCapacity(pieces.count)
        var size = 0
        for piece in pieces {
            starts.append(size)
            size += piece.range.count
        }
        return (starts, size)
    }

    /// The last piece that begins at an offset or before it.
    private func piece(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    /// Where a byte stands in the file that was spliced; nil: it is a new one.
    func baseOffset(of offset: Int) -> Int? {
        guard offset >= 0, offset < size else { return nil }
        let index = piece(at: offset)
        switch pieces[index] {
        case .kept(let range), .copied(let range):
            return range.lowerBound + offset - starts[index]
        case .new: return nil
        }
    }

    func read(into buffer: UnsafeMutablePointer<UInt8>, count: Int, at offset: Int)
        throws(StoreError) -> Int
    {
        var done = 0
        var index = piece(at: offset)
        while done < count, index < pieces.count {
            let range = pieces[index].range
            let skipped = offset + done - starts[index]
            let length = min(range.count - skipped, count - done)
            guard length > 0 else { break }
            let start = range.lowerBound + skipped
            switch pieces[index] {
            case .kept, .copied:
                let got = try base?.read(into: buffer + done, count: length, at: start) ?? 0
                if got < length { return done + got }
            case .new:
                written.withUnsafeBufferPointer { bytes in
                    guard let first = bytes.baseAddress else { return }
                    (buffer + done).update(from: first + start, count: length)
                }
            }
            done += length
            index += 1
        }
        return done
    }
}

extension SplicePlan.Piece {
    fileprivate var range: Range<Int> {
        switch self {
        case .kept(let range), .copied(let range), .new(let range): range
        }
    }
}
