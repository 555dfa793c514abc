import Testing

@testable import StetSessions

@Suite struct ScriptedInputTests {
    let fixture = SheetFixture()

    @Test func inputIsReadFromWords() throws {
        for line in [
            "swipe", "dismiss", "choose 2", "choose Save all", "ok", "cancel", "next", "back",
        ] {
            #expect(try ScriptedInput(line).description == line)
        }
        #expect(try ScriptedInput("choose  Save ") == .choose("Save"))
        #expect(
            throws: Refusal(
                .value,
                "no input “swip”; did you mean \"swipe\"?; there are: swipe, dismiss, choose BUTTON, "
                    + "ok, cancel, next, back")
        ) { try ScriptedInput("swip") }
        #expect(throws: Refusal(.value, "“choose”: choose needs a button")) {
            try ScriptedInput("choose")
        }
        #expect(throws: Refusal(.value, "“next 2”: next takes nothing after it")) {
            try ScriptedInput("next 2")
        }
    }

    @Test func inputWaitsForWhatItIsMeantFor() throws {
        let flag = Reference(false)
        try fixture.stage.root.sheet(fixture.declaration("editor", flag))
        let input = fixture.stage.input
        input.feed([.choose("OK"), .swipe])
        #expect(input.waiting == [.choose("OK"), .swipe])
        var answers = 0
        try fixture.stage.dialogs.ask(.alert(title: "Note")) { _ in answers += 1 }
        #expect(answers == 1)
        #expect(input.waiting == [.swipe])
        flag.value = true
        #expect(flag.value == false)
        #expect(input.waiting == [])
    }

    @Test func inputThatDoesNotApplyIsAFailureAndEndsTheScript() throws {
        try fixture.stage.root.sheet(fixture.declaration("editor", Reference(true)))
        try fixture.stage.dialogs.ask(.alert(title: "Note"))
        fixture.stage.input.feed([.choose("Yes"), .swipe])
        #expect(
            fixture.stage.input.takeFailures().map(\.refusal.message)
                == ["the dialog “Note” has no button Yes; it has: OK"])
        #expect(fixture.stage.input.waiting == [])
        #expect(fixture.stage.input.takeFailures() == [])
        #expect(fixture.stage.stack.count == 1)
    }

    @Test func aQuestionAskedInAHandlerIsAnsweredThereAndThen() throws {
        let registration = try fixture.stage.root.sheet(
            fixture.declaration("editor", Reference(true)))
        let sheet = try #require(registration.sheet)
        sheet.isModal = .fixed(true)
        var answer: DialogMachine.Answer?
        sheet.onAttemptToDismiss { [fixture] () throws(Refusal) in
            let handle = try fixture.stage.dialogs.ask(.alert(title: "Stay"))
            answer = handle.answer
        }
        fixture.stage.input.feed([.swipe, .choose("OK")])
        #expect(answer == .button(0))
    }
}
