import Synchronization

/// Work that may take long: how far it is, for whoever shows that, and whether it is to stop.
///
/// One thread works, others look on and stop it. Those who work look for it in `current`, so that
/// nothing in between has to hand it on.
package final class LongWork: Sendable {
    /// That of the task, or of the thread, that runs.
    @TaskLocal package static var current: LongWork?

    package struct Progress: Sendable {
        /// What is being done: `searching`.
        package var name: String
        package var done = 0
        /// In the same unit.
        package var total: Int
    }

    private let state = Mutex<Progress?>(nil)
    private let stopped = Atomic<Bool>(false)

    package init() {}

    /// nil: nothing that could take long has begun.
    package var progress: Progress? { state.withLock { $0 } }

    package var isStopped: Bool { stopped.load(ordering: .relaxed) }
    package func stop() { stopped.store(true, ordering: .relaxed) }

    /// Makes it ready for other work.
    package func reset() {
        stopped.store(false, ordering: .relaxed)
        state.withLock { $0 = nil }
    }

    package func begin(_ name: String, of total: Int) {
        state.withLock { $0 = Progress(name: name, total: total) }
    }

    package func advance(to done: Int) {
        state.withLock { $0?.done = done }
    }
}

/// The steps of a loop that may take long.
package struct WorkSteps {
    private let work = LongWork.current
    private var done = 0
    /// Where the next look is due: a look costs more than a step.
    private var next = 0
    package private(set) var isStopped = false

    private static let stride = 1 << 10

    package init(_ name: String, of total: Int) {
        work?.begin(name, of: total)
    }

    /// - Returns: false if the work is to stop.
    package mutating func step(_ count: Int = 1) -> Bool {
        done += count
        guard done >= next, let work else { return !isStopped }
        next = done + Self.stride
        work.advance(to: done)
        isStopped = isStopped || work.isStopped
        return !isStopped
    }

    /// Ends work that is to stop.
    package mutating func require(_ count: Int = 1) throws(CollectionError) {
        guard step(count) else { throw .interrupted }
    }
}

extension CollectionError {
    /// Somebody stopped the work; what it worked on is as it was.
    package static var interrupted: CollectionError {
        CollectionError(.interrupted, "interrupted; nothing was changed")
    }
}
