import Foundation
import Glibc
import Testing

@testable import StetScripting

/// Plugins that cannot be used: each is told apart, and nothing else stops.
@Suite struct PluginFailureTests {
    /// What is said about a plugin `odd` with this text.
    func complaint(_ text: String, caps: RuleCaps = RuleCaps()) throws -> String {
        try PluginProject(["plugins/odd.lua": text]).complaints(caps: caps)
    }

    @Test func eachMistakeHasItsMessage() throws {
        let cases: [(text: String, message: String)] = [
            ("return {", "plugins/odd.lua:1: unexpected symbol near <eof>"),
            ("error 'no'", "plugins/odd.lua:1: no"),
            ("error({ code = 1 })", "plugins/odd.lua: (error object is a table value)"),
            (
                "",
                "plugins/odd.lua: the plugin returns nothing; end it with "
                    + "\"return { name = \"odd\", … }\""
            ),
            (
                "return nil",
                "plugins/odd.lua: the plugin returns nothing; end it with "
                    + "\"return { name = \"odd\", … }\""
            ),
            (
                "return 5",
                "plugins/odd.lua: the plugin returns a number; end it with "
                    + "\"return { name = \"odd\", … }\""
            ),
            ("return {}", "plugins/odd.lua: the plugin does not say its name: name = \"odd\""),
            (
                "return { name = 'even' }",
                "plugins/odd.lua: the plugin says its name is \"even\", "
                    + "but its file is called \"odd\""
            ),
            (
                "return { name = 'odd', validator = {} }",
                "plugins/odd.lua: unknown name "
                    + "\"validator\"; did you mean \"validators\"?"
            ),
            (
                "return { name = 'odd', validators = 1 }",
                "plugins/odd.lua: validators must be a "
                    + "table"
            ),
            (
                "return { name = 'odd', validators = { function() end } }",
                "plugins/odd.lua: "
                    + "validators has values without names: write validators = { name = … }"
            ),
            (
                "return { name = 'odd', validators = { ['a b'] = print } }",
                "plugins/odd.lua: "
                    + "validators: \"a b\" is no name: it is made of letters, digits and _"
            ),
            (
                "return { name = 'odd', validators = { a = 1 } }",
                "plugins/odd.lua: validators: "
                    + "\"a\" must be a function(value, record, ctx), or a table with one"
            ),
            (
                "return { name = 'odd', validators = { a = { mak = print } } }",
                "plugins/odd.lua: "
                    + "validators: \"a\": unknown name \"mak\"; did you mean \"make\"?"
            ),
            (
                "return { name = 'odd', validators = { a = {} } }",
                "plugins/odd.lua: validators: "
                    + "\"a\" must have either validate or make"
            ),
            (
                "return { name = 'odd', types = { a = { type = 'nmber' } } }",
                "plugins/odd.lua: "
                    + "type \"a\": there is no type \"nmber\"; it is one of string, integer, number, "
                    + "boolean or date; did you mean \"number\"?"
            ),
            (
                "return { name = 'odd', types = { a = { min = 5, max = 1, type = 'number' } } }",
                "plugins/odd.lua: types: \"a\": field \"value\": "
            ),
            (
                "return { name = 'odd', needs = 5 }",
                "plugins/odd.lua: needs must be a list of "
                    + "texts such as \"read:data/\""
            ),
            ("return { name = 'odd', version = 5 }", "plugins/odd.lua: version must be text"),
            (
                "return { name = 'odd', hooks = { on_opne = print } }",
                "plugins/odd.lua: hooks: "
                    + "unknown name \"on_opne\"; did you mean \"on_open\"?"
            ),
            (
                "return { name = 'odd', commands = { a = {} } }",
                "plugins/odd.lua: commands: "
                    + "\"a\" has no function run(text)"
            ),
            (
                "return { name = 'odd', formats = { a = { read = print } } }",
                "plugins/odd.lua: "
                    + "formats: \"a\": extensions must be a list of texts such as { \"ini\" }"
            ),
            ("\u{1B}Lua", "plugins/odd.lua: attempt to load a binary chunk"),
        ]
        for (text, message) in cases {
            let complaint = try complaint(text)
            #expect(complaint.hasPrefix(message), "\(text)\n\(complaint)")
        }
    }

