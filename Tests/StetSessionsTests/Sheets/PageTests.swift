import Testing

@testable import StetSessions

@Suite struct PageTests {
    let fixture = SheetFixture()

    private func sheet(_ flag: Reference<Bool>) throws -> SheetHandle {
        let registration = try fixture.stage.root.sheet(fixture.declaration("wizard", flag))
        return try #require(registration.sheet)
    }

    @Test func aWizardGoesForwardThroughItsValidatorsAndDismissesItself() throws {
        let flag = Reference(true)
        let sheet = try sheet(flag)
        var name = ""
        let pages = try sheet.setPages(
            [
                SheetPage(title: "Name", validate: { name.isEmpty ? ["a name is required"] : [] }),
                SheetPage(title: "Done"),
            ],
            onFinish: { name == "fig" ? [] : ["only figs", "today"] })
        _ = fixture.takeLog()
        #expect(throws: Refusal(.state, "this is the first page")) { try pages.back() }
        #expect(throws: Refusal(.invalid, "a name is required")) { try pages.next() }
        #expect(pages.index == 0)
        name = "plum"
        try pages.next()
        #expect(pages.index == 1)
        try pages.back()
        try pages.next()
        #expect(throws: Refusal(.invalid, "only figs; today")) { try pages.next() }
        #expect(pages.messages == ["only figs", "today"])
        #expect(pages.index == 1)
        name = "fig"
        try pages.next()
        #expect(
            fixture.takeLog() == [
                "page_refused(wizard, 1, a name is required)", "page_changed(wizard, 2)",
                "page_changed(wizard, 1)", "page_changed(wizard, 2)",
                "page_refused(wizard, 2, only figs, today)", "pages_finished(wizard)",
                "sheet_dismissed(wizard, inside)", "on_dismiss wizard inside, flag false",
            ])
        #expect(throws: Refusal(.state, "the pages are finished")) { try pages.next() }
    }

    @Test func aValidatorThatRaisesOrTurnsPagesLeavesThePageAsItIs() throws {
        let sheet = try sheet(Reference(true))
        var inner: Refusal?
        let pages = try sheet.setPages([
            SheetPage(
                title: "First",
                validate: { [unowned sheet] () throws(Refusal) in
                    do throws(Refusal) { try sheet.pages?.next() } catch { inner = error }
                    throw Refusal(.handler, "lost")
                }), SheetPage(title: "Second"),
        ])
        _ = fixture.takeLog()
        #expect(throws: Refusal(.handler, "lost")) { try pages.next() }
        #expect(inner == Refusal(.busy, "the page is being checked"))
        #expect(pages.index == 0)
        #expect(fixture.takeLog() == ["handler_error(page 1 of wizard, lost)"])
        #expect(throws: Refusal.self) { try sheet.setPages([SheetPage(title: "More")]) }
        try sheet.dismiss()
        #expect(throws: Refusal(.state, "the sheet has gone")) { try pages.next() }
    }

    @Test func everyEventInEveryStateOfThePagesIsAMoveOrARefusal() {
        let states: [PageMachine.State] = [
            .on(0, of: 2), .on(1, of: 2), .validating(0, of: 2), .validating(1, of: 2),
            .finishing(of: 2), .finished, .ended,
        ]
        var moves: [[PageMachine.Event]] = []
        for state in states {
            moves.append(
                PageMachine.Event.allCases.filter { event in
                    switch PageMachine.transition(state, event) {
                    case .move, .abandon: return true
                    case .refuse(let refusal):
                        #expect(!refusal.message.isEmpty)
                        return false
                    }
                })
        }
        #expect(
            moves == [
                [.next, .end], [.next, .back, .end], [.accepted, .rejected, .end],
                [.accepted, .rejected, .end], [.accepted, .rejected, .end], [.end], [.end],
            ])
    }
}
