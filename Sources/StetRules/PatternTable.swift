/// An automaton laid out for speed: a table that is walked a byte at a time.
///
/// Unsafe code: the tables that `walk` points to are owned, complete and immutable after `init`.
final class PatternTable: @unchecked Sendable {
    let walk: Walk

    /// Ways to walk. Trivial, so that a loop can keep it in registers; valid as long as its table.
    enum Walk {
        /// Up to ten states. A byte's word holds the next state of each state in six bits, and a
        /// state is six times its number: one shift goes a step, and the words are loaded ahead.
        case shifts(words: UnsafePointer<UInt64>, start: UInt64, accepting: UInt64)
        /// Up to 256 states, each written as 256 times its number.
        case rows(next: UnsafePointer<UInt16>, start: UInt16, accepts: UnsafePointer<Bool>)
    }

    private static let stateLimit = 256
    private static let shiftLimit = 10

    /// nil if the pattern is not of the simple kind, or too large.
    init?(_ source: String) {
        guard let tree = PatternTree(source),
            let automaton = PatternAutomaton(tree, stateLimit: Self.stateLimit)
        else { return nil }
        let count = automaton.stateCount
        if count <= Self.shiftLimit {
            let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
            var accepting: UInt64 = 0
            for byte in 0..<256 {
                var word: UInt64 = 0
                for state in 0..<count {
                    let next = UInt64(automaton.next[state * 256 + byte])
                    word |= next * 6 << UInt64(state * 6)
                }
                (words + byte).initialize(to: word)
            }
            for state in 0..<count where automaton.accepts[state] {
                accepting |= 1 << UInt64(state * 6)
            }
            walk = .shifts(
                words: words, start: UInt64(automaton.start * 6), accepting: accepting)
        } else {
            let rows = UnsafeMutablePointer<UInt16>.allocate(capacity: count * 256)
            for (index, state) in automaton.next.enumerated() {
                (rows + index).initialize(to: UInt16(state * 256))
            }
            let accepts = UnsafeMutablePointer<Bool>.allocate(capacity: count)
            accepts.initialize(from: automaton.accepts, count: count)
            walk = .rows(next: rows, start: UInt16(automaton.start * 256), accepts: accepts)
        }
    }

    deinit {
        switch walk {
        case .shifts(let words, _, _): words.deallocate()
        case .rows(let next, _, let accepts):
            next.deallocate()
            accepts.deallocate()
        }
    }

    func matches(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        switch walk {
        case .shifts(let words, let start, let accepting):
            Self.shift(text, count, words, start, accepting)
        case .rows(let next, let start, let accepts):
            Self.step(text, count, next, start, accepts)
        }
    }

    @inline(__always)
    static func shift(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ words: UnsafePointer<UInt64>,
        _ start: UInt64, _ accepting: UInt64
    ) -> Bool {
        var state = start
        var index = 0
        while index &+ 4 <= count {
            // A masking shift looks at the low six bits alone: the state.
            state = words[Int(text[index])] &>> state
            state = words[Int(text[index &+ 1])] &>> state
            state = words[Int(text[index &+ 2])] &>> state
            state = words[Int(text[index &+ 3])] &>> state
            index &+= 4
        }
        while index < count {
            state = words[Int(text[index])] &>> state
            index &+= 1
        }
        return (accepting &>> state) & 1 != 0
    }

    @inline(__always)
    static func step(
        _ text: UnsafePointer<UInt8>, _ count: Int, _ next: UnsafePointer<UInt16>,
        _ start: UInt16, _ accepts: UnsafePointer<Bool>
    ) -> Bool {
        var state = Int(start)
        var index = 0
        while index < count {
            state = Int(next[state &+ Int(text[index])])
            index &+= 1
        }
        return accepts[state &>> 8]
    }
}
