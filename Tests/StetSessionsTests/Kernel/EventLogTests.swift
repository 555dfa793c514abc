import Testing

@testable import StetSessions

@Suite struct EventLogTests {
    @Test func theLogKeepsTheNewestEntriesAndTellsListenersOfEach() {
        let log = EventLog(limit: 4)
        var heard = 0
        let token = log.listen { _ in heard += 1 }
        for number in 1...5 {
            log.append(HandlerError(handler: "on_save", message: "\(number)"))
        }
        #expect(
            log.descriptions == (3...5).map { "handler_error(on_save, \($0))" })
        log.stopListening(token)
        log.append(HandlerError(handler: "on_save", message: "6"))
        #expect(heard == 5)
    }

    @Test func aReferenceTellsOfOtherValuesOnlyAndNoWatcherThatWasTakenOff() {
        let reference = Reference(1)
        var heard: [Int] = []
        var second = 0
        let token = reference.watch { value in
            heard.append(value)
            reference.stopWatching(second)
        }
        second = reference.watch { heard.append($0 * 10) }
        reference.value = 1
        reference.value = 2
        reference.stopWatching(token)
        reference.value = 3
        #expect(heard == [2])
    }
}
