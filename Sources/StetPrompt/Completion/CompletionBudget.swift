import StetStores

/// How much a completion may look at. One who types waits for it.
final class CompletionBudget {
    /// Names, keys and files looked at so far.
    private(set) var steps = 0
    /// Whether something was not looked at.
    private(set) var isSpent = false
    private let limit: Int
    private let deadline: UInt64
    private let now: () -> UInt64

    /// - Parameters:
    ///   - milliseconds: the time that it may take.
    ///   - now: nanoseconds of a clock.
    init(
        steps: Int = 200_000, milliseconds: UInt64 = 30,
        now: @escaping () -> UInt64 = { MonotonicClock.now }
    ) {
        limit = steps
        self.now = now
        deadline = now() + milliseconds * 1_000_000
    }

    /// Whether one more may be looked at.
    func take() -> Bool {
        guard !isSpent else { return false }
        if steps >= limit || steps % 256 == 255 && now() > deadline {
            isSpent = true
            return false
        }
        steps += 1
        return true
    }
}
