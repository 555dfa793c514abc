/// How one order of records came of another: pieces that kept together, new ones, moved ones.
struct OrderAlignment {
    struct Segment {
        /// Where its rows stood in the old order; nil: they were not there.
        var oldPosition: Int?
        var newPosition: Int
        var first: UInt32
        var count: Int
        /// The rows changed places with others: the fewest that can be said to have moved.
        var isMoved = false
    }

    private(set) var segments: [Segment] = []

    /// O(r log r) for r runs.
    ///
    /// - Parameter moved: rows that are known to have moved, so that the others stand in their old
    ///   order; nil: the fewest that can be.
    init(from old: RecordOrder, to new: RecordOrder, moved: Set<UInt32>? = nil) {
        self.init(of: new, among: RowPositions(old))
        guard let moved else {
            markMoved()
            return
        }
        for index in segments.indices where segments[index].oldPosition != nil {
            let segment = segments[index]
            segments[index].isMoved = (0..<segment.count).allSatisfy {
                moved.contains(segment.first + UInt32($0))
            }
        }
    }

    /// The pieces alone.
    init(of new: RecordOrder, among positions: RowPositions) {
        var position = 0
        new.forEachRun { run in
            append(run, at: position, among: positions)
            position += Int(run.count)
        }
    }

    private mutating func append(
        _ run: RecordOrder.Run, at position: Int, among positions: RowPositions
    ) {
        let old = positions.runs
        var low = positions.index(endingAfter: run.first)
        var first = run.first
        while first < run.end {
            let isInside = low < old.count && old[low].run.first < run.end
            let nextOld = isInside ? max(old[low].run.first, first) : run.end
            let start = position + Int(first - run.first)
            if nextOld > first {
                segments.append(
                    Segment(
                        oldPosition: nil, newPosition: start, first: first,
                        count: Int(nextOld - first)))
                first = nextOld
                continue
            }
            let end = min(run.end, old[low].run.end)
            segments.append(
                Segment(
                    oldPosition: old[low].position + Int(first - old[low].run.first),
                    newPosition: start, first: first, count: Int(end - first)))
            first = end
            low += 1
        }
    }

    /// The heaviest chain of segments in ascending old position stayed; the others moved.
    private mutating func markMoved() {
        let kept = segments.indices.filter { segments[$0].oldPosition != nil }
        let positions = kept.map { segments[$0].oldPosition ?? 0 }
        var isAscending = true
        for index in positions.indices.dropFirst() where positions[index] < positions[index - 1] {
            isAscending = false
        }
        if isAscending { return }
        let ranked = positions.indices.sorted { positions[$0] < positions[$1] }
        var rank = [Int](repeating: 0, count: positions.count)
        for (place, index) in ranked.enumerated() { rank[index] = place + 1 }
        // A Fenwick tree of the heaviest chain that ends at or before a rank.
        var best = [(weight: Int, last: Int)](repeating: (0, -1), count: positions.count + 1)
        var previous = [Int](repeating: -1, count: positions.count)
        var heaviest = (weight: 0, last: -1)
        for index in positions.indices {
            var chain = (weight: 0, last: -1)
            var node = rank[index] - 1
            while node > 0 {
                if best[node].weight > chain.weight { chain = best[node] }
                node &= node - 1
            }
            previous[index] = chain.last
            let own = (weight: chain.weight + segments[kept[index]].count, last: index)
            if own.weight > heaviest.weight { heaviest = own }
            node = rank[index]
            while node < best.count {
                if own.weight > best[node].weight { best[node] = own }
                node += node & -node
            }
        }
        for index in kept { segments[index].isMoved = true }
        var index = heaviest.last
        while index >= 0 {
            segments[kept[index]].isMoved = false
            index = previous[index]
        }
    }
}
