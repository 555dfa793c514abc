import Testing

@testable import StetScripting

@Suite struct SessionScriptTests {
    // MARK: The draft

    @Test func aDraftTakesTheTypeOfAFieldOrRaises() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            local function why(f) local ok, message = pcall(f) return (message:gsub("^test:%d+: ", "")) end
            local ok, message = s:set("grams", "lots")
            return texts(why(function() s.draft.grams = "lots" end), ok, message,
              why(function() s.draft.gram = 1 end), why(function() s.draft.grams = {} end),
              why(function() s:set("gram", 1) end), why(function() s.title = "x" end), s:is_dirty())
            """)
        #expect(
            got == [
                "grams takes an integer; the text “lots” was given", "nil",
                "grams takes an integer; the text “lots” was given",
                "there is no field \"gram\"; did you mean \"grams\"?",
                "grams: a table is no value of a record",
                "there is no field \"gram\"; did you mean \"grams\"?",
                "a session's fields are set through its draft: s.draft.field = value", "false",
            ])
    }

    @Test func missingValuesAndLoops() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            s.draft.grams = stet.missing
            local items = {}
            for field, value in pairs(s.draft) do items[#items + 1] = field .. "=" .. tostring(value) end
            local copy = stet.copy(s.draft)
            return texts(list(items), copy.grams, copy.name, stet.text(s.draft, "name"), s.draft == s.draft,
              s:get("name"))
            """)
        #expect(
            got == [
                "id=as|name=Assam|grams=stet.missing|kind=black", "nil", "Assam", "Assam", "true",
                "Assam",
            ])
    }

    @Test func undoRedoAndRevert() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            local none, message = s:undo()
            s.draft.name = "A"
            s.draft.name = "B"
            s:undo()
            local a = s.draft.name
            s:redo()
            local b = s.draft.name
            s:revert()
            local c, dirty = s.draft.name, s:is_dirty()
            s:undo()
            return texts(none, message, a, b, c, dirty, s.draft.name, s:can_undo(), s:can_redo())
            """)
        #expect(
            got == ["nil", "nothing to undo", "A", "B", "Assam", "false", "B", "true", "true"])
    }

    @Test func whatIsTypedIsNormalizedForTheCheckAndTheStore() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { normalize = function(draft)
              return { grams = stet.text(draft, "grams"):match("^%s*(.-)%s*$"), name = draft.name and draft.name:upper() }
            end })
            s:set_text("grams", "  12 ")
            local typed, valid = s:text("grams"), s:is_valid()
            assert(s:save())
            return texts(typed, valid, teas:get("as").grams, teas:get("as").name)
            """)
        #expect(got == ["  12 ", "true", "12", "ASSAM"])
    }

    @Test func withoutRulesTypesAreGuessedAndTextIsKept() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            s.draft.grams = "a lot"
            s.draft.name = 7
            assert(s:save())
            return texts(stet.text(teas:get("as"), "grams"), stet.text(teas:get("as"), "name"))
            """, rules: nil)
        #expect(got == ["a lot", "7"])
    }

    // MARK: Handlers

    @Test(arguments: [
        ("on_save", "s:save()"), ("on_delete", "s:delete()"), ("on_cancel", "s:cancel()"),
        ("on_validate", "s:save()"), ("can_delete", "s:delete()"),
    ])
    func aHandlerThatRaisesLeavesTheSessionAsItWas(handler: String, act: String) throws {
        let got = try withTeas(
            """
            local raises = false
            local s = teas:edit("as", { \(handler) = function()
              if raises then error("the kettle is empty") end
              return \(handler == "on_validate" ? "nil" : "true")
            end })
            s.draft.name = "Ceylon"
            raises = true
            local ok, message = \(act)
            raises = false
            local events = s:events()
            return texts(ok, message, s:is_open(), s.draft.name, teas:get("as").name,
              events[#events].name, events[#events][1])
            """)
        #expect(
            got[1].hasPrefix("\(handler) failed: test:")
                && got[1].hasSuffix(": the kettle is empty"))
        #expect(
            [got[0]] + got[2...]
                == ["nil", "true", "Ceylon", "Assam", "handler_error", handler])
    }

    @Test func aHandlerCannotWait() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { on_save = function() coroutine.yield() end })
            s.draft.name = "Ceylon"
            local co = coroutine.wrap(function() return s:save() end)
            local ok, message = co()
            return texts(ok, message, s:is_open())
            """)
        #expect(
            got == ["nil", "on_save failed: it cannot wait; a handler answers at once", "true"])
    }

    @Test func aHandlerCannotOrderItsOwnSessionAbout() throws {
        let got = try withTeas(
            """
            local s
            s = teas:edit("as", {
              on_save = function(ctx) ctx.session:cancel() end,
              fields = { kind = function(kind, draft, ctx) if s then s.draft.name = "x" end return true end },
            })
            local ok, message = pcall(function() s.draft.grams = 1 end)
            local name = s.draft.name
            local t = teas:edit("dj", { on_save = function(ctx) ctx.session:cancel() end })
            local no, why = t:save()
            return texts(ok, (message:gsub("test:%d+: ", "")), name, s:is_dirty(), no, (why:gsub("test:%d+: ", "")), t:is_open())
            """)
        #expect(
            got == [
                "false",
                "fields.kind.validate failed: a check is at work; it cannot set its own session",
                "Assam", "false", "nil",
                "on_save failed: on_save is at work; it cannot cancel its own session", "true",
            ])
    }

    @Test func theDraftOfAHandlerIsReadOnly() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { on_save = function(ctx, draft) draft.name = "x" end })
            local ok, message = s:save()
            return texts(ok, (message:gsub("test:%d+: ", "")))
            """)
        #expect(
            got == [
                "nil",
                "on_save failed: the draft that a handler gets is read-only; normalize returns changes",
            ])
    }

    @Test(arguments: [
        ("return false", "nil", "on_save refused to save"),
        ("return false, 'the shop is closed'", "nil", "the shop is closed"),
        ("return nil, 'no shop'", "nil", "no shop"),
        ("return nil", "true", "nil"), ("", "true", "nil"), ("return 0", "true", "nil"),
    ])
    func handlersRefuseByFalseOrByNilWithAMessage(
        body: String, result: String, message: String
    ) throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { on_save = function() \(body) end })
            s.draft.name = "Ceylon"
            local ok, message = s:save()
            return texts(ok, message, teas:get("as").name)
            """)
        #expect(got == [result, message, result == "true" ? "Ceylon" : "Assam"])
    }

    @Test(arguments: [
        ("on_validate = function() return 7 end", "s:save()", "returned a number"),
        (
            "on_validate = function() return { { message = 'x', field = 'gram' } } end", "s:save()",
            "there is no field"
        ),
        ("normalize = function() return 7 end", "nil", "normalize failed: it returned a number"),
        ("normalize = function() return { grams = true } end", "nil", "grams takes an integer"),
        ("title = function() return {} end", "nil", "title failed: it returned a table"),
        ("fields = { name = function() end }", "nil", "the rule returned no value"),
    ])
    func whatAHandlerMayNotReturnIsSaid(config: String, act: String, part: String) throws {
        let got = try withTeas(
            """
            local s, message = teas:edit("as", { \(config) })
            if s then message = select(2, \(act)) end
            return texts(message)
            """)
        #expect(got[0].contains(part), "\(got)")
    }

    @Test(arguments: [
        ("{ on_svae = print }", "a session has no \"on_svae\"; did you mean \"on_save\"?"),
        ("{ on_save = true }", "on_save: a function or false is wanted"),
        (
            "{ fields = { nam = print } }",
            "fields: there is no field \"nam\"; did you mean \"name\"?"
        ),
        ("{ fields = { name = { valdate = print } } }", "fields.name has no \"valdate\""),
        ("{ confirm_delete = 1 }", "confirm_delete: true or false is wanted, not a number"),
        ("{ write_through = true }", nil as String?),
        ("7", "bad argument #3 to 'edit' (table expected, got number)"),
    ])
    func aConfigurationIsReadAsAWholeOrNotAtAll(config: String, message: String?) throws {
        let got = try withTeas(
            """
            local ok, message = pcall(function() return teas:edit("as", \(config)) end)
            return texts(ok, message)
            """)
        #expect(got[0] == (message == nil ? "true" : "false"))
        if let message { #expect(got[1].contains(message), "\(got)") }
    }

    @Test func reportsOfValidatorsCountWhileTheyHold() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", {
              fields = { kind = function(kind, draft, ctx)
                ctx:report("name", kind ~= "green" or draft.name == "Sencha", "is not green")
                return true
              end },
              on_validate = function(ctx, draft) ctx:report("grams", draft.grams ~= 13, "is unlucky") end,
            })
            s.draft.kind = "green"
            local one = list(s:messages())
            s.draft.name = "Sencha"
            s.draft.grams = 13
            local ok, message = s:save()
            local after = s:can_save()
            s.draft.grams = 14
            return texts(one, ok, message, after, s:save())
            """)
        #expect(got == ["name is not green", "nil", "grams is unlucky", "true", "true"])
    }

    // MARK: Ways out

    @Test func aDirtySessionAsksBeforeItIsWavedAway() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { title = function(tea) return tea.name end })
            s.draft.name = "Ceylon"
            local ok, title = s:attempt_dismiss()
            local dialog = s:dialog()
            local labels = {}
            for i, button in ipairs(dialog.buttons) do labels[i] = button.role .. " " .. button.label end
            local no, why = s:set("name", "x")
            assert(s:choose("keep editing") or s:choose(3))
            local gone = s:dialog()
            s:attempt_dismiss()
            assert(s:choose("Save"))
            return texts(ok, title, list(labels), no, why, gone, s:is_open(), teas:get("as").name)
            """)
        #expect(
            got
                == [
                    "false", "Ceylon has changes",
                    "destructive Discard|default Save|cancel Keep editing",
                    "nil", "the dialog “Ceylon has changes” waits for an answer; set must wait",
                    "nil",
                    "false", "Ceylon",
                ])
    }

    @Test func aDeletionIsAskedAboutWhereThatIsOn() throws {
        let got = try withTeas(
            """
            local config = { confirm_delete = true }
            local s = teas:edit("as", config)
            local ok, message = s:delete()
            s:choose("Keep")
            local kept = #teas
            local no, why, session = teas:menu("dj", config):run("delete")
            session:choose("Delete")
            return texts(ok, message, kept, no, why, #teas, (teas:get("dj")))
            """)
        #expect(
            got == [
                "nil", "“Delete as?” waits for an answer", "5", "nil",
                "“Delete dj?” waits for an answer", "4", "nil",
            ])
    }

    @Test func aSessionOfABlockIsClosedAtItsEnd() throws {
        let got = try withTeas(
            """
            local outer
            do
              local s <close> = teas:edit("as")
              s.draft.name = "Ceylon"
              outer = s
            end
            return texts(outer:is_open(), teas:get("as").name, outer)
            """)
        #expect(got == ["false", "Assam", "session: edit as (closed)"])
    }

    @Test func writingThroughAndConflicts() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { write_through = true })
            s.draft.name = "Ceylon"
            local written = teas:get("as").name
            s:set_text("grams", "x")
            local held = teas:get("as").grams
            s:close()
            local a, b = teas:edit("dj"), teas:edit("dj")
            a.draft.name = "One"
            b.draft.name = "Two"
            b.draft.grams = 7
            assert(a:save())
            local ok, message = b:save()
            return texts(written, held, ok, message, teas:get("dj").grams)
            """)
        #expect(
            got == [
                "Ceylon", "250", "nil", "name was changed to “One” outside of this session", "100",
            ])
    }

    // MARK: References

    @Test func aRefOpensReplacesAndCloses() throws {
        let got = try withTeas(
            """
            local ref = stet.ref("as")
            local seen = {}
            local stop = ref:watch(function(value) seen[#seen + 1] = tostring(value) end)
            local binding = teas:edit(ref)
            local first = binding:session()
            ref.value = "dj"
            local second = binding:session()
            second.draft.name = "x"
            local ok, message = binding:show("se")
            local still = binding:session() == second
            local forced = binding:show("se", { force = true })
            local third = binding:session().draft.name
            ref:set(nil)
            local none = binding:session()
            ref:set(true)
            local reset = ref:get()
            ref:set("zz")
            stop()
            ref:set(teas:get("bm"))
            return texts(first:is_open(), still, ok, message, forced, third, none, reset,
              binding:session().draft.name, list(seen), binding:log()[#binding:log() - 1])
            """)
        #expect(
            got == [
                "false", "true", "nil", "se", "true", "Sencha", "nil", "nil", "Bai Mudan",
                "dj|se|dj|se|nil|true|nil|zz|nil", "opening_refused(no record with id “zz”)",
            ])
    }

    @Test func aBoundRefLivesOnWithoutItsBinding() throws {
        let got = try withTeas(
            """
            local ref = stet.ref()
            local opened = 0
            teas:view(ref, { title = function(tea) opened = opened + 1 return tea.name end })
            collectgarbage() collectgarbage()
            ref:set("as")
            return texts(opened)
            """)
        #expect(got == ["1"])
    }

    // MARK: On a stage

    @Test(arguments: [
        ("choose Discard", "false", "Assam"), ("choose Save", "false", "Ceylon"),
        ("choose Keep editing", "true", "Assam"),
    ])
    func row30ASwipeOfASessionWithChangesAsks(
        answer: String, isOpen: String, name: String
    ) throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            assert(s:present())
            s.draft.name = "Ceylon"
            stet.script{ "swipe", "\(answer)" }
            return texts(s:is_open(), teas:get("as").name, #stet.sheets())
            """)
        #expect(got == [isOpen, name, isOpen == "true" ? "1" : "0"])
    }

    @Test func aSheetAndItsSessionEndTogether() throws {
        let got = try withTeas(
            """
            local saved = teas:edit("as")
            saved:present()
            saved.draft.name = "Ceylon"
            assert(saved:save())
            local sheets = #stet.sheets()
            local swiped = teas:view("dj")
            swiped:present()
            local twice, message = swiped:present()
            stet.script{ "swipe" }
            return texts(sheets, swiped:is_open(), twice, message, list(stet.events()))
            """)
        #expect(
            got == [
                "0", "false", "nil", "the session is presented already",
                "session_opened(edit, as)|sheet_presented(edit as)|field_changed(name)|saved(as)|"
                    + "session_closed(inside)|"
                    + "sheet_dismissed(edit as, inside)|session_opened(view, dj)|sheet_presented(view dj)|"
                    + "sheet_dismissed(view dj, gesture)|session_closed(gesture)",
            ])
    }

    // MARK: Standard validators

    @Test func standardValidatorsAreAddedByNameAndAsObjects() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { fields = { name = "capitalized",
              kind = { validate = { "lower", stet.validators.one_of_with_case("black", "green") } } } })
            s.draft.name = "assam"
            s.draft.kind = "Blue"
            local a, b = s:is_valid(), list(s:messages("name"))
            s.draft.name = "Assam"
            s.draft.kind = "green"
            return texts(a, b, s:is_valid(),
              pcall(function() teas:edit("as", { fields = { name = "capitalised" } }) end))
            """)
        #expect(got[0] == "false")
        #expect(got[1].contains("\"assam\" does not begin with a capital"))
        #expect(got[2] == "true")
        #expect(got[3] == "false")
        #expect(
            got[4].hasSuffix(
                "fields.name: there is no validator \"capitalised\"; did you mean \"capitalized\"?"
            ))
    }
}
