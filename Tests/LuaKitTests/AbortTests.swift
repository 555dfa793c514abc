import Foundation
import Testing

@testable import LuaKit

@Suite("Whatever runs can be stopped") struct AbortTests {
    static let endless = [
        "while true do end",
        "repeat until false",
        "::again:: goto again",
        "local function f() return f() end f()",
        "while true do pcall(error) end",
        "local function f() while true do end end while true do pcall(f) end",
        "while true do pcall(pcall, pcall, function() while true do end end) end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "while true do xpcall(error, function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
        "coroutine.wrap(function() pcall(coroutine.wrap(function() while true do end end)) while true do end end)()",
        "do local x <close> = setmetatable({}, { __close = function() while true do end end }) end",
        "local co = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end) coroutine.resume(co) coroutine.close(co)",
        "local function loop() local x <close> = setmetatable({}, { __close = loop }) error() end while true do pcall(loop) end",
        "table.sort({ 1, 2, 3, 4, 5, 6, 7, 8 }, function() while true do end end)",
        "while true do table.sort({ 3, 1, 2 }, function(a, b) return a < b end) end",
        "return tostring(setmetatable({}, { __tostring = function() while true do end end }))",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
        "while true do ('x'):rep(100000) end",
        "while true do ('x'):rep(100000):upper() end",
        "while true do ('%d'):format(3) end",
        "while true do ('abc'):gsub('.', '%0%0') end",
        "('abc'):gsub('.', function() while true do end end)",
        "while true do load('return 1')() end",
        "for i in function() return 1 end do end",
        "while true do collectgarbage() end",
        "while true do table.concat({ 1, 2, 3 }) end",
        // Loops that no hook reaches in Lua's own versions.
        "return string.find(('a'):rep(1e5), '.-.-.-.-b')",
        "return ('a'):rep(1e5):match('.-.-.-.-b')",
        "for _ in ('a'):rep(1e5):gmatch('.-.-.-.-b') do end",
        "return ('a'):rep(1e5):gsub('.-.-.-.-b', '')",
        "table.move({}, 1, 1e15, 2)",
        "while true do (''):rep(1e15) end",
        "while true do pcall(table.insert, setmetatable({}, { __len = function() return 1e15 end }), 1, 1) end",
        "local t = {} for i = 1, 1e6 do t[i] = i * 7919 % 1000003 end while true do table.sort(t) end",
    ]

    @Test(arguments: endless) func byTheTimeLimit(code: String) throws {
        try withLua { state, stack in
            let environment = try stack.trustedEnvironment()
            state.setCaps(call: 0, run: 50)
            let start = processorSeconds()
            let error = #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
            #expect(error?.kind == .timeLimit)
            #expect(processorSeconds() - start < 1)
            #expect(stack.top == 0)
            // The state can be used again.
            state.setCaps(call: 0, run: 0)
            #expect(try stack.run("return 1 + 1", in: environment).first?.described == "2")
        }
    }

    /// Of this thread: what other programs do meanwhile does not count.
    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func fromAnotherThread() throws {
        for code in Self.endless.prefix(12) + Self.endless.suffix(8).prefix(1) {
            try withLua { state, stack in
                let environment = try stack.trustedEnvironment()
                let interrupter = state.interrupter
                let thread = Thread {
                    usleep(10_000)
                    interrupter.interrupt()
                }
                thread.start()
                let error = #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
                #expect(error?.kind == .interrupted, "\(code)")
            }
        }
    }

    @Test func ofTwoStatesOfAThreadTheFirstAfterTheSecondIsGone() throws {
        try withLua { state, stack in
            let environment = try stack.trustedEnvironment()
            state.setCaps(call: 0, run: 50)
            try withLua { other, otherStack in
                other.setCaps(call: 0, run: 10_000)
                let world = try otherStack.restrictedEnvironment()
                _ = try otherStack.run("return 1", in: world)
            }
            let error = #expect(throws: LuaError.self) {
                try stack.run("while true do end", in: environment)
            }
            #expect(error?.kind == .timeLimit)
        }
    }

    @Test func anInterruptWaitsForASystemCallToEnd() throws {
        try withLua { state, stack in
            let environment = try stack.trustedEnvironment()
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer {
                close(ends[0])
                close(ends[1])
            }
            stack.push(environment)
            stack.push("/dev/fd/\(ends[0])")
            stack.setField("path", of: 1)
            stack.pop()
            let interrupter = state.interrupter
            Thread.detachNewThread {
                usleep(50_000)
                interrupter.interrupt()
            }
            let error = #expect(throws: LuaError.self) {
                try stack.run("local f = io.open(path) return f:read('a')", in: environment)
            }
            #expect(error?.kind == .interrupted)
        }
    }

    @Test func anInterrupterOutlivesItsState() throws {
        let state = try LuaState()
        let interrupter = state.interrupter
        state.close()
        interrupter.interrupt()
        #expect(throws: LuaError.self) { try state.stack() }
    }

    @Test func anExitPassesEveryCatch() throws {
        for code in [
            "pcall(leave)", "xpcall(leave, print)", "coroutine.wrap(leave)()",
            "while true do pcall(coroutine.wrap(function() pcall(leave) end)) end",
            "local x <close> = setmetatable({}, { __close = function() error('no') end }) leave()",
        ] {
            try withLua { _, stack in
                let environment = try stack.trustedEnvironment()
                stack.push(environment)
                stack.pushFunction("leave") { _ in throw LuaExit(status: 7) }
                stack.setField("leave", of: 1)
                stack.pop()
                let error = #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
                #expect(error?.kind == .exit(status: 7), "\(code)")
            }
        }
    }
}
