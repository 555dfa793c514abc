import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetSessions

@Suite("Lists: diffs and the machine")
struct ListMachineTests {
    /// `STET_LONG=1` walks further.
    private static let isLong = ProcessInfo.processInfo.environment["STET_LONG"] == "1"

    /// Every event, for a list whose row “a” has everything.
    private var events: [ListMachine.Event] {
        [
            .set([], cells: ["value1"]), .update { $0 = [] }, .reload, .setIndexTitles(["A"]),
            .select(Identity("a")), .deselect(nil), .deselect(Identity("a")),
            .tapAccessory(Identity("a")), .toggle(Identity("a"), to: nil),
            .chooseSegment(Identity("a"), 0), .perform(Identity("a"), .index(0)),
            .updated([], cells: []), .returned,
            .failed(HandlerError(handler: "selection", message: "oops")),
        ]
    }

    private func list(_ accessory: Accessory) -> ListState {
        var list = ListState(deselectsAutomatically: false)
        list.set([
            section(
                "s",
                [
                    row(
                        "a", selection: { _, _ in }, accessory: accessory,
                        actions: [EditAction("Delete", selection: { _, _ in })])
                ])
        ])
        return list
    }

    private func outcome(_ state: ListMachine.State, _ event: ListMachine.Event) -> String {
        switch ListMachine.transition(state, event) {
        case .refuse(let refusal): "refused: \(refusal.reason)"
        case .abandon(.resting(let list), _, _): "back to \(list.sections.count)"
        case .abandon: "back into a handler"
        case .move(.resting(let list), let effects):
            "rests with \(list.sections.count), \(effects.count) effects"
        case .move(.calling, let effects): "calls after \(effects.count)"
        }
    }

    @Test func everyEventIsAMoveOrARefusalWithItsReason() {
        let switched = ListMachine.State.resting(list(.switchToggle(false) { _, _, _ in }))
        #expect(
            events.map { outcome(switched, $0) } == [
                "rests with 0, 2 effects", "calls after 1", "rests with 1, 2 effects",
                "rests with 1, 2 effects", "calls after 1", "rests with 1, 0 effects",
                "refused: state", "refused: notAllowed", "calls after 1", "refused: notAllowed",
                "calls after 1", "refused: state", "refused: state", "refused: state",
            ])
        let buttoned = ListMachine.State.resting(list(.detailButton { _, _ in }))
        #expect(outcome(buttoned, events[7]) == "calls after 1")
        #expect(outcome(buttoned, events[8]) == "refused: notAllowed")
        let segmented = ListMachine.State.resting(
            list(.segmentedControl(["x"], selected: nil) { _, _, _, _ in }))
        #expect(outcome(segmented, events[9]) == "calls after 1")
        let empty = ListMachine.State.resting(ListState())
        for event in events[4...10] where event.name != "deselect" {
            #expect(outcome(empty, event) == "refused: value")
        }

        guard case .move(let calling, _) = ListMachine.transition(switched, events[8]) else {
            return #expect(Bool(false))
        }
        #expect(
            events.map { outcome(calling, $0) } == Array(repeating: "refused: busy", count: 11) + [
                "rests with 0, 2 effects", "rests with 1, 2 effects", "back to 1",
            ])
    }

    /// Sections of rows from a small pool, so that rows come, go, move and change.
    private func anySections(_ dice: inout SeededGenerator) -> [ListSection] {
        var names = (0..<14).map { "\($0)" }
        names.shuffle(using: &dice)
        return (0..<4).shuffled(using: &dice).prefix(.random(in: 0...4, using: &dice)).map {
            number in
            let rows = (0..<Int.random(in: 0...5, using: &dice)).compactMap { _ in
                names.popLast().map { name in
                    row(
                        name, ByteString("text \(Int.random(in: 0...3, using: &dice))"),
                        selection: { _, _ in },
                        accessory: .switchToggle(Bool.random(using: &dice)))
                }
            }
            return section(
                "s\(number)", rows,
                header: Bool.random(using: &dice) ? "head" : nil)
        }
    }

    @Test func row21ADiffMakesTheNewSectionsOfTheOldOnes() {
        var dice = SeededGenerator(seed: 2021)
        var old = anySections(&dice)
        for _ in 0..<(Self.isLong ? 20_000 : 1_000) {
            let new = anySections(&dice)
            let diff = ListDiff(from: old, to: new)
            #expect(diff.applied(to: old).hasSameContent(as: new))
            // What the diff says of single rows is true of them.
            let (before, after) = (old.paths, new.paths)
            #expect(Set(diff.removedRows.map(\.uuid)) == Set(before.keys).subtracting(after.keys))
            #expect(
                Set(diff.insertedRows.map(\.row.uuid)) == Set(after.keys).subtracting(before.keys))
            #expect(
                diff.movedRows.allSatisfy { after[$0.uuid] == $0.to && before[$0.uuid] == $0.from })
            old = new
        }
        #expect(ListDiff(from: old, to: old).isEmpty)
    }

    @Test func row21AsFewRowsMoveAsCanBe() {
        let old = [section("s", (0..<6).map { row("\($0)") })]
        let new = [section("s", [5, 0, 1, 2, 4, 3].map { row("\($0)") })]
        #expect(ListDiff(from: old, to: new).movedRows.count == 2)
        let swapped = [section("t", []), old[0]]
        let diff = ListDiff(from: [old[0], section("t", [])], to: swapped)
        #expect(diff.movedRows.isEmpty)
        #expect(diff.movedSections.count == 1)
    }

    @Test func afterAnyWalkTheScreenShowsWhatTheListHolds() throws {
        var dice = SeededGenerator(seed: 7)
        let list = DataSource(mode: .multiple)
        let mirror = ListMirror()
        list.attach(mirror)
        var events = 0
        _ = list.log.listen { announcement in
            if announcement.name == "rows_diff" { events += 1 }
        }
        for step in 0..<(Self.isLong ? 100_000 : 3_000) {
            let (before, selection, told) = (list.sections, list.selection, events)
            let section = Int.random(in: -1...4, using: &dice)
            let target = RowTarget.at(section, Int.random(in: -1...5, using: &dice))
            var failed: Refusal?
            do throws(Refusal) {
                switch Int.random(in: 0...9, using: &dice) {
                case 0, 1:
                    let next = anySections(&dice)
                    try list.set(next)
                case 2:
                    let fails = Bool.random(using: &dice)
                    let next = anySections(&dice)
                    try list.update { sections in
                        sections = next
                        if fails { throw Oops() }
                    }
                case 3: try list.toggle(target)
                case 4, 5: try list.select(target)
                case 6: try list.deselect()
                case 7: try list.reload()
                case 8: try list.update { if !$0.isEmpty { $0.append($0[0]) } }
                default:
                    // A handler that asks for more.
                    let next = anySections(&dice)
                    try list.update { [unowned list] sections in
                        try list.set(next)
                        sections.reverse()
                    }
                }
            } catch {
                failed = error
            }
            if failed != nil {
                #expect(list.sections.hasSameContent(as: before))
                #expect(list.selection == selection)
                #expect(events == told)
            }
            #expect(events - told <= 2)
            #expect(mirror.sections.hasSameContent(as: list.sections), "step \(step)")
            #expect(mirror.selection == list.selection)
            #expect(list.selection.allSatisfy { list.state.path(of: $0) != nil })
            #expect(list.isAtRest)
        }
    }
}
