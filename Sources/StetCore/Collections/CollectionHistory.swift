extension Collection {
    /// The changes that undo can take back, oldest first.
    package func changes() -> [Change] { undoStack }

    /// The number of the last change that was made; changes count up, whatever is undone.
    package var lastChange: Int { changeCount }

    package var canUndo: Bool { undoStack.count > undoFloor }
    package var canRedo: Bool { !redoStack.isEmpty }

    /// Takes the last change back, in all collections that it changed. O(1), however many records
    /// it changed.
    @discardableResult
    package func undo() throws(CollectionError) -> Change {
        guard canUndo, let change = undoStack.last else {
            let isOpen = undoFloor > 0 && !undoStack.isEmpty
            throw CollectionError(
                .nothingToUndo,
                isOpen ? "nothing to undo in this transaction" : "nothing to undo")
        }
        let others = try change.shared?.others(than: self, .nothingToUndo, "undone") {
            $0.canUndo ? $0.undoStack.last : nil
        }
        for collection in [self] + (others ?? []) { collection.takeBack() }
        return change
    }

    private func takeBack() {
        guard let change = undoStack.popLast() else { return }
        redoStack.append(change)
        become(change.before, cause: .undo)
    }

    /// Makes the last change that was taken back again, in all collections that it changed.
    @discardableResult
    package func redo() throws(CollectionError) -> Change {
        guard let change = redoStack.last else {
            throw CollectionError(.nothingToRedo, "nothing to redo")
        }
        let others = try change.shared?.others(than: self, .nothingToRedo, "redone") {
            $0.redoStack.last
        }
        for collection in [self] + (others ?? []) { collection.makeAgain() }
        return change
    }

    private func makeAgain() {
        guard let change = redoStack.popLast() else { return }
        undoStack.append(change)
        become(change.after, cause: .redo)
    }

    /// Nothing was changed since the last commit, or all of it was undone. O(1); a change that was
    /// made good by another one is not noticed.
    package var isAsCommitted: Bool { committedDepth == undoStack.count }

    /// Whether there is anything to commit. O(edits) at most.
    package var isDirty: Bool {
        if isAsCommitted { return false }
        if state.layout !== committed.layout, !isSameLayout { return true }
        if !state.order.isSame(as: committed.order) { return true }
        var differs = false
        RowTrie.forEachDifference(committed.overlays, state.overlays) { _, _, _ in differs = true }
        guard differs else { return false }
        do throws(CollectionError) {
            // A diff would have to find out how records are named: a pass over the file.
            return try !pending().isEmpty
        } catch {
            return true
        }
    }

    private var isSameLayout: Bool {
        let (old, new) = (committed.layout.columns, state.layout.columns)
        return old.map(\.id) == new.map(\.id) && old.map(\.name) == new.map(\.name)
    }

    /// Says that the file now holds what the collection does. Undo goes on to work, and makes a
    /// pending change of what it takes back. The source stays the one from before the commit: row
    /// numbers mean the same, and `pending` counts records as the new file does.
    package func markCommitted() {
        committed = state
        committedDepth = undoStack.count
    }

    /// Takes `markCommitted` back: the file could not be written, or not yet.
    package func markCommitted(asOf snapshot: Snapshot) {
        committed = snapshot.state
        committedDepth = nil
    }

    /// What a commit would change, by key and field.
    package func diff() throws(CollectionError) -> CollectionDiff {
        try CollectionDiff(from: committedSnapshot, to: snapshot)
    }

    /// What a commit has to write.
    package func pending() throws(CollectionError) -> PendingEdits {
        try PendingEdits(from: committedSnapshot, to: snapshot)
    }

    func push(_ change: Change) {
        var change = change
        changeCount += 1
        change.number = changeCount
        undoStack.append(change)
        redoStack.removeAll()
        // What was committed was undone before: it is on no stack any more.
        if let depth = committedDepth, depth >= undoStack.count { committedDepth = nil }
    }

    // MARK: Revert

    /// Has everything be as in the file again: one change, which undo takes back.
    @discardableResult
    package func revert() throws(CollectionError) -> Change? {
        guard isDirty else { return nil }
        let diff = try CollectionDiff(from: snapshot, to: committedSnapshot)
        let change = Change(
            kind: .revert, inserted: diff.count(.inserted), updated: diff.count(.changed),
            deleted: diff.count(.removed), moved: diff.records.count { $0.isMoved },
            before: state, after: committed)
        push(change)
        become(committed, cause: .change(.revert))
        return change
    }

    /// Has some records be as in the file again: fields, place, and whether they are there. Rows
    /// may name deleted records. The rules are not asked: what the file holds is let stand.
    @discardableResult
    package func revert(_ rows: [RowID]) throws(CollectionError) -> ChangeOutcome {
        var draft = try draft()
        draft.revert(Set(rows), to: committed)
        return try finish(.revert, draft, ChangeOptions(force: true))
    }
}
