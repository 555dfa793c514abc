import LuaKit
import Testing

@testable import StetScripting

/// What no script may bring about: a crash, or a change that nobody asked for.
@Suite struct SessionBadInputTests {
    @Test func everyMethodStandsArgumentsOfEveryKind() throws {
        let got = try withTeas(
            """
            local names = { "get", "text", "fields", "changes", "is_dirty", "is_valid", "can_save",
              "can_delete", "can_undo", "can_redo", "is_open", "invalid_fields", "messages", "problems",
              "title", "indicator", "kind", "record", "events", "log", "set", "set_text", "revert", "undo",
              "redo", "recheck", "remove_field", "restore_field", "report", "attempt_dismiss", "dialog",
              "choose", "cancel", "close", "present" }
            local junk = { true, 1.5, -1, math.huge, 0/0, "x", "name", "", "\\0", ("x"):rep(10000), "\\xff",
              {}, print, coroutine.create(print), teas, stet.ref(), teas:get("as"), stet.missing }
            local refused, calls = 0, 0
            for _, name in ipairs(names) do
              for i = 0, #junk do
                for j = 0, #junk, 5 do
                  local s = assert(teas:edit("as"))
                  local method = s[name]
                  for _, arguments in ipairs{ { s, junk[i], junk[j] }, { junk[i], s }, {} } do
                    local ok, result, message = pcall(method, table.unpack(arguments, 1, 3))
                    calls = calls + 1
                    if not ok then
                      refused = refused + 1
                      assert(type(result) == "string" and #result > 0)
                    elseif result == nil and message ~= nil then
                      assert(type(message) == "string" or type(message) == "table")
                    end
                  end
                  s:close()
                end
              end
            end
            for _, value in ipairs(junk) do
              pcall(teas.edit, teas, value, value)
              pcall(teas.view, teas, value)
              pcall(teas.add, teas, value, value)
              pcall(teas.menu, teas, value, value)
              pcall(stet.edit, value, value)
              pcall(stet.add, value)
            end
            return texts(calls > 1000, refused > 1000, teas:is_dirty(), #teas)
            """)
        #expect(got == ["true", "true", "false", "5"])
    }

    @Test func aHandlerMayEndTheProgram() throws {
        let host = try ScriptHost()
        defer { host.close() }
        let text = """
            local c = stet.collection{ fields = { "id" }, records = { { id = "a" } } }
            local s = c:edit("a", { on_save = function() stet.exit(3) end })
            s.draft.id = "b"
            pcall(function() s:save() end)
            print("not reached")
            """
        var kind: LuaError.Kind?
        do throws(LuaError) {
            _ = try host.run(Array(text.utf8), name: "=test")
        } catch {
            kind = error.kind
        }
        #expect(kind == .exit(status: 3))
    }

    @Test func aHandlerThatNeverEndsIsInterrupted() throws {
        let host = try ScriptHost()
        defer { host.close() }
        let interrupt = host.interrupt
        let text = """
            local c = stet.collection{ fields = { "id" }, records = { { id = "a" } } }
            local s = c:edit("a", { on_save = function() stop() while true do end end })
            pcall(function() s:save() end)
            """
        let stack = try host.state.stack()
        stack.push(host.environment)
        stack.pushFunction("stop") { _ in
            interrupt()
            return 0
        }
        stack.setField("stop", of: stack.top - 1)
        stack.pop()
        var kind: LuaError.Kind?
        do throws(LuaError) {
            _ = try host.run(Array(text.utf8), name: "=test")
        } catch {
            kind = error.kind
        }
        #expect(kind == .interrupted)
    }

    @Test func sessionsOutliveTheirTablesAndScripts() throws {
        let got = try withTeas(
            """
            local s
            do
              local own = stet.collection{ fields = { "id", "name" }, records = { { id = "a", name = "x" } } }
              s = own:edit("a", { on_save = function(ctx) end })
            end
            collectgarbage() collectgarbage()
            s.draft.name = "y"
            local draft = s.draft
            assert(s:save())
            s = nil
            collectgarbage() collectgarbage()
            local ok, message = pcall(function() draft.name = "z" end)
            return texts(draft.name, ok, (message:gsub("test:%d+: ", "")))
            """)
        #expect(got == ["y", "false", "the session is closed"])
    }

    @Test func aDeletedRecordAndARemovedFieldAreSaid() throws {
        let got = try withTeas(
            """
            local s, t = teas:edit("as"), teas:edit("dj")
            teas:delete("as")
            s.draft.name = "Ceylon"
            local ok, message = s:save()
            t.draft.grams = 5
            teas:drop_field("grams")
            local no, why = t:save()
            return texts(ok, message, no, why, s:record(), t:is_open())
            """, rules: nil)
        #expect(
            got == [
                "nil", "the record was deleted", "nil",
                "the check failed: the field “grams” is no more", "nil", "true",
            ])
    }
}
