import Foundation
import Testing

/// `stet plugins`, and checks with plugins, as a person runs them.
@Suite struct PluginCommandTests {
    static let kitchen = """
        return { name = "kitchen", version = "1.2",
          validators = {
            ripe = { validate = function(v) return v ~= "green", "is not ripe" end, doc = "not \u{1B}[31mgreen" },
            within = { make = function() return function() return true end end },
          },
          types = { grams = { type = "number" } }, needs = { "run" } }
        """

    @Test func whatThereIsIsListed() throws {
        let folder = try Folder([
            "plugins/a.lua":
                "return { name = 'a', validators = { fine = print }, types = { t = {} } }",
            "plugins/kitchen/init.lua": Self.kitchen, "mine/odd.lua": "return {",
            "mine/a.lua": "return { name = 'a' }",
        ])
        let result = try folder.stet("plugins", environment: ["STET_PLUGIN_PATH": "mine"])
        #expect(result.status == 1)
        #expect(
            result.output == """
                a  plugins/a.lua  (project)
                  validators  fine
                  types       t

                kitchen 1.2  plugins/kitchen/init.lua  (project)
                  validators  ripe            not \\x1B[31mgreen
                              within(…)
                  types       grams
                  needs       run  (not granted)
                  failed      plugins/kitchen/init.lua: the plugin asks for "run", but it is not trusted; "stet trust" shows what it asks for, and grants it

                a  mine/a.lua  (STET_PLUGIN_PATH)
                  hidden      plugins/a.lua has the same name and comes first

                odd  mine/odd.lua  (STET_PLUGIN_PATH)
                  failed      mine/odd.lua:1: unexpected symbol near <eof>

                """)
    }

    @Test func aCommandThatThePromptHasItselfIsNotUsed() throws {
        let folder = try Folder([
            "plugins/a.lua": """
            return { name = "a", commands = { save = function() end, keep = function() end } }
            """
        ])
        let result = try folder.stet("plugins")
        #expect(result.status == 1)
        #expect(
            result.output == """
                a  plugins/a.lua  (project)
                  commands    .keep
                  problem     plugins/a.lua: the command "save" is not used: the prompt has one of that name itself

                """)
        #expect(try folder.stet("doctor").output.contains("the command \"save\" is not used"))
    }

    @Test func programsGetObjects() throws {
        let folder = try Folder(["plugins/a.lua": "return { name = 'a', version = '\"1\"' }"])
        let result = try folder.stet("plugins", "--json")
        #expect(result.status == 0)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
        #expect(list.count == 1)
        #expect(list.first?["name"] as? String == "a")
        #expect(list.first?["version"] as? String == "\"1\"")
        #expect(list.first?["from"] as? String == "project")
        #expect(list.first?["granted"] as? Bool == true)
        #expect(list.first?.count == 16)
    }

    @Test func withoutPluginsItSaysWhereItLooked() throws {
        let folder = try Folder(["plugins/notes.txt": ""])
        let result = try folder.stet("plugins")
        #expect((result.status, result.output) == (0, ""))
        #expect(result.errors == "no plugins: looked in plugins\n")
    }

    @Test func aCheckNamesWhatTheUsersPluginsHave() throws {
        let folder = try Folder([
            "config/stet/plugins/mine.lua":
                "return { name = 'mine', validators = { no = function() return false, 'no' end } }",
            "data/.git/HEAD": "", "data/a.csv": "x\n1\n",
            "data/a.rules.lua": "return { fields = { { 'x', validate = 'no' } } }",
        ])
        let result = try folder.stet(
            "check", "--format", "jsonl", "data/a.csv",
            environment: ["XDG_CONFIG_HOME": folder.url.path + "/config"])
        #expect(result.status == 1)
        #expect(result.output.contains("\"message\":\"no\""))
    }
}

/// Plugins and several files.
@Suite struct PluginRunTests {
    @Test func aPluginThatLoopsCostsItsTimeOnce() throws {
        var files = [
            "plugins/loop.lua": "while true do end",
            "plugins/log.lua": "print 'ran' return { name = 'log' }",
        ]
        for name in ["a", "b", "c"] {
            files["\(name).csv"] = "x\n1\n"
            files["\(name).rules.lua"] = "return { fields = { { 'x', validate = 'nothing' } } }"
        }
        let result = try Folder(files).stet("check", "--format", "jsonl", "a.csv", "b.csv", "c.csv")
        #expect(result.status == 1)
        #expect(try result.counts() == ["plugin.error": 3])
        #expect(result.errors.split(separator: "\n").count { $0 == "ran" } == 1)
    }

    @Test func theSameNameIsAnotherPluginInAnotherProject() throws {
        var files: [String: String] = [:]
        for name in ["one", "two"] {
            files["\(name)/plugins/p.lua"] =
                "return { name = 'p', validators = { v = function() return false, '\(name)' end } }"
            files["\(name)/a.csv"] = "x\n1\n"
            files["\(name)/a.rules.lua"] = "return { fields = { { 'x', validate = 'v' } } }"
        }
        let result = try Folder(files).stet(
            "check", "--format", "jsonl", "one/a.csv", "two/a.csv")
        #expect(result.output.contains("\"file\":\"one/a.csv\""))
        let messages = result.output.split(separator: "\n").map { line in
            line.contains("\"message\":\"one\"")
                ? "one" : line.contains("\"message\":\"two\"") ? "two" : "?"
        }
        #expect(messages == ["one", "two"])
    }
}
