import Glibc
import StetCheck
import StetStores
import Synchronization

/// Turns signals into calls: a thread waits for them, so that nothing has to be done inside a
/// signal handler.
final class SignalWatcher: Sendable {
    private let state = Mutex<(signal: Int32?, stop: (@Sendable () -> Void)?)>((nil, nil))
    private static let watched = [SIGINT, SIGTERM, SIGHUP]

    /// Blocks the signals in this thread and those that it starts, and watches for them.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.watched { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = WorkerThread.start { [self] in
            var set = sigset_t()
            sigemptyset(&set)
            for signal in Self.watched { sigaddset(&set, signal) }
            while true {
                var signal: Int32 = 0
                guard sigwait(&set, &signal) == 0 else { return }
                receive(signal)
            }
        }
    }

    /// The signal that asked to stop.
    var signal: Int32? { state.withLock { $0.signal } }

    /// What to call when a signal comes; at once, if one has come already.
    func onStop(_ stop: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.stop = stop
            return state.signal != nil
        }
        if isLate { stop() }
    }

    private func receive(_ signal: Int32) {
        let (isFirst, stop) = state.withLock { state in
            let isFirst = state.signal == nil
            state.signal = state.signal ?? signal
            return (isFirst, state.stop)
        }
        // Whoever asks twice does not want to wait.
        guard isFirst else { _exit(ExitStatus.of(signal: signal)) }
        stop?()
    }
}
