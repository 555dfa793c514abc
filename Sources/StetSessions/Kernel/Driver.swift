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
    private var hold: Refusal?
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
    /// - Throws: why the machine refuses it, or what it was abandoned for; the state is then as
    ///   it was, or the one that the machine went back to.
    @discardableResult
    package func send(_ event: Machine.Event) throws(Refusal) -> Outcome {
        if let hold { throw hold }
        guard !isRunning else {
            requests.append(event)
            return .queued
        }
        isRunning = true
        defer { isRunning = false }
        do throws(Refusal) {
            try settle(event)
        } catch {
            answerRequests()
            throw error
        }
        answerRequests()
        return .done
    }

    /// Runs what only looks at the state: while it is drawn, or shown to a predicate. Events
    /// that it sends are refused.
    package func holding<Result, Failure: Error>(
        _ refusal: Refusal, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = hold
        hold = refusal
        defer { hold = outer }
        return try body()
    }

    /// Nothing is under way, and nobody is looking.
    package var isAtRest: Bool { !isRunning && hold == nil }

    /// An event and all that its effects bring about.
    private func settle(_ event: Machine.Event) throws(Refusal) {
        let queued = requests.count
        var failure: Refusal?
        var next: Machine.Event? = event
        var isFirst = true
        while let current = next {
            switch Machine.transition(state, current) {
            case .refuse(let refusal):
                if isFirst { throw refusal }
                refused(current, refusal)
            case .move(let following, let effects): enter(following, effects)
            case .abandon(let following, let effects, let refusal):
                let fallen = requests[queued...]
                requests.removeSubrange(queued...)
                for request in fallen { refused(request, refusal) }
                enter(following, effects)
                failure = failure ?? refusal
            }
            isFirst = false
            next = outcomes.isEmpty ? nil : outcomes.removeFirst()
        }
        if let failure { throw failure }
    }

    private func enter(_ next: Machine.State, _ effects: [Machine.Effect]) {
        state = next
        for effect in effects {
            if let outcome = perform(effect) { outcomes.append(outcome) }
        }
    }

    private func answerRequests() {
        var answered = 0
        while !requests.isEmpty {
            let event = requests.removeFirst()
            answered += 1
            guard answered <= Self.requestLimit else {
                requests.removeAll()
                refused(
                    event,
                    Refusal(
                        .busy, "handlers answered each other \(Self.requestLimit) times; stopped"))
                return
            }
            do throws(Refusal) {
                try settle(event)
            } catch {
                refused(event, error)
            }
        }
    }
}
