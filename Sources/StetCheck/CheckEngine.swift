import StetCore
import StetRules
import StetStores
import Synchronization

/// Checks one file: cuts it into chunks, has workers check them, and merges what they say.
///
/// Workers take chunks in turn and merge in file order, each under a lock; the rest is theirs
/// alone. The report is the same for any number of workers.
package struct CheckEngine {
    package let options: CheckOptions

    package init(options: CheckOptions) {
        self.options = options
    }

    /// Stops checks that run, from any thread.
    package final class Stopper: Sendable {
        private let state = Mutex<(isStopped: Bool, stops: [@Sendable () -> Void])>((false, []))

        package init() {}

        package var isStopped: Bool { state.withLock { $0.isStopped } }

        package func stop() {
            let stops = state.withLock { state in
                state.isStopped = true
                return state.stops
            }
            for stop in stops { stop() }
        }

        fileprivate func add(_ stop: @escaping @Sendable () -> Void) {
            state.withLock { $0.stops.append(stop) }
        }

        fileprivate func removeAll() {
            state.withLock { $0.stops.removeAll() }
        }
    }

    /// - Parameters:
    ///   - path: the file; `-` is standard input.
    ///   - schema: the rules.
    ///   - scripts: the rules' functions.
    ///   - references: finds the tables that the rules refer to.
    ///   - deliver: gets each finding, in order, up to the limit.
    /// - Throws: what kept the check from being done at all.
    package func check(
        path: String, schema: Schema, scripts: (any ScriptRules)?,
        references: any References = FileReferences(), stopper: Stopper = Stopper(),
        deliver: @escaping (Finding) -> Void
    ) throws(CheckError) -> CheckReport {
        let file: TableFile
        do throws(StoreError) {
            file = try TableFile(
                path: path, options: options.dialect.filled(from: schema.dialect),
                chunkSize: options.chunkSize)
        } catch {
            throw .store(error)
        }
        return try check(
            file, schema: schema, scripts: scripts, references: references, stopper: stopper,
            deliver: deliver)
    }

    /// Checks a file that was opened and not read yet; its dialect stands.
    package func check(
        _ file: TableFile, schema: Schema, scripts: (any ScriptRules)?,
        references: any References = FileReferences(), stopper: Stopper = Stopper(),
        deliver: @escaping (Finding) -> Void
    ) throws(CheckError) -> CheckReport {
        let plan: CheckPlan
        do throws(PlanError) {
            plan = try CheckPlan(
                schema: schema, columns: file.columns.map(\.name), path: file.path)
        } catch {
            throw .plan(error)
        }
        let merger = SummaryMerger(plan: plan, file: file, options: options, deliver: deliver)
        merger.addFaults()
        merger.add(file.findings)
        if !file.columns.isEmpty { merger.addColumnFindings() }
        let shared = SharedRun(
            file: file, merger: merger, options: options, stopper: stopper,
            targets: try references.targets(of: plan, from: file.path))

        let wanted = schema.sequential || options.runsOnCallingThread ? 1 : options.workers
        if wanted <= 1 {
            try shared.work(plan: plan, scripts: scripts)
        } else {
            shared.workInParallel(plan: plan, scripts: scripts, workers: wanted)
        }
        stopper.removeAll()
        return try shared.finish()
    }
}

/// What the workers of one run share.
///
/// Unsafe code: `file` is read only inside `reading`, `merger` used only inside `merging`; the
/// targets are for all threads.
private final class SharedRun: @unchecked Sendable {
    private let file: TableFile
    private let merger: SummaryMerger
    private let options: CheckOptions
    private let stopper: CheckEngine.Stopper
    private let headerFindings: Int
    private let work = LongWork.current
    private let targets: [any ReferenceTarget]

    private struct Reading {
        var next = 0
        var isAtEnd = false
        var failure: CheckError?
    }

    private struct Merging {
        var next = 0
        var waiting: [Int: ChunkSummary] = [:]
        var isFinished = false
    }

    private let reading = Monitor(Reading())
    private let merging = Monitor(Merging())

    init(
        file: TableFile, merger: SummaryMerger, options: CheckOptions,
        stopper: CheckEngine.Stopper, targets: [any ReferenceTarget]
    ) {
        self.file = file
        self.merger = merger
        self.options = options
        self.stopper = stopper
        self.targets = targets
        headerFindings = file.findings.count
        work?.begin("checking", of: file.size)
    }

