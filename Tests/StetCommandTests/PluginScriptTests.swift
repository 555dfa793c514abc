import Foundation
import Testing

/// What plugins have, in scripts: rules as tables, sessions, modules, reports, cells.
@Suite struct PluginScriptTests {
    static let kitchen = """
        local helper = require "helper"
        return { name = "kitchen", version = "1.0",
          validators = {
            ripe = function(value, record, ctx) return value ~= "green", helper.word end,
            within = { make = function(low, high) return function(v)
              return v >= low and v <= high, "is not within " .. low .. " and " .. high end end },
          },
          types = { grams = { type = "number", min = 0, unit = "g" } },
          reporters = {
            short = {
              begin = function(info) return "checking " .. table.concat(info.files, ", ") .. "\\n" end,
              finding = function(f) return f.file .. ":" .. f.line .. ": " .. f.value .. "\\n" end,
              finish = function(s)
                return s.errors .. " errors in " .. s.records .. " records of " .. #s.files .. " files, "
                  .. (s.counts.validate or 0) .. " by validate\\n" end },
            codes = function(finding) return finding.code .. " " end,
            bad = function() error "boom" end,
            wrong = function() return {} end,
            slow = function() while true do end end,
          },
          cells = { stars = function(row, width) return { "*" .. row.text .. "*", "" .. width } end },
        }
        """
    static let rules =
        "return { fields = { { 'color', validate = 'ripe' }, { 'weight', type = 'grams' } } }"

    private func folder(_ more: [String: String] = [:]) throws -> Folder {
        let files = [
            "plugins/kitchen/init.lua": Self.kitchen,
            "plugins/kitchen/helper.lua": "return { word = 'is not ripe' }",
            "f.csv": "color,weight\nred,5\ngreen,-5\n", "f.rules.lua": Self.rules,
            "g.csv": "color,weight\ngr\u{1B}een,-5\n",
        ]
        return try Folder(files.merging(more) { $1 })
    }

    private func output(_ script: String, _ more: [String: String] = [:]) throws -> String {
        let result = try folder(["s.lua": script].merging(more) { $1 }).stet("run", "s.lua")
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func rulesAsTablesNameThem() throws {
        #expect(
            try output(
                """
                local report = stet.check("f.csv", { rules = { fields = {
                  { "color", validate = "ripe" },
                  { "weight", type = "grams", validate = stet.validators.within(6, 7) } } } })
                for f in report:findings() do print(f.line, f.field, f.code, f.message) end
                local c = stet.open("f.csv", { fields = { { "color", validate = "ripe" } } })
                local ok, message = c:set("red", { color = "green" })
                    print(c:check().counts.validate, ok, message)
                """)
                    == """
                    2\tweight\tvalidate\tis not within 6 and 7
                    3\tcolor\tvalidate\tis not ripe
                    3\tweight\tmin\tmust be at least 0
                    3\tweight\tvalidate\tis not within 6 and 7
                    1\tnil\trefused: color is not ripe (and 1 more)

                    """)
    }

