import TestSupport
import Testing

@testable import StetSessions

@Suite struct SheetMachineTests {
    private typealias Machine = SheetMachine

    /// Every state that three sheets over one another, of two declarations, can be in.
    private static func states() -> [Machine.State] {
        func sheet(_ number: Int, waiting: Bool = false) -> Presentation {
            var sheet = Presentation(
                number: number, request: SheetRequest(declaration: 1, identity: .number(number)))
            if waiting { sheet.waiting = [SheetRequest(declaration: 2)] }
            return sheet
        }
        let stacks: [[Presentation]] = [
            [], [sheet(1)], [sheet(1, waiting: true)], [sheet(1), sheet(2)],
            [sheet(1), sheet(2), sheet(3)],
        ]
        var result: [Machine.State] = []
        for stack in stacks {
            result += [.settled(stack), .presenting(stack, sheet(9))]
            if !stack.isEmpty { result.append(.judging(stack)) }
            for reason in DismissReason.allCases {
                let departures = [
                    Departure(presentation: sheet(8), reason: .parent),
                    Departure(presentation: sheet(7), reason: reason),
                ]
                let presenter = stack.last?.number ?? 0
                result.append(.leaving(stack, departures, presenter: presenter))
                result.append(
                    .leaving(stack, Array(departures.dropFirst()), presenter: presenter))
            }
        }
        return result
    }

    private static func events() -> [Machine.Event] {
        let requests: [[SheetRequest]] = [
            [], [SheetRequest(declaration: 1, identity: .number(1))],
            [SheetRequest(declaration: 1, identity: .number(5))], [SheetRequest(declaration: 2)],
            [SheetRequest(declaration: 1, identity: .number(1)), SheetRequest(declaration: 2)],
        ]
        var result: [Machine.Event] = [.dismissAll]
        result += Machine.Verdict.allCases.map { .judged($0) }
        for number in 0...9 {
            result += [
                .changed(presenter: number), .built(number), .failed(number), .attempt(number),
                .dismiss(number), .left(number),
            ]
            result += requests.map { .wanted(presenter: number, $0, number: 20) }
        }
        return result
    }

    private static func name(of event: Machine.Event) -> String {
        String("\(event)".prefix { $0 != "(" })
    }

    @Test func everyEventInEveryStateIsAMoveOrARefusalWithAReason() {
        var moves: [String: Set<String>] = [:]
        for state in Self.states() {
            for event in Self.events() {
                let stateName = String("\(state)".prefix { $0 != "(" })
                switch Machine.transition(state, event) {
                case .refuse(let refusal):
                    #expect(!refusal.message.isEmpty)
                    #expect(refusal.reason == .state || refusal.reason == .busy)
                case .move(let next, let effects), .abandon(let next, let effects, _):
                    moves[stateName, default: []].insert(Self.name(of: event))
                    let violation = Self.violation(of: next, effects)
                    #expect(violation == nil, "\(state) \(event)")
                }
            }
        }
        #expect(
            moves == [
                "settled": ["changed", "wanted", "attempt", "dismiss", "dismissAll"],
                "presenting": ["built", "failed"],
                "judging": ["judged"],
                "leaving": ["left"],
            ])
    }

    /// What a state and its effects must have in common.
    private static func violation(
        of state: Machine.State, _ effects: [Machine.Effect]
    ) -> String? {
        let answers = effects.count {
            switch $0 {
            case .read, .build, .judge, .notify: true
            default: false
            }
        }
        let (stack, isMoving): ([Presentation], Bool) =
            switch state {
            case .settled(let stack): (stack, false)
            case .presenting(let stack, let sheet): (stack + [sheet], true)
            case .judging(let stack): (stack, true)
            case .leaving(let stack, let departures, _):
                (stack + departures.map(\.presentation), true)
            }
        if Set(stack.map(\.number)).count != stack.count { return "a number is there twice" }
        if isMoving, answers != 1 { return "nothing would end the state" }
        if !isMoving, answers > 1 { return "more than one answer" }
        return nil
    }

    /// Each presenter has its flags and items; handlers do as they like, too.
    @Test func aRandomWalkPresentsOneSheetEachAndDismissesItOnce() throws {
        let walk = SheetWalk(seed: 20_261)
        for _ in 0..<Walks.length { walk.step() }
        #expect(walk.problems == [])
        #expect(walk.presented > Walks.length / 10)
        #expect(Set(walk.reasons.keys) == Set(DismissReason.allCases))
        try walk.stage.clear()
        #expect(walk.alive.isEmpty)
        #expect(walk.dismissed == walk.presented)
    }
}

