import StetCore

extension DetailMachine {
    static func whenNew(_ form: DetailForm, _ event: Event) -> Next {
        switch event {
        case .open: .move(.judging(form, before: form, .opening), [.judge(form.draft)])
        case .dismiss(let reason): .move(.closed(form, reason), [])
        default: .refuse(Refusal(.state, "the session is not open yet"))
        }
    }

    // MARK: Open

    static func whenOpen(_ form: DetailForm, _ event: Event) -> Next {
        switch event {
        case .close: return close(form, .inside)
        case .dismiss(let reason): return close(form, reason)
        case .attemptDismiss: return attemptDismiss(form)
        case .cancel where form.kind == .view: return close(form, .inside)
        case .recheck: return judge(form, before: form, .change)
        case .open: return .refuse(Refusal(.state, "the session is open already"))
        case .dialogChosen: return .refuse(Refusal(.state, "no dialog waits for an answer"))
        case .judged, .validated, .deletable, .answered, .failed, .stored, .removed, .storeRefused:
            return .refuse(Refusal(.state, "nothing was asked"))
        case .set, .report, .removeField, .restoreField, .save, .delete, .cancel, .revert, .undo,
            .redo:
            guard form.kind != .view else {
                return .refuse(Refusal(.notAllowed, "this session is read-only"))
            }
            return whenEditing(form, event)
        }
    }

    private static func whenEditing(_ form: DetailForm, _ event: Event) -> Next {
        switch event {
        case .set(let field, let input):
            do throws(Refusal) {
                return step(form, to: try form.setting(field, input))
            } catch {
                return .refuse(error)
            }
        case .revert: return step(form, to: form.reverting())
        case .undo:
            guard let next = form.undoing() else {
                return .refuse(Refusal(.state, "nothing to undo"))
            }
            return step(form, to: next)
        case .redo:
            guard let next = form.redoing() else {
                return .refuse(Refusal(.state, "nothing to redo"))
            }
            return step(form, to: next)
        case .report(let field, let isWell, let message):
            return changeSlots(form, field) { form in
                form.reports[field] = isWell ? nil : message ?? "is not valid"
            }
        case .removeField(let field):
            return changeSlots(form, field) { $0.removed.insert(field) }
        case .restoreField(let field):
            return changeSlots(form, field) { $0.removed.remove(field) }
        case .save:
            guard form.abilities.saves else {
                return .refuse(Refusal(.notAllowed, "this session has nowhere to save to"))
            }
            return judge(form, before: form, .save)
        case .delete:
            if form.kind == .add {
                return .refuse(Refusal(.notAllowed, "the record is not stored yet"))
            }
            guard form.abilities.deletes else {
                return .refuse(Refusal(.notAllowed, "this session does not delete"))
            }
            return act(form, before: form, .gating, [.askDeletable(form.draft)])
        default: return act(form, before: form, .cancelling, [.runCancel(form.draft)])
        }
    }

    private static func judge(_ form: DetailForm, before: DetailForm, _ goal: Goal) -> Next {
        .move(.judging(form, before: before, goal), [.judge(form.draft)])
    }

    private static func act(
        _ form: DetailForm, before: DetailForm, _ action: Action, _ effects: [Effect]
    ) -> Next {
        .move(.acting(form, before: before, action), effects)
    }

    private static func step(_ form: DetailForm, to next: DetailForm?) -> Next {
        guard let next else { return .move(.open(form), []) }
        return judge(next, before: form, .change)
    }

    private static func changeSlots(
        _ form: DetailForm, _ field: String, _ change: (inout DetailForm) -> Void
    ) -> Next {
        do throws(CollectionError) {
            _ = try form.draft.layout.require(field)
        } catch {
            return .refuse(Refusal(.value, error.message))
        }
        var next = form
        change(&next)
        return .move(.open(next), validity(from: form, to: next))
    }

    private static func validity(from old: DetailForm, to new: DetailForm) -> [Effect] {
        old.isValid == new.isValid ? [] : [.announce(.validityChanged(new.isValid))]
    }

