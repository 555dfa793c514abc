import Synchronization

/// What a thread left.
private final class Outcome<Success: Sendable, Failure: Error>: Sendable {
    private let result = Mutex<Result<Success, Failure>?>(nil)

    init() {}

    func set(_ new: Result<Success, Failure>) { result.withLock { $0 = new } }

    func get() -> Result<Success, Failure>? { result.withLock { $0 } }
}

/// Does two things at a time, the first on a thread of its own if one can be had.
///
/// - Returns: what both gave, the second before the first. If both fail, the second's error is
///   thrown.
func concurrently<First: Sendable, Second, Failure: Error>(
    _ first: @escaping @Sendable () throws(Failure) -> First,
    while second: () throws(Failure) -> Second
) throws(Failure) -> (Second, First) {
    let outcome = Outcome<First, Failure>()
    let thread = WorkerThread.start {
        outcome.set(Result { () throws(Failure) in try first() })
    }
    let own = Result { () throws(Failure) in try second() }
    thread?.join()
    let second = try own.get()
    guard let other = outcome.get() else { return (second, try first()) }
    return (second, try other.get())
}
