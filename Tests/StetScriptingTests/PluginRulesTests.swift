import StetCore
import Testing

@testable import StetScripting

/// Validators and types of plugins by name in rules.
@Suite struct PluginRulesTests {
    static let kitchen = """
        return {
          name = "kitchen", version = "1.0",
          validators = {
            ripe = function(value) return value ~= "green", "is not ripe" end,
            named = { validate = function(value, record, ctx)
              return record.name ~= nil, "record " .. ctx.record .. " has no name" end,
              doc = "needs a name" },
            within = { make = function(low, high)
              return function(value)
                return value >= low and value <= high, "is not within " .. low .. " and " .. high
              end
            end },
          },
          types = {
            grams = { type = "number", min = 0, unit = "g",
              validate = function(value) return value ~= 13, "unlucky" end },
          },
        }
        """

    func project(_ rules: String, _ plugins: [String: String] = [:]) throws -> PluginProject {
        var files = ["plugins/kitchen.lua": Self.kitchen, "rules.lua": rules]
        files.merge(plugins) { $1 }
        return try PluginProject(files)
    }

    @Test func aValidatorIsUsableByItsName() throws {
        let project = try project("return { fields = { { 'color', validate = 'ripe' } } }")
        #expect(
            try project.lines("color\nred\ngreen\n") == ["2 color validate: is not ripe"])
    }

    @Test func formatAndListsTakeThemToo() throws {
        let project = try project(
            """
            return { fields = {
              { "color", format = "ripe" },
              { "name", validate = { { "ripe", severity = "warning" } } },
            } }
            """)
        #expect(
            try project.lines("color,name\ngreen,green\n")
                == ["1 color format: is not ripe", "1 name validate: is not ripe"])
    }

    @Test func aValidatorGetsRecordAndContext() throws {
        let project = try project(
            "return { fields = { { 'id', validate = 'named' }, { 'name' } } }")
        #expect(
            try project.lines("id,name\n1,a\n2,\n")
                == ["2 id validate: record 2 has no name"])
    }

    @Test func oneWithArgumentsIsCalled() throws {
        let project = try project(
            """
            local within = stet.validators.within(1, 5)
            return { fields = {
              { "a", type = "number", validate = within },
              { "b", type = "number", validate = stet.validators.within(10, 20) } } }
            """)
        #expect(
            try project.lines("a,b\n3,15\n9,9\n") == [
                "2 a validate: is not within 1 and 5", "2 b validate: is not within 10 and 20",
            ])
    }

    @Test func oneWithArgumentsIsNotNamedWithout() throws {
        for way in ["'within'", "stet.validators.within"] {
            let project = try project("return { fields = { { 'a', validate = \(way) } } }")
            #expect(
                project.mistake()
                    == "rules.lua: field \"a\": validate: the validator \"within\" takes "
                    + "arguments: write stet.validators.within(…)")
        }
    }

    @Test func rulesCallThemAsFunctions() throws {
        let project = try project(
            """
            return { fields = { { "color" } }, validate = function(ctx, record)
              local ok, message = stet.validators.ripe(record.color)
              if not ok then return "color " .. message end
            end }
            """)
        #expect(try project.lines("color\ngreen\n") == ["1 - validate: color is not ripe"])
    }

    @Test func aTypeIsABundleUnderTheFieldsOwnConstraints() throws {
        let project = try project(
            """
            return { fields = {
              { "a", type = "grams" },
              { "b", type = "grams", min = -5, max = 100, unit = "kg" } } }
            """)
        #expect(
            try project.lines("a,b\n1,-1\n-1,-9\nx,200\n13,13\n") == [
                "2 a min: must be at least 0", "2 b min: must be at least -5",
                "3 a type: \"x\" is not a number", "3 b max: must be at most 100",
                "4 a validate: unlucky", "4 b validate: unlucky",
            ])
        let rules = try LuaRules(path: project.path + "/rules.lua")
        #expect(rules.schema.fields.map(\.unit) == ["g", "kg"])
    }

    @Test func aTypeMayNameTheValidatorsOfItsPlugin() throws {
        let project = try project(
            "return { fields = { { 'a', type = 'fruit' } } }",
            [
                "plugins/garden.lua": """
                return { name = "garden",
                  validators = { short = function(v) return #v < 4, "is long" end },
                  types = { fruit = { validate = { "short", "lower" } } } }
                """
            ])
        #expect(
            try project.lines("a\nfig\nbanana\nFIG\n").map { $0.prefix(12) }
                == ["2 a validate", "3 a validate"])
    }

    @Test func theRulesOwnValidatorsWin() throws {
        let project = try project(
            """
            return { validators = { ripe = function() return false, "mine" end },
              fields = { { "color", validate = "ripe" } } }
            """)
        #expect(try project.lines("color\nred\n") == ["1 color validate: mine"])
    }

    @Test func anUnknownNameIsAMistakeThatNamesTheNearest() throws {
        let project = try project("return { fields = { { 'a', validate = 'rype' } } }")
        #expect(
            project.mistake()
                == "rules.lua: field \"a\": there is no validator \"rype\"; did you mean \"ripe\"?")
        try project.write("return { fields = { { 'a', type = 'gram' } } }", to: "rules.lua")
        #expect(project.mistake()?.hasSuffix("did you mean \"grams\"?") ?? false)
    }

    @Test func recordsAreNotJudgedByValidatorsOfValues() throws {
        let project = try project("return { fields = { { 'a' } }, validate = 'ripe' }")
        #expect(
            project.mistake()
                == "rules.lua: validate: ripe, of the plugin \"kitchen\", judges the values of a "
                + "field: it belongs to a field")
    }

    @Test func manyWorkersSayTheSame() throws {
        let project = try project(
            """
            return { fields = {
              { "n", type = "grams", validate = stet.validators.within(0, 990) },
              { "c", validate = "ripe" } } }
            """)
        var data = "n,c\n"
        for index in 0..<3000 {
            data += "\(index % 1000),\(index % 97 == 0 ? "green" : "red")\n"
        }
        let one = try project.check(data, chunkSize: 1000).lines
        #expect(one.count == 9 * 3 + 31 + 3)
        #expect(try project.check(data, chunkSize: 1000, workers: 3).lines == one)
    }

    @Test func eachChunkRunsThePluginAnew() throws {
        let project = try project(
            "return { fields = { { 'n', validate = 'first' } } }",
            [
                "plugins/counting.lua": """
                local seen = 0
                return { name = "counting", validators = { first = function(value)
                  seen = seen + 1
                  return seen < 100000, "saw too many" end } }
                """
            ])
        let checked = try project.check(
            "n\n" + (0..<500).map { "\($0)\n" }.joined(), chunkSize: 100, workers: 2)
        #expect(
            checked.lines.map { $0.prefix(15) } == ["- - rules.state"])
    }

    @Test func randomNumbersOfAPluginAreThoseOfTheChunk() throws {
        let project = try project(
            "return { fields = { { 'n', validate = 'dice' } } }",
            [
                "plugins/dice.lua": """
                return { name = "dice", validators = { dice = function()
                  return math.random(3) > 1, tostring(math.random(1000)) end } }
                """
            ])
        let data = "n\n" + (0..<400).map { "\($0)\n" }.joined()
        let one = try project.check(data, chunkSize: 500).lines
        #expect(!one.isEmpty)
        #expect(try project.check(data, chunkSize: 500, workers: 2).lines == one)
    }

    @Test func aValidatorThatRaisesIsNamedWithFileAndLine() throws {
        let project = try project(
            "return { fields = { { 'n', validate = 'raises' } } }",
            [
                "plugins/odd.lua": """
                return { name = "odd", validators = {
                  raises = function(value) error("no " .. value) end } }
                """
            ])
        #expect(
            try project.lines("n\n1\n") == ["1 n lua.error: plugins/odd.lua:2: no 1"])
    }

    @Test func aPluginReadsRecordsAsRulesDo() throws {
        let project = try project(
            "return { key = 'n', fields = { { 'n', validate = 'raw' }, { 'a', type = 'integer' } } }",
            [
                "plugins/raw.lua": """
                return { name = "raw", validators = { raw = function(value, record)
                  return false, stet.text(record, "a") .. "/" .. stet.key(record) end } }
                """
            ])
        #expect(
            try project.lines("n,a\n7,x\n")
                == ["1 n validate: x/7", "1 a type: \"x\" is not an integer"])
    }

    @Test func rulesRequirePluginsAndModulesOfTheProject() throws {
        let project = try project(
            """
            local kitchen = require "kitchen"
            local words = require "words.fruit"
            return { fields = { { "color", validate = kitchen.validators.ripe },
              { "name", enum = words } } }
            """,
            ["lua/words/fruit.lua": "return { 'fig', 'date' }"])
        #expect(
            try project.lines("color,name\ngreen,fig\nred,pear\n").map { $0.prefix(9) }
                == ["1 color v", "2 name en"])
    }

    @Test func requireLeadsNowhereElse() throws {
        for name in ["../x", "/etc/passwd", "a..b", "plugins/kitchen", "nowhere"] {
            let project = try project("require '\(name)' return { fields = {} }")
            let mistake = try #require(project.mistake())
            #expect(mistake.contains("module"), "\(mistake)")
        }
    }

    @Test func thePluginsOfAFolderRequireTheirOwnModules() throws {
        let project = try project(
            "return { fields = { { 'n', validate = 'even' } } }",
            [
                "plugins/numbers/init.lua": """
                local judge = require "judge"
                local words = require "words"
                return { name = "numbers", validators = {
                  even = function(value) return judge(value), words end } }
                """,
                "plugins/numbers/judge.lua": "return function(v) return tonumber(v) % 2 == 0 end",
                "lua/words.lua": "return 'is odd'",
            ])
        #expect(try project.lines("n\n1\n2\n") == ["1 n validate: is odd"])
    }

    @Test func aCheckWithoutPluginsReadsNone() throws {
        let shelf = PluginShelf(startingAt: "")
        _ = try LuaRules(
            text: Array("return { fields = { { 'a', validate = 'email' } } }".utf8), name: "r",
            shelf: shelf)
        #expect(shelf.knownInventory == nil)
    }
}
