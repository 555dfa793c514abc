import CReadline
import Glibc
import StetCheck
import StetStores
import Synchronization

/// Turns signals into what they mean at the moment: a dropped line, a stopped entry, the end.
///
/// The handlers write to a pipe; a thread reads it, so that nothing is done inside a handler.
final class PromptSignals: Sendable {
    enum Activity: Equatable {
        case idle
        /// Files are being opened, before anything can be lost.
        case starting
        /// A line is being edited.
        case reading
        /// Lua code runs.
        case running
        /// Another program, a pager or an editor, has the terminal: its keys are its own.
        case away(pid_t)
    }

    private struct Progress {
        var activity = Activity.idle
        /// When the running entry was asked to stop, in nanoseconds of the monotonic clock.
        var interrupted: UInt64?
        var end: Int32?
    }

    /// A second Ctrl-C within this time ends the process.
    private static let patience: UInt64 = 2_000_000_000

    private let progress = Mutex(Progress())
    private let interrupt: @Sendable () -> Void
    /// Whether a line editor reads, which can be woken.
    private let isInteractive: Bool

    /// - Parameter interrupt: stops what runs.
    init(isInteractive: Bool, interrupt: @escaping @Sendable () -> Void) {
        self.isInteractive = isInteractive
        self.interrupt = interrupt
        let descriptor = creadline_catch_signals()
        guard descriptor >= 0 else { return }
        _ = WorkerThread.start { [self] in
            var byte: UInt8 = 0
            while true {
                let count = read(descriptor, &byte, 1)
                if count == 1 { receive(Int32(byte)) } else if errno != EINTR { return }
            }
        }
    }

    /// The signal that asked the prompt to end.
    var end: Int32? { progress.withLock { $0.end } }

    /// Whether what runs was asked to stop.
    var isInterrupted: Bool { progress.withLock { $0.interrupted != nil || $0.end != nil } }

    /// - Returns: what was done before.
    @discardableResult
    func begin(_ activity: Activity) -> Activity {
        progress.withLock { progress in
            let before = progress.activity
            progress.activity = activity
            progress.interrupted = nil
            return before
        }
    }

    private func receive(_ signal: Int32) {
        switch signal {
        case SIGINT: interruptOrDrop()
        case SIGTERM, SIGHUP: stop(signal)
        case SIGTSTP:
            if activity == .reading {
                creadline_wake(CChar(CREADLINE_WAKE_SUSPEND))
            } else {
                kill(getpid(), SIGSTOP)
            }
        case SIGCONT:
            if activity == .reading { creadline_wake(CChar(CREADLINE_WAKE_CONTINUE)) }
        case SIGWINCH:
            if isInteractive { creadline_wake(CChar(CREADLINE_WAKE_RESIZE)) }
        default: break
        }
    }

    private var activity: Activity { progress.withLock { $0.activity } }

    private func interruptOrDrop() {
        // Under the lock, so that an entry that ends now is not followed by a late request.
        progress.withLock { progress in
            switch progress.activity {
            case .reading: creadline_wake(CChar(CREADLINE_WAKE_INTERRUPT))
            case .idle:
                // Between two entries of a terminal there is nothing to stop.
                if !isInteractive { _exit(128 + SIGINT) }
            case .starting: _exit(128 + SIGINT)
            case .away: break
            case .running:
                let now = MonotonicClock.now
                if let before = progress.interrupted, now - before < Self.patience {
                    _exit(128 + SIGINT)
                }
                progress.interrupted = now
                interrupt()
            }
        }
    }

    private func stop(_ signal: Int32) {
        progress.withLock { progress in
            if progress.end != nil || progress.activity == .starting
                || (progress.activity == .idle && !isInteractive)
            {
                _exit(128 + signal)
            }
            progress.end = signal
            switch progress.activity {
            case .reading, .idle, .starting: creadline_wake(CChar(CREADLINE_WAKE_STOP))
            case .running: interrupt()
            case .away(let program):
                kill(program, signal)
                interrupt()
            }
        }
    }
}
