import Testing

@testable import LuaKit

/// Counts probes that are alive.
private final class Census {
    var alive = 0
}

/// An object that would be missed if a Lua error jumped over the frame that holds it.
private final class Probe: @unchecked Sendable {
    private let census: Census

    init(_ census: Census) {
        self.census = census
        census.alive += 1
    }

    deinit { census.alive -= 1 }
}

private struct ProbeError: Error {
    let probe: Probe
}

@Suite("Nothing of the host leaks") struct LeakTests {
    /// Runs code that can call `ok`, `fail`, `wait`, `leave`, `back` and `keep`, then closes the
    /// state and counts the probes.
    private func survivors(
        of code: String, memoryLimit: Int = 64 << 20, milliseconds: Int = 0
    ) throws -> Int {
        let census = Census()
        do {
            var configuration = LuaState.Configuration()
            configuration.memoryLimit = memoryLimit
            let state = try LuaState(configuration)
            defer { state.close() }
            let stack = try state.stack()
            LuaType(Probe.self, name: "probe", on: stack, methods: [("touch", { _ in 0 })])
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            func add(_ name: String, _ body: @escaping (inout LuaCall, Probe) throws -> Int) {
                stack.pushFunction(name) { call in
                    let probe = Probe(census)
                    defer { withExtendedLifetime(probe) {} }
                    return try body(&call, probe)
                }
                stack.setField(name, of: 1)
            }
            add("ok") { _, _ in 0 }
            add("fail") { _, probe in throw ProbeError(probe: probe) }
            add("wait") { call, _ in call.wait(handing: 0) }
            add("leave") { _, _ in throw LuaExit(status: 3) }
            add("keep") { call, probe in
                call.stack.push(object: probe)
                return 1
            }
            add("back") { call, _ in
                call.stack.pushCopy(1)
                try call.stack.call(arguments: 0, results: 0)
                return 0
            }
            add("big") { call, probe in
                for _ in 0..<100 { call.stack.push([UInt8](repeating: 65, count: 4000)) }
                call.stack.push(object: probe)
                return 1
            }
            stack.pop()
            state.setCaps(call: 0, run: milliseconds)
            do {
                _ = try stack.run(code, in: environment)
            } catch is LuaError {}
        } catch is LuaError {}
        return census.alive
    }

    @Test(arguments: [
        "for i = 1, 1000 do ok() end",
        "for i = 1, 1000 do pcall(fail) end",
        "for i = 1, 1000 do pcall(back, function() error('x') end) end",
        "fail()",
        "local t = {} for i = 1, 1000 do t[i] = keep() end",
        "for i = 1, 1000 do keep():touch() end collectgarbage()",
        "for i = 1, 100 do local co = coroutine.wrap(function() wait() ok() end) co() co() end",
        "for i = 1, 100 do local co = coroutine.create(wait) coroutine.resume(co) coroutine.close(co) end",
        "local co = coroutine.wrap(function() keep() wait() end) co()",
        "leave()", "pcall(pcall, leave)", "back(leave)",
        "back(function() back(function() back(fail) end) end)",
    ])
    func afterEachOutcome(code: String) throws {
        #expect(try survivors(of: code) == 0)
    }

    @Test func afterAnAbort() throws {
        for code in [
            "while true do ok() pcall(fail) end", "back(function() while true do keep() end end)",
            "while true do pcall(back, fail) end",
        ] {
            #expect(try survivors(of: code, milliseconds: 50) == 0, "\(code)")
        }
    }

    @Test func underEachMemoryLimit() throws {
        let code = """
            local t = {}
            for i = 1, 300 do
                t[i] = keep()
                t[-i] = ('x'):rep(i) .. tostring(i)
                pcall(fail)
                if i % 100 == 0 then t.big = big() end
                back(function() t['k' .. i] = { i } end)
            end
            """
        for step in 0..<400 {
            let limit = 20_000 + step * 1_500
            #expect(try survivors(of: code, memoryLimit: limit) == 0, "limit \(limit)")
        }
    }

    @Test func aClosedStateLetsGoOfWhatItsFunctionsHold() throws {
        final class World {
            let state: LuaState
            init() throws { state = try LuaState() }
        }
        weak var gone: World?
        try {
            let world = try World()
            let stack = try world.state.stack()
            stack.pushFunction("world") { _ in
                _ = world.state
                return 0
            }
            stack.pop()
            gone = world
            world.state.close()
        }()
        #expect(gone == nil)
    }
}
