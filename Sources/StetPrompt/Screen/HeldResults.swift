import Glibc
import StetStores
import Synchronization

/// Results, and what is said beside them, that wait until it is known whether they fit the screen.
/// They do not wait for long: another thread may show them while the entry still runs.
final class HeldResults: Sendable {
    enum Piece: Sendable {
        case result([UInt8])
        case said([UInt8])
    }

    private struct State {
        var pieces: [Piece] = []
        /// When the first of them came.
        var began: UInt64 = 0
        /// They were shown: what follows is not to wait.
        var isReleased = false
    }

    private let state = Mutex(State())

    /// Nanoseconds that something may wait.
    private static let patience: UInt64 = 300_000_000

    /// An entry begins.
    func reset() { state.withLock { $0 = State() } }

    /// - Returns: false: what comes is to be written at once.
    func add(_ piece: Piece) -> Bool {
        state.withLock { state in
            guard !state.isReleased else { return false }
            if state.pieces.isEmpty { state.began = MonotonicClock.now }
            state.pieces.append(piece)
            return true
        }
    }

    /// What waits, for the pager.
    func takeResults() -> [[UInt8]] {
        state.withLock { state in
            let results = state.pieces.compactMap { piece -> [UInt8]? in
                if case .result(let bytes) = piece { bytes } else { nil }
            }
            state.pieces.removeAll { if case .result = $0 { true } else { false } }
            return results
        }
    }

    func takeAll() -> [Piece] {
        state.withLock { state in
            defer { state.pieces = [] }
            return state.pieces
        }
    }

    /// Shows what has waited too long; from any thread.
    func releaseOld() {
        state.withLock { state in
            guard !state.pieces.isEmpty, MonotonicClock.now - state.began > Self.patience else {
                return
            }
            // Under the lock, so that nothing that comes later overtakes it.
            for piece in state.pieces {
                switch piece {
                case .result(let bytes): Self.put(bytes, STDOUT_FILENO)
                case .said(let bytes): Self.put(bytes, STDERR_FILENO)
                }
            }
            state.pieces = []
            state.isReleased = true
        }
    }

    /// From now on nothing waits.
    func endWaiting() -> [Piece] {
        state.withLock { state in
            defer { state.pieces = [] }
            state.isReleased = true
            return state.pieces
        }
    }

    private static func put(_ bytes: [UInt8], _ descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Whoever writes next finds the same, and says so.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
