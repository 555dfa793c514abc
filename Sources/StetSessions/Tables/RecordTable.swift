import StetCore

/// Records of a collection in a table that is sorted, narrowed, paged and edited. What is done to
/// records names them, so it hits the right ones however the table is sorted or narrowed.
package final class RecordTable {
    package typealias Outcome = Driver<TableMachine>.Outcome

    package let view: CollectionView
    package let setup: RecordTableSetup
    package let log: EventLog
    private lazy var driver = Driver<TableMachine>(
        .resting(TableMachine.Table(mode: setup.selection)),
        perform: { [unowned self] in perform($0) },
        refused: { [unowned self] _, refusal in
            log.append(ListAnnouncement.requestRefused("table", message: refusal.description))
        })
    private var known: (version: Int, sort: SortState?, filter: Int, rows: [RowID])?

    /// - Throws: two columns have one name, or a page is to have no rows.
    package init(
        _ view: CollectionView, _ setup: RecordTableSetup, log: EventLog = EventLog()
    ) throws(Refusal) {
        var names: Set<String> = []
        for column in setup.columns {
            guard names.insert(column.name).inserted else {
                throw Refusal(.value, "two columns have the name \"\(column.name)\"")
            }
            if case .field(let field) = column.content {
                try Self.calling { () throws(CollectionError) in
                    _ = try view.collection.layout.require(field)
                }
            }
        }
        if let rows = setup.rowsPerPage, rows < 1 {
            throw Refusal(.value, "a page has at least one row, not \(rows)")
        }
        self.view = view
        self.setup = setup
        self.log = log
    }

    private static func calling(_ body: () throws(CollectionError) -> Void) throws(Refusal) {
        do throws(CollectionError) {
            try body()
        } catch {
            throw Refusal(.value, error.message)
        }
    }

    package var collection: Collection { view.collection }

    package var state: TableMachine.Table {
        switch driver.state {
        case .resting(let table), .working(let table, _, _): table
        }
    }

    /// The chosen records that are still there.
    package var selection: [RowID] { state.selection.filter { collection.contains($0) } }
    package var sort: SortState? { state.sort }

    /// The column of a name, or a refusal that says which there are.
    package func column(_ name: String) throws(Refusal) -> RecordColumn {
        guard let column = setup.columns.first(where: { $0.name == name }) else {
            let names = setup.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
            throw Refusal(.value, "the table has no column \"\(name)\"; it has \(names)")
        }
        return column
    }

    // MARK: What can be done

    /// Sorts by a column: ascending first, then the other way round each time.
    @discardableResult
    package func tap(_ name: String) throws(Refusal) -> Outcome {
        try send(.tap(column(name).name))
    }

    @discardableResult
    package func sort(by sort: SortState?) throws(Refusal) -> Outcome {
        if let sort { _ = try column(sort.column) }
        return try send(.sort(sort))
    }

    /// Shows only some records. The collection stays as it is, and so does what is chosen.
    @discardableResult
    package func setFilter(
        _ filter: ((RecordView) throws -> Bool)?
    ) throws(Refusal) -> Outcome {
        try narrow(to: filter.map { view.where($0) })
    }

    /// The same with a view that was made of the table's own.
    @discardableResult
    package func narrow(to narrowed: CollectionView?) throws(Refusal) -> Outcome {
        try send(.filter(narrowed))
    }

    /// Chooses a record, or lets it go.
    @discardableResult
    package func toggle(_ row: RowID) throws(Refusal) -> Outcome {
        try require([row])
        return try send(.toggle(row))
    }

    @discardableResult
    package func deselectAll() throws(Refusal) -> Outcome { try send(.deselectAll) }

    /// - Parameter page: from 0.
    @discardableResult
    package func show(page: Int) throws(Refusal) -> Outcome {
        try send(.page(page, count: pageCount()))
    }

    /// Puts the cursor on a record; nil: on none.
    @discardableResult
    package func focus(_ row: RowID?) throws(Refusal) -> Outcome {
        try require(row.map { [$0] } ?? [])
        return try send(.focus(row))
    }

    /// - Parameter anchor: the record before which they go; nil: at the end.
    @discardableResult
    package func move(_ rows: [RowID], before anchor: RowID?) throws(Refusal) -> Outcome {
        try require(rows + (anchor.map { [$0] } ?? []))
        return try send(.move(rows, before: anchor))
    }

    @discardableResult
    package func delete(_ rows: [RowID]) throws(Refusal) -> Outcome {
        try require(rows)
        return try send(.delete(rows))
    }

    /// Whether the table would let a record be moved: both the handler and the predicate.
    package func canMove(_ row: RowID) throws(Refusal) -> Bool {
        try require([row])
        return try objection(to: [row], setup.move, setup.canMove, "can_move", "moved") == nil
    }

    package func canDelete(_ row: RowID) throws(Refusal) -> Bool {
        try require([row])
        return try objection(to: [row], setup.delete, setup.canDelete, "can_delete", "deleted")
            == nil
    }

    private func require(_ rows: [RowID]) throws(Refusal) {
        for row in rows where !collection.contains(row) {
            throw Refusal(.value, "no record \(row)")
        }
    }

    // MARK: What it shows

    /// All records of the table in its order, whatever the page.
    package func rows() throws(Refusal) -> [RowID] {
        let table = state
        let version = collection.version
        if let known, known.version == version, known.sort == table.sort,
            known.filter == table.filterNumber
        {
            return known.rows
        }
        let rows = try looking { () throws(Refusal) in
            try ordered(table)
        }
        if collection.version == version {
            known = (version, table.sort, table.filterNumber, rows)
        }
        return rows
    }

    package func pageCount() throws(Refusal) -> Int {
        guard let size = setup.rowsPerPage else { return 1 }
        let count = try rows().count
        return max(1, count / size + (count % size > 0 ? 1 : 0))
    }

    /// The page that is shown, from 0: the last one where there are fewer by now.
    package func page() throws(Refusal) -> Int { min(state.page, try pageCount() - 1) }

    /// The records of the page that is shown.
    package func pageRows() throws(Refusal) -> [RowID] {
        let rows = try rows()
        guard let size = setup.rowsPerPage else { return rows }
        return Array(rows.dropFirst(try page() * size).prefix(size))
    }

    private func ordered(_ table: TableMachine.Table) throws(Refusal) -> [RowID] {
        let narrowed = table.filter ?? view
        guard let sort = table.sort else { return try calling("filter") { try narrowed.rows() } }
        let column = try column(sort.column)
        let name = "sort by \"\(sort.column)\""
        if let order = column.order {
            let rows = try calling("filter") { try narrowed.rows() }
            let snapshot = collection.snapshot
            return try calling(name) {
                try StableSort.sorted(rows, descending: sort.isDescending) { left, right in
                    try order(snapshot.record(left), snapshot.record(right))
                }
            }
        }
        switch column.content {
        case .field(let field):
            let key = SortKey(field, descending: sort.isDescending)
            return try calling("filter") { try narrowed.sort([key]).rows() }
        case .computed(let compute):
            let rows = try calling("filter") { try narrowed.rows() }
            let snapshot = collection.snapshot
            return try calling("column \"\(column.name)\"") {
                var values: [RowID: Value] = [:]
                for row in rows { values[row] = try compute(snapshot.record(row)) }
                // What has no value comes last both ways.
                let present = rows.filter { values[$0] != .missing }
                return StableSort.sorted(present, descending: sort.isDescending) { left, right in
                    (values[left] ?? .missing).compare(values[right] ?? .missing) < 0
                } + rows.filter { values[$0] == .missing }
            }
        }
    }

    // MARK: Handlers

    /// Runs what looks at the table only; what it asks of the table is refused.
    func looking<Result>(_ body: () throws(Refusal) -> Result) throws(Refusal) -> Result {
        try driver.holding(
            Refusal(.busy, "the table is being read; change it afterwards"), body)
    }

    func calling<Result>(
        _ name: String, _ body: () throws -> Result
    ) throws(Refusal) -> Result {
        do {
            return try body()
        } catch let error as CollectionError {
            throw Refusal(.value, error.message)
        } catch {
            throw Refusal(.handler, "\(name): \(error)")
        }
    }

    private func send(_ event: TableMachine.Event) throws(Refusal) -> Outcome {
        try driver.send(event)
    }

    private func perform(_ effect: TableMachine.Effect) -> TableMachine.Event? {
        do throws(Refusal) {
            switch effect {
            case .announce(let announcement):
                log.append(announcement)
                return nil
            case .focus(let old, let new):
                guard let handler = setup.onFocus else { return .done }
                try calling("on_focus") {
                    if let old, collection.contains(old) { try handler(old, false) }
                    if let new { try handler(new, true) }
                }
            case .move(let rows, let anchor):
                try edit(rows, anchor, setup.move, setup.canMove, "move", "moved") {
                    () throws(CollectionError) in
                    try collection.move(rows, before: anchor)
                }
            case .delete(let rows):
                try edit(rows, nil, setup.delete, setup.canDelete, "delete", "deleted") {
                    () throws(CollectionError) in
                    try collection.delete(rows)
                }
            }
            return .done
        } catch {
            guard error.reason == .handler else { return .failed(error, nil) }
            let parts = error.message.split(separator: ": ", maxSplits: 1)
            return .failed(
                error,
                HandlerError(
                    handler: parts.first.map(String.init) ?? "handler",
                    message: parts.count > 1 ? String(parts[1]) : error.message))
        }
    }

    /// The gate for each record, then the handler, then the collection.
    private func edit(
        _ rows: [RowID], _ anchor: RowID?, _ rule: RecordTableSetup.Edit,
        _ predicate: (RecordView) throws -> Bool, _ verb: String, _ done: String,
        _ store: () throws(CollectionError) -> Void
    ) throws(Refusal) {
        if let objection = try objection(to: rows, rule, predicate, "can_\(verb)", done) {
            throw objection
        }
        if case .asking(let handler) = rule {
            if let refusal = try calling("on_\(verb)", { try handler(rows, anchor) }) {
                throw Refusal(.notAllowed, refusal)
            }
        }
        do throws(CollectionError) {
            try store()
        } catch {
            throw Refusal(.invalid, error.message)
        }
    }

    private func objection(
        to rows: [RowID], _ rule: RecordTableSetup.Edit,
        _ predicate: (RecordView) throws -> Bool, _ name: String, _ done: String
    ) throws(Refusal) -> Refusal? {
        if case .off = rule {
            return Refusal(.notAllowed, "records cannot be \(done) in this table")
        }
        let snapshot = collection.snapshot
        return try looking { () throws(Refusal) in
            try calling(name) {
                for row in rows where !(try predicate(snapshot.record(row))) {
                    return Refusal(
                        .notAllowed,
                        "record \(try snapshot.key(of: row)) may not be \(done)")
                }
                return nil
            }
        }
    }
}

/// A sort that keeps equal elements in their order both ways.
enum StableSort {
    static func sorted<Element>(
        _ elements: [Element], descending: Bool, by isBefore: (Element, Element) throws -> Bool
    ) rethrows -> [Element] {
        try elements.enumerated().sorted { left, right in
            let (first, second) = descending ? (right, left) : (left, right)
            if try isBefore(first.element, second.element) { return true }
            if try isBefore(second.element, first.element) { return false }
            return left.offset < right.offset
        }.map(\.element)
    }
}