    @Test func bytecodeIsRefused() throws {
        let project = try PluginProject([:])
        let lua = Data([0x1B, 0x4C, 0x75, 0x61, 0x54, 0x00])
        try lua.write(to: URL(fileURLWithPath: project.path + "/plugins/odd.lua"))
        #expect(project.complaints().contains("plugins/odd.lua"))
        #expect(project.inventory.failed.count == 1)
    }

    @Test func invalidUTF8IsRefused() throws {
        let project = try PluginProject([:])
        try Data("return { name = 'odd' } -- \u{E9}".utf8.dropLast(1)).write(
            to: URL(fileURLWithPath: project.path + "/plugins/odd.lua"))
        #expect(project.complaints() == "plugins/odd.lua is not valid UTF-8, as Lua files are")
    }

    @Test func whatIsNoFileIsRefused() throws {
        let project = try PluginProject(["plugins/folder.lua/x": ""])
        #expect(mkfifo(project.path + "/plugins/pipe.lua", 0o600) == 0)
        #expect(symlink("nowhere", project.path + "/plugins/link.lua") == 0)
        #expect(
            project.complaints() == """
                plugins/folder.lua is a folder, not a file
                plugins/link.lua: the file is gone
                plugins/pipe.lua is no file
                """)
    }

    @Test func aNameThatCannotBeWrittenIsRefused() throws {
        let project = try PluginProject(["plugins/my-own.lua": "return {}"])
        #expect(
            project.complaints()
                == "plugins/my-own.lua: the name of a plugin is made of letters, digits and _, and "
                + "begins with a letter")
    }

    @Test func anEndlessLoopEnds() throws {
        var caps = RuleCaps()
        caps.load = 100
        for loop in [
            "while true do end", "while true do pcall(error) end",
            "local function f() return f() end f()",
            "string.find(('a'):rep(100000), '.-.-.-.-b')",
        ] {
            #expect(
                try complaint(loop, caps: caps)
                    == "plugins/odd.lua: loading took longer than 0.1 s", "\(loop)")
        }
    }

    @Test func muchMemoryEnds() throws {
        #expect(
            try complaint("local t = {} while true do t[#t + 1] = ('x'):rep(100000) end")
                == "plugins/odd.lua: not enough memory: the limit is 64 MiB")
    }

    @Test func namesOfStetAndOfEarlierPluginsAreNotTaken() throws {
        let project = try PluginProject([
            "plugins/a.lua": """
            return { name = "a", validators = { one = function() return false, "of a" end } }
            """,
            "plugins/b.lua": """
            return { name = "b", validators = { one = function() return false, "of b" end,
              email = function() return true end, two = function() return false, "two" end },
              types = { number = {}, decimal = {} } }
            """,
            "rules.lua": "return { fields = { { 'x', validate = { 'one', 'two', 'email' } } } }",
        ])
        #expect(
            project.complaints() == """
                plugins/b.lua: the validator "email" is not used: Stet has one of that name itself
                plugins/b.lua: the validator "one" is not used: plugins/a.lua has one of that name and comes first
                plugins/b.lua: the type "decimal" is not used: Stet has one of that name itself
                plugins/b.lua: the type "number" is not used: Stet has one of that name itself
                """)
        #expect(
            try project.lines("x\ny\n").map { $0.prefix(22) }
                == ["1 x validate: of a", "1 x validate: two", "1 x validate: \"y\" is n"])
    }

    @Test func ofTwoPluginsOfOneNameTheFirstCounts() throws {
        let project = try PluginProject([
            "plugins/a.lua": "return { name = 'a', version = '1' }",
            "plugins/a/init.lua": "return { name = 'a', version = '2' }",
        ])
        let entries = project.inventory.entries
        #expect(entries.map(\.offer.version) == ["1", nil])
        #expect(entries.map { $0.hiddenBy.map(project.short) } == [nil, "plugins/a.lua"])
    }

    @Test func testsBesidePluginsAreNone() throws {
        let project = try PluginProject([
            "plugins/a.lua": "return { name = 'a' }", "plugins/a_test.lua": "error()",
            "plugins/a.test.lua": "error()", "plugins/data/x.txt": "", "plugins/.b.lua": "error()",
        ])
        #expect(project.inventory.entries.map(\.file.name) == ["a"])
    }

    // MARK: A check goes on

    @Test func whatAFailedPluginMayHaveIsOff() throws {
        let project = try PluginProject([
            "plugins/odd.lua": "error 'no'",
            "rules.lua": """
            return { fields = { { "a", validate = "secret" }, { "b", type = "grams", min = 5 },
              { "c", validate = { stet.validators.other(1, 2), "lower" } } } }
            """,
        ])
        let what =
            "is not there, and a plugin that may have it cannot be used: "
            + "plugins/odd.lua:1: no"
        #expect(
            try project.lines("a,b,c\nx,7,Y\n") == [
                "- - plugin.error: rules.lua: field \"a\": validate is off: the validator "
                    + "\"secret\" \(what)",
                "- - plugin.error: rules.lua: field \"b\": its values are taken as text and not "
                    + "compared: the type \"grams\" \(what)",
                "- - plugin.error: rules.lua: field \"c\": validate is off: the validator "
                    + "\"other\" \(what)",
                "1 c validate: \"Y\" has a capital letter, at place 1",
            ])
    }

    @Test func whatIsRequiredOfAFailedPluginIsOff() throws {
        let project = try PluginProject([
            "plugins/odd.lua": "error 'no'",
            "rules.lua": """
            local odd = require "odd"
            local make = odd.validators.make(5)
            return { validators = { own = odd.validators.x },
              fields = { { "a", validate = odd.validators.x }, { "b", validate = make },
              { "c", validate = "own" } },
              validate = { odd.rule, function(ctx, record) return odd.word end } }
            """,
        ])
        let reason = "the plugin \"odd\" cannot be used: plugins/odd.lua:1: no"
        #expect(
            try project.lines("a,b,c\nx,y,z\n") == [
                "- - plugin.error: rules.lua: field \"a\": validate is off: \(reason)",
                "- - plugin.error: rules.lua: field \"b\": validate is off: \(reason)",
                "- - plugin.error: rules.lua: field \"c\": validate is off: \(reason)",
                "- - plugin.error: rules.lua: validate is off: \(reason)",
                "1 - lua.error: rules.lua:6: \(reason)",
            ])
    }

    @Test func needsThatAreNotGrantedAreToldAndTheRestGoesOn() throws {
        let project = try PluginProject([
            "plugins/odd.lua": """
            return { name = "odd", needs = { "run" }, validators = { a = function() end } }
            """,
            "rules.lua": "return { fields = { { 'a', validate = { 'a', 'lower' } } } }",
        ])
        let lines = try project.lines("a\nX\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].hasPrefix(
                "- - plugin.error: rules.lua: field \"a\": validate is off: the validator \"a\" "
                    + "cannot be used: plugins/odd.lua: the plugin asks for \"run\", "))
    }

    @Test func aNameThatOneIsKnownToHaveIsBlamedOnNoOther() throws {
        let project = try PluginProject([
            "plugins/odd.lua": "error 'no'",
            "plugins/run.lua": """
            return { name = "run", needs = { "run" }, validators = { priced = function() end } }
            """,
            "rules.lua": "return { fields = { { 'a', validate = 'priced' } } }",
        ])
        let lines = try project.lines("a\nX\n")
        #expect(lines.count == 1)
        #expect(!lines[0].contains("odd"), "\(lines)")
        #expect(lines[0].contains("\"priced\" cannot be used: plugins/run.lua: the plugin asks"))
    }

    @Test func aMisspelledNameIsAMistakeWhereItIsKnownWhatUntrustedPluginsHave() throws {
        let project = try PluginProject([
            "plugins/run.lua": """
            return { name = "run", needs = { "run" }, validators = { priced = function() end } }
            """,
            "rules.lua": "return { fields = { { 'a', validate = 'prized' } } }",
        ])
        #expect(
            project.mistake()
                == "rules.lua: field \"a\": there is no validator \"prized\"; did you mean "
                + "\"priced\"?")
    }

    @Test func ofManyThatFailedAFewAreNamed() throws {
        let project = try PluginProject([
            "rules.lua": "return { fields = { { 'a', validate = 'secret' } } }"
        ])
        for name in ["p1", "p2", "p3", "p4", "p5"] {
            try project.write("error 'no'", to: "plugins/\(name).lua")
        }
        let lines = try project.lines("a\nX\n")
        #expect(lines.count == 1)
        #expect(
            lines[0].hasSuffix(
                "5 plugins that may have it cannot be used: plugins/p1.lua:1: no; plugins/p2.lua:1: "
                    + "no; plugins/p3.lua:1: no; \"stet plugins\" lists the others"))
    }

    @Test func whatIsRequiredInVainIsToldThoughNothingUsesIt() throws {
        let project = try PluginProject([
            "plugins/odd.lua": "error 'no'",
            "rules.lua": """
            local isThere, odd = pcall(require, "odd")
            return { fields = { { "a", validate = "lower" } } }
            """,
        ])
        #expect(
            try project.lines("a\nX\n") == [
                "- - plugin.error: rules.lua: the plugin \"odd\" cannot be used: "
                    + "plugins/odd.lua:1: no",
                "1 a validate: \"X\" has a capital letter, at place 1",
            ])
    }

    @Test(
        "A validator that does not answer is found by its place",
        arguments: [
            ("end", "lua.error: p.lua:2: the rule returned no value; end it with \"return true\""),
            (
                "coroutine.yield() end",
                "lua.error: p.lua:2: attempt to yield from outside a coroutine"
            ),
            (
                "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end end",
                "lua.limit: p.lua:2: the rule used more memory than rules may; it is now off"
            ),
            (
                "return false, 5, {} end",
                "lua.error: p.lua:2: the rule's message is a number, not text"
            ),
            ("error('no') end", "lua.error: p.lua:2: no"),
        ])
    func places(_ body: String, _ message: String) throws {
        let project = try PluginProject([
            "plugins/p.lua": """
            return { name = "p", validators = { made = { make = function()
              return function() \(body) end } } }
            """,
            "rules.lua": "return { fields = { { 'a', validate = stet.validators.made() } } }",
        ])
        #expect(
            try project.lines("a\nX\n") == [
                "1 a " + message.replacingOccurrences(of: "p.lua", with: "plugins/p.lua")
            ])
    }

    @Test func anUnknownNameStaysAMistakeWhereNoPluginFailed() throws {
        let project = try PluginProject([
            "plugins/fine.lua": "return { name = 'fine' }",
            "rules.lua": "return { fields = { { 'a', validate = 'nothing' } } }",
        ])
        #expect(
            project.mistake() == "rules.lua: field \"a\": there is no validator \"nothing\"")
    }

    @Test func aPluginThatLoopsOnlyWhenNeededStopsNoCheck() throws {
        var caps = RuleCaps()
        caps.load = 200
        let project = try PluginProject([
            "plugins/a.lua": "while true do end",
            "plugins/b.lua":
                "return { name = 'b', validators = { b = function(v) return v == 'y' end } }",
            "rules.lua": "return { fields = { { 'a', validate = { 'b', 'nowhere' } } } }",
        ])
        let lines = try project.lines("a\nx\ny\n", workers: 2, caps: caps)
        #expect(lines.count == 2)
        #expect(lines[0].contains("plugins/a.lua: loading took longer than 0.2 s"))
        #expect(lines[1] == "1 a validate: \"a\" is not valid")
    }

    @Test func aPluginThatReturnsOtherThingsEachTimeIsTold() throws {
        // What it draws when it is tried; in the file's chunks it draws something else.
        let said = try complaint("error(tostring(math.random(1 << 30)))")
        let drawn = try #require(said.split(separator: " ").last)
        let project = try PluginProject([
            "plugins/odd.lua": """
            local validators = { a = function() return true end }
            if math.random(1 << 30) ~= \(drawn) then validators = {} end
            return { name = "odd", validators = validators }
            """,
            "rules.lua": "return { fields = { { 'a', validate = { 'a', 'lower' } } } }",
        ])
        let lines = try project.lines("a\nX\n")
        #expect(
            lines == [
                "1 a validate: \"X\" has a capital letter, at place 1",
                "- - lua.error: the rules could not be loaded again: rules.lua: field \"a\": "
                    + "plugins/odd.lua: the plugin does not return the same each time that it is "
                    + "loaded",
            ])
    }
}

