import Foundation
import Testing

/// Commands, hooks and the loading anew of plugins at the prompt.
@Suite struct PluginPromptTests {
    private func run(
        _ plugin: String, _ input: String, look: (URL) throws -> Void = { _ in }
    ) throws -> PipedPrompt {
        try PipedPrompt(
            [PromptFiles.fruits, (name: "plugins/garden.lua", text: plugin)], input, look: look)
    }

    @Test func aCommandOfAPluginIsACommand() throws {
        let prompt = try run(
            """
            return { name = "garden", commands = {
              greet = { run = function(text, it) return "hello " .. text .. ", " .. #it end,
                usage = "NAME", doc = "greet somebody" },
              plain = function() return "a\\27[31m" end, silent = function() end,
            } }
            """, ".greet  big world \n.plain\n.silent\n.help greet\n.help\n.grete x\n")
        #expect(
            prompt.output.hasPrefix(
                "hello big world, 3\na\\x1B[31m\n.greet NAME\n\ngreet somebody.\n"))
        #expect(prompt.output.contains("\nFrom plugins (.help added)\n  .greet NAME"))
        #expect(prompt.errors.contains("there is no command .grete; did you mean .greet?"))
    }

    @Test func aCommandRefusesOrFails() throws {
        let plugin = """
            return { name = "garden", commands = {
              no = function() return nil, "not today" end,
              raise = function(text, it) it:delete("a") error "boom" end, list = function() end } }
            """
        let refused = try run(plugin, ".no\n")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("not today"))
        #expect(
            refused.errors.contains(
                "plugins/garden.lua: the command \"list\" is not used: the prompt has one of that "
                    + "name itself"))
        let raised = try run(plugin, ".raise\n")
        #expect(raised.status == 1)
        #expect(raised.errors.contains("plugins/garden.lua:3: boom"))
    }

    static let hooks = """
        return { name = "garden", hooks = {
          on_open = function(c) print("opened " .. #c) end,
          before_commit = function(c, diff)
            print(diff)
            if c:get("a").name == "bad" then return false, "a is bad" end
            if c:get("a").name == "worse" then error "worse" end
            if c:get("a").name == "again" then print(c:commit()) end
          end,
          after_commit = function(c) print("committed " .. c:get("a").name) end } }
        """

    @Test func hooksHearOfOpeningsAndCommits() throws {
        let prompt = try run(Self.hooks, "it:set('a', { name = 'Fig' })\n.commit\n")
        #expect(prompt.status == 0)
        #expect(prompt.errors.hasPrefix("opened 3\n"))
        #expect(prompt.errors.contains("+  name: Fig") || prompt.errors.contains("Fig"))
        #expect(prompt.errors.contains("committed Fig\n"))
        #expect(prompt.text.contains("a,Fig,182,red"))
    }

    @Test func aHookRefusesACommit() throws {
        let prompt = try run(Self.hooks, "it:set('a', { name = 'bad' })\n.commit\n")
        #expect(prompt.status == 1)
        #expect(prompt.errors.contains("the plugin \"garden\" refuses the commit: a is bad"))
        #expect(!prompt.errors.contains("committed"))
        #expect(prompt.text == PromptFiles.fruits.text)
        let inLua = try run(
            Self.hooks, "it:set('a', { name = 'bad' })\nprint(it:commit())\nit:undo()\n")
        #expect(
            inLua.output.contains("nil\tthe plugin \"garden\" refuses the commit: a is bad"))
    }

    @Test func aHookThatRaisesStopsNothing() throws {
        let prompt = try run(Self.hooks, "it:set('a', { name = 'worse' })\n.commit\n")
        #expect(prompt.status == 0)
        #expect(
            prompt.errors.contains(
                "plugin \"garden\": before_commit: plugins/garden.lua:6: worse"))
        #expect(prompt.errors.contains("committed worse"))
        #expect(prompt.text.contains("a,worse,182,red"))
    }

    @Test func aHookMayNotCommit() throws {
        let prompt = try run(Self.hooks, "it:set('a', { name = 'again' })\n.commit\n")
        #expect(prompt.errors.contains("nil\ta hook is called for a commit; it may not commit"))
        #expect(prompt.errors.contains("committed again"))
    }

    /// Lua that writes the plugin.
    private func writing(_ text: String) -> String {
        "do local f = io.open('plugins/garden.lua', 'w') f:write([[\(text)]]) f:close() end\n"
    }

    @Test func aChangedPluginIsLoadedAnew() throws {
        let prompt = try run(
            "return { name = 'garden', commands = { say = function() return 'one' end } }",
            ".say\n"
                + writing(
                    "return { name = 'garden', commands = { say = function() return 'second' end, later = function() return 'third' end } }"
                )
                + ".say\n.later\n")
        #expect(prompt.output == "one\nsecond\nthird\n")
        #expect(prompt.errors == "plugin \"garden\" was loaded anew\n")
    }

    @Test func aPluginThatNoLongerLoadsStaysAsItWas() throws {
        let prompt = try run(
            "return { name = 'garden', commands = { say = function() return 'one' end } }",
            writing("return {") + ".say\n.say\n.reload\n.say\n"
                + writing(
                    "return { name = 'garden', commands = { say = function() return 'two' end } }")
                + ".say\n")
        #expect(prompt.output == "one\none\none\ntwo\n")
        #expect(
            prompt.errors == """
                plugin "garden" stays as it was: plugins/garden.lua:1: unexpected symbol near <eof>
                plugin "garden" stays as it was: plugins/garden.lua:1: unexpected symbol near <eof>
                plugin "garden" was loaded anew

                """)
    }

    @Test func pluginsComeAndGo() throws {
        let prompt = try run(
            "return { name = 'garden', commands = { say = function() return 'one' end } }",
            "f = io.open('plugins/shed.lua', 'w') f:write[[return { name = 'shed', commands = { dig = function() return 'dug' end } }]] f:close()\n"
                + ".dig\nos.remove('plugins/garden.lua')\n.dig\n.say\n")
        #expect(prompt.output == "dug\ntrue\ndug\n")
        #expect(
            prompt.errors.hasPrefix(
                "plugin \"shed\" was loaded\nplugin \"garden\" is gone\nstet: "))
        #expect(prompt.errors.contains("there is no command .say"))
    }

    @Test func whatIsWrongIsSaidAtTheStart() throws {
        let prompt = try run("return {", "1 + 1\n")
        #expect(prompt.status == 0)
        #expect(prompt.output == "2\n")
        #expect(prompt.errors == "plugins/garden.lua:1: unexpected symbol near <eof>\n")
    }

    @Test func whatKeepsItsStateKeepsItWhileOthersChange() throws {
        let prompt = try run(
            "local n = 0 return { name = 'garden', commands = { tick = function() n = n + 1 return n end } }",
            ".tick\nf = io.open('plugins/shed.lua', 'w') f:write[[return { name = 'shed' }]] f:close()\n.tick\n"
        )
        #expect(prompt.output == "1\n2\n")
    }

    @Test func pluginsAreListed() throws {
        let prompt = try run(
            "return { name = 'garden', version = '2', hooks = { on_open = print } }", ".plugins\n")
        #expect(prompt.output == "garden 2  plugins/garden.lua  (project)\n  hooks       on_open\n")
    }
}
