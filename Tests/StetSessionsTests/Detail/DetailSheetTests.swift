import StetCore
import Testing

@testable import StetSessions

/// Sessions shown as sheets.
@Suite struct DetailSheetTests {
    let collection = teas()
    let stage = Stage()
    let diary = Diary()

    private func session(_ key: ByteString = "as") throws -> DetailSession {
        let session = try DetailSession.edit(
            key, of: collection,
            .init { settings in
                settings.log = stage.log
                settings.handlers.onCancel = { _, _ in diary.add("on_cancel") }
                settings.handlers.onSave = { _, _ in
                    diary.add("on_save")
                    return .done
                }
                settings.handlers.onDismiss = { diary.add("on_dismiss \($0.rawValue)") }
            })
        return session
    }

    @Test(arguments: [
        ("choose Discard", ["on_cancel", "on_dismiss inside"], false, "Assam"),
        ("choose Save", ["on_save", "on_dismiss inside"], false, "Ceylon"),
        ("choose Keep editing", [], true, "Assam"), ("cancel", [], true, "Assam"),
    ])
    func row30DirtyGuardOfASession(
        choice: String, handlers: [String], stays: Bool, name: String
    ) throws {
        let session = try session()
        let sheet = try DetailSheet(session, at: stage.root)
        try session.setText("name", "Ceylon")
        #expect(try sheet.sheet?.attemptDismiss() == .modal)
        #expect(stage.dialogs.current?.request.title == "as has changes")
        if choice == "cancel" {
            try stage.dialogs.escape()
        } else {
            try stage.dialogs.choose(String(choice.dropFirst("choose ".count)))
        }
        #expect(diary.lines == handlers)
        #expect(session.isOpen == stays)
        #expect((sheet.sheet != nil) == stays)
        #expect(stage.stack.isEmpty == !stays)
        #expect(stage.dialogs.current == nil)
        #expect(try collection.texts("as")?[1] == name)
    }

    @Test func savingDismissesTheSheetFromInside() throws {
        let session = try session()
        _ = try DetailSheet(session, at: stage.root)
        try session.setText("name", "Ceylon")
        try session.save()
        #expect(
            stage.log.descriptions == [
                "session_opened(edit, as)", "sheet_presented(edit as)", "field_changed(name)",
                "saved(as)", "session_closed(inside)", "sheet_dismissed(edit as, inside)",
            ])
        #expect(diary.lines == ["on_save", "on_dismiss inside"])
    }

    @Test func anUntouchedSheetIsSwipedAwayAndItsSessionEnds() throws {
        let session = try session()
        let sheet = try DetailSheet(session, at: stage.root)
        #expect(try sheet.sheet?.attemptDismiss() == .dismissed)
        #expect(!session.isOpen)
        #expect(diary.lines == ["on_dismiss gesture"])
    }

    @Test func whenTheParentGoesTheSessionGoesWithItsDialog() throws {
        let isPresented = Reference(true)
        var parent: SheetHandle?
        var declaration = SheetDeclaration("parent", isPresented: isPresented)
        declaration.content = { parent = $0 }
        try stage.root.sheet(declaration)
        let session = try session()
        _ = try DetailSheet(session, at: try #require(parent).presenter())
        try session.setText("name", "Ceylon")
        #expect(try !session.attemptDismiss())
        #expect(stage.dialogs.current != nil)
        isPresented.value = false
        #expect(stage.dialogs.current == nil)
        #expect(!session.isOpen)
        #expect(stage.stack.isEmpty)
        #expect(diary.lines == ["on_dismiss parent"])
        #expect(!collection.isDirty)
    }

    @Test func aSessionIsPresentedOnceAndOnlyWhileItIsOpen() throws {
        let session = try session()
        _ = try DetailSheet(session, at: stage.root)
        #expect(refusal { _ = try DetailSheet(session, at: stage.root) }?.reason == .state)
        try session.close()
        #expect(refusal { _ = try DetailSheet(session, at: stage.root) }?.reason == .state)
        #expect(stage.stack.isEmpty)
    }

    @Test func aSaveThatIsRefusedFromTheDialogLeavesAllOpen() throws {
        let session = try session()
        let sheet = try DetailSheet(session, at: stage.root)
        try session.setText("grams", "none")
        _ = try sheet.sheet?.attemptDismiss()
        #expect(refusal { try stage.dialogs.choose("Save") }?.reason == .invalid)
        #expect(session.isOpen)
        #expect(sheet.sheet?.isPresented == true)
        #expect(stage.log.descriptions.contains("alert_shown(grams must be an integer)"))
    }
}
