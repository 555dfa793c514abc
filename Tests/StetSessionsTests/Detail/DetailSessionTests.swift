import StetCore
import Testing

@testable import StetSessions

@Suite struct DetailSessionTests {
    // MARK: The draft

    @Test func aTypedValueIsRefusedWhereATypedTextIsKept() throws {
        let session = try DetailSession.edit("as", of: teas())
        let refused = refusal {
            try session.set("grams", .value(.text("a lot")))
        }
        #expect(refused == Refusal(.value, "grams takes an integer; the text “a lot” was given"))
        #expect(!session.form.isDirty)
        try session.setText("grams", "a lot")
        #expect(session.draft.text("grams") == "a lot")
        #expect(session.form.invalidFields == ["grams"])
        let unknown = refusal { try session.setText("gram", "1") }
        #expect(unknown == Refusal(.value, "no field “gram”; did you mean “grams”?"))
    }

    @Test func quotesOfCellsThatAreLeftAloneOrSetBackStay() throws {
        let collection = Collection(
            source: MemorySource(
                columns: ["id", "name"],
                records: [[Cell("1", isQuoted: true), Cell("one", isQuoted: true)]]))
        let session = try DetailSession.edit("1", of: collection)
        try session.setText("name", "two")
        try session.setText("name", "one")
        #expect(!session.form.isDirty)
        #expect(session.draft.cell("name") == Cell("one", isQuoted: true))
        try session.save()
        #expect(collection.changes().isEmpty)
    }

    @Test func undoRedoAndRevertStayInsideTheSession() throws {
        let collection = teas()
        let session = try DetailSession.edit("as", of: collection)
        #expect(refusal { try session.undo() }?.message == "nothing to undo")
        try session.setText("name", "A")
        try session.setText("grams", "-1")
        try session.undo()
        #expect(session.form.isValid)
        #expect(session.draft.text("name") == "A")
        try session.redo()
        #expect(session.form.invalidFields == ["grams"])
        try session.revert()
        #expect(!session.form.isDirty)
        #expect(session.form.isValid)
        try session.undo()
        #expect(session.draft.text("grams") == "-1")
        try session.setText("kind", "green")
        #expect(refusal { try session.redo() }?.message == "nothing to redo")
        #expect(collection.changes().isEmpty)
    }

