import Testing

@testable import StetScripting

@Suite("Observers in scripts")
struct ObserverScriptTests {
    private static let fruits = "id,w,color\na,1,red\nb,2,green\nc,x,blue\n"
    private static let rules =
        "return { key = 'id', fields = { {'id'}, {'w', type = 'integer'}, {'color'} } }"

    private func run(_ script: String) throws -> [String] {
        try scripted(script, table: Self.fruits, rules: Self.rules)
    }

    @Test("An observer is told by key what was inserted, removed, changed and moved, and why")
    func diffs() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local log = {}
            local stop = c:observe(function(diff)
              local function list(name)
                local t = {}
                for i, e in ipairs(diff[name]) do t[i] = e.key end
                return #t > 0 and " " .. name .. "=" .. table.concat(t, ",") or ""
              end
              log[#log + 1] = diff.cause .. list "inserted" .. list "removed" .. list "changed"
                .. list "moved" .. " #" .. #diff
            end)
            c:update(c, { color = "red" })
            c:insert({ id = "d", w = 4 }, { before = "b" })
            c:move("a")
            c:delete("c", { force = true })
            c:rename_key("b", "B")
            c:add_field("note")
            c:undo() c:redo()
            c:set("a", { w = 1 })
            stop() stop()
            c:set("a", { w = 9 })
            return table.concat(log, "\\n")
            """)
        #expect(
            got.first == """
                update changed=b,c #2
                insert inserted=d #1
                move moved=a #1
                delete removed=c #1
                rename_key changed=B #1
                add_field #1
                undo #1
                redo #1
                """)
    }

    @Test("A changed record has its fields, old and new, by their types")
    func fields() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local result
            c:observe(function(diff) result = diff end)
            c:rename_key("a", "A")
            local renamed = result.changed[1]
            c:set("A", { w = stet.missing, color = "pink" })
            local e = result.changed[1]
            c:set("c", { w = 3 })
            local c3 = result.records[1].fields
            return texts(renamed.old_key, renamed.key, e.kind, e.row, e.moved, e.position,
              e.fields.w.old, math.type(e.fields.w.old), e.fields.w.new, e.fields.color.new,
              e.fields.id, c3.w.old, c3.w.new, result.changed == result.changed, result.summary,
              result)
            """)
        #expect(
            got == [
                "a", "A", "changed", "1", "false", "1", "1", "integer", "nil", "pink", "nil", "x",
                "3", "true", "1 changed", "c changed\n- w: x\n+ w: 3",
            ])
    }

    @Test("An edit by an observer is told after the edit that it answers, to everyone")
    func queued() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local log = {}
            c:observe(function(diff)
              local e = diff.changed[1]
              log[#log + 1] = "first " .. e.key .. e.fields.w.new
              if e.key == "a" then assert(c:set("b", { w = e.fields.w.new + 1 })) end
            end)
            c:observe(function(diff)
              local e = diff.changed[1]
              log[#log + 1] = "second " .. e.key .. e.fields.w.new
            end)
            c:set("a", { w = 10 })
            return table.concat(log, ", "), tostring(c:get("b").w), tostring(#c:changes())
            """)
        #expect(got == ["first a10, second a10, first b11, second b11", "11", "2"])
    }

    @Test("Observers may stop themselves and others, and add others, while they are told")
    func stopping() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local log = {}
            local other
            local own = c:observe(function() log[#log + 1] = "own" end)
            c:observe(function()
              log[#log + 1] = "stopper"
              own:stop()
              c:unobserve(other)
              if #log < 4 then c:observe(function() log[#log + 1] = "late" end) end
            end)
            other = c:observe(function() log[#log + 1] = "other" end)
            c:set("a", { w = 2 })
            c:set("a", { w = 3 })
            return table.concat(log, " ")
            """)
        #expect(got == ["own stopper stopper late"])
    }

    @Test("A record that an observer deletes is still the result of the change before")
    func deleting() throws {
        let got = try run(
            """
            local c = stet.open(path)
            c:observe(function(diff) if diff.cause == "update" then c:delete("a") end end)
            local record = c:set("a", { w = 5 })
            return texts(record ~= nil, c:get("a"))
            """)
        #expect(got.prefix(2) == ["true", "nil"])
    }

    @Test(
        "What is no observer is refused",
        arguments: [
            ("c:observe()", "function expected"), ("c:observe('x')", "function expected"),
            ("c:unobserve(1)", "observer expected"),
            ("d:unobserve(c:observe(print))", "one of another collection"),
            ("c:diff().insertd", "did you mean \"inserted\"?"),
            ("(function() c:diff().inserted = 1 end)()", "read-only"),
            ("c:diff() .. {}", "is joined with text"),
            ("c:diff('xml')", "a diff is \"text\", \"json\" or \"unified\", not \"xml\""),
            ("c:diff{ colour = true }", "did you mean \"color\"?"),
        ])
    func mistakes(code: String, message: String) throws {
        let got = try run(
            """
            local c, d = stet.open(path), stet.collection{ fields = { "a" } }
            return texts(pcall(function() return \(code) end))
            """)
        #expect(got.first == "false")
        #expect(got.last?.contains(message) == true, "\(got)")
    }

    @Test("A diff prints as text, is walked by record, and is written as JSON and for git")
    func forms() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local none, nothing = c:diff(), c:diff{ format = "unified" }
            c:set("a", { color = "x\\27[2J" })
            c:delete("b")
            local walk = {}
            for e in c:diff():each() do walk[#walk + 1] = e.kind .. " " .. e.key end
            local unified = c:diff{ format = "unified" }
            local _, memory = stet.collection{ fields = { "a" } }:diff "unified"
            return texts(#none, nothing, table.concat(walk, ", "), "<" .. c:diff() .. ">",
              unified:match "@@.*", c:diff{ color = true }:match "^[^\\n]+",
              c:diff{ format = "unified", color = true }:find("\\27[2J", 1, true),
              c:diff "json":match '"key":"[^"]+"', memory)
            """)
        #expect(
            got == [
                "0", "", "changed a, removed b",
                "<a changed\n- color: red\n+ color: x\\x1B[2J\nb removed\n- id: b\n- w: 2\n"
                    + "- color: green>",
                "@@ -1,4 +1,3 @@\n id,w,color\n-a,1,red\n-b,2,green\n+a,1,x\u{1B}[2J\n c,x,blue\n",
                "\u{1B}[1ma changed\u{1B}[0m", "nil", "\"key\":\"a\"",
                "collection is in memory only: a unified diff is of a file",
            ])
    }
}
