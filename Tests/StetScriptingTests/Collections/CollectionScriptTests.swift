import Foundation
import LuaKit
import StetCore
import Testing

@testable import StetScripting

/// Runs a script over a table in a folder of its own; `path` is the table's path in it.
private func run(
    _ script: String,
    table: String = "id,weight,color,note\napple,182,red,\nkiwi,,green,\nmelon,1280,green,ok\n",
    rules: String? = fruitRules
) throws -> (results: [LuaValue], text: String) {
    let folder = try TableFolder(table, rules: rules)
    let host = try ScriptHost()
    defer { host.close() }
    let text = "local path = …\n" + script
    let results = try host.run(
        Array(text.replacingOccurrences(of: "…", with: "...").utf8), name: "=test",
        arguments: [folder.file])
    return (results, try folder.text)
}

/// What a script returns, as Lua writes it.
private func values(_ script: String, rules: String? = fruitRules) throws -> [String] {
    let script =
        "local function list(...) local t = table.pack(...); "
        + "for i = 1, t.n do t[i] = tostring(t[i]) end; return table.unpack(t, 1, t.n) end\n"
        + script.replacingOccurrences(of: "RETURN", with: "return list")
    return try run(script, rules: rules).results.map { $0.text ?? "?" }
}

@Suite("Collections in scripts")
struct CollectionScriptTests {
    @Test("Records are found, and their fields read by type")
    func reading() throws {
        let got = try values(
            """
            local c = stet.open(path)
            local r, n = c:get("melon")
            RETURN(#c, r.weight, math.type(r.weight), n, c:at(1).id, c:at(-1).id, c:row(2).id,
              c.apple.color, c:get("kiwi").weight, stet.text(r, "weight"), stet.key(r), stet.row(r),
              c == stet.open(path), tostring(c:get("kiwi")), stet.copy(r).note)
            """)
        #expect(
            got == [
                "3", "1280", "integer", "1", "apple", "melon", "kiwi", "red", "nil", "1280",
                "melon",
                "3", "true", "record kiwi", "ok",
            ])
    }

    @Test("Views narrow, sort and add up")
    func views() throws {
        let got = try values(
            """
            local c = stet.open(path)
            local function keys(v) return table.concat(v:keys(), " ") end
            local loop = {}
            for r in c:where "weight > 100":each() do loop[#loop + 1] = r.id end
            for k, r in pairs(c) do loop[#loop + 1] = k .. "=" .. tostring(r.weight) end
            local sections = c:sections("color")
            RETURN(keys(c:where{ color = "green" }), keys(c:where{ weight = stet.missing }),
              keys(c:where(function(r) return r.color ~= "green" end)), keys(c:sort("-weight")),
              keys(c:find("EL")), c:sum("weight"), c:mean("weight"), c:min("id"), c:max("weight"),
              #c:distinct("color"), c:group("color")[2].count, sections[1].value,
              keys(sections[1].records), keys(c:where{ id = { "kiwi", "apple" } }:limit(1)),
              c:column("weight")[2] == stet.missing, table.concat(loop, " "), c:where"weight == nil":count())
            """)
        #expect(
            got == [
                "kiwi melon", "kiwi", "apple", "melon apple kiwi", "melon", "1462", "731.0",
                "apple",
                "1280", "2", "2", "green", "kiwi melon", "apple", "true",
                "apple melon apple=182 kiwi=nil melon=1280", "1",
            ])
    }

    @Test("Changes are checked, undone and committed")
    func changes() throws {
        let (results, text) = try run(
            """
            local c = stet.open(path)
            local nothing, message, findings = c:set("apple", { color = "blue" })
            assert(nothing == nil and findings[1].code == "enum", message)
            assert(c:set("apple", { weight = 90, note = "it, is" }).weight == 90)
            assert(c:update({ color = "green" }, function(r) return r.weight and { weight = r.weight / 2 } end) == 1)
            assert(c:insert({ id = "pear", color = "green" }, { before = "kiwi" }).id == "pear")
            assert(c:delete(c:where "weight == nil and id == 'kiwi'") == 1)
            assert(c:move("melon", "apple") == 1)
            assert(c:rename_key("pear", "plum"))
            assert(c:undo() and c:redo())
            assert(#c:changes() == 6 and c:is_dirty())
            assert(tostring(c:diff()):find("- weight: 182", 1, true) and c:diff("json"):find('"records"'))
            assert(c:commit())
            assert(not c:is_dirty() and tostring(c:diff()) == "" and #c:diff() == 0)
            return "done"
            """)
        #expect(results.first?.text == "done")
        #expect(
            text
                == "id,weight,color,note\nmelon,640,green,ok\napple,90,red,\"it, is\"\nplum,,green,\n"
        )
    }

    @Test("Fields are added, renamed and dropped; revert takes it all back")
    func fields() throws {
        let (results, text) = try run(
            """
            local c = stet.open(path)
            assert(c:add_field("stock", 0, 2))
            assert(c:rename_field("note", "remark"))
            assert(c:drop_field("weight"))
            assert(table.concat(c:fields(), " ") == "id stock color remark")
            assert(c:commit())
            c:set("apple", { stock = 3 })
            assert(c:revert())
            return c:get("apple").stock, c:is_dirty()
            """, rules: nil)
        #expect(results.first?.text == "0")
        #expect(text == "id,stock,color,remark\napple,0,red,\nkiwi,0,green,\nmelon,0,green,ok\n")
    }

    @Test("A list skips what is invalid where it is told to")
    func skipping() throws {
        let got = try values(
            """
            local c = stet.open(path)
            local refused = c:update(c, { weight = 600 })
            local count, skipped = c:update(c, { weight = 600 }, { skip_invalid = true })
            RETURN(refused, count, skipped, c:get("apple").weight,
              c:set("apple", { weight = 600 }, { force = true }).weight)
            """)
        #expect(got == ["nil", "2", "1", "182", "600"])
    }

    @Test(
        "What a user can cause is nil and a message",
        arguments: [
            ("c:get('peer')", "no record with id “peer”"),
            ("c:at(9)", "no record at 9: there are 3"),
            ("c:row(9)", "no record #9"),
            ("c:set('apple', { weight = 'heavy' })", "weight takes a finite number"),
            ("c:insert{ id = 'apple' }", "“apple” is in use already"),
            ("c:rename_key('apple', 'kiwi')", "id “kiwi” is in use already"),
            ("c:undo()", "nothing to undo"),
            ("c:drop_field('id')", "it cannot be dropped"),
            ("stet.open(path .. 'x')", "there is no such file"),
            ("stet.collection{ fields = { 'a' } }:commit()", "it has no file"),
        ])
    func failures(call: String, message: String) throws {
        let got = try values("local c = stet.open(path)\nRETURN(\(call))")
        #expect(got.first == "nil")
        #expect(got.dropFirst().first?.contains(message) == true, "\(got)")
    }

    @Test(
        "A mistake of the script is raised where it is",
        arguments: [
            ("c:at(1).wieght", "did you mean \"weight\""),
            ("c:where 'wieght > 1'", "did you mean “weight”"),
            ("c:set('apple', { wieght = 1 })", "did you mean “weight”"),
            ("c:sort('wieght')", "did you mean \"weight\""),
            ("c:sum('wieght')", "did you mean \"weight\""),
            ("rawset and (function() c:at(1).weight = 3 end)()", "records are read-only"),
            ("(function() c.apple = {} end)()", "changed by its methods"),
            ("(function() for _ in ipairs(c) do end end)()", "each()"),
            ("c:set('apple', { weight = print })", "is no value of a record"),
            ("c:set('apple', {}, { forse = true })", "did you mean \"force\""),
            ("c:where(12)", "table, function or query expected"),
        ])
    func mistakes(code: String, message: String) throws {
        let got = try values(
            "local c = stet.open(path)\nRETURN(pcall(function() return \(code) end))")
        #expect(got.first == "false")
        #expect(got.last?.contains(message) == true, "\(got)")
    }

    @Test("A loop walks the records as they were when it began")
    func editingInLoop() throws {
        let got = try values(
            """
            local c = stet.open(path)
            local seen = {}
            for r in c:each() do
              seen[#seen + 1] = r.id
              if r.id == "apple" then c:delete("kiwi") c:insert{ id = "fig", color = "green" } end
            end
            RETURN(table.concat(seen, " "), table.concat(c:keys(), " "))
            """)
        #expect(got == ["apple kiwi melon", "apple melon fig"])
    }

    @Test("Collections in memory follow rules given as a table")
    func inMemory() throws {
        let got = try values(
            """
            local limit = 10
            local c = stet.collection{ fields = { "a", "b" }, records = { { a = "x", b = 1 } },
              rules = { key = "a", fields = { { "a" }, { "b", type = "integer",
                validate = function(b) return b < limit, "is too much" end } } } }
            local refused, message = c:insert{ a = "y", b = 11 }
            limit = 20
            RETURN(#c, refused, message, c:insert{ a = "y", b = 11 }.b, c.x.b + 1)
            """)
        #expect(got == ["1", "nil", "refused: b is too much", "11", "2"])
    }

    @Test("Without rules, texts stay what they are")
    func withoutRules() throws {
        let (_, text) = try run(
            """
            local c = stet.open(path)
            assert(c:at(1).n == 1 and c:at(2).zip == "007")
            assert(c:set("a", { n = "one", zip = 12.0 }))
            assert(c:at(1).n == "one")
            assert(c:commit())
            """, table: "id,n,zip\na,1,1\nb,2,007\n", rules: nil)
        #expect(text == "id,n,zip\na,one,12\nb,2,007\n")
    }
}
