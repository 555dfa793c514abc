extension Collection {
    /// Makes a record; one change. Fields that are not given are missing.
    /// - Parameter anchor: the record before which it goes; nil: at the end.
    @discardableResult
    package func insert(
        _ record: [FieldAssignment], before anchor: RowID? = nil,
        options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        try insert([record], before: anchor, options: options)
    }

    /// Makes several records as one change.
    @discardableResult
    package func insert(
        _ records: [[FieldAssignment]], before anchor: RowID? = nil,
        options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        if let anchor { try require([anchor]) }
        var draft = try draft()
        let position = anchor.flatMap { state.order.position(of: $0) } ?? count
        let first = nextRow
        try draft.insert(
            records, at: position, first: first, skipsInvalid: options.skipsInvalid)
        // The index keeps what a refused draft told it, so its numbers are not given again.
        nextRow += draft.inserted.count
        return try finish(.insert, draft, options)
    }

    /// Gives fields of one record other cells.
    @discardableResult
    package func set(
        _ row: RowID, _ assignments: [FieldAssignment], options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        try require([row])
        var draft = try draft()
        try set(row, assignments, in: &draft, options)
        return try finish(.update, draft, options)
    }

    /// Gives fields of several records the same cells, as one change.
    @discardableResult
    package func update(
        _ rows: [RowID], _ assignments: [FieldAssignment],
        options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        try require(rows)
        var draft = try draft()
        var steps = WorkSteps("changing", of: rows.count)
        for row in distinct(rows) {
            try steps.require()
            try set(row, assignments, in: &draft, options)
        }
        return try finish(.update, draft, options)
    }

    /// Changes several records by a function, as one change. The function gets each record as it
    /// was before the change and says what to give it; nil leaves it alone.
    /// - Throws: what the function throws, then nothing is changed; else a `CollectionError`.
    @discardableResult
    package func update(
        _ rows: [RowID], options: ChangeOptions = ChangeOptions(),
        _ transform: (RecordView) throws -> [FieldAssignment]?
    ) throws -> ChangeOutcome {
        try require(rows)
        var draft = try draft()
        let before = draft.before
        var steps = WorkSteps("changing", of: rows.count)
        for row in distinct(rows) {
            try steps.require()
            guard let assignments = try transform(before.record(row)) else { continue }
            try set(row, assignments, in: &draft, options)
        }
        return try finish(.update, draft, options)
    }

    private func set(
        _ row: RowID, _ assignments: [FieldAssignment], in draft: inout ChangeDraft,
        _ options: ChangeOptions
    ) throws(CollectionError) {
        do throws(CollectionError) {
            try draft.set(row, assignments)
        } catch {
            guard options.skipsInvalid, error.isAboutOneRecord else { throw error }
            draft.takeBack(row, because: error)
        }
    }

    private func distinct(_ rows: [RowID]) -> [RowID] {
        guard rows.count > 1 else { return rows }
        var seen: Set<RowID> = []
        seen.reserveCapacity(rows.count)
        return rows.filter { seen.insert($0).inserted }
    }

    /// Takes records out, as one change.
    @discardableResult
    package func delete(
        _ rows: [RowID], options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        try require(rows)
        var draft = try draft()
        draft.delete(distinct(rows))
        return try finish(.delete, draft, options)
    }

    /// Puts records, in the given order, before another one; nil: at the end.
    @discardableResult
    package func move(
        _ rows: [RowID], before anchor: RowID?
    ) throws(CollectionError) -> ChangeOutcome {
        let rows = distinct(rows)
        try require(rows + (anchor.map { [$0] } ?? []))
        if let anchor, rows.contains(anchor) {
            throw CollectionError(.impossible, "a record cannot be moved before itself")
        }
        var draft = try draft()
        draft.move(rows, before: anchor)
        return try finish(.move, draft, ChangeOptions())
    }

    /// Gives a record another key in its place. Another record's key is refused, also by force:
    /// then there would be no way to name the one or the other.
    @discardableResult
    package func renameKey(
        _ old: RecordKey, to new: RecordKey, options: ChangeOptions = ChangeOptions()
    ) throws(CollectionError) -> ChangeOutcome {
        let row = try require(old)
        let columns = try key().columns
        guard !columns.isEmpty else {
            throw CollectionError(.impossible, "records named by their row number have no key")
        }
        guard new.parts.count == columns.count else {
            throw CollectionError(
                .impossible, "the key has \(columns.count) parts, “\(new)” \(new.parts.count)")
        }
        if let found = try find(new), found.row != row || found.count > 1 {
            let names = columns.compactMap { layout.column($0)?.name.description }
            throw CollectionError(
                .refused, "\(names.joined(separator: ", ")) “\(new)” is in use already")
        }
        var draft = try draft()
        let assignments = zip(columns, new.parts).compactMap { column, part in
            layout.column(column).map { FieldAssignment($0.name.description, text: part) }
        }
        try draft.set(row, assignments)
        return try finish(.renameKey, draft, options)
    }
}
