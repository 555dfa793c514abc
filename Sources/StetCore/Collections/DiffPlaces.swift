/// Where the records of a diff are listed: by their new places, removed ones at their old ones.
struct DiffPlaces {
    /// The old place of the last record before it that stayed, then what tells those behind one
    /// such record apart.
    struct Order: Comparable {
        var anchor: Int
        var rest: Int

        static func < (left: Order, right: Order) -> Bool {
            (left.anchor, left.rest) < (right.anchor, right.rest)
        }
    }

    let old: RowPositions
    let new: RowPositions
    private(set) var moved: Set<RowID> = []
    private let segments: [OrderAlignment.Segment]
    /// By segment: the old place of the last record that stayed, at or before its start.
    private var anchors: [Int] = []
    /// By segment: the next one whose records stayed; the count: none.
    private var following: [Int] = []

    /// - Parameter moved: rows that are known to have moved; nil: the fewest that can be.
    init(from old: RecordOrder, to new: RecordOrder, moved known: Set<UInt32>? = nil) {
        self.old = RowPositions(old)
        self.new = RowPositions(new)
        segments = OrderAlignment(from: old, to: new, moved: known).segments
        var last = -1
        for segment in segments {
            anchors.append(last)
            if segment.isMoved {
                for offset in 0..<segment.count {
                    moved.insert(RowID(raw: segment.first + UInt32(offset)))
                }
            } else if let position = segment.oldPosition {
                last = position + segment.count - 1
            }
        }
        following = Array(repeating: segments.count, count: segments.count)
        for index in segments.indices.dropLast().reversed() {
            let next = segments[index + 1]
            let stays = next.oldPosition != nil && !next.isMoved
            following[index] = stays ? index + 1 : following[index + 1]
        }
    }

    func order(of change: CollectionDiff.RecordChange) -> Order {
        guard let position = change.newPosition else {
            return Order(anchor: change.oldPosition ?? -1, rest: -1)
        }
        let low = segment(at: position)
        guard low < segments.count else { return Order(anchor: .max, rest: position) }
        if let old = segments[low].oldPosition, !segments[low].isMoved {
            return Order(anchor: old + position - segments[low].newPosition, rest: -1)
        }
        return Order(anchor: anchors[low], rest: position)
    }

    /// The first record after one that was there before and did not move.
    func next(after row: RowID) -> RowID? {
        guard let position = new.position(of: row) else { return nil }
        let index = segment(at: position)
        guard index < segments.count, following[index] < segments.count else { return nil }
        return RowID(raw: segments[following[index]].first)
    }

    private func segment(at position: Int) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            let segment = segments[middle]
            if segment.newPosition + segment.count <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
