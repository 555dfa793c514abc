import StetCore

/// A list: sections of rows, kept in one place and shown on a screen that is told what changes.
///
/// Methods name rows by path or uuid. What a handler asks for happens after it, in order; what it
/// may not ask for, or what comes of a handler that fails, is a refusal, and nothing is changed.
package final class DataSource {
    package typealias Outcome = Driver<ListMachine>.Outcome

    package let log: EventLog
    package let cells: CellRegistry
    private let initial: ListState
    private lazy var driver = Driver<ListMachine>(
        .resting(initial), perform: { [unowned self] in perform($0) },
        refused: { [unowned self] event, refusal in
            log.append(
                ListAnnouncement.requestRefused(event.name, message: refusal.description))
        })
    package private(set) var screen: (any ListScreen)?
    private var registered: Set<String> = []
    private var waiting: [() -> Void] = []
    private(set) var isDrawing = false

    package init(
        mode: SelectionMode = .single, deselectsAutomatically: Bool = true,
        delegate: ListDelegate = ListDelegate(), cells: CellRegistry = CellRegistry(),
        log: EventLog = EventLog()
    ) {
        initial = ListState(
            mode: mode, deselectsAutomatically: deselectsAutomatically, delegate: delegate)
        self.cells = cells
        self.log = log
    }

    deinit {
        screen?.source = nil
    }

    // MARK: What is there

    package var state: ListState {
        switch driver.state {
        case .resting(let list), .calling(let list, _): list
        }
    }

    package var sections: [ListSection] { state.sections }
    package var selection: [Identity] { state.selection }

    /// Where a row stands.
    ///
    /// - Throws: there is no such row.
    package func path(of target: RowTarget) throws(Refusal) -> RowPath {
        let list = state
        switch target {
        case .uuid(let uuid):
            guard let path = list.path(of: uuid) else {
                throw Refusal(.value, "no row has the uuid \(uuid)")
            }
            return path
        case .path(let path):
            let sections = list.sections
            guard sections.indices.contains(path.section) else {
                throw Refusal(
                    .value, "no section \(path.section &+ 1): there are \(sections.count)")
            }
            let rows = sections[path.section].rows
            guard rows.indices.contains(path.row) else {
                throw Refusal(.value, "no row \(path): the section has \(rows.count)")
            }
            return path
        }
    }

    package func row(_ target: RowTarget) throws(Refusal) -> ListRow {
        let path = try path(of: target)
        return sections[path.section].rows[path.row]
    }

    // MARK: What can be done

    /// Takes other sections.
    ///
    /// - Throws: a uuid occurs twice, or there is no cell of a name; nothing is changed.
    @discardableResult
    package func set(_ sections: [ListSection]) throws(Refusal) -> Outcome {
        try send(.set(sections, cells: cells.names))
    }

    /// Gives rows, which are known by their uuids, other content: what changes is all that is looked
    /// at.
    @discardableResult
    func replace(_ rows: [ListRow]) throws(Refusal) -> Outcome {
        try send(.replace(rows, cells: cells.names))
    }

    /// Has a function change the sections: one event, however much it does. Inside a handler it
    /// runs after that one.
    @discardableResult
    package func update(_ body: @escaping ListMachine.Update) throws(Refusal) -> Outcome {
        try send(.update(body))
    }

    /// Has the screen show everything anew.
    @discardableResult
    package func reload() throws(Refusal) -> Outcome { try send(.reload) }

    /// What a person does by touching a row: chooses it, or with several lets it go again.
    @discardableResult
    package func select(_ target: RowTarget) throws(Refusal) -> Outcome {
        try send(.select(row(target).uuid))
    }

    /// - Parameter target: nil: all that is chosen.
    @discardableResult
    package func deselect(_ target: RowTarget? = nil) throws(Refusal) -> Outcome {
        guard let target else { return try send(.deselect(nil)) }
        return try send(.deselect(row(target).uuid))
    }

    @discardableResult
    package func tapAccessory(_ target: RowTarget) throws(Refusal) -> Outcome {
        try send(.tapAccessory(row(target).uuid))
    }

    /// - Parameter value: nil: the other one.
    @discardableResult
    package func toggle(_ target: RowTarget, to value: Bool? = nil) throws(Refusal) -> Outcome {
        try send(.toggle(row(target).uuid, to: value))
    }

    /// - Parameter index: from 0.
    @discardableResult
    package func chooseSegment(_ target: RowTarget, _ index: Int) throws(Refusal) -> Outcome {
        try send(.chooseSegment(row(target).uuid, index))
    }

    @discardableResult
    package func perform(_ target: RowTarget, _ action: ActionChoice) throws(Refusal) -> Outcome {
        try send(.perform(row(target).uuid, action))
    }

    /// The text that a copy of the row is.
    package func copy(_ target: RowTarget) throws(Refusal) -> ByteString {
        let path = try path(of: target)
        let row = sections[path.section].rows[path.row]
        let label = "\(row.label) (\(path))"
        let text: ByteString
        switch row.copy {
        case .never: throw Refusal(.notAllowed, "\(label) cannot be copied")
        case .text: text = row.detailText ?? row.text ?? ""
        case .written(let write):
            text = try looking("the list is busy copying a row") { () throws(Refusal) in
                do {
                    return try write(row)
                } catch {
                    throw failure(HandlerError(handler: "copy of \(label)", message: "\(error)"))
                }
            }
        }
        log.append(ListAnnouncement.copied(row.uuid))
        return text
    }

    // MARK: The index at the side

    @discardableResult
    package func setIndexTitles(_ titles: [ByteString]) throws(Refusal) -> Outcome {
        try send(.setIndexTitles(titles))
    }

    /// What the index shows; nil where there are fewer titles than sections.
    package var indexTitles: [ByteString]? {
        let list = state
        let titles = list.indexTitles
        return titles.isEmpty || titles.count < list.sections.count ? nil : titles
    }

    /// The section that a title of the index leads to: the first that bears it, else the one at
    /// the title's own place in the index, the last at most.
    package func section(forIndexTitle title: ByteString) throws(Refusal) -> Int {
        let list = state
        guard let last = list.sections.indices.last else {
            throw Refusal(.state, "the list has no sections")
        }
        if let found = list.sections.firstIndex(where: { $0.indexTitle == title }) { return found }
        return min(list.indexTitles.firstIndex(of: title) ?? last, last)
    }

    // MARK: The screen

    /// Has a screen show the list. One screen shows one list, and a list is on one screen: the
    /// ones before let go.
    package func attach(_ new: any ListScreen) {
        guard isAtRest else {
            waiting.append { [weak self] in self?.attach(new) }
            return
        }
        if screen === new { return }
        detach()
        new.source?.detach()
        new.source = self
        screen = new
        show(list: state)
    }

    package func detach() {
        guard isAtRest else {
            waiting.append { [weak self] in self?.detach() }
            return
        }
        guard let old = screen else { return }
        screen = nil
        registered = []
        old.source = nil
        old.reload([])
        old.show(selection: [])
    }

    private func show(list: ListState) {
        register(list.sections.lazy.flatMap(\.rows).map(\.cell))
        screen?.reload(list.sections)
        screen?.show(selection: list.selection)
    }

    private func register(_ names: some Sequence<String>) {
        guard let screen else { return }
        for name in names where registered.insert(name).inserted { screen.register(cell: name) }
    }

    // MARK: At rest

    package var isAtRest: Bool { driver.isAtRest }

    /// Does something as soon as no handler runs and nothing is drawn.
    package func whenAtRest(_ work: @escaping () -> Void) {
        waiting.append(work)
        settle()
    }

    /// Runs what looks at the list only. What it asks of the list is refused.
    func looking<Result>(
        _ reason: String, _ body: () throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        defer { settle() }
        return try driver.holding(Refusal(.busy, reason), body)
    }

    /// The same, for drawing; not while it is drawn already.
    func drawing<Result>(_ body: () throws(Refusal) -> Result) throws(Refusal) -> Result {
        if isDrawing { throw Refusal(.busy, "the list is being drawn already") }
        isDrawing = true
        defer { isDrawing = false }
        return try looking("the list is being drawn; change it afterwards", body)
    }

    /// Announces what a handler did and makes a refusal of it.
    func failure(_ error: HandlerError) -> Refusal {
        log.append(error)
        return Refusal(.handler, "\(error.handler): \(error.message)")
    }

    private func settle() {
        while isAtRest, !waiting.isEmpty { waiting.removeFirst()() }
    }

    private func send(_ event: ListMachine.Event) throws(Refusal) -> Outcome {
        defer { settle() }
        return try driver.send(event)
    }

    private func perform(_ effect: ListMachine.Effect) -> ListMachine.Event? {
        switch effect {
        case .call(let call): return run(call)
        case .announce(let announcement): log.append(announcement)
        case .show(let diff):
            register(diff.insertedRows.map(\.row.cell) + diff.changedRows.map(\.row.cell))
            screen?.apply(diff)
        case .reload(let sections):
            register(sections.lazy.flatMap(\.rows).map(\.cell))
            screen?.reload(sections)
        case .showSelection(let rows): screen?.show(selection: rows)
        }
        return nil
    }

    private func run(_ call: ListCall) -> ListMachine.Event {
        do {
            switch call {
            case .update(let update, var sections):
                try update(&sections)
                return .updated(sections, cells: cells.names)
            case .row(_, let handler, let row, let path): try handler(row, path)
            case .toggle(let handler, let value, let row, let path): try handler(value, row, path)
            case .segment(let handler, let index, let title, let row, let path):
                try handler(index, title, row, path)
            }
            return .returned
        } catch {
            return .failed(HandlerError(handler: call.name, message: "\(error)"))
        }
    }
}
