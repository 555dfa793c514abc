/// What an observer is told: a collection went from one state to another.
package struct CollectionEvent {
    package enum Cause: Hashable, Sendable {
        case change(Change.Kind)
        case undo, redo
        /// A transaction was taken back.
        case rollback
        /// The file's newer version was read, and the pending changes laid over it.
        case rebase
    }

    package let cause: Cause
    package let before: Snapshot
    package let after: Snapshot

    /// What changed, by key and field. Computed when asked for.
    package func diff() throws(CollectionError) -> CollectionDiff {
        try CollectionDiff(from: before, to: after)
    }
}

/// Names an observer, to take it off again.
package struct ObserverToken: Hashable, Sendable {
    let number: Int
}

/// The observers of one collection, told in the order in which they came.
///
/// An edit that an observer makes is made at once, but told only after everyone heard of the edit
/// before it. An observer that throws does not keep the others from being told.
final class ObserverList {
    typealias Handler = (CollectionEvent) throws -> Void

    /// Rounds after which observers that answer each other's edits are stopped.
    static let roundLimit = 1000

    private var handlers: [(token: ObserverToken, handler: Handler)] = []
    private var lastToken = 0
    /// Each with the last observer there was when it happened: later ones are not told.
    private var queue: [(event: CollectionEvent, lastToken: Int)] = []
    private var isTelling = false
    /// Where errors of observers go.
    var report: (any Error) -> Void = { _ in }

    var isEmpty: Bool { handlers.isEmpty }

    func add(_ handler: @escaping Handler) -> ObserverToken {
        lastToken += 1
        let token = ObserverToken(number: lastToken)
        handlers.append((token, handler))
        return token
    }

    func remove(_ token: ObserverToken) {
        handlers.removeAll { $0.token == token }
    }

    func post(_ event: CollectionEvent) {
        queue.append((event, lastToken))
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        var rounds = 0
        while !queue.isEmpty {
            let (event, lastToken) = queue.removeFirst()
            rounds += 1
            if rounds > Self.roundLimit {
                queue.removeAll()
                report(
                    CollectionError(
                        .impossible,
                        "observers answered each other's edits \(Self.roundLimit) times; stopped"))
                return
            }
            for (token, handler) in handlers where token.number <= lastToken {
                // One may have stopped another.
                guard handlers.contains(where: { $0.token == token }) else { continue }
                do { try handler(event) } catch { report(error) }
            }
        }
    }
}

extension Collection {
    /// Has `handler` told of every change, undo and redo from now on.
    package func observe(
        _ handler: @escaping (CollectionEvent) throws -> Void
    ) -> ObserverToken {
        observers.add(handler)
    }

    package func stopObserving(_ token: ObserverToken) {
        observers.remove(token)
    }

    /// Has errors that observers throw given to `report`; without it they are dropped.
    package func reportObserverErrors(to report: @escaping (any Error) -> Void) {
        observers.report = report
    }
}
