import Testing

@testable import StetScripting

@Suite("Sheets in scripts")
struct SheetScriptTests {
    @Test func row27ItemSwapAndSameIdentityChange() throws {
        let logs = try StageScript.run(
            """
            local item = stet.ref()
            local clears = false
            stet.sheet {
              name = "fruit", item = item,
              content = function(fruit, sheet) note("content", fruit.id, fruit.weight, sheet:id()) end,
              on_dismiss = function(reason)
                note("on_dismiss", reason, item.value and item.value.id)
                if clears then item:set(nil) end
              end,
            }
            item.value = { id = "fig", weight = 5 }
            local first = take()
            item.value = { id = "fig", weight = 6 }
            local same = take()
            item.value = { id = "plum", weight = 7 }
            local swap = take()
            clears = true
            item.value = { id = "pear", weight = 8 }
            return first, same, swap, take(), #stet.sheets()
            """)
        #expect(
            logs == [
                "content fig 5 fig\nsheet_presented fruit fig", "",
                """
                sheet_replaced fruit fig
                sheet_dismissed fruit fig replaced
                on_dismiss replaced plum
                content plum 7 plum
                sheet_presented fruit plum
                """,
                """
                sheet_replaced fruit plum
                sheet_dismissed fruit plum replaced
                on_dismiss replaced pear
                """, "0",
            ])
    }

    @Test func row28ModalAttempt() throws {
        let logs = try StageScript.run(
            """
            local dirty = true
            local editor = stet.sheet {
              name = "editor", modal = function(sheet) return dirty end,
              on_attempt = {
                function(sheet) note("first", sheet:is_presented()) error("no first") end,
                function() note("second") end,
              },
              on_dismiss = function(reason) note("on_dismiss", reason) end,
            }
            take()
            local sheet = editor:sheet()
            note(sheet:attempt_dismiss())
            note(sheet:state())
            local modal = take()
            note(sheet:dismiss("kept"))
            local programmatic = take()
            local again = editor:present()
            dirty = false
            take()
            note(again:attempt_dismiss())
            return modal, programmatic, take()
            """)
        #expect(
            logs == [
                """
                attempt_refused editor
                first true
                handler_error on_attempt of editor test:13: no first
                second
                false modal
                presented
                """,
                "sheet_dismissed editor inside\non_dismiss inside\ntrue",
                "sheet_dismissed editor gesture\non_dismiss gesture\ntrue",
            ])
    }

    @Test func row29DismissFromInsideAndReentrancy() throws {
        let logs = try StageScript.run(
            """
            local shown = stet.ref(false)
            local times, current = 0, nil
            stet.sheet {
              name = "editor", is_presented = shown,
              content = function(sheet) current = sheet; times = times + 1 end,
              on_dismiss = function(reason, result)
                note("on_dismiss", reason, result, shown.value)
                note(current:dismiss())
                if times == 1 then shown.value = true end
              end,
            }
            shown.value = true
            take()
            local first = current
            note(first:dismiss(42))
            local dismissal = take()
            return dismissal, tostring(first), tostring(current), tostring(first == current),
              select(2, first:attempt_dismiss())
            """)
        #expect(
            logs == [
                """
                sheet_dismissed editor inside
                on_dismiss inside 42 false
                false the sheet “editor” is not presented
                sheet_presented editor
                true
                """, "sheet editor (dismissed)", "sheet editor (presented)", "false",
                "the sheet “editor” is not presented",
            ])
    }

    @Test func row30NestedSheetsCloseFromTheInnermost() throws {
        let logs = try StageScript.run(
            """
            local wanted = stet.ref(true)
            local function dismissed(name)
              return function(reason) note("on_dismiss", name, reason, wanted.value) end
            end
            local outer = stet.sheet {
              name = "outer", on_dismiss = dismissed "outer",
              content = function(sheet)
                sheet:sheet {
                  name = "inner", is_presented = wanted, modal = true, on_dismiss = dismissed "inner",
                }
              end,
            }
            take()
            local names = {}
            for i, sheet in ipairs(stet.sheets()) do names[i] = sheet:name() end
            local inner = stet.sheets()[2]
            local parent = inner:presenter()
            note(parent:name(), parent:presenter():is_presented(), parent:presented() == inner)
            note(outer:sheet():attempt_dismiss())
            note(outer:dismiss())
            return table.concat(names, " "), take(), inner:state()
            """)
        #expect(
            logs == [
                "outer inner",
                """
                outer false true
                nil another sheet is over it
                sheet_dismissed inner parent
                on_dismiss inner parent false
                sheet_dismissed outer inside
                on_dismiss outer inside false
                true
                """, "dismissed",
            ])
    }

    @Test func aSheetThatWaitsIsPresentedIfItIsStillWanted() throws {
        let logs = try StageScript.run(
            """
            local a, b = stet.ref(true), stet.ref(true)
            stet.sheet { name = "a", is_presented = a }
            local second = stet.sheet { name = "b", is_presented = b }
            local waiting = take()
            a.value = false
            local after = take()
            second:remove()
            return waiting, after, take(), tostring(b.value)
            """)
        #expect(
            logs == [
                "sheet_presented a\nsheet_deferred b",
                "sheet_dismissed a binding\nsheet_presented b", "sheet_dismissed b binding", "true",
            ])
    }

    @Test func handlersThatRaiseOrYieldAreReportedAndChangeNothing() throws {
        let logs = try StageScript.run(
            """
            local shown = stet.ref(true)
            local broken = stet.sheet { name = "broken", is_presented = shown,
              content = function() error("no paper", 0) end }
            note(shown.value, broken:is_presented())
            local lazy = stet.sheet { name = "lazy",
              modal = function() coroutine.yield() end,
              on_dismiss = function() coroutine.yield() end,
              on_attempt = function() note("never") end }
            note(lazy:sheet():attempt_dismiss())
            note(lazy:is_presented())
            note(lazy:dismiss())
            stet.sheet { name = "idle", content = function() coroutine.yield() end }
            return take(), #stet.sheets()
            """)
        #expect(
            logs == [
                """
                handler_error content of broken no paper
                false false
                sheet_presented lazy
                handler_error is_modal of lazy it cannot wait: it has to answer at once
                nil it cannot wait: it has to answer at once
                true
                sheet_dismissed lazy inside
                handler_error on_dismiss of lazy it cannot wait: it has to answer at once
                true
                handler_error content of idle it yielded: it may wait only for the answer of ask
                """, "0",
            ])
    }

    @Test func anItemWithoutAnIdLeavesTheSheetThatIsThere() throws {
        let logs = try StageScript.run(
            """
            local item = stet.ref({ id = "fig" })
            stet.sheet { name = "fruit", item = item }
            item.value = { id = true }
            item.value = 4.5
            local log = take()
            item.value = "plum"
            return log, stet.sheets()[1]:id()
            """)
        #expect(
            logs == [
                """
                sheet_presented fruit fig
                handler_error item of fruit the item's id is a boolean, and an id is a text or a \
                whole number
                handler_error item of fruit an item without fields is a number, and an id is a \
                text or a whole number
                """, "plum",
            ])
    }

    @Test(arguments: [
        ("stet.sheet { modl = true }", "stet.sheet has no \"modl\"; did you mean \"modal\"?"),
        ("stet.sheet(1)", "bad argument #1 to 'sheet' (table expected, got number)"),
        (
            "stet.sheet { is_presented = true }",
            "is_presented of stet.sheet is a stet.ref, not a boolean"
        ),
        (
            "stet.sheet { item = stet.ref(), is_presented = stet.ref() }",
            "stet.sheet takes is_presented or item, not both"
        ),
        ("stet.sheet { modal = 1 }", "modal is true, false or a function, not a number"),
        ("stet.sheet { pages = {} }", "pages of stet.sheet is a list with at least one page"),
        (
            "stet.sheet { on_finish = print }",
            "on_finish of stet.sheet belongs to pages, and there are none"
        ),
        (
            "local r = stet.ref(); stet.sheet({ is_presented = r }):present()",
            "this sheet is presented by setting its reference"
        ),
        ("stet.sheet({}):sheet():next()", "the sheet “sheet” has no pages"),
        (
            "stet.sheet({}):sheet():presenter():set_modal(true)",
            "the root presents sheets; it is none, and has no 'set_modal'"
        ),
    ])
    func mistakesAreRaised(script: String, message: String) throws {
        let error = try #require(try StageScript.error(script))
        #expect(error.contains(message))
    }

    @Test func pagesGoForwardThroughTheirValidators() throws {
        let logs = try StageScript.run(
            """
            local answers = {}
            local wizard = stet.sheet {
              name = "wizard",
              pages = {
                { title = "Name", validate = function() return answers.name and true, "a name" end },
                { title = "Weight", validate = function() return { "too light", "too old" } end },
              },
              on_finish = function() if not answers.sure then return false end end,
              on_dismiss = function(reason) note("on_dismiss", reason) end,
            }
            local sheet = wizard:sheet()
            note(sheet:back())
            note(sheet:next())
            answers.name = "fig"
            note(sheet:next())
            note(sheet:page())
            note(sheet:next())
            return take(), table.concat(sheet:messages(), "+")
            """)
        #expect(
            logs == [
                """
                sheet_presented wizard
                nil this is the first page
                page_refused wizard 1 a name
                nil a name
                page_changed wizard 2
                true
                2 Weight 2
                page_refused wizard 2 too light too old
                nil too light; too old
                """, "too light+too old",
            ])
    }

    @Test func aWizardEndsWithItsLastPage() throws {
        let logs = try StageScript.run(
            """
            local sure = false
            local sheet = stet.sheet({
              name = "wizard", pages = { { title = "One" }, {} },
              on_finish = function() if not sure then return false, "not sure" end end,
              on_dismiss = function(reason) note("on_dismiss", reason) end,
            }):sheet()
            note(sheet:next())
            note(sheet:next())
            sure = true
            note(sheet:next())
            note(sheet:page())
            note(sheet:next())
            return take()
            """)
        #expect(
            logs == [
                """
                sheet_presented wizard
                page_changed wizard 2
                true
                page_refused wizard 2 not sure
                nil not sure
                pages_finished wizard
                sheet_dismissed wizard inside
                on_dismiss inside
                true
                nil
                nil the pages are finished
                """
            ])
    }

    @Test func scriptsThatPresentForEverAreStopped() throws {
        let logs = try StageScript.run(
            """
            local shown = stet.ref(false)
            stet.sheet {
              name = "loop", is_presented = shown,
              content = function(sheet) sheet:dismiss() end,
              on_dismiss = function() shown.value = true end,
            }
            shown.value = true
            local stopped = false
            for _, event in ipairs(stet.events()) do
              if event:find("answered each other 1000 times") then stopped = true end
            end
            return stopped
            """)
        #expect(logs == ["true"])
    }

    @Test func watchersThatSetEachOtherForEverEndInAnErrorAndNoCrash() throws {
        let error = try StageScript.error(
            """
            local r = stet.ref(0)
            r:watch(function(value) r.value = value + 1 end)
            r.value = 1
            """)
        #expect(error != nil)
    }
}