/// Does random things to a stage, and notes what must not be.
private final class SheetWalk {
    let stage = Stage(log: EventLog(limit: 100))
    private(set) var problems: [String] = []
    private(set) var presented = 0
    private(set) var dismissed = 0
    private(set) var reasons: [DismissReason: Int] = [:]
    /// Sheets whose content was made and whose on_dismiss has not run, by number.
    private(set) var alive: [Int: SheetHandle] = [:]
    private var dead: [SheetHandle] = []
    private var generator: SeededGenerator
    private var flags: [Int: [Reference<Bool>]] = [:]
    private var items: [Int: Reference<Fruit?>] = [:]
    private var isInHandler = false

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        declare(at: stage.root)
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private func expect(_ isTrue: Bool, _ problem: String) {
        if !isTrue, problems.count < 10 { problems.append(problem) }
    }

    private func declare(at presenter: Presenter) {
        let number = presenter.number
        flags[number] = [Reference(false), Reference(false)]
        let item = Reference<Fruit?>(nil)
        items[number] = item
        var declarations = (flags[number] ?? []).map { SheetDeclaration("flag", isPresented: $0) }
        declarations.append(
            SheetDeclaration("fruit", item: item, identity: { Identity($0.name) }))
        for var declaration in declarations {
            declaration.content = { [unowned self] handle in self.content(handle) }
            declaration.onDismiss = { [unowned self] handle, reason in
                self.onDismiss(handle, reason)
            }
            do throws(Refusal) {
                try presenter.sheet(declaration)
            } catch {
                problems.append("declaration refused: \(error)")
            }
        }
    }

    private func content(_ handle: SheetHandle) {
        presented += 1
        expect(alive[handle.number] == nil, "made twice")
        alive[handle.number] = handle
        let isModal = pick(3) == 0
        handle.isModal = .asked { isModal }
        handle.onAttemptToDismiss { [unowned self] in
            self.expect(isModal, "a handler was told of an attempt that was not refused")
            self.expect(handle.isPresented, "a refused attempt took the sheet away")
            self.meddle()
        }
        if handle.number != 0, stage.stack.count < 4 {
            declare(at: Presenter(number: handle.number, stage: stage))
        }
        meddle()
    }

    private func onDismiss(_ handle: SheetHandle, _ reason: DismissReason) {
        dismissed += 1
        reasons[reason, default: 0] += 1
        expect(alive.removeValue(forKey: handle.number) === handle, "on_dismiss ran twice")
        expect(!handle.isPresented, "presented in on_dismiss")
        dead.append(handle)
        if dead.count > 20 { dead.removeFirst() }
        flags[handle.number] = nil
        items[handle.number] = nil
        meddle()
    }

    /// What a handler does, sometimes.
    private func meddle() {
        if pick(8) == 0 { act() }
    }

    func step() {
        act()
        expect(!stage.isBusy, "busy between steps")
        let stack = stage.stack
        expect(Set(stack.map(\.number)) == Set(alive.keys), "handles and sheets differ")
        expect(dead.allSatisfy { $0.state == .dismissed }, "a handle outlived its sheet")
        expect(
            zip(stack, stack.dropFirst()).allSatisfy { stage.sheet(presentedBy: $0.number) === $1 },
            "two sheets of one presenter")
    }

    private func act() {
        let presenters = [0] + alive.keys.sorted()
        let number = presenters[pick(presenters.count)]
        switch pick(7) {
        case 0, 1: if let flags = flags[number] { flags[pick(2)].value.toggle() }
        case 2: items[number]?.value = Fruit(name: "fruit\(pick(2))", weight: pick(3))
        case 3: if pick(3) == 0 { items[number]?.value = nil }
        case 4: if let handle = alive[number] { attempt { _ = try handle.attemptDismiss() } }
        case 5: if let handle = stage.stack.last { attempt { _ = try handle.attemptDismiss() } }
        default:
            if let handle = alive[number], pick(2) == 0 { attempt { try handle.dismiss() } }
            if let handle = dead.last {
                do throws(Refusal) {
                    try handle.dismiss()
                    problems.append("a dead handle dismissed something")
                } catch {}
            }
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { expect(error is Refusal, "\(error)") }
    }
}
