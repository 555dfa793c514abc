/// The dialogs of a stage: one is shown, others wait in the order in which they were asked.
package enum DialogMachine: StateMachine {
    package struct Dialog: Hashable, Sendable {
        /// Never given twice.
        package var number: Int
        package var request: DialogRequest
    }

    package enum State: Hashable, Sendable {
        case idle
        case shown(Dialog, waiting: [Dialog])
        /// The dialog has closed, and the asker is being told.
        case answering(Dialog, waiting: [Dialog])
    }

    package enum Answer: Hashable, Sendable {
        /// The index of the button.
        case button(Int)
        /// Closed with Escape; there is no cancel button.
        case nothing
        /// What it was about has gone.
        case withdrawn
    }

    package enum Event: Hashable, Sendable {
        case ask(Dialog)
        case choose(Int, button: Int)
        case escape(Int)
        case withdraw(Int)
        /// The asker has been told.
        case told(Int)
    }

    package enum Effect: Hashable, Sendable {
        case show(Dialog)
        case announceDeferred(Dialog)
        /// The dialog is closed: its flag is reset.
        case close(Dialog, Answer)
        /// The asker is told. Brings about `told` unless the dialog had never been shown.
        case tell(Dialog, Answer, wasShown: Bool)
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch state {
        case .idle:
            switch event {
            case .ask(let dialog): .move(.shown(dialog, waiting: []), [.show(dialog)])
            case .choose, .escape, .withdraw, .told: notShown
            }
        case .shown(let dialog, let waiting): shown(dialog, waiting, event)
        case .answering(let dialog, let waiting):
            switch event {
            case .told(dialog.number): next(waiting)
            case .told: notShown
            case .ask, .choose, .escape, .withdraw:
                .refuse(Refusal(.busy, "the dialog “\(dialog.request.title)” is being answered"))
            }
        }
    }

    private static func shown(
        _ dialog: Dialog, _ waiting: [Dialog], _ event: Event
    ) -> Transition<State, Effect> {
        switch event {
        case .ask(let other):
            return .move(.shown(dialog, waiting: waiting + [other]), [.announceDeferred(other)])
        case .choose(dialog.number, let index):
            guard dialog.request.buttons.indices.contains(index) else {
                let problem = "the dialog “\(dialog.request.title)” has no button \(index + 1)"
                return .refuse(Refusal(.value, problem))
            }
            return answer(dialog, .button(index), waiting)
        case .escape(dialog.number):
            let answer = dialog.request.cancelIndex.map { Answer.button($0) } ?? .nothing
            return self.answer(dialog, answer, waiting)
        case .withdraw(dialog.number):
            return answer(dialog, .withdrawn, waiting)
        case .withdraw(let number):
            guard let other = waiting.first(where: { $0.number == number }) else {
                return notShown
            }
            return .move(
                .shown(dialog, waiting: waiting.filter { $0 != other }),
                [.close(other, .withdrawn), .tell(other, .withdrawn, wasShown: false)])
        case .choose, .escape, .told: return notShown
        }
    }

    private static func answer(
        _ dialog: Dialog, _ answer: Answer, _ waiting: [Dialog]
    ) -> Transition<State, Effect> {
        .move(
            .answering(dialog, waiting: waiting),
            [.close(dialog, answer), .tell(dialog, answer, wasShown: true)])
    }

    private static func next(_ waiting: [Dialog]) -> Transition<State, Effect> {
        guard let first = waiting.first else { return .move(.idle, []) }
        return .move(.shown(first, waiting: Array(waiting.dropFirst())), [.show(first)])
    }

    private static var notShown: Transition<State, Effect> {
        .refuse(Refusal(.state, "the dialog is not shown"))
    }
}
