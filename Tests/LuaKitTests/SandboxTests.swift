import Foundation
import Testing

@testable import LuaKit

/// Each test is one trick by which code has left other sandboxes.
@Suite("No trick leaves a restricted environment") struct SandboxTests {
    /// What the code returns, in a restricted environment; nil: it failed.
    private func result(
        of code: String, after first: String? = nil
    ) throws -> String? {
        try withLua { state, stack in
            state.setCaps(call: 0, run: 2_000)
            if let first {
                _ = try? stack.run(first, in: try stack.restrictedEnvironment())
            }
            let environment = try stack.restrictedEnvironment()
            guard let values = try? stack.run(code, in: environment) else { return nil }
            return values.map(\.described).joined(separator: " ")
        }
    }

    @Test("Try trick: the names that are left out") func missingNames() throws {
        let names = [
            "dofile", "loadfile", "io", "package", "require", "string.dump", "os.execute",
            "os.exit", "os.remove", "os.rename", "os.tmpname", "os.getenv", "os.setlocale",
            "debug.getinfo", "debug.sethook", "debug.getregistry", "debug.setmetatable",
            "debug.getmetatable", "debug.getupvalue", "debug.setupvalue", "debug.upvaluejoin",
        ]
        for name in names { #expect(try result(of: "return \(name)") == "nil", "\(name)") }
    }

    @Test("Try trick: bytecode") func bytecode() throws {
        #expect(try result(of: #"return load("\27Lua")"#)?.hasPrefix("nil") == true)
        #expect(try result(of: #"return load("\27Lua", "x", "b")"#)?.hasPrefix("nil") == true)
        #expect(try result(of: #"return load("\27Lua", "x", "bt")"#)?.hasPrefix("nil") == true)
        #expect(try result(of: #"return load(function() return "\27Lua" end)"#) == nil)
    }

    @Test("Try trick: the environment of load") func loadEnvironment() throws {
        #expect(try result(of: "x = 5 return load('return x')()") == "5")
        #expect(try result(of: "return load('return _G')() == _G") == "true")
        #expect(try result(of: "return load('return io')()") == "nil")
        #expect(try result(of: "return load('return x', 'n', 't', { x = 1 })()") == "1")
        #expect(try result(of: "return load('return _ENV', 'n', 't', nil)()") == "nil")
    }

    @Test("Try trick: the name of another file in load") func loadName() throws {
        #expect(
            try result(of: "return select(2, pcall(load('error(\"x\")', '@rules.lua')))")
                == "load(rules.lua):1: x")
    }

    @Test("Try trick global protection 1: the global table of another") func globals1() throws {
        #expect(try result(of: "return secret", after: "secret = 1") == "nil")
    }

