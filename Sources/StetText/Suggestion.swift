/// Finds what a misspelled name was meant to be.
package enum Suggestion {
    /// The candidate that a mistyped name most likely meant, or nil if none is near.
    ///
    /// Names are compared without regard to case. A candidate is near if it is at most a third of
    /// the name's length away (one for short names, three for long ones), where inserting,
    /// dropping, changing and swapping letters each count one. Of equally near ones the first
    /// wins.
    package static func nearest(
        to name: String, among candidates: some Sequence<String>
    ) -> String? {
        let wanted = Array(name.lowercased())
        var best: String?
        // A name of one letter is one change away from every other.
        var limit = wanted.count < 2 ? 0 : min(3, max(1, wanted.count / 3))
        for candidate in candidates where candidate != name {
            let letters = Array(candidate.lowercased())
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            guard distance < limit || distance == limit && best == nil else { continue }
            best = candidate
            limit = distance
        }
        return best
    }

    /// `; did you mean "min_length"?`, or nothing.
    package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Insertions, deletions, changes and swaps of neighbours that turn one into the other
    /// (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let change = last[column] + (letter == other ? 0 : 1)
                var cost = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
