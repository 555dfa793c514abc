/// An ordered, keyed set of records over a source, with an overlay of pending changes.
///
/// It is an object: everyone who opens a file has the same one. It belongs to one thread. Reading
/// is lazy; nothing is built for a record. A state is a value that shares its parts with others:
/// undo, redo, rollback and snapshots exchange states and cost nothing per record.
package final class Collection {
    package let schema: Schema
    package let checker: any ChangeChecker

    var state: CollectionState
    /// The state that the file has: what `diff` and `commit` compare with.
    var committed: CollectionState
    /// Counts up with every change, undo and redo; what was computed of an older one is stale.
    package internal(set) var version = 0
    /// The number that the next inserted record gets. Never used twice in a session.
    var nextRow: Int
    var nextColumn: Int
    /// Changes that were made so far, also those that were undone since.
    var changeCount = 0

    var undoStack: [Change] = []
    var redoStack: [Change] = []
    /// How deep undo may go: changes from before an open transaction stay.
    var undoFloor = 0
    /// The depth of the undo stack that is in the file; nil: not on the stack any more.
    var committedDepth: Int? = 0

    var knownKey: KeyKind?
    var indexes: [[ColumnID]: KeyIndex] = [:]
    /// How often keys were looked for without an index.
    var lookups: [[ColumnID]: Int] = [:]
    /// After so many an index is built.
    static let lookupLimit = 3
    var observers = ObserverList()
    package internal(set) var openTransactions = 0
    /// Called when a change, an undo or a redo is done and no transaction is open: what is there
    /// then is worth keeping. For the journal, which has it to itself.
    package var onSettled: (() -> Void)?

    /// - Parameters:
    ///   - readers: compiled readings of cells by field name; other fields are read by type.
    ///   - checker: nil checks the types of cells alone.
    package init(
        source: any RecordSource, schema: Schema = Schema(), checker: (any ChangeChecker)? = nil,
        readers: [String: FieldFormat.Reader] = [:]
    ) {
        self.schema = schema
        self.checker = checker ?? TypeChecker()
        let columns = source.columns.enumerated().map { index, name in
            CollectionColumn(
                id: ColumnID(index), name: name, filler: nil,
                format: Self.format(of: name, schema: schema, readers: readers))
        }
        state = CollectionState(
            source: source, layout: ColumnLayout(columns),
            order: RecordOrder(count: source.recordCount))
        committed = state
        nextRow = source.recordCount + 1
        nextColumn = columns.count
    }

    private static func format(
        of name: ByteString, schema: Schema, readers: [String: FieldFormat.Reader]
    ) -> FieldFormat {
        let name = name.description
        let declared = schema.fields.first { $0.name == name }
        return FieldFormat(
            field: declared ?? Field(name: name), isDeclared: declared != nil, schema: schema,
            reader: readers[name])
    }

    /// What the edits are laid over. A newer version of the file takes its place in `adopt`.
    package var source: any RecordSource { state.source }
    package var name: String { source.name }
    package var count: Int { state.order.count }
    package var layout: ColumnLayout { state.layout }

    /// The collection as it is now. It costs nothing, and later edits do not show in it: loops
    /// walk one.
    package var snapshot: Snapshot { snapshot(of: state) }

    /// What the file holds.
    package var committedSnapshot: Snapshot { snapshot(of: committed) }

    func snapshot(of state: CollectionState) -> Snapshot {
        Snapshot(collection: self, state: state)
    }

    package func contains(_ row: RowID) -> Bool { snapshot.contains(row) }

    /// The record of a row number, as it is now.
    package func record(_ row: RowID) throws(CollectionError) -> RecordView {
        try require([row])
        return snapshot.record(row)
    }

    func require(_ rows: [RowID]) throws(CollectionError) {
        let now = snapshot
        for row in rows where !now.contains(row) {
            throw CollectionError(.noSuchRow, "no record \(row)")
        }
    }

    // MARK: Making changes

    func draft() throws(CollectionError) -> ChangeDraft {
        if let reason = source.readOnlyReason {
            throw CollectionError(.readOnly, "\(name) is read-only: \(reason)")
        }
        return ChangeDraft(before: snapshot, version: version)
    }

    /// Checks a draft and makes it the collection's state: one change, one step of undo.
    func finish(
        _ kind: Change.Kind, _ draft: ChangeDraft, _ options: ChangeOptions
    ) throws(CollectionError) -> ChangeOutcome {
        guard draft.version == version else {
            throw CollectionError(
                .impossible, "the collection was changed while this change was put together")
        }
        var draft = draft
        var warnings: [Finding] = []
        if !draft.isEmpty, !options.force {
            warnings = try check(&draft, skipsInvalid: options.skipsInvalid)
        }
        let outcome = ChangeOutcome(
            inserted: draft.inserted, updated: draft.updated, deleted: draft.deleted,
            moved: draft.moved, skipped: draft.skipped, skippedInserts: draft.skippedInserts,
            warnings: warnings)
        guard !draft.isEmpty else { return outcome }
        if options.force { addKeys(of: draft) }
        let change = Change(
            kind: kind, inserted: draft.inserted.count, updated: draft.updated.count,
            deleted: draft.deleted.count, moved: draft.moved.count, before: state,
            after: draft.state)
        push(change)
        become(draft.state, cause: .change(kind))
        return outcome
    }

    /// Takes another state and tells the observers.
    func become(_ new: CollectionState, cause: CollectionEvent.Cause) {
        let old = state
        state = new
        version += 1
        if !observers.isEmpty {
            observers.post(
                CollectionEvent(cause: cause, before: snapshot(of: old), after: snapshot(of: new)))
        }
        if openTransactions == 0 { onSettled?() }
    }
}