    func workInParallel(plan: CheckPlan, scripts: (any ScriptRules)?, workers: Int) {
        var threads: [WorkerHandle] = []
        for _ in 0..<workers {
            let thread = WorkerThread.start { [self] in
                do throws(CheckError) {
                    try work(plan: plan, scripts: scripts)
                } catch {
                    reading.withLock { state in
                        state.failure = state.failure ?? error
                        state.isAtEnd = true
                    }
                    merging.broadcast()
                }
            }
            guard let thread else { break }
            threads.append(WorkerHandle(thread))
        }
        if threads.isEmpty {
            do throws(CheckError) {
                try work(plan: plan, scripts: scripts)
            } catch {
                reading.withLock { $0.failure = error }
            }
        }
        for thread in threads { thread.join() }
    }

    /// Takes chunks until there are none left.
    func work(plan: CheckPlan, scripts: (any ScriptRules)?) throws(CheckError) {
        let runner = try scripts?.makeRunner(
            plan: plan, file: file.path, dialect: file.dialect)
        defer { runner?.end() }
        if let runner { stopper.add(runner.interrupt) }
        let checker = ChunkChecker(
            plan: plan, file: file, options: options, runner: runner, targets: targets)
        let chunk = Chunk(capacity: options.chunkSize + options.chunkSize / 8)
        let isStopped = { [stopper] in stopper.isStopped || runner?.isStopped == true }
        while !isStopped(), let number = try take(chunk) {
            let summary = checker.check(chunk, number: number, isStopped: isStopped)
            if let failure = checker.failure { throw .store(failure) }
            merge(summary, number: number, checker: checker)
        }
        // Whoever is stopped stops all, so that none goes on after the folds are finished.
        if isStopped() { reading.withLock { $0.isAtEnd = true } }
        finishFolds(checker)
        merging.withLock { _ in
            if isStopped() { merger.stop(stopper.isStopped ? .interrupted : .limit) }
            if runner?.hasLimitedRule == true { merger.stop(.limit) }
        }
    }

    /// Fills the chunk with the next part of the file and gives that part's number.
    private func take(_ chunk: Chunk) throws(CheckError) -> Int? {
        try reading.withLock { (state) throws(CheckError) -> Int? in
            guard !state.isAtEnd else { return nil }
            do throws(StoreError) {
                guard try file.nextChunk(into: chunk) else {
                    state.isAtEnd = true
                    return nil
                }
            } catch {
                state.isAtEnd = true
                throw .store(error)
            }
            state.next += 1
            work?.advance(to: min(state.next * options.chunkSize, file.size))
            return state.next - 1
        }
    }

    /// Merges the summary when its turn comes. Whoever is far ahead waits, so that the memory for
    /// summaries stays bounded.
    private func merge(_ summary: ChunkSummary, number: Int, checker: ChunkChecker) {
        let bound = options.workers * 4
        merging.wait(until: { number < $0.next + bound }) { state in
            state.waiting[number] = summary
            while let ready = state.waiting.removeValue(forKey: state.next) {
                merger.merge(ready, checker: checker)
                state.next += 1
            }
        }
        merging.broadcast()
    }

    /// The last worker to arrive has a runner that can finish the folds of all.
    private func finishFolds(_ checker: ChunkChecker) {
        let taken = reading.withLock { $0.next }
        merging.withLock { state in
            guard !state.isFinished, state.next == taken else { return }
            state.isFinished = true
            merger.add(file.findings.suffix(file.findings.count - headerFindings))
            merger.finish(checker: checker)
        }
    }

    func finish() throws(CheckError) -> CheckReport {
        if let failure = reading.withLock({ $0.failure }) { throw failure }
        return try merging.withLock { (state) throws(CheckError) -> CheckReport in
            if !state.isFinished { merger.finish(checker: nil) }
            if let failure = merger.failure { throw .store(failure) }
            return merger.report
        }
    }
}

/// Holds a thread until it is joined.
private final class WorkerHandle {
    private var thread: WorkerThread?

    init(_ thread: consuming WorkerThread) {
        self.thread = consume thread
    }

    func join() {
        thread.take()?.join()
    }
}
