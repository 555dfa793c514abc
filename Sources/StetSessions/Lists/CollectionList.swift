import StetCore

/// How records become sections and rows.
package struct CollectionRecipe {
    package enum Sectioning {
        /// All in one.
        case none
        /// One for each value of a field, in the order of the values.
        case field(String)
        /// One for each value that a function gives.
        case function((RecordView) throws -> Value)
    }

    package var sectioning: Sectioning
    /// The section of a value, without its rows: its header, its index title. Its uuid is not
    /// used. nil: the value is the header.
    package var section: ((Value, [RowID]) throws -> ListSection)?
    /// The row of a record. Its uuid is not used: a record's row is known by the record.
    package var row: (RecordView) throws -> ListRow

    package init(
        sectioning: Sectioning = .none, section: ((Value, [RowID]) throws -> ListSection)? = nil,
        row: @escaping (RecordView) throws -> ListRow
    ) {
        self.sectioning = sectioning
        self.section = section
        self.row = row
    }
}

extension Identity {
    /// What the row of a record is known by.
    package init(_ row: RowID) { self = .number(row.number) }
}

/// Fills a list with the records of a view, and goes on doing so as the collection changes.
///
/// Rows of records that did not change stay as they are, switches and all; of one changed record
/// one row changes. Where no more than fields changed, and none that decides which records there are
/// and where, nothing but those rows is looked at.
package final class CollectionList {
    package let view: CollectionView
    package let source: DataSource
    private let recipe: CollectionRecipe
    private var observer: ObserverToken?
    /// Records whose rows are to be made anew; nil: all.
    private var stale: Set<RowID>? = nil
    /// The fields that changed of them; nil: more than fields changed.
    private var changedFields: Set<String>?
    private var isPending = false
    /// Making a row changed the collection: following it would never end.
    private var isBroken = false
    /// Why the list does not show the collection as it is; nil: it does.
    package private(set) var failure: Refusal?

    /// - Throws: a function of the recipe raised, or there is no such field or cell.
    package init(
        _ view: CollectionView, _ recipe: CollectionRecipe, in source: DataSource
    ) throws(Refusal) {
        self.view = view
        self.recipe = recipe
        self.source = source
        try refresh()
        observer = view.collection.observe { [weak self] event in self?.heard(event) }
    }

    deinit {
        stop()
    }

    /// Follows the collection no longer.
    package func stop() {
        if let observer { view.collection.stopObserving(observer) }
        observer = nil
    }

    /// Asks for every row again: what the functions read beside the record has changed.
    package func refresh() throws(Refusal) {
        stale = nil
        isBroken = false
        try fill()
    }

    private func heard(_ event: CollectionEvent) {
        do throws(CollectionError) {
            let diff = try event.diff()
            // A file that was read anew may give its records other numbers.
            if !diff.columns.isEmpty || event.cause == .rebase { stale = nil }
            stale?.formUnion(diff.records.map(\.row))
            for record in diff.records {
                if record.kind == .changed, !record.isMoved {
                    changedFields?.formUnion(record.fields.map(\.field))
                } else {
                    changedFields = nil
                }
            }
        } catch {
            stale = nil
        }
        guard !isPending else { return }
        isPending = true
        source.whenAtRest { [weak self] in self?.follow() }
    }

    private func follow() {
        isPending = false
        guard !isBroken, observer != nil else { return }
        do throws(Refusal) {
            try fill()
        } catch {
            // The list keeps what it shows; the log says why, and the next change tries again.
            source.log.append(
                ListAnnouncement.requestRefused("follow", message: error.description))
        }
    }

    private func fill() throws(Refusal) {
        do throws(Refusal) {
            if let rows = rowsThatStay {
                try source.replace(try looking { () throws(HandlerError) in try build(rows) })
            } else {
                try source.set(try looking { () throws(HandlerError) in try build() })
            }
            (stale, changedFields) = ([], [])
            failure = nil
        } catch {
            failure = error
            throw error
        }
    }

    private func looking<Result>(
        _ body: () throws(HandlerError) -> Result
    ) throws(Refusal) -> Result {
        let version = view.collection.version
        return try source.looking("the list is being built") { () throws(Refusal) in
            do throws(HandlerError) {
                let result = try body()
                try requireUnchanged(since: version)
                return result
            } catch {
                throw source.failure(error)
            }
        }
    }

    /// The records that changed, if no others can have come, gone or moved by that; else nil.
    private var rowsThatStay: Set<RowID>? {
        guard failure == nil, let stale, let changedFields, recipe.section == nil,
            view.keepsRows(whenChanging: changedFields)
        else { return nil }
        switch recipe.sectioning {
        case .none: return stale
        case .field(let field): return changedFields.contains(field) ? nil : stale
        case .function: return nil
        }
    }

    /// The rows of some records, as far as the list has them.
    private func build(_ records: Set<RowID>) throws(HandlerError) -> [ListRow] {
        let list = source.state
        let snapshot = view.collection.snapshot
        var rows: [ListRow] = []
        for record in records where list.path(of: Identity(record)) != nil {
            rows.append(try row(of: record, in: snapshot))
        }
        return rows
    }

    private func row(of record: RowID, in snapshot: Snapshot) throws(HandlerError) -> ListRow {
        let made = try calling("row of record \(record)") {
            try recipe.row(snapshot.record(record))
        }
        return made.identified(by: Identity(record))
    }

    private func build() throws(HandlerError) -> [ListSection] {
        let collection = view.collection
        let groups = try calling("sections") {
            switch recipe.sectioning {
            case .none: [CollectionSection(value: .missing, rows: try view.rows())]
            case .field(let field): try view.sections(field)
            case .function(let function): try view.sections(by: function)
            }
        }
        let list = source.state
        let snapshot = collection.snapshot
        var result: [ListSection] = []
        for group in groups {
            let uuid = Identity("section of \(group.value.describedWithType)")
            var section = ListSection(uuid: uuid)
            if let given = recipe.section {
                let made = try calling("section of \(group.value)") {
                    try given(group.value, group.rows)
                }
                section = made.identified(by: uuid)
            } else if case .none = recipe.sectioning {
            } else {
                let title = group.value == .missing ? "none" : group.value.description
                section.header = .title(ByteString(title))
            }
            section.rows = []
            for row in group.rows {
                let uuid = Identity(row)
                if let stale, !stale.contains(row), let known = list.row(uuid)?.row {
                    section.rows.append(known)
                    continue
                }
                section.rows.append(try self.row(of: row, in: snapshot))
            }
            result.append(section)
        }
        return result
    }

    private func requireUnchanged(since version: Int) throws(HandlerError) {
        guard view.collection.version == version else {
            isBroken = true
            throw HandlerError(
                handler: "rows",
                message: "a function that makes rows changed the collection; "
                    + "the list no longer follows it")
        }
    }

    private func calling<Result>(
        _ name: String, _ body: () throws -> Result
    ) throws(HandlerError) -> Result {
        do {
            return try body()
        } catch {
            throw HandlerError(handler: name, message: "\(error)")
        }
    }
}
