/// A session shown as a sheet: with changes it is modal, and an attempt to swipe it away asks
/// what is to become of them. Whichever of the two ends, the other does.
package final class DetailSheet {
    package let session: DetailSession
    private let isWanted = Reference(true)
    private var handle: SheetHandle?
    private var registration: SheetRegistration?
    /// The session's dialog that is shown.
    package private(set) var dialog: DialogHandle?
    private let stage: Stage

    /// - Throws: a refusal if the session is not open, or the presenter has gone.
    package init(_ session: DetailSession, at presenter: Presenter) throws(Refusal) {
        guard session.isOpen else { throw Refusal(.state, "the session is closed") }
        guard !session.isPresented, session.dialog == nil else {
            throw Refusal(
                .state,
                session.isPresented
                    ? "the session is presented already" : "the session waits for an answer")
        }
        self.session = session
        stage = presenter.stage
        var declaration = SheetDeclaration(
            "\(session.kind.rawValue) \(session.form.name)", isPresented: isWanted)
        declaration.isModal = .asked { [weak session] () throws(Refusal) in
            guard let session, session.kind != .view else { return false }
            return session.form.isDirty
        }
        declaration.content = { [weak self] handle throws(Refusal) in
            self?.handle = handle
            handle.onAttemptToDismiss { [weak self] () throws(Refusal) in
                _ = try self?.session.attemptDismiss()
            }
        }
        // The stage holds it for as long as the sheet is there.
        declaration.onDismiss = { [self] _, reason throws(Refusal) in
            handle = nil
            if self.session.isOpen { try self.session.dismiss(reason) }
            registration?.remove()
            registration = nil
        }
        registration = try presenter.sheet(declaration)
        session.isPresented = true
        session.showDialog = { [weak self] request in self?.ask(request) }
        session.hideDialog = { [weak self] in self?.withdraw() }
        let before = session.willDismiss
        session.willDismiss = { [weak self] reason in
            before?(reason)
            self?.leave()
        }
    }

    /// The sheet, while it is presented.
    package var sheet: SheetHandle? { handle }

    private func leave() {
        withdraw()
        do throws(Refusal) {
            try handle?.dismiss()
        } catch {
            // It is going away already; that is what ended the session.
        }
        isWanted.value = false
        // One that waits for its turn never comes.
        guard handle == nil else { return }
        registration?.remove()
        registration = nil
    }

    private func ask(_ request: DialogRequest) {
        do throws(Refusal) {
            dialog = try stage.dialogs.ask(
                request, owner: handle?.number,
                answered: { [weak self] answer throws(Refusal) in
                    self?.dialog = nil
                    try self?.answer(answer, request)
                })
        } catch {
            stage.log.append(HandlerError(handler: "dialog", message: error.message))
        }
    }

    private func answer(
        _ answer: DialogMachine.Answer, _ request: DialogRequest
    ) throws(Refusal) {
        guard session.dialog != nil else { return }
        switch answer {
        case .button(let index): try session.choose(request.buttons[index].role)
        case .nothing, .withdrawn: try session.choose(.cancel)
        }
    }

    private func withdraw() {
        guard let dialog, dialog.answer == nil else { return }
        self.dialog = nil
        do throws(Refusal) {
            try stage.dialogs.withdraw(dialog)
        } catch {
            // It was answered meanwhile.
        }
    }
}
