import Testing

@testable import StetScripting

@Suite("Lists in scripts")
struct ListScriptTests {
    @Test func row14RowsAndSectionsAreEqualByUuid() throws {
        let got = try listScript(
            """
            local a, b = stet.row{ text = "Name", uuid = "u1" }, stet.row{ text = "Nickname", uuid = "u1" }
            local c = a:clone()
            c.text = "Other"
            local s = stet.section{ header = "Account", rows = { a } }
            local t = stet.section{ header = "Profile", uuid = s.uuid }
            return show(a == b, a:same_content(b), stet.row "x" == stet.row "x", a == c, a.text, c.text,
              s == t, s == stet.section{ header = "Account" }, #s, s.rows[1] == b, #stet.row"x".uuid,
              a == 1, tostring(a),
              message(function() a.uuid = "u2" end), message(function() return a.texd end),
              message(stet.row, { detial_text = "x" }), message(stet.row, { selection = 7 }))
            """)
        #expect(
            got == [
                "true", "false", "false", "true", "Name", "Other", "true", "false", "1", "true",
                "36", "false", "row: Name", "uuid is what the row is; it cannot be set",
                "a row has no \"texd\"; did you mean \"text\"?",
                "stet.row has no \"detial_text\"; did you mean \"detail_text\"?",
                "selection of stet.row is a function, not a number",
            ])
    }

    @Test func row15NineAccessoriesEqualThemselves() throws {
        let got = try listScript(
            """
            local a = stet.accessory
            local heart = a.view(function(width) return "<3" end)
            local function all(f)
              return { a.none, a.disclosure_indicator, a.detail_disclosure_button(f), a.checkmark,
                a.checkmark_placeholder, a.detail_button(f), a.switch_toggle(true, f),
                a.segmented_control({ "low", "high" }, 2, f), heart }
            end
            local some, others = all(print), all(function() end)
            local equal, kinds = 0, {}
            for i, x in ipairs(some) do
              kinds[i] = x.kind
              for j, y in ipairs(others) do
                if (x == y) == (i == j) then equal = equal + 1 end
              end
            end
            local rows = {}
            for i, x in ipairs(some) do rows[i] = { text = i, accessory = x } end
            local ds = stet.data_source{ sections = { { rows = rows } } }
            return show(equal, kinds, a.switch_toggle(true) == a.switch_toggle(false), some[7].value,
              some[8].selected, some[8].items, tostring(some[8]), ds:render{ width = 20 },
              message(a.segmented_control, { "x" }, 2))
            """)
        #expect(
            got == [
                "81",
                "none disclosure_indicator detail_disclosure_button checkmark "
                    + "checkmark_placeholder detail_button switch_toggle segmented_control view",
                "false", "true", "2", "low high", "segmented_control low [high]",
                """
                  1
                  2                ›
                  3            (i) ›
                  4                ✓
                  5
                  6              (i)
                  7            [on ]
                  8       low [high]
                  9               <3
                """, "'segmented_control': segment 2 is chosen, but there are 1",
            ])
    }

    @Test func row16ToggleAndSegmentWriteBack() throws {
        let got = try listScript(
            """
            local seen = {}
            local ds = stet.data_source{ sections = { {
              { text = "Wi-Fi", uuid = "wifi", accessory = stet.accessory.switch_toggle(false,
                  function(value, row, path)
                    seen[#seen + 1] = tostring(value) .. tostring(row.accessory.value) .. path.row
                  end) },
              { text = "Size", accessory = stet.accessory.segmented_control({ "S", "M", "L" }, 1,
                  function(place, title, row, path) seen[#seen + 1] = place .. title .. path[2] end) },
              { text = "Bad", accessory = stet.accessory.switch_toggle(false,
                  function() error("no luck", 0) end) },
            } } }
            assert(ds:toggle "wifi")
            assert(ds:choose_segment({ 1, 2 }, 3))
            assert(ds:choose_segment("1.2", "M"))
            assert(ds:reload())
            return show(seen, ds:row("wifi").accessory.value, ds:row{ 1, 2 }.accessory.selected,
              second(ds:toggle{ 1, 2 }), second(ds:choose_segment({ 1, 2 }, 4)),
              second(ds:choose_segment({ 1, 2 }, "XL")), second(ds:toggle{ 1, 3 }),
              ds:row{ 1, 3 }.accessory.value, ds:events())
            """)
        #expect(
            got == [
                "truetrue1 3L2 2M2", "true", "2",
                "row “Size” (1.2) has no switch: its accessory is a segmented control",
                "row “Size” (1.2) has no segment 4: there are 3",
                "there is no segment \"XL\"; there are \"S\", \"M\" and \"L\"",
                "switch of row “Bad” (1.3): no luck", "false",
                "accessory_changed(wifi, true) accessory_changed(\(got[8].uuid), L) "
                    + "accessory_changed(\(got[8].uuid), M) rows_reloaded "
                    + "handler_error(switch of row “Bad” (1.3), no luck)",
            ])
    }

    @Test func row17SelectionDeselectsThenRunsRowThenDelegate() throws {
        let got = try listScript(
            """
            local seen = {}
            local function note(what)
              return function(row, path) seen[#seen + 1] = what .. row.text .. path[2] end
            end
            local sections = { { { text = "a", uuid = "a", selection = note "row" }, { text = "b", uuid = "b" },
              { text = "c", uuid = "c", selectable = true },
              { text = "d", selection = function() coroutine.yield() end } } }
            local delegate = { did_select = note "delegate", did_deselect = note "gone" }
            local ds = stet.data_source{ sections = sections, delegate = delegate }
            ds:observe(function(name, ...) seen[#seen + 1] = name end)
            assert(ds:select{ 1, 1 })
            local order = table.concat(seen, " ")
            local refused = second(ds:select "b")
            local yielded = second(ds:select{ 1, 4 })
            seen = {}
            local kept = stet.data_source{ sections = sections, delegate = delegate, auto_deselect = false }
            kept:select "a"; kept:select "c"
            local several = stet.data_source{ sections = sections, selection_mode = "multiple" }
            several:select "c"; several:select "a"; several:select "c"; several:select "c"
            return show(order, #ds.selection, refused, yielded, kept.selection, seen, kept:render{ width = 8 },
              several.selection, several:deselect(), #several.selection, second(kept:deselect "a"),
              message(stet.data_source, { selection_mode = "many" }))
            """)
        #expect(
            got == [
                "row_deselected rowa1 row_selected delegatea1", "0",
                "row “b” (1.2) is not selectable",
                "selection of row “d” (1.4): it yielded: it may wait only for the answer of ask",
                "c",
                "rowa1 delegatea1 gonea1 delegatec3 rowa1", "  a\n  b\n> c\n  d", "a c", "true",
                "0",
                "row “a” (1.1) is not selected",
                "selection_mode is one of single or multiple, not \"many\"",
            ])
    }

    @Test func row18EditActionsKeepTheirOrder() throws {
        let got = try listScript(
            """
            local seen = {}
            local ds = stet.data_source{ sections = { {
              { text = "a", edit_actions = {
                { title = "Delete", style = "destructive",
                  selection = function(row, path) seen[#seen + 1] = "delete" .. row.text .. path.row end },
                { "Flag", edge = "leading", selection = function(row) seen[#seen + 1] = "flag" end },
              } },
              { text = "b" },
            } } }
            local actions = ds:edit_actions{ 1, 1 }
            assert(ds:perform({ 1, 1 }, "Flag"))
            assert(ds:perform("1.1", 1))
            return show(actions[1].title, actions[1].style, actions[1].edge, actions[2].title,
              actions[2].edge, seen, ds:row{ 1, 2 }.editable, second(ds:perform({ 1, 2 }, 1)),
              second(ds:perform({ 1, 1 }, "Flog")), second(ds:perform({ 1, 1 }, 3)),
              #ds:edit_actions{ 1, 2 })
            """)
        #expect(
            got == [
                "Delete", "destructive", "trailing", "Flag", "leading", "flag deletea1", "false",
                "row “b” (1.2) is not editable: it has no actions",
                "row “a” (1.1) has no action \"Flog\"; did you mean \"Flag\"?",
                "row “a” (1.1) has no action 3: there are 2", "0",
            ])
    }

    @Test func row19CellsAreRegisteredOnceAndUnknownOnesAreErrors() throws {
        let got = try listScript(
            """
            assert(stet.cells.register("stars", function(row, width)
              return { row.text, ("*"):rep(math.min(row.context.stars, width)) }
            end))
            local taken = second(stet.cells.register("stars", print))
            local registered = {}
            local ds = stet.data_source{ sections = { {
              { text = "Film", cell = "stars", context = { stars = 3 } },
              { text = "Book", cell = "stars", context = { stars = 50 } },
            } } }
            ds:attach{ register = function(name) registered[#registered + 1] = name end }
            local unknown = message(ds.set_sections, ds, { { { text = "x", cell = "starz" } } })
            stet.cells.register("broken", function() return 7, {} end)
            stet.cells.register("raising", function(row) error("no " .. row.text, 0) end)
            stet.cells.register("eager", function(row)
              return { second(ds:set_sections{}), second(ds:render()) }
            end)
            local drawn = ds:render{ width = 12 }
            ds:set_sections{ { { text = "x", cell = "raising" } } }
            local raised = second(ds:render())
            ds:set_sections{ { { text = "x", cell = "eager" } } }
            return show(taken, registered, unknown, drawn, raised, ds:render(), #stet.cells.names(),
              message(stet.data_source, { sections = { { { text = "y", cell = "nope" } } } }))
            """)
        #expect(
            got == [
                "the cell \"stars\" is there already; take another name",
                "stars raising eager",
                "row “x” (1.1): there is no cell \"starz\"; did you mean \"stars\"?",
                "  Film\n  ***\n  Book\n  **********",
                "cell \"raising\" of row “x” (1.1): no x",
                "  the list is being drawn; change it afterwards\n"
                    + "  the list is being drawn already", "8",
                "stet.data_source: row “y” (1.1): there is no cell \"nope\"; "
                    + "there are broken, button, eager, raising, stars, subtitle, value1 and value2",
            ])
    }

    @Test func row20ExtremitiesAndIndexTitles() throws {
        let got = try listScript(
            """
            local two = stet.extremity.view(function(width) return "one " .. width .. "\\ntwo\\nthree" end, 2)
            local ds = stet.data_source{ sections = {
              { header = "Account", footer = two, { text = "a" } },
              { header = stet.extremity.auto(function() return { "five by five" } end), { text = "b" } },
              { index_title = "C", { text = "c" } },
            } }
            local none = ds.section_index_titles
            ds:set_section_index_titles{ "A", "B" }
            local few = ds.section_index_titles
            ds:set_section_index_titles{ "A", "B", "C", "D" }
            return show(ds.sections[1].header, ds:height "Account", ds:height(two),
              ds:height(stet.extremity.auto(function() return "five by five" end), { width = 6 }),
              ds:height(nil), ds:height(nil, { style = "grouped" }), ds:render{ width = 8 }, none, few,
              ds.section_index_titles, ds:jump "C", ds:jump "A", ds:jump "D", ds:jump "Q",
              second(stet.data_source():jump "A"))
            """)
        #expect(
            got == [
                "Account", "1", "2", "3", "0", "1",
                "Account\n  a\none 8\ntwo\nfive by\nfive\n  b\n  c", "nil", "nil", "A B C D", "3",
                "1", "3", "3", "the list has no sections",
            ])
    }

    @Test func row21UpdatesAreOneDiffAndPlacesOutOfRangeErrors() throws {
        let got = try listScript(
            """
            local diffs, reloads = {}, 0
            local function row(name, text) return stet.row{ uuid = name, text = text or name } end
            local ds = stet.data_source{ sections = { { uuid = "s", row "a", row "b", row "c" } } }
            ds:attach{ apply = function(diff) diffs[#diffs + 1] = diff end,
              reload = function(sections) reloads = reloads + #sections end }
            assert(ds:update(function(sections)
              local rows = sections[1].rows
              table.remove(rows, 2)
              rows[1].text = "A"
              table.insert(rows, row "d")
            end))
            local d = diffs[1]
            local failed = second(ds:update(function(sections) sections[1].rows = {}; error("stop", 0) end))
            local twice = message(ds.update, ds, function() return { { row "x", row "x" } } end)
            return show(#diffs, d.inserted[1].uuid, d.inserted[1].path[2], d.removed[1].uuid, d.changed[1].uuid,
              #d.moved, d.summary, reloads, failed, twice, #ds.sections[1], ds:render{ width = 6 },
              second(ds:select{ 1, 4 }), second(ds:select{ 0, 1 }), second(ds:select{ 1, math.mininteger }),
              second(ds:row "zzz"), ds:path("d").row, message(ds.select, ds, {}), message(ds.select, ds))
            """)
        #expect(
            got == [
                "1", "d", "3", "b", "a", "0", "1 inserted, 1 removed, 1 changed", "1",
                "update: stop", "row “x” (1.2): another row has its uuid, x", "3",
                "  A\n  c\n  d", "no row 1.4: the section has 3",
                "no section 0: there are 1",
                "no row 1.-9223372036854775808: the section has 3", "no row has the uuid zzz", "3",
                "a path is { section, row }, two whole numbers",
                "bad argument #2 to 'select' (row, path or uuid expected, got no value)",
            ])
    }

    @Test func row21AHandlerMayChangeTheListAndComesFirst() throws {
        let got = try listScript(
            """
            local ds, inside, when
            ds = stet.data_source{ sections = { { uuid = "s", { text = "More", uuid = "more",
              accessory = stet.accessory.switch_toggle(false, function(value)
                local ok
                ok, when = ds:update(function(sections)
                  table.insert(sections[1].rows, 1, { text = "Extra" })
                end)
                inside = #ds.sections[1]
              end) } } } }
            assert(ds:toggle "more")
            return show(inside, when, #ds.sections[1], ds:row{ 1, 2 }.accessory.value, ds:events())
            """)
        #expect(
            got == [
                "1", "queued", "2", "true",
                "accessory_changed(more, true) rows_diff(1 inserted)",
            ])
    }

    /// A person would rather be asked before something goes.
    @Test func row18AnActionMayAskBeforeItActs() throws {
        let got = try listScript(
            """
            local ds
            ds = stet.data_source{ sections = { { { text = "Draft", edit_actions = { { "Delete",
              selection = function(row, path)
                local choice = stet.ask{ title = "Delete the draft?",
                  buttons = { { role = "destructive", label = "Delete" }, { role = "cancel" } } }
                if choice ~= "Delete" then return end
                assert(ds:update(function(sections) sections[path.section].rows = {} end))
              end } } } } } }
            assert(ds:perform("1.1", "Delete"))
            local asked = stet.dialog.current() ~= nil
            assert(stet.script{ "choose Cancel" })
            local kept = #ds.sections[1]
            assert(ds:perform("1.1", "Delete"))
            assert(stet.script{ "choose Delete" })
            return show(asked, kept, #ds.sections[1])
            """)
        #expect(got == ["true", "1", "0"])
    }

    @Test func row22CopiesTextAndRefusesOthers() throws {
        let got = try listScript(
            """
            local ds = stet.data_source{ sections = { {
              { text = "Name", detail_text = "Ada", copyable = true }, { text = "Mail", copyable = true },
              { text = "No" }, { text = "Id", copy = function(row) return "<" .. row.text .. ">" end },
              { text = "Bad", copy = function() return {} end },
            } } }
            return show(ds:copy{ 1, 1 }, ds:copy "1.2", second(ds:copy{ 1, 3 }), ds:copy{ 1, 4 },
              second(ds:copy{ 1, 5 }), ds:row{ 1, 3 }.copyable)
            """)
        #expect(
            got == [
                "Ada", "Mail", "row “No” (1.3) cannot be copied", "<Id>",
                "copy of row “Bad” (1.5): it must return text, not a table", "false",
            ])
    }

    @Test func aScreenOrObserverThatRaisesKeepsNothingFromHappening() throws {
        let got = try listScript(
            """
            local ds = stet.data_source{ sections = { { { text = "a", uuid = "a" } } } }
            local heard = 0
            local stop = ds:observe(function(name) if name == "rows_diff" then heard = heard + 1 end end)
            ds:update(function(sections) sections[1].rows[1].text = "b" end)
            stop(); stop()
            ds:update(function(sections) sections[1].rows[1].text = "c" end)
            ds:attach{}
            ds:detach()
            collectgarbage()
            return show(heard, ds:render(), message(ds.attach, ds, { aply = print }),
              message(function() ds.sections = {} end), message(function() return ds.rows end))
            """)
        #expect(
            got == [
                "1", "  c", "a view has no \"aply\"; did you mean \"apply\"?",
                "a data source is changed by its methods: update(function(sections) … end)",
                "a data source has no \"rows\"; did you mean \"row\"?",
            ])
    }

    @Test func endlessDrawingAndExitsAreNotSwallowed() throws {
        let host = try ScriptHost()
        defer { host.close() }
        #expect(throws: (any Error).self) {
            try host.run(
                Array(
                    """
                    local ds = stet.data_source{ sections = { { { text = "a",
                      selection = function() os.exit(3) end } } } }
                    ds:select{ 1, 1 }
                    error "not reached"
                    """.utf8), name: "=test")
        }
        let left = try host.run(Array("return 1".utf8), name: "=test")
        #expect(left.count == 1)
    }
}

extension String {
    /// The first word in it that looks like a uuid, without the parenthesis before it.
    fileprivate var uuid: String {
        split(whereSeparator: { "(), ".contains($0) }).first { $0.count == 36 }.map(String.init)
            ?? ""
    }
}
