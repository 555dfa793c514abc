import StetCore

/// The life of a detail session. Every question that needs rules, handlers or a store is an
/// effect, and its answer an event; until all is answered, the form before is kept, and a failure
/// goes back to it.
package enum DetailMachine: StateMachine {
    package enum State: Equatable {
        /// Nobody has seen it yet.
        case new(DetailForm)
        /// It waits for its user.
        case open(DetailForm)
        /// The draft is being checked.
        case judging(DetailForm, before: DetailForm, Goal)
        /// A handler or the store is at work.
        case acting(DetailForm, before: DetailForm, Action)
        /// A dialog waits for an answer.
        case asking(DetailForm, Question)
        case closed(DetailForm, DismissReason)
    }

    /// What a verdict is wanted for.
    package enum Goal: Hashable, Sendable, CaseIterable {
        case opening, change, save
    }

    package enum Action: Hashable, Sendable, CaseIterable {
        /// The record's own check, in a save.
        case validating
        case saving
        case storing
        /// A change is written through.
        case writing
        /// Whether the record may be deleted: before it is asked about, and once it was.
        case gating, gatingAgain
        case deleting
        case removing
        case cancelling
    }

    package enum Question: Hashable, Sendable, CaseIterable {
        case changes
        case deletion
    }

    package enum Event: Equatable {
        // What users and scripts ask for.
        case open
        case set(String, FieldInput)
        case report(String, isWell: Bool, message: String?)
        case removeField(String)
        case restoreField(String)
        case recheck
        case save, delete, cancel, close, revert, undo, redo
        case attemptDismiss
        case dismiss(DismissReason)
        case dialogChosen(DialogRequest.Role)
        // What comes of effects.
        case judged(DraftVerdict)
        case validated([DraftProblem])
        case deletable(Bool)
        case answered(HandlerAnswer)
        case failed(HandlerError)
        case stored(String)
        case removed
        case storeRefused(String)
    }

    package enum Effect: Equatable {
        case judge(Draft)
        case validate(Draft)
        case askDeletable(Draft)
        case runSave(Draft)
        case runDelete(Draft)
        case runCancel(Draft)
        case store(Draft)
        case remove
        case showDialog(DialogRequest)
        case hideDialog
        case announce(DetailAnnouncement)
        case announceFailure(HandlerError)
        /// Whoever asked is told that it did not happen.
        case fail(Refusal)
        /// References to the session are reset, then `on_dismiss` runs.
        case release(DismissReason)
    }

    package typealias Next = Transition<State, Effect>

    package static func transition(_ state: State, _ event: Event) -> Next {
        switch state {
        case .new(let form): whenNew(form, event)
        case .open(let form): whenOpen(form, event)
        case .judging(let form, let before, let goal): whenJudging(form, before, goal, event)
        case .acting(let form, let before, let action): whenActing(form, before, action, event)
        case .asking(let form, let question): whenAsking(form, question, event)
        case .closed: .refuse(Refusal(.state, "the session is closed"))
        }
    }
}

extension DetailMachine.Event {
    /// What it is called in messages.
    var verb: String {
        switch self {
        case .open: "open"
        case .set: "set"
        case .report: "report"
        case .removeField: "remove_field"
        case .restoreField: "restore_field"
        case .recheck: "recheck"
        case .save: "save"
        case .delete: "delete"
        case .cancel: "cancel"
        case .close: "close"
        case .revert: "revert"
        case .undo: "undo"
        case .redo: "redo"
        case .attemptDismiss: "attempt_dismiss"
        case .dismiss: "dismiss"
        case .dialogChosen: "choose"
        case .judged, .validated, .deletable, .answered, .failed, .stored, .removed, .storeRefused:
            "answer"
        }
    }
}
