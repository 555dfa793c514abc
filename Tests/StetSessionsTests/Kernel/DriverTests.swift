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
}
