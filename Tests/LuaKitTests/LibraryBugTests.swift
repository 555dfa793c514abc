import Testing

@testable import LuaKit

/// Bugs of Lua 5.4.4 that Debian ships, and what keeps scripts from them.
@Suite("Bugs of the installed Lua") struct LibraryBugTests {
    @Test("Nested coroutine.close does not overflow the C stack (mended in 5.4.5)")
    func nestedClose() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let error = #expect(throws: LuaError.self) {
                try stack.run(
                    """
                    local function chain()
                        local co = coroutine.create(function()
                            local x <close> = setmetatable({}, { __close = function()
                                chain()
                            end })
                            coroutine.yield()
                        end)
                        coroutine.resume(co)
                        local ok, message = coroutine.close(co)
                        if not ok then error(message, 0) end
                    end
                    local co
                    for i = 1, 20000 do
                        local inner = co
                        co = coroutine.create(function()
                            local x <close> = setmetatable({}, { __close = function()
                                if inner then assert(coroutine.close(inner)) end
                            end })
                            coroutine.yield()
                        end)
                        coroutine.resume(co)
                    end
                    assert(coroutine.close(co))
                    """, in: environment)
            }
            #expect(error?.description.contains("nested too deeply") == true)
        }
    }

    @Test("A coroutine that yielded inside xpcall can be closed (mended in 5.4.8)")
    func closeAfterXpcall() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let values = try stack.run(
                """
                local co = coroutine.create(function()
                    xpcall(function()
                        local x <close> = setmetatable({}, { __close = function() error("e") end })
                        coroutine.yield()
                    end, function(m) return m end)
                end)
                coroutine.resume(co)
                local ok, message = coroutine.close(co)
                return ok, type(message)
                """, in: environment)
            #expect(values.map(\.described) == ["false", "string"])
        }
    }

    @Test("A __close that fails does not hide the first error") func closeKeepsTheFirstError()
        throws
    {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let error = #expect(throws: LuaError.self) {
                try stack.run(
                    """
                    local x <close> = setmetatable({}, { __close = function() error("second") end })
                    error("first")
                    """, in: environment)
            }
            #expect(error?.message == "first")
            #expect(error?.position?.line == 2)
            #expect(error?.suppressed?.contains("second") == true)
        }
    }

    @Test("The __close of a failed coroutine sees its error") func closeSeesTheError() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let values = try stack.run(
                """
                local seen
                local co = coroutine.wrap(function()
                    local x <close> = setmetatable({}, { __close = function(_, e) seen = e end })
                    local padding = {}
                    error("why", 0)
                end)
                pcall(co)
                return seen
                """, in: environment)
            #expect(values.first?.described == "why")
        }
    }

    @Test("Recursion without end is an error, in every form") func recursion() throws {
        for code in [
            "local function f() return 1 + f() end f()",
            "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k .. 'x'] end return t.x",
            "local function f() return pcall(f) and error() end return f()",
            "local function f() local co = coroutine.wrap(f) co() end f()",
            "return load(('('):rep(10000) .. '1' .. (')'):rep(10000))()",
            "back(function() back(back) end)",
            "local function f() back(f) end f()",
            "local function f() error(setmetatable({}, { __tostring = f })) end f()",
            "return string.gsub('x', '.', function() return string.gsub end)",
            "local function f(s) return (s:gsub('.', f)) end f('x')",
        ] {
            try withLua(memoryLimit: 256 << 20) { state, stack in
                state.setCaps(call: 0, run: 5_000)
                let environment = try stack.trustedEnvironment()
                stack.push(environment)
                stack.pushFunction("back") { call in
                    call.stack.pushCopy(1)
                    try call.stack.call(arguments: 0, results: 0)
                    return 0
                }
                stack.setField("back", of: 1)
                stack.pop()
                let error = #expect(throws: LuaError.self, "\(code)") {
                    try stack.run("local r = (function() \(code) end)() error(r)", in: environment)
                }
                #expect(
                    error?.kind == .runtime || error?.kind == .handler,
                    "\(code): \(String(describing: error))")
                #expect(stack.top == 0)
            }
        }
    }
}
