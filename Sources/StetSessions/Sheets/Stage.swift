/// Where the sheets and dialogs of one user interface appear.
///
/// It is the only one that moves the machine of the sheets: handles, references and swipes all
/// pass through here.
package final class Stage {
    package let log: EventLog
    package let dialogs: DialogBoard
    package let input: InputScript
    private var declarations: [Int: [Declared]] = [:]
    private var handles: [Int: SheetHandle] = [:]
    private var lastNumber = 0
    private var guests: [StageGuest] = []
    /// What came of the attempt that is being made, if its predicate raised.
    private var predicateFailure: Refusal?
    private lazy var driver = Driver<SheetMachine>(
        .settled([]), perform: { [unowned self] in self.perform($0) },
        refused: { [unowned self] event, refusal in
            self.reportRefusal(of: event, refusal)
        })

    private struct Declared {
        var number: Int
        var declaration: SheetDeclaration
        var stopWatching: () -> Void
        /// It is kept for the on_dismiss of its sheet only.
        var isRemoved = false
    }

    package init(log: EventLog = EventLog()) {
        self.log = log
        dialogs = DialogBoard(log: log)
        input = InputScript()
        input.attach(to: self)
        dialogs.settled = { [unowned self] in self.input.pump() }
    }

    /// What presents the outermost sheet.
    package var root: Presenter { Presenter(number: 0, stage: self) }

    /// The sheets that are presented, outermost first.
    package var stack: [SheetHandle] { presentations.compactMap { handles[$0.number] } }

    /// The same, and the one whose content is being made.
    package var visible: [SheetHandle] {
        guard case .presenting(_, let sheet) = driver.state, let handle = handles[sheet.number]
        else { return stack }
        return stack + [handle]
    }

    /// Whether a handler of a sheet is running.
    package var isBusy: Bool { driver.isRunning }

    /// All declarations are taken back and all sheets go away, innermost first, as when their
    /// parent does; dialogs are withdrawn.
    package func clear() throws(Refusal) {
        for presenter in declarations.keys {
            for index in declarations[presenter]?.indices ?? 0..<0 {
                declarations[presenter]?[index].stopWatching()
                declarations[presenter]?[index].isRemoved = true
            }
        }
        try send(.dismissAll)
        dialogs.withdrawAll()
    }

    /// Something that is no sheet comes onto the stage.
    package func welcome(_ guest: StageGuest) {
        lastNumber += 1
        var guest = guest
        guest.number = lastNumber
        guests.removeAll { $0.isGone() }
        guests.append(guest)
    }

    /// The guest that is over all sheets, if there is one.
    var foremostGuest: StageGuest? {
        guests.removeAll { $0.isGone() }
        guard let guest = guests.last, guest.number > presentations.last?.number ?? 0 else {
            return nil
        }
        return guest
    }

    /// Lets go of everything; no handler runs. For the end of a program, whose handlers can no
    /// longer run.
    package func abandon() {
        for declared in declarations.values.joined() { declared.stopWatching() }
        declarations = [:]
        handles = [:]
        guests = []
        dialogs.abandon()
        input.clear()
    }

    // MARK: - For handles, presenters and registrations

    func declare(
        _ declaration: SheetDeclaration, at presenter: Int
    ) throws(Refusal) -> SheetRegistration {
        guard presenter == 0 || handles[presenter] != nil else {
            throw Refusal(.state, "the sheet that is to present “\(declaration.name)” has gone")
        }
        lastNumber += 1
        let number = lastNumber
        let stopWatching = declaration.watch { [weak self] in self?.changed(presenter) }
        declarations[presenter, default: []].append(
            Declared(number: number, declaration: declaration, stopWatching: stopWatching))
        changed(presenter)
        return SheetRegistration(number: number, presenter: presenter, stage: self)
    }

    func remove(_ registration: SheetRegistration) {
        guard
            let index = declarations[registration.presenter]?.firstIndex(where: {
                $0.number == registration.number
            }), let declared = declarations[registration.presenter]?[index]
        else { return }
        declared.stopWatching()
        declarations[registration.presenter]?[index].isRemoved = true
        changed(registration.presenter)
    }

    func state(of handle: SheetHandle) -> SheetHandle.State {
        guard handles[handle.number] === handle else { return .dismissed }
        switch driver.state {
        case .presenting(_, let sheet) where sheet.number == handle.number: return .presenting
        case .leaving(let stack, _, _) where !stack.contains { $0.number == handle.number }:
            return .dismissing
        default: return .presented
        }
    }

    func sheet(presentedBy presenter: Int) -> SheetHandle? {
        let stack = stack
        if presenter == 0 { return stack.first }
        guard let index = stack.firstIndex(where: { $0.number == presenter }) else { return nil }
        return index + 1 < stack.count ? stack[index + 1] : nil
    }

    func sheet(of declaration: Int) -> SheetHandle? {
        presentation(ofDeclaration: declaration).flatMap { handles[$0.number] }
    }

    func dismiss(_ handle: SheetHandle, accepted: () -> Void) throws(Refusal) {
        accepted()
        try send(.dismiss(handle.number))
    }

    func attempt(_ handle: SheetHandle) throws(Refusal) -> SheetHandle.Attempt {
        guard state(of: handle) == .presented else {
            throw Refusal(.state, "the sheet “\(handle.name)” is not presented")
        }
        if let dialog = dialogs.current {
            throw Refusal(.state, "the dialog “\(dialog.request.title)” waits for an answer")
        }
        predicateFailure = nil
        guard try send(.attempt(handle.number)) == .done else { return .queued }
        if let failure = predicateFailure { throw failure }
        return attemptOutcome
    }

    /// What the last attempt came to.
    private var attemptOutcome = SheetHandle.Attempt.dismissed

    // MARK: - The machine

    @discardableResult
    private func send(_ event: SheetMachine.Event) throws(Refusal) -> Driver<SheetMachine>.Outcome {
        let outcome = try driver.send(event)
        if outcome == .done { input.pump() }
        return outcome
    }

    private func changed(_ presenter: Int) {
        do throws(Refusal) {
            try send(.changed(presenter: presenter))
        } catch {
            reportRefusal(of: .changed(presenter: presenter), error)
        }
    }

    private func perform(_ effect: SheetMachine.Effect) -> SheetMachine.Event? {
        switch effect {
        case .read(let presenter):
            lastNumber += 1
            return .wanted(presenter: presenter, requests(of: presenter), number: lastNumber)
        case .build(let sheet): return build(sheet)
        case .judge(let number): return .judged(judge(number))
        case .runAttemptHandlers(let number): runAttemptHandlers(number)
        case .reset(let sheet):
            let identity = sheet.request.identity
            declared(sheet.request.declaration)?.declaration.reset(
                identity.map { .item($0) } ?? .flag)
        case .release(let departure): release(departure)
        case .notify(let departure): return notify(departure)
        case .discard(let number): discard(number)
        case .announcePresented(let sheet): log.append(SheetAnnouncement.presented(title(sheet)))
        case .announceReplaced(let sheet): log.append(SheetAnnouncement.replaced(title(sheet)))
        case .announceDeferred(let request):
            log.append(SheetAnnouncement.deferred(title(request)))
        }
        return nil
    }

    private func requests(of presenter: Int) -> [SheetRequest] {
        declarations[presenter]?.removeAll {
            $0.isRemoved && presentation(ofDeclaration: $0.number) == nil
        }
        return (declarations[presenter] ?? []).compactMap { declared in
            let number = declared.number
            guard !declared.isRemoved else { return nil }
            do throws(Refusal) {
                switch try declared.declaration.read() {
                case .nothing: return nil
                case .flag: return SheetRequest(declaration: number)
                case .item(let identity):
                    return SheetRequest(declaration: number, identity: identity)
                }
            } catch {
                report(error, in: "item", of: declared.declaration.name)
                // What cannot be read changes nothing: a sheet that is there stays.
                return presentation(ofDeclaration: number)?.request
            }
        }
    }

    private func build(_ sheet: Presentation) -> SheetMachine.Event {
        guard let declared = declared(sheet.request.declaration) else {
            return .failed(sheet.number)
        }
        let handle = SheetHandle(
            number: sheet.number, name: title(sheet), identity: sheet.request.identity,
            isModal: declared.declaration.isModal, stage: self)
        handles[sheet.number] = handle
        do throws(Refusal) {
            try declared.declaration.content(handle)
            return .built(sheet.number)
        } catch {
            report(error, in: "content", of: handle.name)
            return .failed(sheet.number)
        }
    }

    private func judge(_ number: Int) -> SheetMachine.Verdict {
        attemptOutcome = .dismissed
        guard let handle = handles[number] else { return .free }
        do throws(Refusal) {
            let isModal =
                switch handle.isModal {
                case .fixed(let isModal): isModal
                case .asked(let ask): try ask()
                }
            attemptOutcome = isModal ? .modal : .dismissed
            return isModal ? .modal : .free
        } catch {
            predicateFailure = error
            report(error, in: "is_modal", of: handle.name)
            return .unknown
        }
    }

    private func runAttemptHandlers(_ number: Int) {
        guard let handle = handles[number] else { return }
        log.append(SheetAnnouncement.attemptRefused(handle.name))
        for handler in handle.attemptHandlers {
            do throws(Refusal) {
                try handler()
            } catch {
                report(error, in: "on_attempt", of: handle.name)
            }
        }
    }

    private func release(_ departure: Departure) {
        let number = departure.presentation.number
        dialogs.withdraw(ownedBy: number)
        for declared in declarations.removeValue(forKey: number) ?? [] { declared.stopWatching() }
        handles[number]?.release()
        log.append(SheetAnnouncement.dismissed(title(departure.presentation), departure.reason))
    }

    private func notify(_ departure: Departure) -> SheetMachine.Event {
        let number = departure.presentation.number
        if let handle = handles.removeValue(forKey: number),
            let declared = declared(departure.presentation.request.declaration)
        {
            do throws(Refusal) {
                try declared.declaration.onDismiss(handle, departure.reason)
            } catch {
                report(error, in: "on_dismiss", of: handle.name)
            }
        }
        return .left(number)
    }

    private func discard(_ number: Int) {
        for declared in declarations.removeValue(forKey: number) ?? [] { declared.stopWatching() }
        handles.removeValue(forKey: number)?.release()
    }

    // MARK: - Looking things up

    private func declared(_ number: Int) -> Declared? {
        for list in declarations.values {
            if let found = list.first(where: { $0.number == number }) { return found }
        }
        return nil
    }

    /// Those that are there and not on their way, outermost first.
    private var presentations: [Presentation] {
        switch driver.state {
        case .settled(let stack), .judging(let stack), .presenting(let stack, _),
            .leaving(let stack, _, _):
            stack
        }
    }

    private func presentation(ofDeclaration number: Int) -> Presentation? {
        let moving: [Presentation] =
            switch driver.state {
            case .settled, .judging: []
            case .presenting(_, let sheet): [sheet]
            case .leaving(_, let departures, _): departures.map(\.presentation)
            }
        return (presentations + moving).first { $0.request.declaration == number }
    }

    private func title(_ sheet: Presentation) -> String { title(sheet.request) }

    private func title(_ request: SheetRequest) -> String {
        let name = declared(request.declaration)?.declaration.name ?? "sheet"
        return request.identity.map { "\(name) \($0)" } ?? name
    }

    private func report(_ refusal: Refusal, in handler: String, of sheet: String) {
        log.append(HandlerError(handler: "\(handler) of \(sheet)", message: refusal.message))
    }

    /// Queued requests that no longer apply are no errors; that handlers answer each other for
    /// ever is.
    private func reportRefusal(of event: SheetMachine.Event, _ refusal: Refusal) {
        guard refusal.reason == .busy else { return }
        log.append(HandlerError(handler: "sheet", message: refusal.message))
    }
}
