import Testing

@testable import StetScripting

/// What a plugin tries to get out of its world, and does not.
@Suite struct PluginEscapeTests {
    /// Each trick returns what it got; nil or false is nothing.
    @Test(
        arguments: [
            "return io or package or dofile or loadfile",
            "return os.execute or os.getenv or os.exit or os.remove or os.rename or os.tmpname",
            "return debug.getregistry or debug.getmetatable or debug.sethook or debug.getupvalue",
            "return string.dump",
            "return (load(\"\\27Lua\", 'x', 'b'))",
            "return (load('return io', 'x', 't'))()",
            "return (load('return _G.io or _G.package', '@rules.lua'))()",
            "local f = load('return _ENV') return f() ~= _ENV",
            "return pcall(require, '../x') or pcall(require, '/x') or pcall(require, 'a/b')",
            "return pcall(require, 'x\\0y') or pcall(require, '..') or pcall(require, '')",
            "return type(getmetatable('')) == 'table'",
            "return pcall(setmetatable, '', {})",
            "return pcall(function() getmetatable('').__index = {} end)",
            "return pcall(setmetatable, {}, { __gc = print })",
            "return pcall(collectgarbage, 'stop') or pcall(collectgarbage, 'collect')",
            "return rawget(_G, 'io') or _G._G ~= _G or getmetatable(_G)",
            "local co = coroutine.create(function() return io end) return select(2, coroutine.resume(co))",
            "local t = setmetatable({}, { __index = _G }) return t.io",
            "return pcall(rawset, stet.validators, 'email', print)",
            "return pcall(function() stet.validators.email = print end)",
            "return type(getmetatable(stet.validators)) == 'table'",
            "return stet.open or stet.check or stet.run or stet.collection",
            "local ok, e = xpcall(error, function(m) return debug.getinfo end) return e",
            "return select(2, pcall(string.rep, 'x', 1 << 40)) == nil",
            "return coroutine.running and coroutine.isyieldable() and coroutine.yield(io)",
        ])
    func nothingIsGot(trick: String) throws {
        let project = try PluginProject([
            "plugins/odd.lua": """
            local got = (function() \(trick) end)()
            return { name = "odd", validators = { fine = function() return not got, "got " .. tostring(got) end } }
            """,
            "x.lua": "return 'outside'",
            "rules.lua": "return { fields = { { 'a', validate = 'fine' } } }",
        ])
        #expect(project.complaints() == "")
        #expect(try project.lines("a\n1\n") == [])
    }

    @Test func whatAPluginDoesToItsLibrariesStaysThere() throws {
        let project = try PluginProject([
            "plugins/a.lua": """
            string.rep = function() return "evil" end
            table.concat, math.floor, tostring, stet.version, word = nil, nil, nil, "0", "evil"
            _G.string.upper = nil
            return { name = "a", validators = { a = function() return true end } }
            """,
            "plugins/b.lua": """
            return { name = "b", validators = { b = function()
              return ("x"):rep(2) == "xx" and ("x"):upper() == "X" and word == nil
                and tostring(math.floor(1.5)) == "1" and table.concat { 1 } == "1" end } }
            """,
            "rules.lua": """
            local a, b = require "a", require "b"
            local ok = ("x"):rep(2) == "xx" and ("x"):upper() == "X" and word == nil
              and stet.version ~= "0" and tostring(1) == "1"
            return { fields = { { "x", validate = { "a", "b", function() return ok end } } } }
            """,
        ])
        #expect(try project.lines("x\n1\n") == [])
    }

    @Test func aLinkOutOfItsFolderIsNotFollowed() throws {
        let project = try PluginProject([
            "outside.lua": "return 1",
            "plugins/odd/init.lua": "require 'out' return { name = 'odd' }",
        ])
        try FileLinks.link(
            to: project.path + "/outside.lua", at: project.path + "/plugins/odd/out.lua")
        #expect(
            project.complaints()
                == "plugins/odd/init.lua:1: module \"out\": plugins/odd/out.lua leads out of "
                + "\(project.short(project.path + "/plugins/odd"))")
    }

    @Test func aLoopInACoroutineOrAHandlerEnds() throws {
        var caps = RuleCaps()
        caps.load = 100
        for loop in [
            "coroutine.wrap(function() while true do end end)()",
            "xpcall(error, function() while true do end end)",
            "setmetatable({}, { __index = function() while true do end end }).x = 1; local t <close> = setmetatable({}, { __close = function() while true do end end })",
            "table.sort({ 3, 2, 1 }, function() while true do end end)",
            "while true do load('return 1')() end",
        ] {
            let project = try PluginProject(["plugins/odd.lua": loop])
            #expect(
                project.complaints(caps: caps).contains("loading took longer than 0.1 s"),
                "\(loop)")
        }
    }

    @Test func whatAsksForRightsBringsAllItsCode() throws {
        let project = try PluginProject([
            "plugins/odd.lua": "require 'shared' return { name = 'odd', needs = { 'run' } }",
            "lua/shared.lua": "return 1",
        ])
        #expect(
            project.complaints()
                == "plugins/odd.lua: it asks for rights, so all its code must be in its own "
                + "folder, but it requires lua/shared.lua")
    }
}
