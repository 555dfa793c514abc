import Testing

@testable import StetSessions

@Suite struct SheetTests {
    let fixture = SheetFixture()

    @Test func row27ItemSwapAndSameIdentityChange() throws {
        let item = Reference<Fruit?>(nil)
        try fixture.stage.root.sheet(fixture.fruitDeclaration(item))
        item.value = Fruit(name: "fig", weight: 5)
        #expect(fixture.takeLog() == ["content 5", "sheet_presented(fruit fig)"])

        item.value = Fruit(name: "fig", weight: 6)
        #expect(fixture.takeLog() == [])

        item.value = Fruit(name: "plum")
        #expect(
            fixture.takeLog() == [
                "sheet_replaced(fruit fig)", "sheet_dismissed(fruit fig, replaced)",
                "on_dismiss fruit fig replaced, item plum", "content 1",
                "sheet_presented(fruit plum)",
            ])
        item.value = nil
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(fruit plum, binding)",
                "on_dismiss fruit plum binding, item nil",
            ])
    }

    @Test func row27AnOnDismissThatClearsTheItemKeepsTheNextFromAppearing() throws {
        let item = Reference<Fruit?>(Fruit(name: "fig"))
        try fixture.stage.root.sheet(fixture.fruitDeclaration(item) { item.value = nil })
        _ = fixture.takeLog()
        item.value = Fruit(name: "plum")
        #expect(
            fixture.takeLog() == [
                "sheet_replaced(fruit fig)", "sheet_dismissed(fruit fig, replaced)",
                "on_dismiss fruit fig replaced, item plum",
            ])
        #expect(fixture.stage.stack.isEmpty)
    }

    @Test func row28ModalAttempt() throws {
        let flag = Reference(true)
        let registration = try fixture.stage.root.sheet(fixture.declaration("editor", flag))
        let sheet = try #require(registration.sheet)
        var isDirty = true
        sheet.isModal = .asked { isDirty }
        sheet.onAttemptToDismiss { [fixture] () throws(Refusal) in
            fixture.note("first")
            throw Refusal(.handler, "no first")
        }
        sheet.onAttemptToDismiss { [fixture] in fixture.note("second") }
        _ = fixture.takeLog()

        #expect(try sheet.attemptDismiss() == .modal)
        #expect(sheet.isPresented)
        #expect(
            fixture.takeLog() == [
                "attempt_refused(editor)", "first", "handler_error(on_attempt of editor, no first)",
                "second",
            ])

        try sheet.dismiss()
        #expect(!sheet.isPresented)
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, inside)", "on_dismiss editor inside, flag false",
            ])

        flag.value = true
        let again = try #require(registration.sheet)
        again.onAttemptToDismiss { [fixture] in fixture.note("never") }
        isDirty = false
        _ = fixture.takeLog()
        #expect(try again.attemptDismiss() == .dismissed)
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, gesture)", "on_dismiss editor gesture, flag false",
            ])
    }

    @Test func aPredicateThatRaisesRefusesTheAttemptAndTellsNoHandler() throws {
        let registration = try fixture.stage.root.sheet(
            fixture.declaration("editor", Reference(true)))
        let sheet = try #require(registration.sheet)
        sheet.isModal = .asked { () throws(Refusal) in throw Refusal(.handler, "lost") }
        sheet.onAttemptToDismiss { [fixture] in fixture.note("never") }
        _ = fixture.takeLog()
        #expect(throws: Refusal(.handler, "lost")) { try sheet.attemptDismiss() }
        #expect(sheet.isPresented)
        #expect(fixture.takeLog() == ["handler_error(is_modal of editor, lost)"])
    }

    @Test func row29DismissFromInsideAndReentrancy() throws {
        let flag = Reference(false)
        var second: Refusal?
        var handle: SheetHandle?
        var presentations = 0
        let declaration = fixture.declaration(
            "editor", flag,
            content: { sheet in
                handle = sheet
                presentations += 1
            },
            onDismiss: {
                do throws(Refusal) { try handle?.dismiss() } catch { second = error }
                if presentations < 3 { flag.value = true }
            })
        try fixture.stage.root.sheet(declaration)
        flag.value = true
        let first = try #require(handle)
        _ = fixture.takeLog()
        try first.dismiss(result: 7)
        #expect(second == Refusal(.state, "the sheet “editor” is not presented"))
        #expect(first.result as? Int == 7)
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, inside)", "on_dismiss editor inside, flag false",
                "sheet_presented(editor)",
            ])
        #expect(handle !== first)
        #expect(first.state == .dismissed)
        #expect(throws: Refusal(.state, "the sheet “editor” is not presented")) {
            try first.attemptDismiss()
        }
        #expect(handle?.isPresented == true)
    }

    @Test func aSheetMayDismissItselfWhileItsContentIsMade() throws {
        let flag = Reference(true)
        try fixture.stage.root.sheet(
            fixture.declaration(
                "brief", flag, content: { sheet throws(Refusal) in try sheet.dismiss() }))
        #expect(
            fixture.takeLog() == [
                "sheet_presented(brief)", "sheet_dismissed(brief, inside)",
                "on_dismiss brief inside, flag false",
            ])
    }

    @Test func row30NestedSheetsCloseFromTheInnermost() throws {
        let flags = [Reference(true), Reference(true), Reference(true)]
        let names = ["outer", "middle", "inner"]
        func declare(_ index: Int, at presenter: Presenter) throws(Refusal) {
            try presenter.sheet(
                fixture.declaration(
                    names[index], flags[index],
                    content: { sheet throws(Refusal) in
                        if index < 2 { try declare(index + 1, at: sheet.presenter()) }
                        if index == 2 { sheet.isModal = .fixed(true) }
                    }))
        }
        try declare(0, at: fixture.stage.root)
        #expect(fixture.stage.stack.map(\.name) == names)
        _ = fixture.takeLog()
        let outer = fixture.stage.stack[0]
        let inner = fixture.stage.stack[2]
        #expect(throws: Refusal(.state, "another sheet is over it")) {
            try outer.attemptDismiss()
        }
        try outer.dismiss()
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(inner, parent)", "on_dismiss inner parent, flag false",
                "sheet_dismissed(middle, parent)", "on_dismiss middle parent, flag false",
                "sheet_dismissed(outer, inside)", "on_dismiss outer inside, flag false",
            ])
        #expect(fixture.stage.stack.isEmpty)
        #expect(inner.state == .dismissed)
        // The references of sheets that are gone count no longer.
        flags[1].value = true
        #expect(fixture.takeLog() == [])
        #expect(throws: Refusal.self) {
            try inner.presenter().sheet(fixture.declaration("late", Reference(true)))
        }
    }

    @Test func aModalInnerSheetIsReplacedTogetherWithWhatPresentsIt() throws {
        let item = Reference<Fruit?>(Fruit(name: "fig"))
        try fixture.stage.root.sheet(fixture.fruitDeclaration(item))
        let registration = try fixture.stage.stack[0].presenter().sheet(
            fixture.declaration("note", Reference(true)))
        registration.sheet?.isModal = .fixed(true)
        _ = fixture.takeLog()
        item.value = Fruit(name: "plum")
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(note, parent)", "on_dismiss note parent, flag false",
                "sheet_replaced(fruit fig)", "sheet_dismissed(fruit fig, replaced)",
                "on_dismiss fruit fig replaced, item plum", "content 1",
                "sheet_presented(fruit plum)",
            ])
    }

    @Test func whenTwoWantToPresentTheSecondWaitsAndIsReadAgain() throws {
        let flags = [Reference(true), Reference(true), Reference(true)]
        for (name, flag) in zip(["a", "b", "c"], flags) {
            try fixture.stage.root.sheet(fixture.declaration(name, flag))
        }
        #expect(
            fixture.takeLog() == ["sheet_presented(a)", "sheet_deferred(b)", "sheet_deferred(c)"])
        flags[1].value = false
        flags[0].value = false
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(a, binding)", "on_dismiss a binding, flag false",
                "sheet_presented(c)",
            ])
        flags[1].value = true
        flags[2].value = false
        #expect(
            fixture.takeLog() == [
                "sheet_deferred(b)", "sheet_dismissed(c, binding)",
                "on_dismiss c binding, flag false", "sheet_presented(b)",
            ])
    }

    @Test func aFlagThatIsClearedAndSetInOneHandlerChangesNothing() throws {
        let flag = Reference(true)
        let registration = try fixture.stage.root.sheet(fixture.declaration("editor", flag))
        let sheet = try #require(registration.sheet)
        sheet.isModal = .fixed(true)
        sheet.onAttemptToDismiss {
            flag.value = false
            flag.value = true
        }
        _ = fixture.takeLog()
        _ = try sheet.attemptDismiss()
        #expect(fixture.takeLog() == ["attempt_refused(editor)"])
        #expect(sheet.isPresented)
    }

    @Test func contentThatRaisesPresentsNothing() throws {
        let flag = Reference(false)
        let failing = fixture.declaration(
            "editor", flag,
            content: { _ throws(Refusal) in throw Refusal(.handler, "no paper") })
        try fixture.stage.root.sheet(failing)
        flag.value = true
        #expect(fixture.takeLog() == ["handler_error(content of editor, no paper)"])
        #expect(flag.value == false)
        #expect(fixture.stage.stack.isEmpty)
    }

    @Test func anOnDismissThatRaisesDoesNotKeepTheSheet() throws {
        let flag = Reference(true)
        try fixture.stage.root.sheet(
            fixture.declaration(
                "editor", flag,
                onDismiss: { () throws(Refusal) in throw Refusal(.handler, "too late") }))
        _ = fixture.takeLog()
        flag.value = false
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, binding)", "on_dismiss editor binding, flag false",
                "handler_error(on_dismiss of editor, too late)",
            ])
        #expect(fixture.stage.stack.isEmpty)
    }

    @Test func anItemThatCannotBeReadLeavesTheSheetThatIsThere() throws {
        let item = Reference<Fruit?>(Fruit(name: "fig"))
        var declaration = fixture.fruitDeclaration(item)
        declaration.read = { () throws(Refusal) in
            guard let fruit = item.value else { return .nothing }
            guard fruit.name != "" else { throw Refusal(.value, "the item has no name") }
            return .item(Identity(fruit.name))
        }
        try fixture.stage.root.sheet(declaration)
        _ = fixture.takeLog()
        item.value = Fruit(name: "")
        #expect(fixture.takeLog() == ["handler_error(item of fruit, the item has no name)"])
        #expect(fixture.stage.stack.map(\.name) == ["fruit fig"])
    }

    @Test func aDeclarationThatIsTakenBackTakesItsSheetAlong() throws {
        let flag = Reference(true)
        let registration = try fixture.stage.root.sheet(fixture.declaration("editor", flag))
        _ = fixture.takeLog()
        registration.remove()
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, binding)", "on_dismiss editor binding, flag true",
            ])
        flag.value = false
        flag.value = true
        #expect(fixture.takeLog() == [])
    }

    @Test func handlersThatPresentAndDismissForEverAreStopped() throws {
        let flag = Reference(false)
        try fixture.stage.root.sheet(
            fixture.declaration(
                "loop", flag, content: { sheet throws(Refusal) in try sheet.dismiss() },
                onDismiss: { flag.value = true }))
        flag.value = true
        #expect(fixture.log.contains { $0.contains("handlers answered each other 1000 times") })
        #expect(!fixture.stage.isBusy)
    }

    @Test func allSheetsAndDialogsGoWhenTheStageIsCleared() throws {
        try fixture.stage.root.sheet(fixture.declaration("editor", Reference(true)))
        try fixture.stage.dialogs.ask(.alert(title: "Note"))
        _ = fixture.takeLog()
        try fixture.stage.clear()
        #expect(
            fixture.takeLog() == [
                "sheet_dismissed(editor, parent)", "on_dismiss editor parent, flag false",
                "dialog_withdrawn(Note)",
            ])
    }
}