    private static func close(_ form: DetailForm, _ reason: DismissReason) -> Next {
        .move(.closed(form, reason), [.announce(.sessionClosed(reason)), .release(reason)])
    }

    private static func attemptDismiss(_ form: DetailForm) -> Next {
        guard form.kind != .view, form.isDirty else { return close(form, .gesture) }
        return ask(form, .changes, [.announce(.attemptRefused)])
    }

    private static func ask(_ form: DetailForm, _ question: Question, _ first: [Effect]) -> Next {
        let request = dialog(form, question)
        return .move(
            .asking(form, question),
            first + [.announce(.dialogShown(request.title)), .showDialog(request)])
    }

    /// The dialog of a question.
    static func dialog(_ form: DetailForm, _ question: Question) -> DialogRequest {
        switch question {
        case .changes:
            var buttons = [DialogRequest.Button(.destructive, "Discard")]
            if form.abilities.saves {
                buttons.append(.init(.default, form.kind == .add ? "Add" : "Save"))
            }
            buttons.append(.init(.cancel, "Keep editing"))
            return DialogRequest(title: "\(form.title) has changes", buttons: buttons)
        case .deletion:
            return DialogRequest(
                title: "Delete \(form.title)?",
                buttons: [.init(.destructive, "Delete"), .init(.cancel, "Keep")])
        }
    }

    // MARK: Judging

    static func whenJudging(
        _ form: DetailForm, _ before: DetailForm, _ goal: Goal, _ event: Event
    ) -> Next {
        switch (event, goal) {
        case (.judged(let verdict), .opening):
            return .move(
                .open(form.judged(verdict)), [.announce(.sessionOpened(form.kind, form.name))])
        case (.judged(let verdict), .change):
            return settle(form.judged(verdict), before)
        case (.judged(let verdict), .save):
            let form = form.judged(verdict)
            let effects = validity(from: before, to: form)
            guard form.isValid else { return refuse(form, form.problems, effects) }
            return act(form, before: form, .validating, effects + [.validate(verdict.normalized)])
        case (.failed(let error), .opening):
            return .move(.closed(form, .inside), [.announceFailure(error), .fail(refusal(error))])
        case (.failed(let error), _): return fail(before, error)
        default: return busy("the draft is being checked", event)
        }
    }

    /// A change was judged: it holds, unless it is to be written through and cannot.
    private static func settle(_ form: DetailForm, _ before: DetailForm) -> Next {
        if form.abilities.writesThrough, form.isValid, form.isDirty {
            return act(form, before: before, .writing, [.store(form.verdict.normalized)])
        }
        return .move(.open(form), changes(from: before, to: form))
    }

    private static func changes(from old: DetailForm, to new: DetailForm) -> [Effect] {
        new.draft.changes(from: old.draft).map { .announce(.fieldChanged($0.field)) }
            + validity(from: old, to: new)
    }

    private static func refuse(
        _ form: DetailForm, _ problems: [DraftProblem], _ first: [Effect] = []
    ) -> Next {
        let errors = problems.filter { $0.severity == .error }
        let message = errors.map(\.description).joined(separator: "\n\n")
        return .move(
            .open(form),
            first + [.announce(.alertShown(message)), .fail(Refusal(.invalid, message))])
    }

    private static func refusal(_ error: HandlerError) -> Refusal {
        Refusal(.handler, "\(error.handler) failed: \(error.message)")
    }

    private static func fail(_ form: DetailForm, _ error: HandlerError) -> Next {
        .move(.open(form), [.announceFailure(error), .fail(refusal(error))])
    }

    private static func busy(_ what: String, _ event: Event) -> Next {
        .refuse(Refusal(.busy, "\(what); \(event.verb) must wait until that is done"))
    }

    // MARK: Acting

