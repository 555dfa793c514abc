import StetCore

/// A session over one record: a draft, what is to be said of it, and the ways out.
///
/// All that is asked for happens at once or is refused with the reason; whatever happens is in
/// the log. While a handler of the session runs, the session takes no orders from it.
package final class DetailSession {
    package let log: EventLog
    package let context: DetailContext
    private let checker: any DraftChecker
    private let target: any DetailTarget
    private let handlers: DetailHandlers
    private let first: DetailForm
    private lazy var driver = Driver<DetailMachine>(
        .new(first), perform: { [unowned self] in perform($0) },
        refused: { [unowned self] _, refusal in failure = refusal })
    /// What went wrong in what is under way.
    private var failure: Refusal?
    /// The handler that runs, by name.
    private var running: String?
    /// What `ctx:report` said while the record's check runs.
    private var reported: [DraftProblem]?

    /// A sheet shows the session.
    package internal(set) var isPresented = false
    /// Shows a dialog; whoever does answers with `choose`. Without it, it waits in `dialog`.
    package var showDialog: ((DialogRequest) -> Void)?
    /// The dialog that waits is of no use any more.
    package var hideDialog: (() -> Void)?
    /// Whoever presents the session resets what refers to it, before `on_dismiss` runs.
    package var willDismiss: ((DismissReason) -> Void)?
    package var didDismiss: ((DismissReason) -> Void)?
    /// Told of failures that no caller waits for.
    package var reportUnheard: ((HandlerError) -> Void)?
    /// All that was under way is done.
    package var didSettle: (() -> Void)?

    /// - Parameter original: the record as it is, or what is to be added.
    package init(
        _ kind: DetailKind, original: Draft, name: String, target: any DetailTarget,
        checker: any DraftChecker, handlers: DetailHandlers = DetailHandlers(),
        abilities: DetailAbilities = DetailAbilities(), context: DetailContext,
        log: EventLog = EventLog()
    ) {
        self.target = target
        self.checker = checker
        self.handlers = handlers
        self.context = context
        self.log = log
        first = DetailForm(kind: kind, abilities: abilities, name: name, original: original)
    }

    /// Begins the session: the draft is checked, so that a blank record is known to be bad.
    ///
    /// - Throws: also if `can_edit` forbids it, or if a handler fails.
    package func open() throws(Refusal) {
        var forbidden: String?
        do throws(HandlerError) {
            if first.kind == .edit, let canEdit = handlers.canEdit, try !canEdit(first.original) {
                forbidden = try handlers.title(of: first.original, by: checker) ?? first.name
            }
        } catch {
            log.append(error)
            throw Refusal(.handler, "\(error.handler) failed: \(error.message)")
        }
        if let forbidden { throw Refusal(.notAllowed, "“\(forbidden)” may not be edited") }
        try send(.open)
    }

    // MARK: What is known

    package var state: DetailMachine.State { driver.state }
    /// The form as it is; once the session is closed, as it was last.
    package var form: DetailForm {
        switch driver.state {
        case .new(let form), .open(let form), .asking(let form, _), .judging(let form, _, _),
            .acting(let form, _, _), .closed(let form, _):
            form
        }
    }

    package var draft: Draft { form.draft }
    /// The record in its collection; nil: it is in none, or not yet.
    package var row: RowID? { (target as? CollectionTarget)?.row }
    package var kind: DetailKind { first.kind }

    package var isOpen: Bool {
        switch driver.state {
        case .new, .closed: false
        case .open, .judging, .acting, .asking: true
        }
    }

    /// A handler, a check or the store is at work.
    package var isBusy: Bool { driver.isRunning }

    /// The dialog that waits for `choose`.
    package var dialog: DialogRequest? {
        guard case .asking(let form, let question) = driver.state else { return nil }
        return DetailMachine.dialog(form, question)
    }

    // MARK: What can be asked for

    /// Gives a field a value of its type.
    package func set(_ field: String, _ input: FieldInput) throws(Refusal) {
        try send(.set(field, input))
    }

    /// Puts into a field what was typed, right or wrong.
    package func setText(_ field: String, _ text: ByteString) throws(Refusal) {
        try send(.set(field, .text(text)))
    }

    /// Says of a field, by hand, that it is well or not. It holds until the next report of it;
    /// made by the record's check, for that one save.
    package func report(
        _ field: String, isWell: Bool, message: String? = nil
    ) throws(Refusal) {
        guard reported == nil else {
            do throws(CollectionError) {
                _ = try first.original.layout.require(field)
            } catch {
                throw Refusal(.value, error.message)
            }
            reported?.removeAll { $0.field == field }
            if !isWell {
                reported?.append(
                    DraftProblem(field: field, code: "report", message: message ?? "is not valid"))
            }
            return
        }
        try send(.report(field, isWell: isWell, message: message))
    }

    /// Takes a field off the form: it can be neither set nor wrong then.
    package func removeField(_ field: String) throws(Refusal) { try send(.removeField(field)) }
    package func restoreField(_ field: String) throws(Refusal) { try send(.restoreField(field)) }
    /// Checks the draft again: something outside of it has changed.
    package func recheck() throws(Refusal) { try send(.recheck) }
    package func save() throws(Refusal) { try send(.save) }
    package func delete() throws(Refusal) { try send(.delete) }
    package func cancel() throws(Refusal) { try send(.cancel) }
    package func revert() throws(Refusal) { try send(.revert) }
    package func undo() throws(Refusal) { try send(.undo) }
    package func redo() throws(Refusal) { try send(.redo) }

    /// Ends the session without any question or handler; its draft is lost.
    ///
    /// - Returns: false: it is closed already.
    @discardableResult
    package func close() throws(Refusal) -> Bool {
        guard isOpen else { return false }
        try send(.close)
        return true
    }

    /// A person waves the session away. With changes it stays and asks what to do with them.
    ///
    /// - Returns: whether it is closed now.
    package func attemptDismiss() throws(Refusal) -> Bool {
        try send(.attemptDismiss)
        return !isOpen
    }

    /// Whoever presents the session ends it, now or as soon as it is not busy.
    package func dismiss(_ reason: DismissReason) throws(Refusal) {
        if driver.isRunning {
            try driver.send(.dismiss(reason))
        } else {
            try send(.dismiss(reason))
        }
    }

    /// Answers the dialog that waits. A dialog may be answered while it is being shown.
    package func choose(_ role: DialogRequest.Role) throws(Refusal) {
        if driver.isRunning, running == nil {
            try driver.send(.dialogChosen(role))
        } else {
            try send(.dialogChosen(role))
        }
    }

    private func send(_ event: DetailMachine.Event) throws(Refusal) {
        guard !driver.isRunning else {
            throw Refusal(
                .busy,
                "\(running ?? "the session") is at work; it cannot \(event.verb) its own session")
        }
        failure = nil
        try driver.send(event)
        let failure = failure
        self.failure = nil
        didSettle?()
        if let failure { throw failure }
    }

    // MARK: Effects

    private func perform(_ effect: DetailMachine.Effect) -> DetailMachine.Event? {
        switch effect {
        case .judge(let draft):
            return run("a check") { () throws(HandlerError) in .judged(try verdict(of: draft)) }
        case .validate(let draft): return validate(draft)
        case .askDeletable(let draft):
            return run("can_delete") { () throws(HandlerError) in
                .deletable(try handlers.canDelete?(draft) ?? true)
            }
        case .runSave(let draft):
            return ask("on_save", handlers.onSave, draft) { () throws(CollectionError) in
                try target.requireStorable(draft)
            }
        case .runDelete(let draft):
            return ask("on_delete", handlers.onDelete, draft) { () throws(CollectionError) in
                try target.requireRemovable()
            }
        case .runCancel(let draft):
            return run("on_cancel") { () throws(HandlerError) in
                try handlers.onCancel?(context, draft)
                return .answered(.done)
            }
        case .store(let draft):
            return store { () throws(CollectionError) in .stored(try target.store(draft)) }
        case .remove:
            return store { () throws(CollectionError) in
                try target.remove()
                return .removed
            }
        case .showDialog(let request): showDialog?(request)
        case .hideDialog: hideDialog?()
        case .announce(let announcement): announce(announcement)
        case .announceFailure(let error): log.append(error)
        case .fail(let refusal): failure = refusal
        case .release(let reason): release(reason)
        }
        return nil
    }

    /// Whoever shows its dialogs says of them itself.
    private func announce(_ announcement: DetailAnnouncement) {
        switch announcement {
        case .dialogShown where showDialog != nil, .dialogChosen where showDialog != nil: return
        default: log.append(announcement)
        }
    }

    private func verdict(of draft: Draft) throws(HandlerError) -> DraftVerdict {
        guard kind == .view else { return try handlers.verdict(of: draft, by: checker) }
        var verdict = DraftVerdict(normalized: draft)
        verdict.title = try handlers.title(of: draft, by: checker)
        return verdict
    }

    private func validate(_ draft: Draft) -> DetailMachine.Event {
        reported = []
        defer { reported = nil }
        return run("on_validate") { () throws(HandlerError) in
            let problems = try handlers.onValidate?(context, draft) ?? []
            return .validated((reported ?? []) + problems)
        }
    }

    /// - Parameter require: throws what the store would refuse afterwards: then the handler, which
    ///   may do what cannot be taken back, does not run.
    private func ask(
        _ name: String, _ handler: DetailHandlers.Handler<HandlerAnswer>?, _ draft: Draft,
        _ require: () throws(CollectionError) -> Void
    ) -> DetailMachine.Event {
        if handler != nil {
            do throws(CollectionError) {
                try require()
            } catch {
                return .storeRefused(error.message)
            }
        }
        return run(name) { () throws(HandlerError) in
            .answered(try handler?(context, draft) ?? .done)
        }
    }

    private func run(
        _ name: String, _ body: () throws(HandlerError) -> DetailMachine.Event
    ) -> DetailMachine.Event {
        running = name
        defer { running = nil }
        do throws(HandlerError) {
            return try body()
        } catch {
            return .failed(error)
        }
    }

    private func store(
        _ body: () throws(CollectionError) -> DetailMachine.Event
    ) -> DetailMachine.Event {
        running = "the store"
        defer { running = nil }
        do throws(CollectionError) {
            return try body()
        } catch {
            return .storeRefused(error.message)
        }
    }

    private func release(_ reason: DismissReason) {
        willDismiss?(reason)
        running = "on_dismiss"
        defer { running = nil }
        do throws(HandlerError) {
            try handlers.onDismiss?(reason)
        } catch {
            log.append(error)
            reportUnheard?(error)
        }
        didDismiss?(reason)
    }
}