/// What is run later, and does not do what it should.
@Suite struct PluginMisbehaviourTests {
    private func lines(_ body: String, rule: String = "'v'") throws -> [String] {
        var caps = RuleCaps()
        caps.call = 100
        let project = try PluginProject([
            "plugins/odd.lua": """
            return { name = "odd", validators = { v = function(value, record, ctx) \(body) end,
              made = { make = function(what) \(body) end } } }
            """,
            "rules.lua":
                "return { fields = { { 'a', validate = { \(rule), 'lower' } } } }",
        ])
        if let mistake = project.mistake() { return [mistake] }
        return try project.lines("a\nX\n", caps: caps)
    }

    private let rest = "1 a validate: \"X\" has a capital letter, at place 1"

    @Test func aValidatorThatIsTooSlowIsOff() throws {
        let lines = try lines("while true do end")
        #expect(lines.count == 2)
        #expect(lines.contains { $0.hasPrefix("1 a lua.limit") })
        #expect(lines.contains(rest))
    }

    @Test func aValidatorThatReturnsNothingIsToldToReturn() throws {
        let lines = try lines("")
        #expect(lines.contains { $0.contains("lua.error") && $0.contains("return true") })
        #expect(lines.contains(rest))
    }

    @Test func aValidatorThatWaitsIsRefused() throws {
        let lines = try lines("coroutine.yield(1)")
        #expect(lines.contains { $0.hasPrefix("1 a lua.error") })
        #expect(lines.contains(rest))
    }

    @Test func aMakerThatGivesNoFunctionIsAMistakeOfTheRules() throws {
        #expect(
            try lines("return 5", rule: "stet.validators.made(1)") == [
                "rules.lua:1: plugins/odd.lua: make of the validator \"made\" returns a number, "
                    + "not a function(value, record, ctx)"
            ])
    }

    @Test func aPluginThatChangedIsReadAnewByTheNextRun() throws {
        let project = try PluginProject([
            "plugins/odd.lua":
                "return { name = 'odd', validators = { v = function() return false, 'old' end } }",
            "rules.lua": "return { fields = { { 'a', validate = 'v' } } }",
        ])
        #expect(try project.lines("a\nx\n") == ["1 a validate: old"])
        try project.write(
            "return { name = 'odd', validators = { v = function() return false, 'newer' end } }",
            to: "plugins/odd.lua")
        #expect(try project.lines("a\nx\n") == ["1 a validate: newer"])
        try project.write("return {", to: "plugins/odd.lua")
        let lines = try project.lines("a\nx\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("- - plugin.error"))
    }
}
