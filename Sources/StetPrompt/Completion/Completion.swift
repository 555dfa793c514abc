/// A way in which what is being typed may go on.
struct Candidate: Equatable {
    /// What replaces the bytes from the completion's start to the point.
    var text: String
    /// What a list shows.
    var label: String
    /// What is added if it is the only one: `(`, `.`, a blank.
    var ending = ""
    /// Those of a lower group stand first.
    var group = 0
}

/// What Tab makes of an entry: from where on it is replaced, and by what.
struct Completion: Equatable {
    /// In bytes of the entry.
    var start: Int
    /// In the order in which they are shown.
    var candidates: [Candidate] = []
    /// Candidates that were found and left out.
    var left = 0
    /// Not everything was looked at, so there may be more still.
    var isPartial = false

    static func nothing(at point: Int) -> Completion { Completion(start: point) }

    /// What may replace the bytes from the start to the point at once: a single candidate with its
    /// ending, else what all have in common; nil if that says nothing new.
    ///
    /// - Parameters:
    ///   - typed: the bytes that would be replaced.
    ///   - next: the byte behind the point: an ending is not put there twice.
    func replacement(of typed: [UInt8], next: UInt8? = nil) -> [UInt8]? {
        guard let first = candidates.first, !isPartial || !typed.isEmpty else { return nil }
        if candidates.count == 1, left == 0, !isPartial {
            let ending = Array(first.ending.utf8)
            return Array(first.text.utf8) + (ending.first == next ? [] : ending)
        }
        // What was not looked at may begin otherwise.
        guard left == 0, !isPartial else { return nil }
        var common = Array(first.text.utf8)
        for candidate in candidates.dropFirst() {
            let bytes = Array(candidate.text.utf8)
            var length = 0
            while length < min(bytes.count, common.count), bytes[length] == common[length] {
                length += 1
            }
            common.removeLast(common.count - length)
        }
        while String(validating: common, as: UTF8.self) == nil { common.removeLast() }
        // What was typed is never lost.
        return common.count > typed.count && CandidateList.has(common, typed) ? common : nil
    }
}
