/// The one place where the state of a machine changes.
///
/// It takes one event at a time to the machine, enters the state that follows and performs the
/// effects in order. What an effect brings about comes next; what handlers ask for in the
/// meantime waits in a queue until all of that is done, and is judged in the state that it then
/// finds. So no handler ever sees, or causes, half a transition.
package final class Driver<Machine: StateMachine> {
    /// Performs an effect.
    ///
    /// - Returns: what came of it, for the machine; nil: nothing that it need know.
    package typealias Performer = (Machine.Effect) -> Machine.Event?

    package enum Outcome: Hashable, Sendable {
        /// The event and all that followed from it are done.
        case done
        /// Something else is under way, so the event waits.
        case queued
    }

    package private(set) var state: Machine.State
    /// A transition is under way: its effects are being performed.
    package private(set) var isRunning = false
    private var outcomes: [Machine.Event] = []
    private var requests: [Machine.Event] = []
    private let perform: Performer
    private let refused: (Machine.Event, Refusal) -> Void

    /// Requests of handlers after which they are taken to answer each other for ever.
    package static var requestLimit: Int { 1000 }

    /// - Parameters:
    ///   - perform: what the effects mean.
    ///   - refused: told of refusals that no caller waits for: of queued requests, and of what
    ///     came of effects.
    package init(
        _ state: Machine.State, perform: @escaping Performer,
        refused: @escaping (Machine.Event, Refusal) -> Void = { _, _ in }
    ) {
        self.state = state
        self.perform = perform
        self.refused = refused
    }

    /// Has an event happen, at once or, while a transition is under way, after it.
    ///
    /// - Throws: why the machine refuses it; the state is as it was.
    @discardableResult
    package func send(_ event: Machine.Event) throws(Refusal) -> Outcome {
        guard !isRunning else {
            requests.append(event)
            return .queued
        }
        isRunning = true
        defer { isRunning = false }
        try step(event)
        finish()
        return .done
    }

    private func step(_ event: Machine.Event) throws(Refusal) {
        switch Machine.transition(state, event) {
        case .refuse(let refusal): throw refusal
        case .move(let next, let effects):
            state = next
            for effect in effects {
                if let outcome = perform(effect) { outcomes.append(outcome) }
            }
        }
    }

    private func finish() {
        var answered = 0
        while true {
            let event: Machine.Event
            if !outcomes.isEmpty {
                event = outcomes.removeFirst()
            } else if !requests.isEmpty {
                event = requests.removeFirst()
                answered += 1
            } else {
                return
            }
            guard answered <= Self.requestLimit else {
                let refusal = Refusal(
                    .busy, "handlers answered each other \(Self.requestLimit) times; stopped")
                requests.removeAll()
                refused(event, refusal)
                continue
            }
            do throws(Refusal) {
                try step(event)
            } catch {
                refused(event, error)
            }
        }
    }
}
