import Glibc
import StetStores
import Synchronization

/// Watches over the tests of a run, one at a time, from a thread of its own: how long each takes,
/// and how much it prints.
final class TestClock: Sendable {
    private struct Watch {
        var deadline: UInt64
        var interrupt: @Sendable () -> Void
        var name: String
        var limit: String?
    }

    private let watch = Mutex<Watch?>(nil)
    private let seconds: Double
    /// Bytes that the test has printed.
    private let printed: @Sendable () -> Int

    private static let tick: UInt32 = 20_000
    private static let mostPrinted = 256 << 20
    /// Nanoseconds that a test may take to end once it was told to.
    private static let patience: UInt64 = 5_000_000_000

    init(seconds: Double, printed: @escaping @Sendable () -> Int) {
        self.seconds = seconds
        self.printed = printed
        _ = WorkerThread.start { [self] in
            while true {
                usleep(Self.tick)
                look()
            }
        }
    }

    /// Which limit the test that runs has reached; nil: none.
    var limit: String? { watch.withLock { $0?.limit } }

    func begin(_ name: String, interrupt: @escaping @Sendable () -> Void) {
        let deadline = MonotonicClock.now + UInt64(min(seconds, 1e9) * 1e9)
        watch.withLock { $0 = Watch(deadline: deadline, interrupt: interrupt, name: name) }
    }

    func end() { watch.withLock { $0 = nil } }

    private func look() {
        let stuck: String? = watch.withLock { watch in
            guard let current = watch else { return nil }
            let now = MonotonicClock.now
            if current.limit != nil {
                return now > current.deadline + Self.patience ? current.name : nil
            }
            if now > current.deadline {
                watch?.limit = "it took longer than \(Self.text(seconds)) s (--timeout)"
            } else if printed() > Self.mostPrinted {
                watch?.limit = "it printed more than \(Self.mostPrinted >> 20) MiB"
                watch?.deadline = now
            } else {
                return nil
            }
            // Under the lock, so that it cannot reach the next test.
            current.interrupt()
            return nil
        }
        guard let stuck else { return }
        Output.error("stet: \(stuck): it took too long, and waits for something outside Lua")
        _exit(ExitStatus.limit)
    }

    /// A number of seconds without a needless fraction.
    static func text(_ seconds: Double) -> String {
        Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
}
