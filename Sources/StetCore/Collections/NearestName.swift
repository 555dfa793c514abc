/// The name that a misspelled one was probably meant to be.
package enum NearestName {
    /// The candidate with the fewest changed letters, if these are few enough to be a slip.
    package static func of(_ name: String, among candidates: [String]) -> String? {
        let limit = max(1, name.count / 3)
        var best: (distance: Int, name: String)?
        for candidate in candidates {
            let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.name
    }

    /// Insertions, removals, replacements and swaps of neighbours that turn one into the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var cost = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
