import Glibc
import StetCheck
import StetCore
import StetStores

/// Writes the edits of all open files to the user's journal, on a thread of its own.
///
/// Why a thread: a transaction of SQLite takes tens of microseconds and a wait for the disk
/// milliseconds, which a script that edits in a loop must not pay at each step; and what such a
/// loop did last must reach the journal however long the script then computes or waits. So edits
/// are only put into a queue; all that has gathered there is one transaction. Who edits now and
/// then waits for it: such an edit outlives the process when its call returns. Who edits in a loop
/// waits for a tenth of the time at most, and of what it did last a few milliseconds may be
/// missing. A loss of power may take the edits of the last half second.
final class JournalWriter: Sendable {
    private struct Work {
        var base: FileFingerprint
        /// Instead of what the journal has of the file, not behind it.
        var startsAnew: Bool
        var batch: PendingChangeBatch
    }

    private struct State {
        /// By real path.
        var queue: [String: Work] = [:]
        var handed = 0
        var written = 0
        /// Nanoseconds that may still be waited, as of a moment.
        var credit = JournalWriter.creditLimit
        var creditedAt: UInt64 = 0
        var hasThread = false
        var isClosing = false
        var failure: String?
    }

    private let state = Monitor(State())

    /// Nanoseconds. A tenth of the time that passes is added, what was waited is taken off.
    private static let creditLimit: Int64 = 250_000_000
    /// Bytes from which on nobody waits: a bulk change, which is not typed.
    private static let bulk = 64 << 10
    /// Nanoseconds after which the disk is waited for.
    private static let patience: UInt64 = 500_000_000

    /// Why nothing can be kept; from then on nothing is.
    var failure: String? { state.withLock { $0.failure } }

    /// Puts records into the queue.
    ///
    /// - Parameters:
    ///   - path: of the file, symbolic links resolved.
    ///   - startsAnew: the records stand for all that was handed over before.
    func hand(
        _ batch: PendingChangeBatch, for path: String, base: FileFingerprint, startsAnew: Bool
    ) {
        let began = MonotonicClock.now
        let (starts, waits) = state.withLock { state in
            if startsAnew {
                state.queue[path] = Work(base: base, startsAnew: true, batch: batch)
            } else {
                state.queue[
                    path, default: Work(base: base, startsAnew: false, batch: .init())
                ].batch.append(batch)
            }
            state.handed += 1
            let earned = Int64(clamping: (began - state.creditedAt) / 10)
            state.credit = min(Self.creditLimit, state.credit + earned)
            state.creditedAt = began
            defer { state.hasThread = true }
            return (!state.hasThread, state.credit > 0 && batch.count < Self.bulk)
        }
        state.broadcast()
        if starts, WorkerThread.start({ [self] in work() }) == nil {
            state.withLock {
                $0.failure = "the system has no thread left"
                $0.written = $0.handed
            }
        }
        guard waits else { return }
        flush()
        let end = MonotonicClock.now
        state.withLock { state in
            state.credit -= Int64(clamping: end - began)
            state.creditedAt = end
        }
    }

    /// Waits until all that was handed over is written, or cannot be.
    func flush() {
        state.wait(until: { $0.written == $0.handed || $0.failure != nil }) { _ in }
    }

    /// Ends the thread, once all is written.
    func close() {
        state.withLock { $0.isClosing = true }
        state.broadcast()
        flush()
    }

    // MARK: On the thread

    private func work() {
        var journal: Journal?
        var isOnDisk = true
        var lastSynchronised = MonotonicClock.now
        while true {
            let taken = state.wait(
                atMost: isOnDisk ? nil : Self.patience,
                until: { !$0.queue.isEmpty || $0.isClosing }
            ) { state in
                defer { state.queue = [:] }
                return (queue: state.queue, handed: state.handed, isClosing: state.isClosing)
            }
            do {
                if let taken, !taken.queue.isEmpty {
                    let open = try journal ?? Journal(in: StateFolder.ofEdits())
                    journal = open
                    try write(taken.queue, to: open)
                    isOnDisk = false
                    state.withLock { $0.written = taken.handed }
                    state.broadcast()
                }
                let now = MonotonicClock.now
                let isIdle = taken?.queue.isEmpty ?? true
                if taken?.isClosing == true, isIdle, let journal, try !hasEdits(journal) {
                    // All was committed or given up: the disk need not be waited for at the end.
                    isOnDisk = true
                }
                if !isOnDisk, isIdle || now - lastSynchronised > 2 * Self.patience {
                    try journal?.synchronise()
                    isOnDisk = true
                    lastSynchronised = now
                }
            } catch {
                state.withLock { $0.failure = "\(error)" }
                state.broadcast()
                return
            }
            if let taken, taken.isClosing, taken.queue.isEmpty { return }
        }
    }

    private func hasEdits(_ journal: Journal) throws(JournalError) -> Bool {
        try journal.pending().contains { $0.session == ProcessIdentity.current }
    }

    private func write(_ queue: [String: Work], to journal: Journal) throws(JournalError) {
        for (path, work) in queue.sorted(by: { $0.key < $1.key }) {
            let batch = work.batch.isEmpty ? [] : [work.batch.encoded]
            if work.startsAnew {
                try journal.replace(batch, for: path, base: work.base)
            } else {
                try journal.append(batch, for: path, base: work.base)
            }
        }
    }
}