    @Test("Try trick global protection 2: a library of another") func globals2() throws {
        #expect(
            try result(
                of: "return ('a'):rep(3), string.rep('a', 3), math.type(1)",
                after: "string.rep = nil math.type = nil table.concat = nil") == "aaa aaa integer")
    }

    @Test("Try trick global protection 3: the metatable of strings") func globals3() throws {
        #expect(try result(of: "return getmetatable('')") == "false")
        #expect(try result(of: "return getmetatable('').__index") == nil)
        #expect(try result(of: "setmetatable('', {})") == nil)
    }

    @Test("Try trick global protection 4: the metatable of the globals") func globals4() throws {
        #expect(try result(of: "setmetatable(_G, nil) return io") == "nil")
        #expect(try result(of: "return getmetatable(_G)") == "nil")
    }

    @Test("Try trick: random numbers of another") func random() throws {
        let plain = "math.randomseed(7) "
        let direct = try result(of: plain + "return math.random(1e9)")
        #expect(try result(of: plain + "return math.random(1e9)", after: "math.random()") == direct)
        try withLua { _, stack in
            let one = try stack.restrictedEnvironment()
            let two = try stack.restrictedEnvironment()
            _ = try stack.run("math.randomseed(7)", in: one)
            _ = try stack.run("math.randomseed(8) math.random()", in: two)
            let value = try stack.run("return math.random(1e9)", in: one)
            #expect(value.first?.described == direct)
        }
    }

    @Test("Try trick: __gc") func finalizers() throws {
        #expect(try result(of: "setmetatable({}, { __gc = function() end })") == nil)
        #expect(try result(of: "setmetatable({}, { __gc = false })") == nil)
        #expect(
            try result(
                of: """
                    local ran = false
                    local meta = {}
                    local x = setmetatable({}, meta)
                    meta.__gc = function() ran = true end
                    x = nil
                    for i = 1, 1e5 do local t = {} end
                    return ran
                    """) == "false")
    }

    @Test("Try trick: a protected metatable") func protectedMetatable() throws {
        #expect(
            try result(
                of: "setmetatable(setmetatable({}, { __metatable = 1 }), {})") == nil)
        #expect(
            try result(
                of: """
                    local t = setmetatable({}, { __metatable = { __index = 'spoof' } })
                    return getmetatable(t).__index, pcall(setmetatable, t, nil)
                    """)?.hasPrefix("spoof false") == true)
    }

    @Test("Try trick: the running coroutine") func runningCoroutine() throws {
        #expect(try result(of: "coroutine.close(coroutine.running())") == nil)
        #expect(
            try result(of: "return coroutine.resume(coroutine.running())")?.hasPrefix("false")
                == true)
        #expect(try result(of: "coroutine.yield()") == nil)
        #expect(
            try result(
                of: """
                    local main = coroutine.running()
                    return coroutine.wrap(function() return coroutine.resume(main) end)()
                    """)?.hasPrefix("false") == true)
        #expect(
            try result(
                of: """
                    local main = coroutine.running()
                    return coroutine.wrap(function() return pcall(coroutine.close, main) end)()
                    """)?.hasPrefix("false") == true)
    }

    @Test("Try trick: the handler of xpcall") func handler() throws {
        #expect(try result(of: "return xpcall(error, function(m) return m end, 'x')") == "false x")
        #expect(
            try result(of: "return xpcall(error, function() error('again') end, 'x')")?
                .hasPrefix("false") == true)
        #expect(try result(of: "xpcall(error)") == nil)
    }

    @Test("Try trick: what collectgarbage can do") func collector() throws {
        #expect(try result(of: "return collectgarbage('count') > 0") == "true")
        for option in ["stop", "collect", "step", "generational", "setpause"] {
            #expect(try result(of: "collectgarbage('\(option)')") == nil, "\(option)")
        }
    }

    @Test("Try trick: the methods of an object") func objects() throws {
        final class Thing {}
        try withLua { _, stack in
            LuaType(
                Thing.self, name: "thing", on: stack,
                methods: [
                    (
                        "name",
                        { call in
                            _ = try call.object(1, as: Thing.self)
                            call.stack.push("thing")
                            return 1
                        }
                    )
                ])
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            stack.push(object: Thing())
            stack.setField("thing", of: 1)
            stack.pop()
            func run(_ code: String) -> String? {
                (try? stack.run(code, in: environment))?.map(\.described).joined(separator: " ")
            }
            #expect(run("return thing:name()") == "thing")
            #expect(run("return getmetatable(thing)") == "thing")
            #expect(run("getmetatable(thing).__gc(thing)") == nil)
            #expect(run("setmetatable(thing, {})") == nil)
            #expect(run("thing.name = 1") == nil)
            #expect(run("return thing.name({})") == nil)
            #expect(run("return thing.name(io.stdout)") == nil)
            #expect(
                run("return select(2, pcall(thing.name, 5))")?.contains(
                    "bad argument #1 to 'name' (thing expected, got number)") == true)
        }
    }

    @Test("Try trick: the metatable of files") func files() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            #expect(
                try stack.run("return getmetatable(io.stdout)", in: environment).first?.described
                    == "FILE*")
        }
    }

    @Test("Try trick: debug and C modules in a trusted script") func trusted() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let names = ["package", "string.dump", "debug.sethook", "debug.getregistry"]
            for name in names + ["debug.setmetatable", "debug.upvaluejoin", "loadfile"] {
                let value = try stack.run("return \(name)", in: environment)
                #expect(value.first?.described == "nil", "\(name)")
            }
            #expect(throws: LuaError.self) {
                try stack.run("setmetatable({}, { __gc = print })", in: environment)
            }
        }
    }
}
