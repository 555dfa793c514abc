import Foundation
import LuaKit
import Testing

@testable import StetScripting

@Suite("check and findings of a collection in a script")
struct CheckMethodTests {
    /// The text that a script returns; `path` is the table's.
    private func run(_ script: String, rules: String? = fruitRules) throws -> String? {
        let folder = try TableFolder(
            "id,weight,color,note\napple,182,red,\nkiwi,,green,\nmelon,-1,green,ok\n",
            rules: rules)
        let host = try ScriptHost()
        defer { host.close() }
        let results = try host.run(
            Array("local path = ...\n\(script)".utf8), name: "=test", arguments: [folder.file])
        return results.first?.text
    }

    @Test("The report is that of the records as they are now")
    func report() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local before = c:check()
            c:set("melon", { weight = 5 })
            c:insert({ id = "apple", weight = 0, color = "blue" }, { before = "kiwi", force = true })
            local after = c:check { jobs = 2, max_findings = 10 }
            local list = {}
            for f in after:findings() do
              list[#list + 1] = ("%s %s %s %s"):format(f.record, f.line, f.code, f.message)
            end
            return table.concat({ tostring(before.ok), before.counts.above, after.records,
              tostring(after.ok), tostring(after.counts.above), table.concat(list, "; ") }, " ")
            """)
        #expect(
            got == "false 1 4 false 1 2 nil key the key \"apple\" is already that of record 1; "
                + "2 nil above must be above 0; 2 nil enum \"blue\" is not one of red, green")
    }

    @Test("One record's findings are a list")
    func findings() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local f = c:findings("melon")
            local list = { #f, f[1].code, f[1].field, f[1].key, f[1].record, f[1].line,
              f[1].column, #c:findings("apple") }
            -- Edits before it move the record, but not in the file yet.
            c:insert({ id = "new", weight = 1, color = "red" }, { before = "apple" })
            local moved = c:findings("melon")[1]
            list[#list + 1] = moved.record .. ":" .. moved.line
            c:insert({ id = "bad", weight = 0, color = "red" }, { force = true })
            list[#list + 1] = tostring(c:findings("bad")[1].line)
            c:set("melon", { weight = 5 })
            list[#list + 1] = #c:findings(c:get("melon"))
            local nothing, message = c:findings("pear")
            list[#list + 1] = tostring(nothing) .. message
            return table.concat(list, " ")
            """)
        #expect(got == "1 above weight melon 3 4 7 0 4:4 nil 0 nilno record with id “pear”")
    }

    @Test("A collection in memory is checked by the rules that it was made with")
    func inMemory() throws {
        let got = try run(
            """
            local limit = 3
            local c = stet.collection{ name = "basket", fields = { "id", "n" },
              records = { { id = "a", n = 1 }, { id = "b", n = 2 } },
              rules = { key = "id", fields = { { "id" }, { "n", type = "integer",
                validate = function(n) return n < limit, "too many" end } } } }
            local before = c:check()
            limit = 2
            local after = c:check()
            local f = c:findings("b")
            return table.concat({ tostring(before.ok), tostring(after.ok), after.file,
              after.counts.validate, f[1].message, #f, tostring(f[1].line), after.note }, " ")
            """)
        #expect(
            got == "true false basket 1 too many 1 nil "
                + "rules given as a table run in the script, on one core")
    }

    @Test("Without rules the structure is checked, and the report says so")
    func noRules() throws {
        let got = try run(
            """
            local c = stet.open(path)
            local r = c:check()
            return tostring(r.ok) .. " " .. r.records .. " " .. r.note:match("no rules.*")
              .. #c:findings("melon")
            """, rules: nil)
        #expect(got == "true 3 no rules: only its structure was checked0")
    }

    @Test(
        "A mistake of the script is raised",
        arguments: [
            ("c:check { job = 1 }", "did you mean \"jobs\""),
            ("c:check { jobs = 0 }", "whole number above 0"),
            ("c:check(3)", "table expected"), ("c:findings()", "a key or a record expected"),
            ("c.check({})", "collection expected"),
        ])
    func mistakes(code: String, message: String) throws {
        let got = try run(
            "local c = stet.open(path)\nreturn select(2, pcall(function() return \(code) end))")
        #expect(got?.contains(message) == true, "\(got ?? "nothing")")
    }
}
