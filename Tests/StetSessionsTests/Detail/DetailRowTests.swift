import StetCore
import Testing

@testable import StetSessions

/// The acceptance rows of detail sessions, by their numbers.
@Suite struct DetailRowTests {
    @Test func row01DraftIsolation() throws {
        let collection = teas()
        let session = try DetailSession.edit("as", of: collection)
        try session.set("grams", .value(.integer(300)))
        try session.setText("name", "Assam, first flush")
        #expect(session.draft.value("grams") == .integer(300))
        #expect(try collection.texts("as") == ["as", "Assam", "250", "black"])
        #expect(session.form.isDirty)
        #expect(session.form.changes.map(\.field) == ["name", "grams"])
        try session.save()
        #expect(try collection.texts("as") == ["as", "Assam, first flush", "300", "black"])
        #expect(collection.changes().count == 1)
    }

    @Test func row02CancelDiscards() throws {
        let collection = teas()
        let diary = Diary()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.onCancel = { _, draft in
                    diary.add("cancel \(draft.value("grams"))")
                }
                settings.handlers.onDismiss = { diary.add("dismiss \($0.rawValue)") }
            })
        try session.set("grams", .value(.integer(300)))
        try session.cancel()
        #expect(diary.lines == ["cancel 300", "dismiss inside"])
        #expect(try collection.texts("as") == ["as", "Assam", "250", "black"])
        #expect(!session.isOpen)
        #expect(!collection.isDirty)
    }

    @Test func row03SaveOrder() throws {
        let collection = teas()
        let diary = Diary()
        let reference = Reference<Identity?>(nil)
        let slot = SessionSlot(reference, log: EventLog()) { identity throws(Refusal) in
            try DetailSession.edit(
                ByteString(identity.description), of: collection,
                .init { settings in
                    settings.handlers.onValidate = { _, _ in
                        diary.add("on_validate")
                        return []
                    }
                    settings.handlers.onSave = { context, _ in
                        let isBound = reference.value != nil
                        diary.add(
                            "on_save \(context.originalKey?.description ?? "-"), "
                                + "\(isBound ? "bound" : "reset"), \(collection.changes().count) changes"
                        )
                        return .done
                    }
                    settings.handlers.onDismiss = { reason in
                        let isBound = reference.value != nil
                        diary.add(
                            "on_dismiss \(reason.rawValue), \(isBound ? "bound" : "reset"), "
                                + "\(collection.changes().count) changes")
                    }
                })
        }
        reference.value = Identity("as")
        let session = try #require(slot.session)
        try session.setText("name", "Ceylon")
        try session.save()
        #expect(
            diary.lines == [
                "on_validate", "on_save as, bound, 0 changes",
                "on_dismiss inside, reset, 1 changes",
            ])
        #expect(
            session.log.descriptions == [
                "session_opened(edit, as)", "field_changed(name)", "saved(as)",
                "session_closed(inside)",
            ])
    }

    @Test func row04RecordCheckBlocks() throws {
        let collection = teas()
        var messages = ["too early", "too cold"]
        let diary = Diary()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.onValidate = { _, _ in
                    diary.add("on_validate")
                    return messages.map { DraftProblem(field: nil, message: $0) }
                }
                settings.handlers.onSave = { _, _ in
                    diary.add("on_save")
                    return .done
                }
            })
        try session.setText("name", "Ceylon")
        let refused = refusal { try session.save() }
        #expect(refused == Refusal(.invalid, "too early\n\ntoo cold"))
        #expect(session.isOpen)
        #expect(session.draft.text("name") == "Ceylon")
        #expect(session.log.descriptions.last == "alert_shown(too early\n\ntoo cold)")
        #expect(session.form.isValid)
        messages = []
        try session.save()
        #expect(diary.lines == ["on_validate", "on_validate", "on_save"])
        #expect(try collection.texts("as")?[1] == "Ceylon")
    }

    /// The rules' own record check holds while the form is filled in, not only at the end.
    @Test func row04RecordRulesOfTheCollectionAreLive() throws {
        let session = try DetailSession.edit("bm", of: teas())
        try session.set("grams", .value(.integer(900)))
        #expect(session.form.problems.map(\.description) == ["nobody has that much white tea"])
        #expect(session.form.invalidFields.isEmpty)
        #expect(!session.form.canSave)
        #expect(refusal { try session.save() }?.reason == .invalid)
        try session.setText("kind", "black")
        #expect(session.form.canSave)
    }

    @Test func row05FieldCheckBlocks() throws {
        let collection = teas()
        let session = try DetailSession.add(to: collection)
        #expect(session.form.invalidFields == ["id", "name"])
        #expect(!session.form.canSave)
        try session.setText("id", "ge")
        #expect(session.form.invalidFields == ["name"])
        try session.setText("name", "Genmaicha")
        #expect(session.form.canSave)
        try session.setText("grams", "a handful")
        #expect(session.form.invalidFields == ["grams"])
        #expect(session.draft.text("grams") == "a handful")
        let refused = refusal { try session.save() }
        #expect(refused == Refusal(.invalid, "grams must be an integer"))
        #expect(collection.count == 6)
        #expect(
            session.log.descriptions == [
                "session_opened(add, new record)", "field_changed(id)", "field_changed(name)",
                "validity_changed(true)", "field_changed(grams)", "validity_changed(false)",
                "alert_shown(grams must be an integer)",
            ])
    }

    @Test func row06TwoChecksOnOneFieldAndACrossFieldCheck() throws {
        let session = try DetailSession.edit(
            "as", of: teas(),
            .init { settings in
                settings.handlers.validators = [
                    FieldValidator("name") { value, _ in
                        value == .text("Tea")
                            ? [DraftProblem(field: "name", message: "is dull")] : []
                    },
                    FieldValidator("name") { _, _ in [] },
                    FieldValidator("name") { _, draft in
                        draft.value("kind") == .text("green")
                            && draft.value("name") != .text("Sencha")
                            ? [DraftProblem(field: "name", message: "is not green")] : []
                    },
                ]
            })
        try session.setText("name", "Tea")
        #expect(session.form.problems.map(\.description) == ["name is dull"])
        try session.setText("kind", "green")
        #expect(session.form.problems.map(\.description) == ["name is dull", "name is not green"])
        try session.setText("name", "Oolong")
        #expect(session.form.problems.map(\.description) == ["name is not green"])
        try session.setText("kind", "oolong")
        #expect(session.form.canSave)
    }

    @Test func row07ARemovedFieldLeavesTheInvalidSet() throws {
        let session = try DetailSession.edit("as", of: teas())
        try session.setText("grams", "many")
        #expect(session.form.invalidFields == ["grams"])
        try session.report("kind", isWell: false, message: "is not in the shop")
        #expect(session.form.invalidFields == ["grams", "kind"])
        try session.removeField("grams")
        try session.removeField("kind")
        #expect(session.form.invalidFields == [])
        #expect(session.form.canSave)
        #expect(
            refusal { try session.setText("grams", "5") }?.reason == .value)
        try session.restoreField("kind")
        try session.report("kind", isWell: true)
        #expect(session.form.canSave)
        try session.restoreField("grams")
        #expect(session.form.invalidFields == ["grams"])
    }

    @Test func row08AddByNilOrByASentinelKey() throws {
        for bySentinel in [false, true] {
            let collection = teas()
            let diary = Diary()
            let settings = DetailSession.Settings { settings in
                settings.newKey = ""
                settings.handlers.onSave = { context, _ in
                    diary.add("add \(context.isAdd)")
                    return .done
                }
            }
            let session =
                bySentinel
                ? try DetailSession.edit("", of: collection, settings)
                : try DetailSession.add(to: collection, settings)
            #expect(session.kind == .add)
            try session.setText("id", "ge")
            try session.setText("name", "Genmaicha")
            try session.save()
            #expect(diary.lines == ["add true"])
            #expect(try collection.keys == ["as", "dj", "se", "bm", "ro", "da", "ge"])
            #expect(try collection.texts("ge") == ["ge", "Genmaicha", "", ""])
            #expect(refusal { try session.save() }?.reason == .state)
        }
    }

    @Test func row08AnAddedRecordMayNotHaveAKeyThatIsInUse() throws {
        let collection = teas()
        let session = try DetailSession.add(
            to: collection, template: [.init("id", text: "se"), .init("name", text: "Sencha 2")])
        #expect(session.form.invalidFields == ["id"])
        #expect(!session.form.isDirty)
        #expect(
            refusal { try session.save() }?.message
                == "id “se” is in use already")
        #expect(collection.count == 6)
    }

    @Test func row09RenamingTheKey() throws {
        let collection = teas()
        let session = try DetailSession.edit("dj", of: collection)
        try session.setText("id", "se")
        #expect(session.form.problems.map(\.description) == ["id “se” is in use already"])
        #expect(refusal { try session.save() }?.reason == .invalid)
        try session.setText("id", "dar")
        try session.save()
        #expect(try collection.keys == ["as", "dar", "se", "bm", "ro", "da"])
        #expect(try collection.texts("dj") == nil)
        #expect(collection.changes().count == 1)
    }

    @Test func row09DeletingAfterTheKeyWasEditedRemovesTheOriginal() throws {
        let collection = teas()
        let session = try DetailSession.edit("dj", of: collection)
        try session.setText("id", "dar")
        try session.delete()
        #expect(try collection.keys == ["as", "se", "bm", "ro", "da"])
        #expect(session.log.descriptions.suffix(2) == ["deleted(dj)", "session_closed(inside)"])
    }

    @Test func row10NowhereToSaveAndNothingToDelete() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.abilities.saves = false
                settings.abilities.deletes = false
            })
        #expect(session.isOpen)
        try session.setText("name", "Ceylon")
        #expect(!session.form.canSave)
        #expect(!session.form.canDelete)
        #expect(refusal { try session.save() }?.reason == .notAllowed)
        #expect(refusal { try session.delete() }?.reason == .notAllowed)
        #expect(!collection.isDirty)
        let menu = try RowMenu(of: session.draft, DetailHandlers(), session.form.abilities)
        #expect(menu.items.map(\.action) == [.view, .edit])
        #expect(refusal { try menu.require(.delete) }?.reason == .value)
    }

    @Test func row10ABareRecordHasNoStoreOfItsOwn() throws {
        let collection = teas()
        let draft = try CollectionTarget(collection, row: RowID(1)).draft
        var abilities = DetailAbilities()
        abilities.saves = false
        let session = DetailSession(
            .edit, original: draft, name: "tea", target: UnboundTarget(name: "tea"),
            checker: DraftTypeChecker(), abilities: abilities,
            context: DetailContext(originalKey: nil))
        try session.open()
        try session.setText("grams", "lots")
        #expect(session.form.invalidFields == ["grams"])
        try session.setText("grams", "12")
        #expect(!session.form.canSave)
        #expect(refusal { try session.save() }?.reason == .notAllowed)
        #expect(!collection.isDirty)
    }

    @Test func row11WhatIsForbiddenIsForbiddenInTheMenuAndAtTheAction() throws {
        let collection = teas()
        var handlers = DetailHandlers()
        handlers.canEdit = { $0.value("id") != .text("ro") }
        handlers.canDelete = { $0.value("kind") != .text("white") }
        let settings = DetailSession.Settings { $0.handlers = handlers }

        let rooibos = try CollectionTarget(collection, row: RowID(5)).draft
        let menu = try RowMenu(of: rooibos, handlers, DetailAbilities())
        #expect(menu.items.map(\.isEnabled) == [true, false, true])
        #expect(refusal { try menu.require(.edit) }?.reason == .notAllowed)
        let refused = refusal {
            _ = try DetailSession.edit("ro", of: collection, settings)
        }
        #expect(refused == Refusal(.notAllowed, "“ro” may not be edited"))

        let session = try DetailSession.edit("bm", of: collection, settings)
        #expect(!session.form.canDelete)
        #expect(refusal { try session.delete() }?.reason == .notAllowed)
        #expect(session.isOpen)
        // The predicate sees the draft.
        try session.setText("kind", "green")
        #expect(session.form.canDelete)
        try session.delete()
        #expect(try collection.texts("bm") == nil)
    }

    @Test func row12AViewSessionIsReadOnly() throws {
        let collection = teas()
        let diary = Diary()
        let session = try DetailSession.view(
            "as", of: collection,
            .init { settings in
                settings.handlers.onCancel = { _, _ in diary.add("cancel") }
                settings.handlers.onValidate = { _, _ in
                    diary.add("validate")
                    return []
                }
                settings.handlers.title = { "tea \($0.value("name"))" }
            })
        #expect(session.form.title == "tea Assam")
        for act: () throws -> Void in [
            { try session.setText("name", "x") },
            { try session.save() },
            { try session.delete() },
            { try session.undo() },
        ] {
            #expect(refusal(act) == Refusal(.notAllowed, "this session is read-only"))
        }
        #expect(try session.close())
        #expect(!session.isOpen)
        #expect(diary.lines == [])
        #expect(try !session.close())
    }

    @Test func row13LiveTitleAndSteadyIndicator() throws {
        let session = try DetailSession.edit(
            "as", of: teas(), .init { $0.handlers.title = { "\($0.value("name"))" } })
        #expect(session.form.title == "Assam")
        try session.setText("name", "Ceylon")
        #expect(session.form.title == "Ceylon")
        try session.setText("name", "")
        #expect(session.form.title == "missing")
        try session.undo()
        #expect(session.form.title == "Ceylon")
        #expect(ValidityIndicator().mark(isValid: true) == " ")
        let wide = ValidityIndicator(valid: "ok", invalid: "茶")
        #expect(wide.mark(isValid: true).count == 2)
        #expect(wide.mark(isValid: false) == "茶")
    }
}