    @Test func whatIsTypedStaysAndWhatItIsNormalizedToIsCheckedAndStored() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.normalize = { draft throws(HandlerError) in
                    var draft = draft
                    let text = draft.text("name")?.description ?? ""
                    let trimmed = text.split(separator: " ").joined(separator: " ")
                    do throws(CollectionError) {
                        try draft.set("name", .text(ByteString(trimmed)))
                    } catch {
                        throw HandlerError(handler: "normalize", message: error.message)
                    }
                    return draft
                }
            })
        try session.setText("name", "   ")
        #expect(session.draft.text("name") == "   ")
        #expect(session.form.invalidFields == ["name"])
        try session.setText("name", " Ceylon ")
        #expect(session.form.isValid)
        try session.save()
        #expect(try collection.texts("as")?[1] == "Ceylon")
    }

    // MARK: Others at the same record

    @Test func fieldsThatTheSessionLeavesAloneMayChangeMeanwhile() throws {
        let collection = teas()
        let session = try DetailSession.edit("as", of: collection)
        try session.setText("name", "Ceylon")
        try collection.set(RowID(1), [.init("grams", value: .integer(1))])
        try session.save()
        #expect(try collection.texts("as") == ["as", "Ceylon", "1", "black"])
    }

    @Test func aFieldThatBothChangedIsNotOverwritten() throws {
        let collection = teas()
        let session = try DetailSession.edit("as", of: collection)
        try session.setText("name", "Ceylon")
        try collection.set(RowID(1), [.init("name", text: "Nilgiri")])
        let refused = refusal { try session.save() }
        #expect(refused?.message == "name was changed to “Nilgiri” outside of this session")
        #expect(session.isOpen)
        #expect(try collection.texts("as")?[1] == "Nilgiri")
    }

    @Test func aRecordThatWasDeletedMeanwhileIsNotSaved() throws {
        let collection = teas()
        let session = try DetailSession.edit("as", of: collection)
        try collection.delete([RowID(1)])
        try session.setText("name", "Ceylon")
        #expect(session.form.problems.map(\.message) == ["the record was deleted"])
        #expect(refusal { try session.save() }?.reason == .invalid)
        #expect(
            refusal { try session.delete() }?.message
                == "the record was deleted already")
        try session.cancel()
        #expect(collection.count == 5)
    }

    @Test func aSaveAsksTheRulesOnceMoreAndTheStoreDoesNot() throws {
        let rules = TeaRules()
        let session = try DetailSession.edit("as", of: teas(rules))
        try session.setText("name", "Ceylon")
        let before = rules.asked
        try session.save()
        #expect(rules.asked == before + 1)
    }

    // MARK: Handlers

    @Test(arguments: ["can_edit", "can_delete", "title", "normalize", "validate"])
    func aHandlerThatFailsAtTheOpeningKeepsTheSessionFromOpening(_ name: String) {
        var handlers = DetailHandlers()
        switch name {
        case "can_edit":
            handlers.canEdit = { _ throws(HandlerError) in
                throw .init(handler: name, message: "broke")
            }
        case "can_delete":
            handlers.canDelete = { _ throws(HandlerError) in
                throw .init(handler: name, message: "broke")
            }
        case "title":
            handlers.title = { _ throws(HandlerError) in
                throw .init(handler: name, message: "broke")
            }
        case "normalize":
            handlers.normalize = { _ throws(HandlerError) in
                throw .init(handler: name, message: "broke")
            }
        default:
            handlers.validators = [
                FieldValidator("name") { _, _ throws(HandlerError) in
                    throw .init(handler: name, message: "broke")
                }
            ]
        }
        let log = EventLog()
        let refused = refusal {
            _ = try DetailSession.edit(
                "as", of: teas(),
                .init { settings in
                    settings.handlers = handlers
                    settings.log = log
                })
        }
        #expect(refused == Refusal(.handler, "\(name) failed: broke"))
        #expect(log.descriptions == ["handler_error(\(name), broke)"])
    }

    @Test func aHandlerThatFailsLeavesTheSessionAsItWas() throws {
        let collection = teas()
        var fails = false
        var handlers = DetailHandlers()
        func handler(_ name: String) -> DetailHandlers.Handler<HandlerAnswer> {
            { _, _ throws(HandlerError) in throw HandlerError(handler: name, message: "broke") }
        }
        handlers.validators = [
            FieldValidator("kind") { _, _ throws(HandlerError) in
                if fails { throw HandlerError(handler: "fields.kind.validate", message: "broke") }
                return []
            }
        ]
        handlers.onSave = handler("on_save")
        handlers.onDelete = handler("on_delete")
        handlers.onCancel = { _, _ throws(HandlerError) in
            throw HandlerError(handler: "on_cancel", message: "broke")
        }
        let session = try DetailSession.edit("as", of: collection, .init { $0.handlers = handlers })
        try session.setText("name", "Ceylon")
        let state = session.state
        for (name, act) in [
            ("on_save", { try session.save() }),
            ("on_delete", { try session.delete() }),
            ("on_cancel", { try session.cancel() }),
        ] {
            #expect(refusal(act) == Refusal(.handler, "\(name) failed: broke"))
            #expect(session.state == state)
            #expect(session.log.descriptions.last == "handler_error(\(name), broke)")
        }
        fails = true
        #expect(
            refusal { try session.setText("grams", "1") }?.reason == .handler)
        #expect(refusal { try session.undo() }?.reason == .handler)
        #expect(session.state == state)
        #expect(!collection.isDirty)
    }

    @Test func aHandlerThatRefusesSaysWhy() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.onSave = { _, _ in .refused("the shop is closed") }
                settings.handlers.onDelete = { _, _ in .refused(nil) }
            })
        try session.setText("name", "Ceylon")
        #expect(
            refusal { try session.save() }
                == Refusal(.handler, "the shop is closed"))
        #expect(
            refusal { try session.delete() }
                == Refusal(.handler, "on_delete refused to delete"))
        #expect(session.isOpen)
        #expect(!collection.isDirty)
    }

    @Test func aHandlerCannotCallItsOwnSession() throws {
        let collection = teas()
        var session: DetailSession?
        var refusals: [String] = []
        func callBack() {
            for act: (DetailSession) throws -> Void in [
                { (session: DetailSession) in try session.setText("name", "x") },
                { (session: DetailSession) in try session.save() },
                { (session: DetailSession) in _ = try session.close() },
            ] {
                guard let session else { return }
                let refused = refusal { try act(session) }
                if let refused { refusals.append(refused.message) }
            }
        }
        session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.onSave = { _, _ in
                    callBack()
                    return .done
                }
            })
        try session?.setText("name", "Ceylon")
        try session?.save()
        #expect(
            refusals
                == ["set", "save", "close"].map {
                    "on_save is at work; it cannot \($0) its own session"
                })
        #expect(try collection.texts("as")?[1] == "Ceylon")
        session = nil
    }

    @Test func theRecordsCheckCanReportOnFields() throws {
        var session: DetailSession?
        var isBad = true
        session = try DetailSession.edit(
            "as", of: teas(),
            .init { settings in
                settings.handlers.onValidate = { _, _ in
                    _ = refusal {
                        try session?.report("kind", isWell: !isBad, message: "is sold out")
                    }
                    return []
                }
            })
        #expect(
            refusal { try session?.save() }?.message == "kind is sold out")
        // It was said of that one save.
        #expect(session?.form.canSave == true)
        isBad = false
        try session?.save()
        #expect(session?.isOpen == false)
        session = nil
    }

    // MARK: Ways out

    @Test func aDirtySessionIsNotWavedAway() throws {
        let collection = teas()
        let diary = Diary()
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.handlers.onCancel = { _, _ in diary.add("cancel") }
                settings.handlers.onDismiss = { diary.add($0.rawValue) }
            })
        try session.setText("name", "Ceylon")
        #expect(try !session.attemptDismiss())
        #expect(session.dialog?.title == "as has changes")
        #expect(session.dialog?.buttons.map(\.label) == ["Discard", "Save", "Keep editing"])
        let refused = refusal { try session.setText("name", "x") }
        #expect(refused?.reason == .state)
        try session.choose(.cancel)
        #expect(session.dialog == nil)
        #expect(session.draft.text("name") == "Ceylon")
        #expect(try !session.attemptDismiss())
        try session.choose(.default)
        #expect(!session.isOpen)
        #expect(try collection.texts("as")?[1] == "Ceylon")
        #expect(diary.lines == ["inside"])
        #expect(
            session.log.descriptions == [
                "session_opened(edit, as)", "field_changed(name)", "attempt_refused",
                "dialog_shown(as has changes)", "dialog_chosen(cancel)", "attempt_refused",
                "dialog_shown(as has changes)", "dialog_chosen(default)", "saved(as)",
                "session_closed(inside)",
            ])
    }

    @Test func discardingCancels() throws {
        let collection = teas()
        let diary = Diary()
        let session = try DetailSession.add(
            to: collection,
            .init { settings in
                settings.handlers.onCancel = { _, _ in diary.add("cancel") }
            })
        try session.setText("name", "Nameless")
        #expect(try !session.attemptDismiss())
        #expect(session.dialog?.buttons.map(\.label) == ["Discard", "Add", "Keep editing"])
        // It cannot be saved, so saving leaves it open.
        #expect(refusal { try session.choose(.default) }?.reason == .invalid)
        #expect(session.isOpen)
        #expect(try !session.attemptDismiss())
        try session.choose(.destructive)
        #expect(!session.isOpen)
        #expect(diary.lines == ["cancel"])
        #expect(collection.count == 6)
    }

    @Test func aDialogMayBeAnsweredWhileItIsShown() throws {
        let session = try DetailSession.edit("as", of: teas())
        try session.setText("name", "Ceylon")
        session.showDialog = { [unowned session] _ in
            _ = refusal { try session.choose(.destructive) }
        }
        #expect(try session.attemptDismiss())
        #expect(
            session.log.descriptions.suffix(3) == [
                "attempt_refused", "cancelled", "session_closed(inside)",
            ])
    }

    @Test func anUntouchedSessionIsWavedAwayWithoutHandlers() throws {
        let diary = Diary()
        let session = try DetailSession.add(
            to: teas(),
            .init { settings in
                settings.handlers.onCancel = { _, _ in diary.add("cancel") }
                settings.handlers.onDismiss = { diary.add($0.rawValue) }
            })
        #expect(try session.attemptDismiss())
        #expect(diary.lines == ["gesture"])
    }

    @Test func aDeletionCanBeAskedAboutFirst() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection, .init { $0.abilities.confirmsDelete = true })
        try session.delete()
        #expect(session.isOpen)
        #expect(session.dialog?.title == "Delete as?")
        #expect(refusal { try session.choose(.default) }?.reason == .value)
        try session.choose(.cancel)
        #expect(collection.count == 6)
        try session.delete()
        try session.choose(.destructive)
        #expect(!session.isOpen)
        #expect(try collection.texts("as") == nil)
    }

    @Test func whatMayNotBeDeletedIsAskedAgainAfterTheDialog() throws {
        let collection = teas()
        var isAllowed = true
        let session = try DetailSession.edit(
            "as", of: collection,
            .init { settings in
                settings.abilities.confirmsDelete = true
                settings.handlers.canDelete = { _ in isAllowed }
            })
        try session.delete()
        isAllowed = false
        #expect(
            refusal { try session.choose(.destructive) }?.reason
                == .notAllowed)
        #expect(session.isOpen)
        #expect(collection.count == 6)
    }

    // MARK: Writing through

    @Test func writingThroughStoresEachChangeThatIsRight() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection, .init { $0.abilities.writesThrough = true })
        try session.setText("name", "Ceylon")
        #expect(try collection.texts("as")?[1] == "Ceylon")
        try session.setText("grams", "-5")
        #expect(session.form.isDirty)
        #expect(try collection.texts("as")?[2] == "250")
        try session.setText("grams", "5")
        #expect(!session.form.isDirty)
        #expect(try collection.texts("as")?[2] == "5")
        try session.cancel()
        #expect(try collection.texts("as") == ["as", "Ceylon", "5", "black"])
        #expect(collection.changes().count == 2)
    }

    @Test func aChangeThatCannotBeWrittenThroughHasNeverBeen() throws {
        let collection = teas()
        let session = try DetailSession.edit(
            "as", of: collection, .init { $0.abilities.writesThrough = true })
        try collection.set(RowID(1), [.init("name", text: "Nilgiri")])
        #expect(
            refusal { try session.setText("name", "Ceylon") }?.reason
                == .handler)
        #expect(session.draft.text("name") == "Assam")
        #expect(
            refusal {
                _ = try DetailSession.add(
                    to: collection, .init { $0.abilities.writesThrough = true })
            }?.reason == .notAllowed)
    }
}
