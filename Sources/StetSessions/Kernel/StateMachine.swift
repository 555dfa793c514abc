/// A state machine: what there can be, what can happen, and one pure function that says what
/// follows. It performs nothing; what is to be done is in the effects, for a `Driver`.
package protocol StateMachine {
    associatedtype State
    associatedtype Event
    associatedtype Effect

    /// What an event does in a state. Every pair is either a move or a refusal with its reason.
    static func transition(_ state: State, _ event: Event) -> Transition<State, Effect>
}

/// What follows from an event.
package enum Transition<State, Effect> {
    /// The next state, and what is to be done, in order, once it is entered.
    case move(State, [Effect])
    /// Nothing changes.
    case refuse(Refusal)
    /// What was begun fails after all: a handler raised. The state is, as a rule, the one that it
    /// began in. What handlers asked for meanwhile falls with it.
    case abandon(State, [Effect], Refusal)
}

extension Transition: Equatable where State: Equatable, Effect: Equatable {}

/// Why something that was asked for does not happen. The state is as it was.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: String, Hashable, Sendable {
        /// What was asked for does not apply in this state: a save of a closed session.
        case state
        /// Whoever set the thing up does not allow it: `can_delete` is false, no `on_save`.
        case notAllowed
        /// The thing is busy with a handler, and this cannot wait until that has ended.
        case busy
        /// A value or identity that cannot be: of the wrong type, out of range, unknown.
        case value
        /// Rules or validators found something.
        case invalid
        /// A handler said no, or raised.
        case handler
    }

    package var reason: Reason
    /// For people, without a full stop.
    package var message: String

    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    package var description: String { message }
}
