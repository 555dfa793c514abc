extension RecordOrder {
    /// A stretch of an order that was replaced by other runs.
    struct Replacement {
        /// Records before and behind it that stand as they did.
        var front: Int
        var back: Int
        var runs: [Run]
        /// What stood there.
        var gone: [Run] = []
    }

    /// What was replaced since another order; nil: nothing. Pieces that both share are not looked
    /// into.
    func change(since old: RecordOrder) -> Replacement? {
        var result = Replacement(front: 0, back: 0, runs: [])
        var (before, after) = (old.pieces[...], pieces[...])
        while let left = before.first, let right = after.first, left === right {
            result.front += left.count
            before.removeFirst()
            after.removeFirst()
        }
        while let left = before.last, let right = after.last, left === right {
            result.back += left.count
            before.removeLast()
            after.removeLast()
        }
        var (gone, new) = (before.flatMap(\.runs)[...], after.flatMap(\.runs)[...])
        while var left = gone.first, var right = new.first, left.first == right.first {
            let count = Swift.min(left.count, right.count)
            result.front += Int(count)
            left.drop(first: count)
            right.drop(first: count)
            if left.count > 0 { gone[gone.startIndex] = left } else { gone.removeFirst() }
            if right.count > 0 { new[new.startIndex] = right } else { new.removeFirst() }
        }
        while var left = gone.last, var right = new.last, left.end == right.end {
            let count = Swift.min(left.count, right.count)
            result.back += Int(count)
            left.count -= count
            right.count -= count
            gone.removeLast()
            new.removeLast()
            if left.count > 0 { gone.append(left) }
            if right.count > 0 { new.append(right) }
        }
        guard !gone.isEmpty || !new.isEmpty else { return nil }
        result.runs = Array(new)
        result.gone = Array(gone)
        return result
    }

    /// The order after such a replacement; nil if it has fewer records than should stay.
    func replacing(_ change: Replacement) -> RecordOrder? {
        guard change.front >= 0, change.back >= 0, change.front <= count,
            change.back <= count - change.front
        else { return nil }
        var front = pieces[...]
        var back = pieces[...]
        var (first, last) = (count - change.front, count - change.back)
        // Whole pieces stay what they are; those that are cut are filled up again together.
        while let piece = front.last, piece.count <= first {
            first -= piece.count
            front.removeLast()
        }
        while let piece = back.first, piece.count <= last {
            last -= piece.count
            back.removeFirst()
        }
        var runs: [Run] = []
        if first > 0, let cut = front.popLast() {
            Self.append(cut.runs, from: 0, to: cut.count - first, to: &runs)
        }
        for run in change.runs { Self.append(run, to: &runs) }
        if last > 0, let cut = back.popFirst() {
            Self.append(cut.runs, from: last, to: cut.count, to: &runs)
        }
        return RecordOrder(pieces: front + Self.pieces(of: runs) + back)
    }

    private static func append(
        _ source: [Run], from start: Int, to end: Int, to runs: inout [Run]
    ) {
        var position = 0
        for run in source {
            let low = Swift.max(start, position)
            let high = Swift.min(end, position + Int(run.count))
            if low < high {
                append(
                    Run(first: run.first + UInt32(low - position), count: UInt32(high - low)),
                    to: &runs)
            }
            position += Int(run.count)
        }
    }
}

extension RecordOrder.Run {
    fileprivate mutating func drop(first number: UInt32) {
        first += number
        count -= number
    }
}