    static func whenActing(
        _ form: DetailForm, _ before: DetailForm, _ action: Action, _ event: Event
    ) -> Next {
        switch (action, event) {
        case (_, .failed(let error)): return fail(before, error)
        case (.validating, .validated(let problems)):
            guard !problems.contains(where: { $0.severity == .error }) else {
                return refuse(form, problems)
            }
            return act(form, before: before, .saving, [.runSave(form.verdict.normalized)])
        case (.saving, .answered(.done)):
            return act(form, before: before, .storing, [.store(form.verdict.normalized)])
        case (.saving, .answered(.refused(let message))):
            return refused(form, message ?? "on_save refused to save")
        case (.storing, .stored(let name)): return finish(form, .saved(name))
        case (.gating, .deletable(true)) where form.abilities.confirmsDelete:
            return ask(form, .deletion, [])
        case (.gating, .deletable(true)), (.gatingAgain, .deletable(true)):
            return act(form, before: before, .deleting, [.runDelete(form.draft)])
        case (.gating, .deletable(false)), (.gatingAgain, .deletable(false)):
            let refusal = Refusal(.notAllowed, "“\(form.title)” may not be deleted")
            return .move(.open(form), [.fail(refusal)])
        case (.deleting, .answered(.done)): return act(form, before: before, .removing, [.remove])
        case (.deleting, .answered(.refused(let message))):
            return refused(form, message ?? "on_delete refused to delete")
        case (.removing, .removed): return finish(form, .deleted(form.name))
        case (.cancelling, .answered): return finish(form, .cancelled)
        case (.writing, .stored):
            var written = form
            written.stored = form.verdict.normalized
            return .move(.open(written), changes(from: before, to: written))
        case (.writing, .storeRefused(let message)): return refused(before, message)
        case (.saving, .storeRefused(let message)), (.storing, .storeRefused(let message)),
            (.deleting, .storeRefused(let message)), (.removing, .storeRefused(let message)):
            return refused(form, message)
        default: return busy("\(handlerName(action)) is at work", event)
        }
    }

    private static func handlerName(_ action: Action) -> String {
        switch action {
        case .validating: "on_validate"
        case .saving: "on_save"
        case .gating, .gatingAgain: "can_delete"
        case .deleting: "on_delete"
        case .cancelling: "on_cancel"
        case .storing, .writing, .removing: "the store"
        }
    }

    private static func refused(_ form: DetailForm, _ message: String) -> Next {
        .move(.open(form), [.announce(.alertShown(message)), .fail(Refusal(.handler, message))])
    }

    private static func finish(_ form: DetailForm, _ what: DetailAnnouncement) -> Next {
        .move(
            .closed(form, .inside),
            [.announce(what), .announce(.sessionClosed(.inside)), .release(.inside)])
    }

    // MARK: Asking

    /// The dialog closes first; then its answer is acted on.
    static func whenAsking(_ form: DetailForm, _ question: Question, _ event: Event) -> Next {
        switch (event, question) {
        case (.dialogChosen(.default), .changes) where !form.abilities.saves,
            (.dialogChosen(.default), .deletion):
            return .refuse(Refusal(.value, "the dialog has no such button"))
        case (.dialogChosen(let role), _):
            let chosen = [Effect.hideDialog, .announce(.dialogChosen(role))]
            switch (role, question) {
            case (.destructive, .changes):
                return act(form, before: form, .cancelling, chosen + [.runCancel(form.draft)])
            case (.destructive, .deletion):
                return act(form, before: form, .gatingAgain, chosen + [.askDeletable(form.draft)])
            case (.default, _):
                return .move(
                    .judging(form, before: form, .save), chosen + [.judge(form.draft)])
            case (.cancel, _): return .move(.open(form), chosen)
            }
        case (.close, _): return closeAsked(form, .inside)
        case (.dismiss(let reason), _): return closeAsked(form, reason)
        default:
            let title = dialog(form, question).title
            return .refuse(
                Refusal(
                    .state, "the dialog “\(title)” waits for an answer; \(event.verb) must wait"))
        }
    }

    private static func closeAsked(_ form: DetailForm, _ reason: DismissReason) -> Next {
        .move(
            .closed(form, reason),
            [.hideDialog, .announce(.sessionClosed(reason)), .release(reason)])
    }
}
