import StetCore
import Testing

@testable import StetSessions

/// Sessions that open and close with a reference.
@Suite struct SessionSlotTests {
    let collection = teas()
    let reference = Reference<Identity?>(nil)
    let log = EventLog()
    let diary = Diary()

    private func slot(
        _ onDismiss: @escaping (DismissReason) -> Void = { _ in }
    ) -> SessionSlot<Identity> {
        SessionSlot(reference, log: log) {
            [collection, log, diary, reference] identity throws(Refusal) in
            try DetailSession.edit(
                ByteString(identity.description), of: collection,
                .init { settings in
                    settings.log = log
                    settings.handlers.onDismiss = { reason in
                        diary.add(
                            "\(identity) \(reason.rawValue) \(reference.value?.description ?? "nil")"
                        )
                        onDismiss(reason)
                    }
                })
        }
    }

    @Test func aValueOpensAndNilCloses() throws {
        let slot = slot()
        #expect(slot.session == nil)
        reference.value = Identity("as")
        #expect(slot.session?.draft.text("name") == "Assam")
        try slot.session?.setText("name", "x")
        reference.value = nil
        #expect(slot.session == nil)
        #expect(diary.lines == ["as binding nil"])
        #expect(!collection.isDirty)
    }

    @Test func anotherValueReplacesAndTheSameDoesNothing() {
        let slot = slot()
        reference.value = Identity("as")
        let first = slot.session
        reference.value = Identity("as")
        #expect(slot.session === first)
        reference.value = Identity("dj")
        #expect(slot.session?.draft.text("name") == "Darjeeling")
        #expect(first?.isOpen == false)
        #expect(diary.lines == ["as replaced dj"])
        #expect(
            log.descriptions == [
                "session_opened(edit, as)", "session_closed(replaced)", "session_opened(edit, dj)",
            ])
    }

    @Test func aSessionWithChangesIsNotReplacedUnlessForced() throws {
        let slot = slot()
        reference.value = Identity("as")
        try slot.session?.setText("name", "Ceylon")
        reference.value = Identity("dj")
        #expect(reference.value == Identity("as"))
        #expect(slot.session?.draft.text("name") == "Ceylon")
        #expect(log.descriptions.last == "replacement_refused(dj)")
        slot.replaceForced(Identity("dj"))
        #expect(slot.session?.draft.text("name") == "Darjeeling")
        #expect(diary.lines == ["as replaced dj"])
    }

    @Test func whatCannotBeOpenedResetsTheReference() {
        let slot = slot()
        reference.value = Identity("zz")
        #expect(reference.value == nil)
        #expect(slot.session == nil)
        #expect(log.descriptions == ["opening_refused(no record with id “zz”)"])
    }

    /// Clearing the reference in `on_dismiss` is the usual idiom. Whoever is to come next is
    /// looked up after it, so nobody is presented for a moment only.
    @Test func theReferenceIsReadAgainAfterOnDismiss() {
        let slot = slot { [reference] _ in reference.value = nil }
        reference.value = Identity("as")
        reference.value = Identity("dj")
        #expect(slot.session == nil)
        #expect(diary.lines == ["as replaced dj"])
        #expect(log.descriptions == ["session_opened(edit, as)", "session_closed(replaced)"])
    }

    @Test func onDismissMayOpenTheNext() throws {
        let next = Diary()
        let slot = slot { [reference] _ in
            if next.lines.isEmpty {
                next.add("once")
                reference.value = Identity("se")
            }
        }
        reference.value = Identity("as")
        try slot.session?.cancel()
        #expect(slot.session?.draft.text("name") == "Sencha")
        #expect(diary.lines == ["as inside nil"])
    }

    @Test func handlersThatSetTheReferenceForEverAreStopped() throws {
        let slot = slot { [reference] _ in
            reference.value = Identity("zz")
        }
        reference.value = Identity("as")
        try slot.session?.cancel()
        #expect(slot.session == nil)
        #expect(reference.value == nil)
    }

    @Test func aReferenceSetByAHandlerWaitsForItsEnd() throws {
        let reference = reference
        let collection = collection
        let slot = SessionSlot(reference, log: log) { identity throws(Refusal) in
            try DetailSession.edit(
                ByteString(identity.description), of: collection,
                .init { settings in
                    settings.handlers.onSave = { _, _ in
                        reference.value = Identity("dj")
                        return .done
                    }
                })
        }
        reference.value = Identity("as")
        try slot.session?.setText("name", "Ceylon")
        try slot.session?.save()
        #expect(try collection.texts("as")?[1] == "Ceylon")
        #expect(slot.session?.draft.text("name") == "Darjeeling")
    }

    @Test func menusTellAbsentFromDisabled() {
        let menu = RowMenu(canEdit: false, canDelete: nil)
        #expect(menu[.delete] == nil)
        #expect(menu[.edit]?.isEnabled == false)
        #expect(
            refusal { try menu.require(.delete) }
                == Refusal(.value, "the menu has no delete"))
        #expect(
            refusal { try menu.require(.edit) }
                == Refusal(.notAllowed, "edit is disabled for this record"))
        let full = RowMenu(canEdit: true, canDelete: true)
        #expect(full[.edit]?.edge == .leading)
        #expect(full[.delete]?.edge == .trailing)
        #expect(full[.delete]?.role == .destructive)
    }
}
