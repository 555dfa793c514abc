/// What changed between two versions of a text, line by line.
package enum LineDifference {
    package enum Line: Hashable, Sendable {
        case same(ArraySlice<UInt8>)
        case removed(ArraySlice<UInt8>)
        case added(ArraySlice<UInt8>)
        /// Lines that are the same and not shown.
        case gap
    }

    /// Lines of context around each change.
    private static let context = 2
    /// Beyond this, to find the shortest difference takes too long.
    private static let limit = 4_000

    /// - Returns: nothing if no line changed. Of texts that share little and are long, all of the
    ///   old and then all of the new.
    package static func lines(from old: [UInt8], to new: [UInt8]) -> [Line] {
        let (old, new) = (split(old), split(new))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let removed = old[start..<(old.count - end)]
        let added = new[start..<(new.count - end)]
        guard !removed.isEmpty || !added.isEmpty else { return [] }
        var all: [Line] = old[..<start].map { .same($0) }
        if removed.count + added.count <= limit {
            all += merged(Array(removed), Array(added))
        } else {
            all += removed.map { .removed($0) } + added.map { .added($0) }
        }
        all += old[(old.count - end)...].map { .same($0) }
        return nearChanges(all)
    }

    private static func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func merged(
        _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
    ) -> [Line] {
        var isRemoved = Array(repeating: false, count: old.count)
        var isAdded = Array(repeating: false, count: new.count)
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): isRemoved[offset] = true
            case .insert(let offset, _, _): isAdded[offset] = true
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, isRemoved[left] {
                lines.append(.removed(old[left]))
                left += 1
            } else if right < new.count, isAdded[right] {
                lines.append(.added(new[right]))
                right += 1
            } else {
                lines.append(.same(old[left]))
                left += 1
                right += 1
            }
        }
        return lines
    }

    /// Leaves out what is far from any change.
    private static func nearChanges(_ lines: [Line]) -> [Line] {
        var isShown = Array(repeating: false, count: lines.count)
        for (index, line) in lines.enumerated() {
            if case .same = line { continue }
            let near = max(0, index - context)...min(lines.count - 1, index + context)
            for place in near { isShown[place] = true }
        }
        var result: [Line] = []
        for (index, line) in lines.enumerated() {
            if isShown[index] {
                result.append(line)
            } else if result.last != .gap {
                result.append(.gap)
            }
        }
        return result
    }
}
