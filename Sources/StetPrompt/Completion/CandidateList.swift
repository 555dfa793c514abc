/// Gathers the names that go on with what was typed: those that begin with it; if there are none,
/// those that do in other letters' case; else those that have its letters in their order.
struct CandidateList {
    /// Candidates that are kept.
    static let limit = 2_000

    private enum Rank: Int, CaseIterable { case same, otherCase, scattered }

    let prefix: [UInt8]
    private let lowered: [UInt8]
    private let budget: CompletionBudget
    private var kept = [[Candidate]](repeating: [], count: Rank.allCases.count)
    private var counts = [Int](repeating: 0, count: Rank.allCases.count)
    private var seen: Set<String> = []

    init(_ prefix: [UInt8], _ budget: CompletionBudget) {
        self.prefix = prefix
        self.budget = budget
        lowered = prefix.map(Self.lower)
    }

    init(_ prefix: String, _ budget: CompletionBudget) {
        self.init(Array(prefix.utf8), budget)
    }

    /// Looks at a name.
    ///
    /// - Parameter candidate: what it would be; nil if it cannot be typed.
    /// - Returns: false if nothing more may be looked at.
    @discardableResult
    mutating func offer(
        _ name: some RandomAccessCollection<UInt8>, _ candidate: (String) -> Candidate?
    ) -> Bool {
        guard budget.take() else { return false }
        guard let rank = rank(of: name), best >= rank.rawValue,
            let text = String(validating: Array(name), as: UTF8.self),
            let candidate = candidate(text), seen.insert(candidate.text).inserted
        else { return true }
        counts[rank.rawValue] += 1
        if kept[rank.rawValue].count < Self.limit { kept[rank.rawValue].append(candidate) }
        return true
    }

    @discardableResult
    mutating func offer(_ name: String, _ candidate: (String) -> Candidate?) -> Bool {
        offer(Array(name.utf8), candidate)
    }

    mutating func offer(_ name: String, ending: String = "", group: Int = 0) {
        offer(name) { Candidate(text: $0, label: $0, ending: ending, group: group) }
    }

    var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

    private var best: Int { counts.firstIndex { $0 > 0 } ?? Rank.scattered.rawValue }

    /// - Parameter isOrdered: keeps the order in which the names came.
    func completion(from start: Int, isOrdered: Bool = false) -> Completion {
        let rank = best
        var candidates = kept[rank]
        if !isOrdered { candidates.sort(by: Self.precedes) }
        return Completion(
            start: start, candidates: candidates, left: counts[rank] - candidates.count,
            isPartial: budget.isSpent)
    }

    /// Names that begin with an underscore are their owners' own, and stand last.
    private static func precedes(_ one: Candidate, _ other: Candidate) -> Bool {
        let (left, right) = (isPrivate(one.label), isPrivate(other.label))
        if left != right { return right }
        if one.group != other.group { return one.group < other.group }
        return one.label.utf8.lexicographicallyPrecedes(other.label.utf8)
    }

    private static func isPrivate(_ name: String) -> Bool { name.hasPrefix("_") }

    private func rank(of name: some RandomAccessCollection<UInt8>) -> Rank? {
        if name.starts(with: prefix) { return .same }
        guard name.count >= prefix.count else { return nil }
        var found = 0
        var isPrefix = true
        for byte in name {
            guard found < lowered.count else { break }
            let isNext = Self.lower(byte) == lowered[found]
            if isNext { found += 1 } else { isPrefix = false }
        }
        guard found == lowered.count else { return nil }
        // A single letter stands in too many names to mean any of them.
        return isPrefix ? .otherCase : lowered.count > 1 ? .scattered : nil
    }

    /// Whether a text has the bytes of another in their order, in whatever case.
    static func has(_ text: [UInt8], _ typed: [UInt8]) -> Bool {
        var rest = typed[...]
        for byte in text {
            if let first = rest.first, lower(first) == lower(byte) { rest = rest.dropFirst() }
        }
        return rest.isEmpty
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte + 32 : byte
    }
}
