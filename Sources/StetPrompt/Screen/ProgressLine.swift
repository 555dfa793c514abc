import Glibc
import StetCore
import StetStores
import Synchronization

/// One line that tells how far long work is: on the screen after a while, gone when it ends.
///
/// A thread of its own draws it. Between two entries that thread waits for a byte in a pipe.
final class ProgressLine: Sendable {
    private struct State {
        var isActive = false
        var isDrawn = false
    }

    private let work: LongWork
    /// Nothing is drawn without it.
    private let draws: Bool
    private let tick: @Sendable () -> Void
    private let columns: @Sendable () -> Int
    private let state = Mutex(State())
    private let wakeEnd: Int32

    /// Milliseconds.
    private static let patience: Int32 = 400
    private static let pause: Int32 = 100

    /// - Parameter tick: called now and then while an entry runs, on another thread.
    /// - Returns: nil if there are no descriptors, or no thread, left for it.
    init?(
        _ work: LongWork, draws: Bool, tick: @escaping @Sendable () -> Void,
        columns: @escaping @Sendable () -> Int
    ) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.work = work
        self.draws = draws
        self.tick = tick
        self.columns = columns
        wakeEnd = ends[1]
        let waitEnd = ends[0]
        guard WorkerThread.start({ [self] in run(waitEnd) }) != nil else { return nil }
    }

    /// An entry begins.
    func begin() {
        state.withLock { $0.isActive = true }
        var byte: UInt8 = 1
        _ = write(wakeEnd, &byte, 1)
    }

    /// It has ended, or something else is about to be written: the line goes.
    func end() {
        state.withLock { state in
            state.isActive = false
            if state.isDrawn { Self.put("\r\u{1B}[K") }
            state.isDrawn = false
        }
    }

    /// Something is about to be written: the line goes, and may come again.
    func hide() {
        state.withLock { state in
            if state.isDrawn { Self.put("\r\u{1B}[K") }
            state.isDrawn = false
        }
    }

    private func run(_ waitEnd: Int32) {
        var patience: Int32 = -1
        while true {
            var waiting = pollfd(fd: waitEnd, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, patience)
            if count > 0 {
                var byte: UInt8 = 0
                guard read(waitEnd, &byte, 1) == 1 else { return }
                patience = Self.patience
            } else if count == 0 {
                patience = draw() ? Self.pause : -1
            } else if errno != EINTR {
                return
            }
        }
    }

    /// - Returns: false if the entry is over.
    private func draw() -> Bool {
        state.withLock { state in
            guard state.isActive else { return false }
            tick()
            guard draws else { return true }
            guard let progress = work.progress, progress.total > 0 else { return true }
            let percent = min(100, progress.done * 100 / progress.total)
            let text = "\(progress.name): \(percent) %  (Ctrl-C stops it)"
            Self.put("\r" + String(text.prefix(max(1, columns() - 1))) + "\u{1B}[K")
            state.isDrawn = true
            return true
        }
    }

    private static func put(_ text: String) {
        let bytes = Array(text.utf8)
        // A terminal that takes no more is no reason to stop the work.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
