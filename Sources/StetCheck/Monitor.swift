import Glibc

/// A value that threads share: a lock around it, and a way to wait until it has changed.
///
/// Unsafe code: `value` is read and written only while `mutex` is held, which is what makes the
/// class Sendable; mutex and condition live at fixed addresses until `deinit`.
package final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Runs `body` once `condition` holds; `broadcast` makes the waiters look again.
    package func wait<Result>(until condition: (Value) -> Bool, _ body: (inout Value) -> Result)
        -> Result
    {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(value) { pthread_cond_wait(changed, mutex) }
        return body(&value)
    }

    /// The same, but no longer than a time.
    ///
    /// - Parameter nanoseconds: nil: as long as it takes.
    /// - Returns: nil if `condition` did not come to hold.
    package func wait<Result>(
        atMost nanoseconds: UInt64?, until condition: (Value) -> Bool,
        _ body: (inout Value) -> Result
    ) -> Result? {
        guard let nanoseconds else { return wait(until: condition, body) }
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let sum = UInt64(end.tv_nsec) + nanoseconds
        end.tv_sec += Int(sum / 1_000_000_000)
        end.tv_nsec = Int(sum % 1_000_000_000)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(value) {
            let status = pthread_cond_timedwait(changed, mutex, &end)
            if status != 0, !condition(value) { return nil }
        }
        return body(&value)
    }

    package func broadcast() {
        pthread_cond_broadcast(changed)
    }
}
