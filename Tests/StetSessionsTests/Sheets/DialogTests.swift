import Testing

@testable import StetSessions

@Suite struct DialogTests {
    let fixture = SheetFixture()

    private let leave = DialogRequest(
        title: "Leave?",
        buttons: [.init(.destructive, "Discard"), .init(.default, "Save"), .cancel()])

    @Test func row30AnActionSheetClosesBeforeItsActionRuns() throws {
        let flag = Reference(true)
        var answers: [DialogMachine.Answer] = []
        let binding = try DialogBinding(leave, on: fixture.stage.dialogs, isPresented: flag) {
            [fixture] answer in
            answers.append(answer)
            let isShown = fixture.stage.dialogs.current != nil
            fixture.note("action, flag \(flag.value), shown \(isShown)")
        }
        try fixture.stage.dialogs.choose("Save")
        #expect(answers == [.button(1)])
        #expect(
            fixture.takeLog() == [
                "dialog_shown(Leave?)", "dialog_chosen(Leave?, Save)",
                "action, flag false, shown false",
            ])

        flag.value = true
        try fixture.stage.dialogs.escape()
        flag.value = true
        flag.value = false
        #expect(answers == [.button(1), .button(2), .withdrawn])
        binding.remove()
        flag.value = true
        #expect(fixture.stage.dialogs.current == nil)
    }

    @Test func escapeWithoutACancelButtonChoosesNothing() throws {
        var answer: DialogMachine.Answer?
        try fixture.stage.dialogs.ask(.alert(title: "Not saved")) { answer = $0 }
        try fixture.stage.dialogs.escape()
        #expect(answer == .nothing)
        #expect(throws: Refusal(.state, "no dialog is shown")) {
            try fixture.stage.dialogs.escape()
        }
    }

    @Test func dialogsWaitForEachOther() throws {
        let dialogs = fixture.stage.dialogs
        var order: [String] = []
        try dialogs.ask(.alert(title: "one")) { [dialogs] _ throws(Refusal) in
            order.append("one")
            try dialogs.ask(.alert(title: "three")) { _ in order.append("three") }
        }
        try dialogs.ask(.alert(title: "two")) { _ in order.append("two") }
        let four = try dialogs.ask(.alert(title: "four")) { order.append("four \($0)") }
        try dialogs.withdraw(four)
        #expect(dialogs.unanswered.map(\.request.title) == ["one", "two"])
        for _ in 1...3 { try dialogs.choose("OK") }
        #expect(order == ["four withdrawn", "one", "two", "three"])
        #expect(dialogs.unanswered.isEmpty)
        #expect(throws: Refusal.self) { try dialogs.withdraw(four) }
    }

    @Test func aDialogGoesWithItsSheet() throws {
        let registration = try fixture.stage.root.sheet(
            fixture.declaration("editor", Reference(true)))
        let sheet = try #require(registration.sheet)
        var answer: DialogMachine.Answer?
        try fixture.stage.dialogs.ask(leave, owner: sheet.number) { answer = $0 }
        #expect(throws: Refusal(.state, "the dialog “Leave?” waits for an answer")) {
            try sheet.attemptDismiss()
        }
        try sheet.dismiss()
        #expect(answer == .withdrawn)
        #expect(fixture.stage.dialogs.current == nil)
    }

    @Test func anActionThatRaisesIsReported() throws {
        try fixture.stage.dialogs.ask(.alert(title: "Note")) { _ throws(Refusal) in
            throw Refusal(.handler, "no ink")
        }
        try fixture.stage.dialogs.choose("1")
        #expect(fixture.takeLog().last == "handler_error(dialog “Note”, no ink)")
        #expect(fixture.stage.dialogs.current == nil)
    }

    /// The editor of the source's example: swiping a changed record asks; each answer ends as it
    /// says.
    @Test(arguments: [
        ("Discard", ["cancel"], true), ("Save", ["save"], true), ("Cancel", [], false),
    ])
    func row30DirtyGuard(choice: String, done: [String], isGone: Bool) throws {
        var actions: [String] = []
        var isDirty = false
        let flag = Reference(true)
        let registration = try fixture.stage.root.sheet(fixture.declaration("editor", flag))
        let sheet = try #require(registration.sheet)
        sheet.isModal = .asked { isDirty }
        sheet.onAttemptToDismiss { [fixture, leave] () throws(Refusal) in
            try fixture.stage.dialogs.ask(leave, owner: sheet.number) {
                answer throws(Refusal) in
                switch answer {
                case .button(0): actions.append("cancel")
                case .button(1): actions.append("save")
                default: return
                }
                try sheet.dismiss()
            }
        }
        isDirty = true
        fixture.stage.input.feed([.swipe, .choose(choice)])
        #expect(fixture.stage.input.takeFailures() == [])
        #expect(actions == done)
        #expect(sheet.isPresented == !isGone)
        #expect(flag.value == !isGone)
        #expect(fixture.stage.dialogs.current == nil)
    }

    @Test func everyEventInEveryStateOfTheDialogsIsAMoveOrARefusal() {
        let dialogs = (1...3).map {
            DialogMachine.Dialog(number: $0, request: .alert(title: "\($0)"))
        }
        let states: [DialogMachine.State] = [
            .idle, .shown(dialogs[0], waiting: []), .shown(dialogs[0], waiting: [dialogs[1]]),
            .answering(dialogs[0], waiting: []), .answering(dialogs[0], waiting: [dialogs[1]]),
        ]
        var events: [DialogMachine.Event] = [.ask(dialogs[2])]
        for number in 1...3 {
            events += [
                .choose(number, button: 0), .choose(number, button: 5), .escape(number),
                .withdraw(number), .told(number),
            ]
        }
        var moves: [Int] = []
        for state in states {
            var count = 0
            for event in events {
                switch DialogMachine.transition(state, event) {
                case .move, .abandon: count += 1
                case .refuse(let refusal): #expect(!refusal.message.isEmpty)
                }
            }
            moves.append(count)
        }
        // Idle: ask. Shown: ask, choose, escape, withdraw, and those that wait. Answering: told.
        #expect(moves == [1, 4, 5, 1, 1])
    }
}
