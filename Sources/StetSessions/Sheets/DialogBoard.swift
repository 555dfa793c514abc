/// A dialog that was asked, until it is answered.
package final class DialogHandle {
    package let number: Int
    package let request: DialogRequest
    /// The sheet that it is about: when that goes, the dialog goes.
    package let owner: Int?
    package fileprivate(set) var answer: DialogMachine.Answer?
    fileprivate let closed: () -> Void
    fileprivate let answered: (DialogMachine.Answer) throws(Refusal) -> Void

    fileprivate init(
        number: Int, request: DialogRequest, owner: Int?, closed: @escaping () -> Void,
        answered: @escaping (DialogMachine.Answer) throws(Refusal) -> Void
    ) {
        self.number = number
        self.request = request
        self.owner = owner
        self.closed = closed
        self.answered = answered
    }
}

/// The dialogs of a stage.
package final class DialogBoard {
    private let log: EventLog
    private var handles: [Int: DialogHandle] = [:]
    private var lastNumber = 0
    private lazy var driver = Driver<DialogMachine>(
        .idle, perform: { [unowned self] in self.perform($0) },
        refused: { [unowned self] _, refusal in
            guard refusal.reason == .busy else { return }
            self.log.append(HandlerError(handler: "dialog", message: refusal.message))
        })
    /// What whoever asked made of the answer, if that was refused.
    private var refusalOfAnswer: Refusal?
    /// Told when something has been asked or answered and all that follows has been done.
    var settled: () -> Void = {}

    init(log: EventLog) {
        self.log = log
    }

    /// The dialog that waits for an answer.
    package var current: DialogHandle? {
        guard case .shown(let dialog, _) = driver.state else { return nil }
        return handles[dialog.number]
    }

    /// All that have no answer yet, the one that is shown first.
    package var unanswered: [DialogHandle] {
        handles.values.filter { $0.answer == nil }.sorted { $0.number < $1.number }
    }

    /// Shows a dialog, or has it wait for the ones before it.
    ///
    /// - Parameters:
    ///   - owner: the number of the sheet that it is about.
    ///   - closed: called when it has closed, before `answered`.
    ///   - answered: called once. It may ask again. What it refuses, whoever answered hears of.
    /// - Throws: a refusal (`value`) of a dialog that cannot be answered.
    @discardableResult
    package func ask(
        _ request: DialogRequest, owner: Int? = nil,
        answered: @escaping (DialogMachine.Answer) throws(Refusal) -> Void = {
            _ throws(Refusal) in
        }, closed: @escaping () -> Void = {}
    ) throws(Refusal) -> DialogHandle {
        try request.checkAnswerable()
        lastNumber += 1
        let handle = DialogHandle(
            number: lastNumber, request: request, owner: owner, closed: closed, answered: answered)
        handles[handle.number] = handle
        try send(.ask(DialogMachine.Dialog(number: handle.number, request: request)))
        return handle
    }

    /// Chooses a button of the dialog that is shown, by label or by number from 1.
    ///
    /// - Throws: a refusal if there is no dialog, or no such button; or what whoever asked refuses
    ///   to do, though the dialog is closed then.
    package func choose(_ answer: String) throws(Refusal) {
        let dialog = try shown()
        try send(.choose(dialog.number, button: dialog.request.button(meantBy: answer)))
    }

    /// Chooses a button by its index, from 0.
    package func choose(at index: Int) throws(Refusal) {
        try send(.choose(shown().number, button: index))
    }

    /// Escape: chooses the cancel button, or closes the dialog without a choice.
    package func escape() throws(Refusal) {
        try send(.escape(shown().number))
    }

    /// What the dialog was about has gone: it closes, and no button's action runs.
    ///
    /// - Throws: a refusal (`state`) if it has been answered.
    package func withdraw(_ handle: DialogHandle) throws(Refusal) {
        guard handle.answer == nil else {
            throw Refusal(.state, "the dialog “\(handle.request.title)” has been answered")
        }
        try send(.withdraw(handle.number))
    }

    func withdraw(ownedBy owner: Int) {
        for handle in unanswered where handle.owner == owner { withdrawQuietly(handle) }
    }

    func withdrawAll() {
        for handle in unanswered { withdrawQuietly(handle) }
    }

    func abandon() { handles = [:] }

    private func withdrawQuietly(_ handle: DialogHandle) {
        do throws(Refusal) {
            try withdraw(handle)
        } catch {
            // Answered in the meantime: there is nothing left to withdraw.
        }
    }

    private func shown() throws(Refusal) -> DialogHandle {
        guard let current else { throw Refusal(.state, "no dialog is shown") }
        return current
    }

    private func send(_ event: DialogMachine.Event) throws(Refusal) {
        refusalOfAnswer = nil
        let outcome = try driver.send(event)
        let refusal = refusalOfAnswer
        refusalOfAnswer = nil
        if outcome == .done { settled() }
        if let refusal { throw refusal }
    }

    private func perform(_ effect: DialogMachine.Effect) -> DialogMachine.Event? {
        switch effect {
        case .show(let dialog):
            log.append(SheetAnnouncement.dialogShown(dialog.request.title))
        case .announceDeferred(let dialog):
            log.append(SheetAnnouncement.dialogDeferred(dialog.request.title))
        case .close(let dialog, let answer):
            guard let handle = handles[dialog.number] else { return nil }
            handle.answer = answer
            log.append(Self.announcement(of: answer, to: dialog.request))
            handle.closed()
        case .tell(let dialog, let answer, let wasShown):
            if let handle = handles.removeValue(forKey: dialog.number) {
                do throws(Refusal) {
                    try handle.answered(answer)
                } catch  where error.reason != .handler {
                    refusalOfAnswer = error
                } catch {
                    let name = "dialog “\(dialog.request.title)”"
                    log.append(HandlerError(handler: name, message: error.message))
                }
            }
            return wasShown ? .told(dialog.number) : nil
        }
        return nil
    }

    private static func announcement(
        of answer: DialogMachine.Answer, to request: DialogRequest
    ) -> SheetAnnouncement {
        switch answer {
        case .button(let index): .dialogChosen(request.title, label: request.buttons[index].label)
        case .nothing: .dialogChosen(request.title, label: nil)
        case .withdrawn: .dialogWithdrawn(request.title)
        }
    }
}

