import CLinux
import Glibc
import Synchronization

/// Has the disk begin to write what was written to a file, on a thread of its own: finding room on
/// the disk takes as long as copying does. Only a hint: whether it was heeded shows at the final
/// fsync.
final class Writeback {
    /// What waits for the thread.
    private final class Queue: Sendable {
        private struct State {
            var ranges: [Range<Int>] = []
            var isOver = false
        }

        private let state = Mutex(State())
        /// A byte for each change of the state wakes the thread.
        let (reading, writing): (Int32, Int32)

        init?() {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        deinit {
            close(reading)
            close(writing)
        }

        func add(_ range: Range<Int>) {
            state.withLock { $0.ranges.append(range) }
            wake()
        }

        func end() {
            state.withLock { $0.isOver = true }
            wake()
        }

        private func wake() {
            var byte: UInt8 = 0
            while write(writing, &byte, 1) < 0, errno == EINTR {}
        }

        /// Waits for the next ranges; nil: there will be no more.
        func next() -> [Range<Int>]? {
            var byte: UInt8 = 0
            while read(reading, &byte, 1) < 0, errno == EINTR {}
            return state.withLock { state in
                defer { state.ranges = [] }
                return state.isOver ? nil : state.ranges
            }
        }
    }

    private let queue: Queue?
    private var thread: WorkerThread?

    /// - Parameter descriptor: of the file; it must stay open until the value has gone.
    init(of descriptor: Int32) {
        queue = Queue()
        guard let queue else { return }
        thread = WorkerThread.start {
            while let ranges = queue.next() {
                for range in ranges {
                    _ = clinux_start_writing(
                        descriptor, Int64(range.lowerBound), Int64(range.count))
                }
            }
        }
    }

    deinit {
        queue?.end()
        thread.take()?.join()
    }

    func begin(_ range: Range<Int>) { queue?.add(range) }
}
