import Testing

@testable import StetSessions

/// A door with a closer: opening it closes it again, unless it is locked.
private enum Door: StateMachine {
    enum State { case closed, open, locked }
    enum Event: Hashable { case open, close, lock }
    enum Effect: Hashable { case ring, pull }

    static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch (state, event) {
        case (.closed, .open): .move(.open, [.ring, .pull])
        case (.open, .close): .move(.closed, [])
        case (.closed, .lock): .move(.locked, [])
        case (.open, .open), (.open, .lock), (.closed, .close), (.locked, _):
            .refuse(Refusal(.state, "the door is \(state)"))
        }
    }
}

@Suite struct DriverTests {
    @Test func whatAnEffectBringsAboutComesBeforeWhatHandlersAskFor() throws {
        var log: [String] = []
        var driver: Driver<Door>?
        driver = Driver(
            .closed,
            perform: { effect in
                log.append("\(effect)")
                guard effect == .ring else { return .close }
                do throws(Refusal) {
                    let outcome = try driver?.send(.lock)
                    log.append("lock \(outcome.map { "\($0)" } ?? "lost")")
                } catch {
                    log.append("refused")
                }
                return nil
            })
        #expect(try driver?.send(.open) == .done)
        #expect(log == ["ring", "lock queued", "pull"])
        #expect(driver?.state == .locked)
        driver = nil
    }

    @Test func aRefusedEventChangesNothingAndSaysWhy() {
        let driver = Driver<Door>(.locked, perform: { _ in nil })
        #expect(throws: Refusal(.state, "the door is locked")) { try driver.send(.open) }
        #expect(driver.state == .locked)
        #expect(!driver.isRunning)
    }

    @Test func queuedRequestsAreJudgedInTheStateThatTheyFind() throws {
        var refusals: [Refusal] = []
        var driver: Driver<Door>?
        driver = Driver(
            .closed,
            perform: { effect in
                guard effect == .ring else { return nil }
                do throws(Refusal) { _ = try driver?.send(.open) } catch {}
                return nil
            }, refused: { _, refusal in refusals.append(refusal) })
        try driver?.send(.open)
        #expect(refusals.map(\.message) == ["the door is open"])
        driver = nil
    }

    @Test func handlersThatAnswerEachOtherForEverAreStopped() throws {
        var refusals: [Refusal] = []
        var driver: Driver<Door>?
        driver = Driver(
            .closed,
            perform: { effect in
                guard effect == .ring else { return .close }
                do throws(Refusal) { _ = try driver?.send(.open) } catch {}
                return nil
            }, refused: { _, refusal in refusals.append(refusal) })
        try driver?.send(.open)
        #expect(refusals.map(\.reason) == [.busy])
        #expect(driver?.state == .closed)
        driver = nil
    }

    /// A till whose drawer opens for a handler that may fail.
    private enum Till: StateMachine {
        enum State { case closed, open }
        enum Event: Hashable { case sell, gone, failed }
        enum Effect: Hashable { case ask, shut }

        static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
            switch (state, event) {
            case (.closed, .sell): .move(.open, [.ask])
            case (.open, .gone): .move(.closed, [])
            case (.open, .failed):
                .abandon(.closed, [.shut], Refusal(.handler, "the card was refused"))
            case (.open, .sell), (.closed, .gone), (.closed, .failed):
                .refuse(Refusal(.state, "the till is \(state)"))
            }
        }
    }

    @Test func whatIsAbandonedThrowsAndWhatItsHandlersAskedForFallsWithIt() {
        var fallen: [Refusal] = []
        var log: [String] = []
        var driver: Driver<Till>?
        driver = Driver(
            .closed,
            perform: { effect in
                log.append("\(effect)")
                guard effect == .ask else { return nil }
                do throws(Refusal) { _ = try driver?.send(.sell) } catch {}
                return .failed
            }, refused: { _, refusal in fallen.append(refusal) })
        #expect(throws: Refusal(.handler, "the card was refused")) { try driver?.send(.sell) }
        #expect(driver?.state == .closed)
        #expect(log == ["ask", "shut"])
        #expect(fallen.map(\.message) == ["the card was refused"])
        driver = nil
    }

    @Test func whileSomeoneLooksEventsAreRefused() throws {
        let driver = Driver<Door>(.closed, perform: { _ in nil })
        let busy = Refusal(.busy, "the door is being painted")
        driver.holding(busy) {
            #expect(throws: busy) { try driver.send(.lock) }
            #expect(!driver.isAtRest)
        }
        try driver.send(.lock)
        #expect(driver.state == .locked)
    }
}