/// A dialog that is shown while a flag is set.
package final class DialogBinding {
    private let board: DialogBoard
    private let request: DialogRequest
    private let isPresented: Reference<Bool>
    private let owner: Int?
    private let answered: (DialogMachine.Answer) throws(Refusal) -> Void
    /// The dialog, while it is shown or waits to be.
    package private(set) var handle: DialogHandle?
    private var token = 0

    /// - Throws: a refusal (`value`) of a dialog that cannot be answered.
    package init(
        _ request: DialogRequest, on board: DialogBoard, owner: Int? = nil,
        isPresented: Reference<Bool>,
        answered: @escaping (DialogMachine.Answer) throws(Refusal) -> Void
    ) throws(Refusal) {
        try request.checkAnswerable()
        self.board = board
        self.request = request
        self.owner = owner
        self.isPresented = isPresented
        self.answered = answered
        token = isPresented.watch { [weak self] in self?.follow($0) }
        follow(isPresented.value)
    }

    /// The flag counts no longer.
    package func remove() {
        isPresented.stopWatching(token)
        follow(false)
    }

    private func follow(_ isWanted: Bool) {
        do throws(Refusal) {
            if isWanted, handle == nil {
                handle = try board.ask(
                    request, owner: owner, answered: answered,
                    closed: { [weak self] in
                        self?.handle = nil
                        self?.isPresented.value = false
                    })
            } else if !isWanted, let handle {
                self.handle = nil
                try board.withdraw(handle)
            }
        } catch {
            // The request has been checked, and a dialog that was answered needs no withdrawal.
        }
    }
}
