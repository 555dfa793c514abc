import Testing

@testable import StetScripting

@Suite("Dialogs in scripts")
struct DialogScriptTests {
    @Test func row30AnActionSheetClosesBeforeItsActionRuns() throws {
        let logs = try StageScript.run(
            """
            local shown = stet.ref(true)
            local dialog = stet.dialog.action_sheet {
              title = "Leave?", message = "There are changes", is_presented = shown,
              buttons = {
                { role = "destructive", label = "Discard",
                  action = function() note("action", shown.value, stet.dialog.current()) end },
                "Save", { role = "cancel" },
              },
            }
            note(table.concat(dialog:labels(), "|"), dialog:is_shown())
            note(dialog:choose("Discard"))
            note(dialog:is_shown(), shown.value)
            shown.value = true
            note(dialog:choose(4))
            note(dialog:cancel())
            shown.value = true
            shown.value = false
            note(dialog:choose(1))
            return take()
            """)
        #expect(
            logs == [
                """
                dialog_shown Leave?
                Discard|Save|Cancel true
                dialog_chosen Leave? Discard
                action false nil
                true
                false false
                dialog_shown Leave?
                nil the dialog “Leave?” has no button 4; it has: Discard, Save, Cancel
                dialog_chosen Leave? Cancel
                true
                dialog_shown Leave?
                dialog_withdrawn Leave?
                nil the dialog is not shown
                """
            ])
    }

    /// Swiping a changed record asks; each answer ends as it says.
    @Test(arguments: [
        ("Discard", "nothing kept false"), ("Save", "kept false"), ("Keep editing", "true"),
    ])
    func row30DirtyGuard(choice: String, end: String) throws {
        let logs = try StageScript.run(
            """
            local changes = 2
            local editor = stet.sheet {
              name = "editor", modal = function() return changes > 0 end,
              on_attempt = function(sheet)
                local choice = sheet:ask {
                  title = "Keep the changes?",
                  buttons = {
                    { role = "destructive", label = "Discard" }, "Save",
                    { role = "cancel", label = "Keep editing" },
                  },
                }
                if choice == "Keep editing" then return end
                sheet:dismiss(choice)
              end,
              on_dismiss = function(reason, result)
                note(result == "Save" and "kept" or "nothing kept")
              end,
            }
            take()
            local ok, message = stet.script { "swipe", "choose \(choice)" }
            local log = {}
            for line in take():gmatch("[^\\n]+") do
              if line:find("kept") then log[#log + 1] = line end
            end
            log[#log + 1] = tostring(editor:is_presented())
            return ok, message or table.concat(log, " ")
            """)
        #expect(logs == ["true", end])
    }

    @Test func aFlowWaitsForItsAnswersAndTheScriptGoesOn() throws {
        let logs = try StageScript.run(
            """
            note(stet.flow(function(name)
              local choice, number = stet.ask { title = name, buttons = { "Yes", "No" } }
              note("got", choice, number)
              local value = stet.ask { title = "How many?",
                buttons = { { label = "One", value = 1 }, { label = "Two", value = 2 } } }
              note("got", value)
              note("closed", stet.ask { title = "Done" })
            end, "First?"))
            note("goes on", stet.dialog.current():title())
            stet.dialog.current():choose("No")
            stet.dialog.current():choose(2)
            stet.dialog.current():cancel()
            return take()
            """)
        #expect(
            logs == [
                """
                dialog_shown First?
                true
                goes on First?
                dialog_chosen First? No
                got No 2
                dialog_shown How many?
                dialog_chosen How many? Two
                got 2
                dialog_shown Done
                dialog_chosen Done
                closed nil nil
                """
            ])
    }

    @Test func aCoroutineOfTheScriptWaitsToo() throws {
        let logs = try StageScript.run(
            """
            local thread = coroutine.create(function()
              note("got", stet.ask { title = "Go?", buttons = { "Yes" } })
              coroutine.yield("mine")
              note("not reached")
            end)
            coroutine.resume(thread)
            -- Whoever else resumes it does not answer for the person.
            coroutine.resume(thread)
            note(coroutine.status(thread))
            stet.script "choose Yes"
            note(coroutine.status(thread))
            return take()
            """)
        #expect(
            logs == [
                """
                dialog_shown Go?
                suspended
                dialog_chosen Go? Yes
                got Yes 1
                suspended
                """
            ])
    }

    @Test func answersGivenBeforehandNeedNoCoroutine() throws {
        let logs = try StageScript.run(
            """
            note(stet.script { "choose Save", "choose 2" })
            note(stet.ask { title = "Keep?", buttons = { "Save", "Discard" } })
            note(stet.ask { title = "Sure?", buttons = { "Yes", "No" } })
            return take()
            """)
        #expect(
            logs == [
                """
                true
                dialog_shown Keep?
                dialog_chosen Keep? Save
                Save 1
                dialog_shown Sure?
                dialog_chosen Sure? No
                No 2
                """
            ])
    }

    @Test func aQuestionThatNothingCanWaitForIsAnError() throws {
        let error = try StageScript.error("stet.ask { title = \"Keep?\", buttons = { \"Yes\" } }")
        #expect(
            error
                == "the dialog “Keep?” has no answer, and nothing can wait here: ask in a "
                + "stet.flow, or let stet.script answer beforehand")
        // It is not left behind.
        let script = try StageScript()
        try script.run("pcall(stet.ask, { title = \"Keep?\", buttons = { \"Yes\" } })")
        #expect(script.host.unfinishedDialogs == [])
    }

    @Test func aFlowThatRaisesOrYieldsSaysSo() throws {
        let logs = try StageScript.run(
            """
            note(stet.flow(function() error("lost", 0) end))
            note(stet.flow(function() coroutine.yield(1) end))
            stet.flow(function() stet.ask { title = "Go?" } error("lost later", 0) end)
            stet.script "ok"
            return take()
            """)
        #expect(
            logs == [
                """
                nil lost
                nil it yielded: it may wait only for the answer of ask
                dialog_shown Go?
                dialog_chosen Go? OK
                handler_error dialog “Go?” lost later
                """
            ])
    }

    @Test func whatNobodyAnswersIsNamed() throws {
        let script = try StageScript()
        try script.run(
            """
            stet.dialog { title = "Keep?", buttons = { "Yes", "No" } }
            stet.dialog.alert { title = "Note" }
            note(stet.script { "swipe" })
            """)
        #expect(
            script.host.unfinishedDialogs == [
                "the dialog “Keep?” was not answered; stet.script{ \"choose …\" } chooses Yes or No",
                "the dialog “Note” was not answered; stet.script{ \"choose …\" } chooses OK",
            ])
        let other = try StageScript()
        let refused = try other.run(
            """
            stet.dialog.alert { title = "Note" }
            local _, message = stet.script { "swipe", "ok" }
            stet.script { "ok", "next", "back", "swipe" }
            return message
            """)
        #expect(refused == ["swipe: the dialog “Note” waits for an answer"])
        #expect(
            other.host.unfinishedDialogs == [
                "the input “next” was not used, nor 2 inputs after it: nothing was there to take it"
            ])
    }

    @Test(arguments: [
        (
            "stet.dialog { title = 'x', buttons = { { role = 'canel', label = 'No' } } }",
            "role is one of destructive, default or cancel, not \"canel\"; did you mean \"cancel\"?"
        ),
        ("stet.dialog.action_sheet { title = 'x' }", "the dialog “x” needs a button"),
        ("stet.dialog { buttons = { 'a' } }", "stet.dialog needs a title"),
        (
            "stet.dialog { title = 'x', buttons = { 'a', 'a' } }",
            "the dialog “x” has two buttons labelled a"
        ),
        (
            "stet.dialog { title = 'x', buttons = { { role = 'cancel' }, { role = 'cancel' } } }",
            "the dialog “x” has more than one cancel button"
        ),
        ("stet.ask { title = 1 }", "title of stet.ask is a text, not a number"),
        ("stet.script { 'jump' }", "no input “jump”"),
        ("stet.script { 1 }", "stet.script takes lines of text"),
    ])
    func mistakesAreRaised(script: String, message: String) throws {
        let error = try #require(try StageScript.error(script))
        #expect(error.contains(message))
    }
}
