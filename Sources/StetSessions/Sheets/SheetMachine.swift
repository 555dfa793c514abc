/// The sheets over one root, as a stack: each sheet may present one other.
///
/// What is wanted is never remembered. When a reference changes, and whenever a sheet has gone,
/// the machine asks for the presenter's references to be read anew, so that what handlers have
/// set in the meantime counts.
package enum SheetMachine: StateMachine {
    package enum State: Hashable, Sendable {
        /// Nothing is under way. The outermost sheet is first.
        case settled([Presentation])
        /// The content of a sheet is being made.
        case presenting([Presentation], Presentation)
        /// A person tries to swipe away the innermost sheet, which is asked whether it is modal.
        case judging([Presentation])
        /// Sheets go away, innermost first, over those that stay; then the references of the
        /// presenter are read.
        case leaving([Presentation], [Departure], presenter: Int)
    }

    package enum Event: Hashable, Sendable {
        /// A reference of the presenter, or the number of its declarations, has changed.
        case changed(presenter: Int)
        /// What the references of the presenter want, in the order of the declarations; `number`
        /// is for the sheet that may follow.
        case wanted(presenter: Int, [SheetRequest], number: Int)
        /// The content of the sheet is made.
        case built(Int)
        /// The content of the sheet could not be made.
        case failed(Int)
        /// A person swipes the sheet.
        case attempt(Int)
        case judged(Verdict)
        /// The sheet's content, or the script, dismisses it.
        case dismiss(Int)
        /// All of the departure of the sheet has been done.
        case left(Int)
        /// The root itself goes away.
        case dismissAll
    }

    /// What a swipe leads to.
    package enum Verdict: Hashable, Sendable, CaseIterable {
        case free
        case modal
        /// The predicate raised.
        case unknown
    }

    package enum Effect: Hashable, Sendable {
        /// Brings about `wanted`.
        case read(presenter: Int)
        /// Brings about `built` or `failed`.
        case build(Presentation)
        /// Brings about `judged`.
        case judge(Int)
        case runAttemptHandlers(Int)
        /// Has the reference no longer want the sheet.
        case reset(Presentation)
        /// The end of the sheet's handle; what depended on it goes too.
        case release(Departure)
        /// Runs `on_dismiss`. Brings about `left`.
        case notify(Departure)
        /// The sheet was never presented: its handle ends, and nobody is told.
        case discard(Int)
        case announcePresented(Presentation)
        case announceReplaced(Presentation)
        case announceDeferred(SheetRequest)
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch state {
        case .settled(let stack): settled(stack, event)
        case .presenting(let stack, let sheet): presenting(stack, sheet, event)
        case .judging(let stack): judging(stack, event)
        case .leaving(let stack, let departures, let presenter):
            leaving(stack, departures, presenter, event)
        }
    }

    private static func settled(_ stack: [Presentation], _ event: Event) -> Transition<
        State, Effect
    > {
        switch event {
        case .changed(let presenter):
            guard level(of: presenter, in: stack) != nil else { return goneRefusal }
            return .move(.settled(stack), [.read(presenter: presenter)])
        case .wanted(let presenter, let requests, let number):
            guard let level = level(of: presenter, in: stack) else { return goneRefusal }
            guard level < stack.count else { return present(requests, number, over: stack) }
            return reconsider(stack, at: level, presenter, requests)
        case .attempt(let number):
            guard let index = stack.firstIndex(where: { $0.number == number }) else {
                return goneRefusal
            }
            guard index == stack.count - 1 else {
                return .refuse(Refusal(.state, "another sheet is over it"))
            }
            return .move(.judging(stack), [.judge(number)])
        case .dismiss(let number):
            guard let index = stack.firstIndex(where: { $0.number == number }) else {
                return goneRefusal
            }
            return leave(stack, from: index, .inside)
        case .dismissAll:
            guard !stack.isEmpty else { return .move(.settled([]), []) }
            return leave(stack, from: 0, .parent)
        case .built, .failed, .judged, .left: return unexpected
        }
    }

    private static func presenting(
        _ stack: [Presentation], _ sheet: Presentation, _ event: Event
    ) -> Transition<State, Effect> {
        switch event {
        case .built(sheet.number):
            .move(.settled(stack + [sheet]), [.announcePresented(sheet)])
        case .failed(sheet.number):
            // A reference that cannot be reset is not read again: the sheet would fail for ever.
            .move(.settled(stack), [.reset(sheet), .discard(sheet.number)])
        case .changed, .attempt, .dismiss, .dismissAll: busy
        case .built, .failed, .wanted, .judged, .left: unexpected
        }
    }

    private static func judging(_ stack: [Presentation], _ event: Event) -> Transition<
        State, Effect
    > {
        switch event {
        case .judged(.free): leave(stack, from: stack.count - 1, .gesture)
        case .judged(.modal):
            .move(.settled(stack), stack.last.map { [.runAttemptHandlers($0.number)] } ?? [])
        case .judged(.unknown): .move(.settled(stack), [])
        case .changed, .attempt, .dismiss, .dismissAll: busy
        case .wanted, .built, .failed, .left: unexpected
        }
    }

    private static func leaving(
        _ stack: [Presentation], _ departures: [Departure], _ presenter: Int, _ event: Event
    ) -> Transition<State, Effect> {
        switch event {
        case .left(let number):
            guard number == departures.first?.presentation.number else { return unexpected }
            let others = Array(departures.dropFirst())
            guard let next = others.first else {
                return .move(.settled(stack), [.read(presenter: presenter)])
            }
            return .move(.leaving(stack, others, presenter: presenter), effects(of: next))
        case .changed, .attempt, .dismiss, .dismissAll: return busy
        case .wanted, .built, .failed, .judged: return unexpected
        }
    }

    // MARK: - Steps

    /// The number of sheets under the one that the presenter presents; nil if it is gone.
    private static func level(of presenter: Int, in stack: [Presentation]) -> Int? {
        if presenter == 0 { return 0 }
        return stack.firstIndex { $0.number == presenter }.map { $0 + 1 }
    }

    private static func present(
        _ requests: [SheetRequest], _ number: Int, over stack: [Presentation]
    ) -> Transition<State, Effect> {
        guard let first = requests.first else { return .move(.settled(stack), []) }
        var sheet = Presentation(number: number, request: first)
        sheet.waiting = Array(requests.dropFirst())
        let deferred = sheet.waiting.map { Effect.announceDeferred($0) }
        return .move(.presenting(stack, sheet), [.build(sheet)] + deferred)
    }

    /// The references have changed under a sheet that is there already.
    private static func reconsider(
        _ stack: [Presentation], at level: Int, _ presenter: Int, _ requests: [SheetRequest]
    ) -> Transition<State, Effect> {
        let current = stack[level]
        let same = requests.first { $0.declaration == current.request.declaration }
        guard let same else { return leave(stack, from: level, .binding) }
        guard same == current.request else { return leave(stack, from: level, .replaced) }
        var stack = stack
        stack[level].waiting = requests.filter { $0 != same }
        let deferred = stack[level].waiting.filter { !current.waiting.contains($0) }
        return .move(.settled(stack), deferred.map { .announceDeferred($0) })
    }

    /// The sheets from an index on go away; all but the lowest because their parent does.
    private static func leave(
        _ stack: [Presentation], from index: Int, _ reason: DismissReason
    ) -> Transition<State, Effect> {
        let departures = stack.indices[index...].reversed().map {
            Departure(presentation: stack[$0], reason: $0 == index ? reason : .parent)
        }
        guard let first = departures.first else { return .move(.settled(stack), []) }
        let remaining = Array(stack[..<index])
        return .move(
            .leaving(remaining, departures, presenter: remaining.last?.number ?? 0),
            effects(of: first))
    }

    private static func effects(of departure: Departure) -> [Effect] {
        let replaced: [Effect] =
            departure.reason == .replaced ? [.announceReplaced(departure.presentation)] : []
        // A reference that no longer wants the sheet has nothing to be reset.
        let reset: [Effect] =
            departure.reason == .replaced || departure.reason == .binding
            ? [] : [.reset(departure.presentation)]
        return replaced + reset + [.release(departure), .notify(departure)]
    }

    private static var goneRefusal: Transition<State, Effect> {
        .refuse(Refusal(.state, "the sheet is not presented"))
    }
    private static var busy: Transition<State, Effect> {
        .refuse(Refusal(.busy, "a sheet is on its way"))
    }
    private static var unexpected: Transition<State, Effect> {
        .refuse(Refusal(.state, "nothing asked for it"))
    }
}
