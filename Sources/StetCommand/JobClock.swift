import Glibc
import StetStores
import Synchronization

/// Ends a job that takes too long. A thread of its own waits, so that nothing is asked of the job.
final class JobClock: Sendable {
    private enum State {
        case running, stopped, rungOut
    }

    private let state = Mutex(State.running)

    var hasRungOut: Bool { state.withLock { $0 == .rungOut } }

    func start(_ seconds: Double, _ ring: @escaping @Sendable () -> Void) {
        _ = WorkerThread.start { [self] in
            let whole = seconds.rounded(.down)
            var wanted = timespec(
                tv_sec: Int(min(whole, 1e9)), tv_nsec: Int((seconds - whole) * 1e9))
            var rest = timespec()
            while nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
            let isLate = state.withLock { state in
                if state == .running { state = .rungOut }
                return state == .rungOut
            }
            if isLate { ring() }
        }
    }

    /// The job is done with what can be stopped: from here on it is not.
    func stop() {
        state.withLock { if $0 == .running { $0 = .stopped } }
    }
}
