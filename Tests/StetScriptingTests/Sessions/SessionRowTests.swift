import Testing

@testable import StetScripting

/// The acceptance rows of detail sessions, through their Lua face.
@Suite struct SessionRowTests {
    @Test func row01DraftIsolation() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            s.draft.grams = 300
            s.draft.name = "Ceylon"
            local before = teas:get("as").grams
            local dirty, change = s:is_dirty(), s:changes()[2]
            assert(s:save())
            return texts(before, dirty, change.field, change.old, change.new,
              teas:get("as").grams, teas:get("as").name, s:is_open(), #teas:changes())
            """)
        #expect(got == ["250", "true", "grams", "250", "300", "300", "Ceylon", "false", "1"])
    }

    @Test func row02CancelDiscards() throws {
        let got = try withTeas(
            """
            local diary = {}
            local s = teas:edit("as", {
              on_cancel = function(ctx, draft) diary[#diary + 1] = "cancel " .. draft.grams end,
              on_dismiss = function(reason) diary[#diary + 1] = "dismiss " .. reason end,
            })
            s.draft.grams = 300
            assert(s:cancel())
            return texts(list(diary), teas:get("as").grams, s:is_open(), teas:is_dirty())
            """)
        #expect(got == ["cancel 300|dismiss inside", "250", "false", "false"])
    }

    @Test func row03SaveOrder() throws {
        let got = try withTeas(
            """
            local diary = {}
            local ref = stet.ref()
            local function note(text)
              diary[#diary + 1] = text .. " " .. tostring(ref.value) .. " " .. teas:get("as").name
            end
            local binding = teas:edit(ref, {
              on_validate = function(ctx, draft) note("on_validate") end,
              on_save = function(ctx, draft) note("on_save " .. ctx.original_key) end,
              on_dismiss = function(reason) note("on_dismiss " .. reason) end,
            })
            ref:set("as")
            local s = binding:session()
            s.draft.name = "Ceylon"
            assert(s:save())
            return texts(list(diary), list(s:log()), ref:get(), binding:session())
            """)
        #expect(
            got == [
                "on_validate as Assam|on_save as as Assam|on_dismiss inside nil Ceylon",
                "session_opened(edit, as)|field_changed(name)|saved(as)|session_closed(inside)",
                "nil", "nil",
            ])
    }

    @Test func row04RecordCheckBlocks() throws {
        let got = try withTeas(
            """
            local calls, saves, wrong = 0, 0, { "too early", "too cold" }
            local s = teas:edit("as", {
              on_validate = function(ctx, draft) calls = calls + 1 return wrong end,
              on_save = function() saves = saves + 1 end,
            })
            s.draft.name = "Ceylon"
            local ok, message = s:save()
            local kept, open = s.draft.name, s:is_open()
            wrong = {}
            assert(s:save())
            return texts(ok, (message:gsub("\\n", "/")), kept, open, calls, saves, teas:get("as").name)
            """)
        #expect(got == ["nil", "too early//too cold", "Ceylon", "true", "2", "1", "Ceylon"])
    }

    @Test func row04RecordRulesOfTheFileAreLive() throws {
        let got = try withTeas(
            """
            local s = teas:edit("bm")
            s.draft.grams = 900
            local bad, messages = s:can_save(), list(s:messages())
            local ok, message, problems = s:save()
            s.draft.kind = "green"
            return texts(bad, messages, #s:invalid_fields(), ok, message, problems[1].severity, s:can_save())
            """)
        #expect(
            got == [
                "false", "nobody has that much white tea", "0", "nil",
                "nobody has that much white tea", "error", "true",
            ])
    }

    @Test func row05FieldCheckBlocks() throws {
        let got = try withTeas(
            """
            local s = teas:add()
            local first, can = list(s:invalid_fields()), s:can_save()
            s.draft.id = "ge"
            s.draft.name = "Genmaicha"
            local now = s:can_save()
            assert(s:set_text("grams", "a handful"))
            local third, text, value = list(s:invalid_fields()), s:text("grams"), s.draft.grams
            local ok, message = s:save()
            assert(s:set_text("grams", "80"))
            assert(s:save())
            return texts(first, can, now, third, text, value, ok, message, #teas, teas:get("ge").grams)
            """)
        #expect(
            got == [
                "id|name", "false", "true", "grams", "a handful", "nil", "nil",
                "grams \"a handful\" is not an integer", "6", "80",
            ])
    }

    @Test func row06TwoChecksOnOneFieldAndACrossFieldCheck() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", { fields = { name = { validate = {
              function(name) return name ~= "Tea", "is dull" end,
              function(name) return true end,
              function(name, draft) return draft.kind ~= "green" or name == "Sencha", "is not green" end,
            } } } })
            s.draft.name = "Tea"
            local one = list(s:messages("name"))
            s.draft.kind = "green"
            local two = list(s:messages("name"))
            s.draft.name = "Sencha"
            local three = s:can_save()
            return texts(one, two, three, list(s:invalid_fields()))
            """)
        #expect(got == ["is dull", "is dull|is not green", "true", ""])
    }

    @Test func row07ARemovedFieldLeavesTheInvalidSet() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            s:set_text("grams", "many")
            s:report("kind", false, "is not in the shop")
            local first, messages = list(s:invalid_fields()), list(s:messages("kind"))
            s:remove_field("grams")
            s:remove_field("kind")
            local second, can = list(s:invalid_fields()), s:can_save()
            local ok, message = s:set_text("grams", "5")
            s:restore_field("grams")
            return texts(first, messages, second, can, ok, message, list(s:invalid_fields()), list(s:fields()))
            """)
        #expect(
            got == [
                "grams|kind", "is not in the shop", "", "true", "nil",
                "grams was removed from the form", "grams", "id|name|grams",
            ])
    }

    @Test(arguments: [
        "teas:add(nil, config)", "teas:edit('', config)", "stet.add(teas, {}, config)",
    ])
    func row08AddByNilOrByASentinelKey(_ opening: String) throws {
        let got = try withTeas(
            """
            local diary = {}
            local config = { new_id = "", on_save = function(ctx, draft)
              diary[#diary + 1] = tostring(ctx.is_add) .. " " .. tostring(ctx.original_key) .. " " .. ctx.mode
            end }
            local s = \(opening)
            s.draft.id = "ge"
            s.draft.name = "Genmaicha"
            assert(s:save())
            local again, message = s:save()
            return texts(list(diary), #teas, teas:at(-1).id, again, message)
            """)
        #expect(got == ["true nil add", "6", "ge", "nil", "the session is closed"])
    }

    @Test func row09RenamingTheKey() throws {
        let got = try withTeas(
            """
            local s = teas:edit("dj")
            s.draft.id = "se"
            local ok, message = s:save()
            s.draft.id = "dar"
            assert(s:save())
            local keys1 = list(teas:column("id"))
            local d = teas:edit("dar")
            d.draft.id = "x"
            assert(d:delete())
            return texts(ok, message, keys1, list(teas:column("id")))
            """)
        #expect(
            got == ["nil", "id “se” is in use already", "as|dar|se|bm|ro", "as|se|bm|ro"])
    }

    @Test func row10NowhereToSaveAndNothingToDelete() throws {
        let got = try withTeas(
            """
            local config = { on_save = false, on_delete = false }
            local s = teas:edit("as", config)
            s.draft.name = "Ceylon"
            local ok, message = s:save()
            local bad, why = s:delete()
            local menu = teas:menu("as", config)
            local bare = stet.edit({ name = "Jug", litres = 2 })
            bare.draft.litres = 3
            local nowhere, reason = bare:save()
            local table = { name = "Jug", litres = 2 }
            local through = stet.edit(table, { write_through = true })
            through.draft.litres = 4
            local kept
            local own = stet.edit({ name = "Jug" }, { on_save = function(ctx, draft) kept = stet.copy(draft) end })
            own.draft.name = "Bowl"
            assert(own:save())
            return texts(s:is_open(), s:can_save(), ok, message, bad, why, menu, menu:item("delete"),
              bare:can_save(), nowhere, reason, table.litres, kept.name)
            """)
        #expect(
            got == [
                "true", "false", "nil", "this session has nowhere to save to", "nil",
                "this session does not delete", "menu: view, edit", "nil", "false", "nil",
                "this session has nowhere to save to", "4", "Bowl",
            ])
    }

    @Test func row11WhatIsForbiddenIsForbiddenInTheMenuAndAtTheAction() throws {
        let got = try withTeas(
            """
            local config = {
              can_edit = function(tea) return tea.id ~= "ro" end,
              can_delete = function(tea) return tea.kind ~= "white" end,
            }
            local none, message = teas:edit("ro", config)
            local menu = teas:menu("ro", config)
            local refused, why = menu:run("edit")
            local s = teas:edit("bm", config)
            local can = s:can_delete()
            local bad, reason = s:delete()
            local barred, because = teas:menu("bm", config):run("delete")
            s.draft.kind = "green"
            local could = s:can_delete()
            assert(teas:menu("se", config):run("delete") == true)
            local viewer = teas:menu("ro", config):run("view")
            return texts(none, message, menu, refused, why, can, bad, reason, barred, because,
              could, teas:get("se"), viewer:kind(), menu:item("delete").role, menu:item("edit").edge)
            """)
        #expect(
            got == [
                "nil", "“ro” may not be edited", "menu: view, edit (disabled), delete", "nil",
                "edit is disabled for this record", "false", "nil", "“bm” may not be deleted",
                "nil",
                "delete is disabled for this record", "true", "nil", "view", "destructive",
                "leading",
            ])
    }

    @Test func row12AViewSessionIsReadOnly() throws {
        let got = try withTeas(
            """
            local diary = {}
            local s = teas:view("as", {
              on_cancel = function() diary[#diary + 1] = "cancel" end,
              title = function(tea) return "tea " .. tea.name end,
            })
            local title = s:title()
            local results = {}
            for i, act in ipairs{
              function() s:set("name", "x") end, function() s:save() end, function() s:delete() end,
              function() s.draft.name = "x" end,
            } do
              local ok, message = pcall(act)
              results[i] = tostring(ok) .. " " .. message:gsub("^test:%d+: ", "")
            end
            return texts(title, list(results), s.draft.name, s:close(), s:close(), #diary)
            """)
        #expect(
            got == [
                "tea Assam",
                "false a read-only session has no 'set'|false a read-only session has no 'save'|"
                    + "false a read-only session has no 'delete'|false this session is read-only",
                "Assam", "true", "false", "0",
            ])
    }

    @Test func row13LiveTitleAndSteadyIndicator() throws {
        let got = try withTeas(
            """
            local s = teas:edit("as", {
              title = function(tea) return (tea.name or "?") .. " tea" end,
              validate_indicator = function(ok) return ok and "ok" or "bad!" end,
            })
            local one = s:title()
            s.draft.name = "Ceylon"
            local two, right = s:title(), s:indicator("name")
            s.draft.name = nil
            local plain = teas:edit("dj")
            return texts(one, two, s:title(), "<" .. right .. ">", "<" .. s:indicator("name") .. ">",
              plain:title(), "<" .. plain:indicator("name") .. ">")
            """)
        #expect(got == ["Assam tea", "Ceylon tea", "? tea", "<ok  >", "<bad!>", "dj", "< >"])
    }

    @Test(arguments: ["'name'", "function(tea) return 'tea ' .. tea.name end"])
    func row13TheTitleOfTheRules(_ title: String) throws {
        let got = try withTeas(
            """
            local s = teas:edit("as")
            local one = s:title()
            s.draft.name = "Ceylon"
            local two, viewed = s:title(), teas:view("as"):title()
            s.draft.name = nil
            return texts(one, two, viewed, s:title(), teas:add():title())
            """,
            rules: TeaTable.rules.replacing("fields = {", with: "title = \(title), fields = {"))
        let prefix = title.hasPrefix("f") ? "tea " : ""
        #expect(got == [prefix + "Assam", prefix + "Ceylon", prefix + "Assam", "as", "new record"])
    }
}