    @Test func sessionsAndFormsNameThem() throws {
        #expect(
            try output(
                """
                local c = stet.open("f.csv")
                local s = c:edit("red", { fields = { weight = { validate = stet.validators.within(0, 10) } } })
                s.draft.weight = 11
                print(s:is_valid())
                s.draft.weight = 9
                s.draft.color = "green"
                print(s:is_valid(), s:invalid_fields()[1])
                s.draft.color = "blue"
                print(s:is_valid(), s:save())
                local t = stet.add({ a = "x" }, { fields = { a = { validate = "ripe" } } })
                t.draft.a = "green"
                print(t:is_valid())
                for _, name in ipairs { "rype", "within" } do
                  print(select(2, pcall(c.edit, c, "blue", { fields = { color = { validate = name } } })))
                end
                """)
                    == """
                    false
                    false\tcolor
                    true\ttrue
                    false
                    fields.color.validate: there is no validator "rype"; did you mean "ripe"?
                    fields.color.validate: the validator "within" takes arguments: write stet.validators.within(…)

                    """)
    }

    @Test func scriptsRequireThem() throws {
        #expect(
            try output(
                """
                local kitchen = require "kitchen"
                print(kitchen.version, kitchen == require "kitchen", kitchen.validators.ripe("green"))
                print(stet.validators.ripe("red"))
                print(stet.validators.within(1, 2)(3))
                print(select(2, pcall(require, "nowhere")))
                print(require("helper2").word)
                """, ["lua/helper2.lua": "return { word = 'shared' }"])
                    == """
                    1.0\ttrue\tfalse\tis not ripe
                    true\tis not ripe
                    false\tis not within 1 and 2
                    there is no module "nowhere": tried nowhere.lua, lua/nowhere.lua
                    shared

                    """)
    }

    @Test func aPluginThatFailedIsToldWhereItIsUsed() throws {
        let broken = ["plugins/kitchen/init.lua": "error 'no'"]
        #expect(
            try output(
                """
                local r = stet.check("f.csv", { rules = { fields = { { "color", validate = "ripe" } } } })
                for f in r:findings() do print(f.code, f.severity, f.record, f.message) end
                print(pcall(require, "kitchen"))
                print(select(2, stet.open("f.csv")))
                """, broken)
                    == """
                    plugin.error\terror\tnil\tthe rules: field "color": validate is off: the validator "ripe" is not there, and a plugin that may have it cannot be used: plugins/kitchen/init.lua:1: no
                    columns.unknown\twarning\tnil\tthe rules do not declare the column "weight"
                    false\tthe plugin "kitchen" cannot be used: plugins/kitchen/init.lua:1: no
                    f.rules.lua: field "color": validate is off: the validator "ripe" is not there, and a plugin that may have it cannot be used: plugins/kitchen/init.lua:1: no
                    f.rules.lua: field "weight": its values are taken as text and not compared: the type "grams" is not there, and a plugin that may have it cannot be used: plugins/kitchen/init.lua:1: no

                    """)
    }

    // MARK: Reports

    @Test func aReporterWritesTheReport() throws {
        let result = try folder().stet(
            "check", "--format", "short", "--rules", "f.rules.lua", "f.csv", "g.csv")
        #expect(result.status == 1)
        #expect(
            result.output == """
                checking f.csv, g.csv
                f.csv:3: green
                f.csv:3: -5
                g.csv:2: -5
                3 errors in 3 records of 2 files, 1 by validate

                """)
        #expect(result.errors.contains("f.csv: 2 records checked, 2 errors"))
        let codes = try folder().stet("check", "-f", "codes", "f.csv")
        #expect(codes.output == "validate min ")
    }

    @Test func noControlByteOfTheDataIsWritten() throws {
        let result = try folder([
            "g.rules.lua": "return { fields = { { 'color', enum = { 'red' } }, { 'weight' } } }"
        ]).stet("check", "--format", "short", "g.csv")
        #expect(result.output.contains("g.csv:2: gr\\x1Been\n"))
    }

    @Test func aReporterThatFailsStopsNoCheck() throws {
        for (name, reason) in [
            ("bad", "plugins/kitchen/init.lua:17: boom"),
            ("wrong", "plugins/kitchen/init.lua: the reporter \"wrong\" gives a table, not text"),
            ("slow", "a call took longer than 1.0 s"),
        ] {
            let result = try folder().stet("check", "--format", name, "f.csv")
            #expect(result.status == 2)
            #expect(
                result.errors.contains(
                    "stet: the reporter \"\(name)\" of the plugin \"kitchen\" failed: \(reason)"))
            #expect(result.errors.contains("f.csv: 2 records checked, 2 errors"))
        }
    }

    @Test func anUnknownFormatNamesTheNearest() throws {
        let result = try folder().stet("check", "--format", "shrot", "f.csv")
        #expect(result.status == 2)
        #expect(result.errors.contains("not \"shrot\"; did you mean \"short\"?"))
    }

    @Test func scriptsFormatReports() throws {
        #expect(
            try output(
                """
                local report = stet.check "f.csv"
                io.write(report:format "short", report:format "codes", "\\n")
                print(#report:format "jsonl" > 100, report:format "nothing")
                """)
                    == """
                    checking f.csv
                    f.csv:3: green
                    f.csv:3: -5
                    2 errors in 2 records of 1 files, 1 by validate
                    validate min \("")
                    true\tnil\tthere is no report format "nothing"

                    """)
    }

    @Test func rowsOfListsNameTheirCells() throws {
        #expect(
            try output(
                """
                local list = stet.data_source{ sections = { { rows = { { text = "a", cell = "stars" } } } } }
                print(list:render{ width = 20 })
                """
            ).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                == ["*a*", "18"])
    }

    // MARK: LuaRocks

    @Test func treesOfLuaRocksAreSearchedWhenTheUserSaysSo() throws {
        let tree = ".luarocks/share/lua/5.4"
        let folder = try folder([
            "s.lua": "print(require('rock').word, require('pebble.small'))",
            "\(tree)/rock/init.lua": "return { word = 'granite' }",
            "\(tree)/pebble/small.lua": "return 'tiny'",
        ])
        let home = ["HOME": folder.url.path]
        #expect(try folder.stet("run", "s.lua", environment: home).status == 1)
        for (arguments, variables) in [
            (["run", "--luarocks", "s.lua"], [:]), (["run", "s.lua"], ["STET_LUAROCKS": "1"]),
            (["--luarocks", "s.lua"], [:]),
        ] {
            let line = (["$STET"] + arguments).joined(separator: " ")
            let settings = home.merging(variables) { $1 }
                .map { "\($0)='\($1)'" }.joined(separator: " ")
            let result = try folder.shell("\(settings) \(line)")
            #expect(result.output == "granite\ttiny\n", "\(result.errors)")
        }
    }
}
