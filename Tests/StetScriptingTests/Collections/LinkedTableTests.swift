import Foundation
import LuaKit
import StetCheck
import StetCore
import Testing

@testable import StetScripting

private let cityRules = """
    return {
      key = "id",
      fields = {
        { "id" },
        { "country", references = { "countries.csv", "code" } },
        { "twin", references = { "cities.csv", "id" } },
      },
    }
    """

@Suite("Tables that refer to each other")
struct LinkedTableTests {
    /// Countries and cities, which refer to them and to each other.
    private final class Atlas {
        let path = NSTemporaryDirectory() + "stet-atlas-" + UUID().uuidString

        init(rules: String = cityRules, countryRules: String? = nil) throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try write("countries.csv", "code,name\nFR,France\nDE,Germany\nES,Spain\n")
            try write("cities.csv", "id,country,twin\nparis,FR,\nlyon,FR,bonn\nbonn,DE,\n")
            try write("cities.rules.lua", rules)
            if let countryRules { try write("countries.rules.lua", countryRules) }
            setenv("XDG_STATE_HOME", NSTemporaryDirectory() + "stet-tables-state-\(getpid())", 1)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }

        func text(_ name: String) throws -> String {
            String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)),
                as: UTF8.self)
        }

        /// What a script returns, with spaces between; `folder` ends in a slash.
        func run(_ script: String) throws -> String {
            let host = try ScriptHost()
            defer { host.close() }
            let results = try host.run(
                Array(
                    """
                    local folder = ...
                    local function open(name) return assert(stet.open(folder .. name)) end
                    local function try(value, message) return tostring(value) .. (message and (": " .. message) or "") end
                    local out = {}
                    local function say(...) out[#out + 1] = try(...) end
                    \(script)
                    return table.concat(out, "\\n")
                    """.utf8), name: "=test", arguments: [path + "/"])
            return (results.first?.text ?? "nothing").replacingOccurrences(of: path + "/", with: "")
        }
    }

    @Test("A value that the other file lacks is refused, unless forced")
    func outgoing() throws {
        let said = try Atlas().run(
            """
            local cities = open "cities.csv"
            say(cities:set("paris", { country = "FX" }))
            say(cities:set("paris", { country = "de" }))
            say(cities:set("paris", { country = "DE" }))
            say(cities:set("paris", { country = stet.missing }))
            say(cities:insert{ id = "rome", country = "IT" })
            say(cities:set("paris", { country = "FX" }, { force = true }))
            say(#cities:findings("paris"), cities:findings("paris")[1].message)
            say(cities:set("paris", { country = "FY" }))
            say(cities:check().counts.references)
            """)
        #expect(
            said == """
                nil: refused: country countries.csv has no code "FX"
                nil: refused: country countries.csv has no code "de"; did you mean "DE"?
                record paris
                record paris
                nil: refused: country countries.csv has no code "IT"
                record paris
                1: countries.csv has no code "FX"
                record paris
                1
                """)
    }

    @Test("Pending edits of an open table count, in changes and in checks")
    func pendingTargets() throws {
        let said = try Atlas().run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(countries:insert{ code = "IT", name = "Italy" })
            say(cities:insert{ id = "rome", country = "IT" })
            say(cities:check().ok, cities:findings("rome")[1])
            countries:undo()
            say(cities:check().counts.references, cities:findings("rome")[1].code)
            say(cities:set("paris", { country = "ES" }))
            say(countries:delete("ES"))
            say(countries:delete("ES", { force = true }))
            say(cities:check().counts.references)
            """)
        #expect(
            said == """
                record IT
                record rome
                true
                1: references
                record paris
                nil: refused: code "ES" is what "paris" of cities.csv refers to
                1
                2
                """)
    }

    @Test("What others refer to is neither deleted nor renamed, unless nobody refers to it")
    func incoming() throws {
        let said = try Atlas().run(
            """
            local countries = open "countries.csv"
            say(countries:delete("ES") and countries:undo())
            local cities = open "cities.csv"
            say(countries:delete("FR"))
            say(countries:rename_key("FR", "FRA"))
            say(countries:set("FR", { code = "FRA" }))
            say(countries:set("FR", { name = "La France" }))
            say(countries:rename_key("ES", "SP"))
            say(countries:delete({ "FR", "SP" }, { skip_invalid = true }))
            say(#countries)
            say(countries:insert({ code = "DE", name = "again" }, { force = true }))
            say(countries:delete(countries:at(-1)))
            """)
        #expect(
            said == """
                delete: 1 removed
                nil: refused: code "FR" is what "paris" and "lyon" of cities.csv refer to
                nil: refused: code "FR" is what "paris" and "lyon" of cities.csv refer to
                nil: refused: code "FR" is what "paris" and "lyon" of cities.csv refer to
                record FR
                true
                1: 1
                2
                record DE
                1
                """)
    }

    @Test("A table that refers to itself is judged as it will be")
    func itself() throws {
        let said = try Atlas().run(
            """
            local cities = open "cities.csv"
            say(cities:set("paris", { twin = "rome" }))
            say(#assert(cities:insert{ { id = "rome", twin = "oslo" }, { id = "oslo", twin = "rome" } }))
            say(cities:delete("oslo"))
            say(cities:delete({ "oslo", "rome" }))
            say(cities:delete("bonn"))
            say(cities:rename_key("bonn", "koeln"))
            say(cities:rename_key("bonn", "koeln", { cascade = true }))
            say(cities:get("lyon").twin, cities:changes()[#cities:changes()].summary)
            cities:undo()
            say(cities:get("lyon").twin, #cities:changes())
            """)
        #expect(
            said == """
                nil: refused: twin cities.csv has no id "rome"
                2
                nil: refused: id "oslo" is what "rome" of cities.csv refers to
                2
                nil: refused: id "bonn" is what "lyon" of cities.csv refers to
                nil: refused: id "bonn" is what "lyon" of cities.csv refers to
                true: 1
                koeln: transaction: 2 changed
                bonn: 2
                """)
    }

    @Test("A key is renamed together with what refers to it")
    func cascade() throws {
        let atlas = try Atlas()
        let said = try atlas.run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(countries:rename_key("FR", "FRA", { cascade = true }))
            say(countries:rename_key("FRA", "DE", { cascade = true }))
            say(countries:rename_key("XX", "YY", { cascade = true }))
            say(cities:check().ok and countries:check().ok)
            say(#cities:changes(), #countries:changes())
            assert(countries:commit() and cities:commit())
            """)
        #expect(
            said == """
                true: 2
                nil: code “DE” is in use already
                nil: no record with code “XX”
                true
                1: 1
                """)
        #expect(try atlas.text("countries.csv") == "code,name\nFRA,France\nDE,Germany\nES,Spain\n")
        #expect(
            try atlas.text("cities.csv") == "id,country,twin\nparis,FRA,\nlyon,FRA,bonn\nbonn,DE,\n"
        )
    }

    @Test("A cascade is one step of undo in all tables that it changed")
    func undoneCascade() throws {
        let said = try Atlas().run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            assert(countries:rename_key("FR", "FRA", { cascade = true }))
            local function state() return countries:at(1).code .. cities:get("lyon").country end
            say(cities:undo())
            say(state(), #countries:changes())
            say(countries:redo())
            say(state(), #cities:changes())
            assert(cities:set("bonn", { country = "ES" }))
            say(countries:undo())
            say(state())
            say(cities:undo())
            say(countries:undo())
            say(state())
            assert(cities:set("bonn", { country = "ES" }))
            say(countries:redo())
            stet.transaction(function()
              assert(countries:rename_key("FR", "FRA", { cascade = true }))
              assert(countries:set("FRA", { name = "La France" }))
              return true
            end)
            say(#countries:changes(), #cities:changes())
            say(state())
            say(countries:undo())
            say(state())
            """)
        #expect(
            said == """
                update: 2 changed, with countries.csv
                FRFR: 0
                rename_key: 1 changed, with cities.csv
                FRAFRA: 1
                nil: that step changed cities.csv too, which has changed since: it cannot be undone here alone
                FRAFRA
                update: 1 changed
                rename_key: 1 changed, with cities.csv
                FRFR
                nil: that step changed cities.csv too, which has changed since: it cannot be redone here alone
                1: 2
                FRAFRA
                transaction: 2 changed, with cities.csv
                FRFR
                """)
    }

    @Test("A field that others refer to is neither renamed nor dropped")
    func fields() throws {
        let said = try Atlas().run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(countries:add_field("iso"))
            countries:insert{ code = "XX", name = "x" }
            say(countries:rename_field("code", "iso2"))
            say(countries:drop_field("name"))
            say(cities:drop_field("country"))
            say(countries:delete("DE"))
            """)
        #expect(
            said == """
                true
                nil: “code” names the records; it cannot be renamed
                true
                true
                1
                """)
        let other = try Atlas(
            rules: cityRules.replacingOccurrences(of: "\"code\"", with: "\"name\"")
        ).run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(countries:rename_field("name", "title"))
            say(countries:drop_field("name"))
            say(countries:fields()[2], #countries:changes())
            """)
        #expect(
            other == """
                nil: “name” is what “country” of cities.csv refers to; it cannot be renamed
                nil: “name” is what “country” of cities.csv refers to; it cannot be dropped
                name: 0
                """)
    }

    @Test("Changes that are laid over a newer file are judged by references there")
    func rebase() throws {
        let atlas = try Atlas()
        let said = try atlas.run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            assert(cities:set("paris", { twin = "bonn" }))
            assert(countries:set("ES", { name = "España" }))
            local file = io.open(folder .. "new", "w")
            file:write("id,country,twin\\nparis,FR,\\nlyon,FR,\\n") file:close()
            os.rename(folder .. "new", folder .. "cities.csv")
            say(cities:commit{ rebase = true })
            say(cities:get("paris").twin)
            say(cities:commit{ rebase = true, force = true })
            """)
        #expect(
            said == """
                nil: refused: twin cities.csv has no id "bonn"
                bonn
                true
                """)
        #expect(try atlas.text("cities.csv") == "id,country,twin\nparis,FR,bonn\nlyon,FR,\n")
    }

    @Test("A cascade that one table refuses changes none")
    func refusedCascade() throws {
        let rules = cityRules.replacingOccurrences(
            of: "{ \"country\", ", with: "{ \"country\", max_length = 2, ")
        let said = try Atlas(rules: rules).run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(countries:rename_key("FR", "FRA", { cascade = true }))
            say(countries:is_dirty(), tostring(cities:is_dirty()))
            say(countries:delete("FR"))
            """)
        #expect(
            said == """
                nil: refused: country must have at most 2 characters, not 3 (and 1 more)
                false: false
                nil: refused: code "FR" is what "paris" and "lyon" of cities.csv refer to
                """)
    }

    @Test("A condition says for which records a reference holds")
    func conditions() throws {
        let rules = """
            return { key = "id", fields = { { "id" }, { "twin" },
              { "country", references = { "countries.csv", "code",
                when = function(city) return city.twin ~= nil end } } } }
            """
        let said = try Atlas(rules: rules).run(
            """
            local cities, countries = open "cities.csv", open "countries.csv"
            say(cities:set("paris", { country = "XX" }))
            say(cities:set("lyon", { country = "XX" }))
            say(countries:delete("DE"))
            say(countries:delete("FR"))
            say(cities:check().ok, #cities:findings("paris"))
            """)
        #expect(
            said == """
                record paris
                nil: refused: country countries.csv has no code "XX"
                1
                nil: refused: code "FR" is what "lyon" of cities.csv refers to
                true: 0
                """)
    }

    @Test("related gives the record that a field refers to")
    func related() throws {
        let said = try Atlas(countryRules: "return { fields = { { 'code', trim = true } } }").run(
            """
            local cities = open "cities.csv"
            say(stet.related(cities:get("paris"), "country").name)
            say(stet.related(cities:get("lyon"), "twin").country)
            say(stet.related(cities:get("paris"), "twin"))
            cities:set("paris", { country = "XX" }, { force = true })
            say(stet.related(cities:get("paris"), "country"))
            say(stet.related(cities:get("lyon"), "country") == open("countries.csv"):get("FR"))
            say(select(2, pcall(stet.related, cities:get("paris"), "id")))
            """)
        #expect(
            said == """
                France
                DE
                nil
                nil
                true
                the rules have no references for the field "id"; they have some for country and twin
                """)
    }

    @Test("Rules cannot read other tables, and say so")
    func relatedInRules() throws {
        let checked = try check(
            "id\n1\n",
            "return { validate = function(ctx, r) return stet.related(r, 'id') end }")
        #expect(checked.lines.first?.contains("rules may not; \"references\" checks") == true)
    }

    @Test("A file that cannot be read is an error of the change, not a refusal")
    func unreadable() throws {
        let atlas = try Atlas()
        try FileManager.default.removeItem(atPath: atlas.path + "/countries.csv")
        let said = try atlas.run(
            """
            local cities = open "cities.csv"
            say(cities:set("paris", { country = "DE" }))
            say(cities:set("paris", { twin = "bonn" }))
            say(cities:check())
            """)
        #expect(
            said == """
                nil: cities.csv refers to countries.csv: there is no such file
                record paris
                nil: cities.csv refers to countries.csv: there is no such file
                """)
    }

    @Test(
        "A reference that is written wrongly is a mistake in the rules",
        arguments: [
            ("'countries.csv'", "a file and its field"),
            ("{ 'countries.csv' }", "a file and its field"),
            ("{ '-', 'code' }", "the path of a file"),
            ("{ 'countries.csv', 3 }", "a name or a list of names"),
            ("{ 'a.csv', { 'b', 'c' } }", "\"country\" among them"),
            ("{ 'a.csv', { 'b', 'c' }, fields = 'country' }", "cannot be named by 1"),
            ("{ 'a.csv', 'b', field = 'country' }", "did you mean \"fields\"?"),
        ])
    func mistakes(references: String, message: String) {
        let found = mistake("return { fields = { { 'country', references = \(references) } } }")
        #expect(found?.contains(message) == true, "\(found ?? "it loads")")
    }
}
