/// Changes of several collections that are made together or not at all.
///
/// A collection takes part from `join` on. `commit` makes one step of undo of all that was done
/// to each; `rollback` has each be as it was when it joined. Transactions nest: the inner one's
/// changes belong to the outer one. What was undone before is not redone afterwards.
package final class Transaction {
    private struct Participant {
        let collection: Collection
        let state: CollectionState
        let committed: CollectionState
        let committedDepth: Int?
        let undoStack: [Change]
        let redoStack: [Change]
        let floor: Int
        let version: Int

        var depth: Int { undoStack.count }
        /// Undo did not reach what was there before.
        var keepsPast: Bool {
            guard let last = undoStack.last else { return true }
            return collection.undoStack.count >= depth
                && collection.undoStack[depth - 1].number == last.number
        }
        var wasChanged: Bool { isRebased || collection.version != version }
        /// The file's newer version was read meanwhile: no history reaches across that.
        var isRebased: Bool { state.source !== collection.source }
    }

    private var participants: [Participant] = []
    package private(set) var isOpen = true
    private let reachesBack: Bool
    private let isOneStep: Bool

    /// - Parameters:
    ///   - reachesBack: undo may take back what was done before. What people type at a prompt is
    ///     such a transaction: a step of undo in itself, unless it undoes others.
    ///   - isOneStep: undo in one of the collections is undo in all.
    package init(reachesBack: Bool = false, isOneStep: Bool = false) {
        self.reachesBack = reachesBack
        self.isOneStep = isOneStep
    }

    package var collections: [Collection] { participants.map(\.collection) }

    /// Has a collection take part. Again: nothing.
    package func join(_ collection: Collection) {
        guard isOpen, !participants.contains(where: { $0.collection === collection }) else {
            return
        }
        participants.append(
            Participant(
                collection: collection, state: collection.state,
                committed: collection.committed, committedDepth: collection.committedDepth,
                undoStack: collection.undoStack, redoStack: collection.redoStack,
                floor: collection.undoFloor, version: collection.version))
        if !reachesBack { collection.undoFloor = collection.undoStack.count }
        collection.openTransactions += 1
    }

    /// Keeps the changes: of each collection as one step of undo.
    package func commit() {
        guard isOpen else { return }
        isOpen = false
        var sharing: [Collection] = []
        for participant in participants {
            let collection = participant.collection
            collection.openTransactions -= 1
            collection.undoFloor = participant.isRebased ? 0 : participant.floor
            if participant.isRebased || !participant.keepsPast { continue }
            let changes = collection.undoStack[participant.depth...]
            // What was one step in there belongs together from here on too.
            if !changes.isEmpty, isOneStep || changes.contains(where: { $0.shared != nil }) {
                sharing.append(collection)
            }
            guard changes.count > 1 else { continue }
            let joined = Change(
                kind: .transaction, inserted: changes.reduce(0) { $0 + $1.inserted },
                updated: changes.reduce(0) { $0 + $1.updated },
                deleted: changes.reduce(0) { $0 + $1.deleted },
                moved: changes.reduce(0) { $0 + $1.moved }, before: participant.state,
                after: collection.state)
            if let depth = collection.committedDepth, depth > participant.depth {
                let isLast = depth == collection.undoStack.count
                collection.committedDepth = isLast ? participant.depth + 1 : nil
            }
            collection.undoStack.removeSubrange(participant.depth...)
            collection.undoStack.append(joined)
        }
        if sharing.count > 1 {
            let step = SharedStep(sharing)
            for collection in sharing {
                collection.undoStack[collection.undoStack.count - 1].shared = step
            }
        }
        for collection in collections where collection.openTransactions == 0 {
            collection.onSettled?()
        }
    }

    /// Takes all changes back, and what was marked as committed. Observers are told where there
    /// were any.
    package func rollback() {
        guard isOpen else { return }
        isOpen = false
        for participant in participants.reversed() {
            let collection = participant.collection
            collection.openTransactions -= 1
            let wasChanged = participant.wasChanged
            if participant.isRebased {
                (collection.indexes, collection.knownKey) = ([:], nil)
            }
            collection.undoFloor = participant.floor
            collection.committed = participant.committed
            collection.committedDepth = participant.committedDepth
            guard wasChanged else { continue }
            collection.undoStack = participant.undoStack
            collection.redoStack = reachesBack ? participant.redoStack : []
            collection.become(participant.state, cause: .rollback)
        }
    }

    /// Runs `body` in a transaction: commits it, or rolls it back when it throws.
    ///
    /// - Parameter isOneStep: undo in one of the collections is undo in all.
    package static func run<Result>(
        joining collections: [Collection], isOneStep: Bool = false,
        _ body: (Transaction) throws -> Result
    ) rethrows -> Result {
        let transaction = Transaction(isOneStep: isOneStep)
        for collection in collections { transaction.join(collection) }
        do {
            let result = try body(transaction)
            transaction.commit()
            return result
        } catch {
            transaction.rollback()
            throw error
        }
    }
}
