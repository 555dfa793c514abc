import Foundation
import TestSupport
import Testing

@testable import LuaKit

@Suite("Arguments that nobody meant") struct FuzzTests {
    /// Values of every type and at every border, as Lua text.
    private static let values = [
        "nil", "true", "false", "0", "-1", "1", "math.maxinteger", "math.mininteger", "0.5", "-0.0",
        "1e308", "0/0", "1/0", "2^53", "''", "'x'", "'\\0'", "'\\xff\\xfe'", "('x'):rep(10000)",
        "'__index'", "'%s%d%q'", "'.-.-'", "{}", "{ 1, 2, 3 }", "{ n = -1 }", "type",
        "function() end", "function(...) return ... end", "function() error({}) end", "thing",
        "coroutine.create(type)", "coroutine.running()", "setmetatable({}, { __len = error })",
        "setmetatable({}, { __index = thing, __eq = error, __lt = error, __concat = error })", "_G",
        "string", "select('#')", "view", "setmetatable({}, { __len = function() return 2^40 end })",
    ]

    private final class Thing {
        let marks = 0
    }

    private final class Source: LuaViewSource {
        func fill(_ stack: LuaStack, field: Int) -> LuaFill {
            switch field {
            case 0:
                stack.push("x")
                return .value
            case 1: return .missing
            default: return .skip
            }
        }
        func unknownField(_ name: String) -> String { "no field \(name)" }
    }

    @Test func everyFunctionWithRandomArguments() throws {
        let seed =
            ProcessInfo.processInfo.environment["STET_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 0 ... .max)
        let isLong = ProcessInfo.processInfo.environment["STET_LONG"] == "1"
        print("fuzz of LuaKit: STET_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let end = ContinuousClock.now + .seconds(isLong ? 60 : 2)
        var calls = 0
        while ContinuousClock.now < end {
            try withLua(memoryLimit: 16 << 20) { state, stack in
                let environment = try world(state, stack)
                let names = try functionNames(stack, environment)
                #expect(names.count > 80)
                for _ in 0..<200 {
                    let name = names[Int(random.next() % UInt64(names.count))]
                    let arguments = (0..<random.next() % 5).map { _ in
                        Self.values[Int(random.next() % UInt64(Self.values.count))]
                    }
                    let call = "\(name)(\(arguments.joined(separator: ", ")))"
                    let code =
                        switch random.next() % 3 {
                        case 0: "return \(call)"
                        case 1: "return pcall(function() return \(call) end)"
                        default: "return coroutine.wrap(function() return \(call) end)()"
                        }
                    state.setCaps(call: 0, run: 200)
                    do {
                        _ = try stack.run(code, in: environment)
                    } catch is LuaError {}
                    #expect(stack.top == 0, "\(code) with seed \(seed)")
                    calls += 1
                }
            }
        }
        #expect(calls > 100)
    }

    /// A restricted environment with host functions of every kind of argument, an object, a view.
    private func world(_ state: LuaState, _ stack: LuaStack) throws -> LuaReference {
        let environment = try stack.restrictedEnvironment()
        let views = try LuaViews(
            on: stack, names: ["a", "b", "c"].map { Array($0.utf8) }, past: "%I", source: Source())
        LuaType(
            Thing.self, name: "thing", on: stack,
            methods: [
                ("touch", { call in try call.object(1, as: Thing.self).marks }),
                (
                    "close",
                    { call in
                        call.stack.close(at: 1, as: Thing.self)
                        return 0
                    }
                ),
            ],
            metamethods: [
                ("__len", { call in try call.object(1, as: Thing.self).marks }),
                ("__index", { call in try call.bytes(2).count > 3 ? 0 : 1 }),
            ])
        stack.push(environment)
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: 1)
        }
        add("integer") { call in try call.integer(1) & 3 }
        add("number") { call in try call.number(1) > 0 ? 1 : 0 }
        add("boolean") { call in try call.boolean(1) ? 1 : 0 }
        add("bytes") { call in try call.bytes(1).count }
        add("string") { call in try call.string(2).count }
        add("tree") { call in
            do throws(LuaTreeError) {
                call.stack.push(try call.stack.tree(at: 1))
                return 1
            } catch {
                throw error
            }
        }
        add("text") { call in
            call.stack.push(call.stack.description(at: 1))
            return 1
        }
        add("call") { call in
            try call.requireFunction(1)
            try call.stack.call(arguments: call.count - 1)
            return call.stack.top
        }
        add("wait") { call in call.wait(handing: call.count) }
        add("field") { call in
            call.stack.pushField("x", of: 1)
            call.stack.setField("x", of: 2)
            return call.count
        }
        add("pair") { call in
            call.stack.pushCopy(1)
            call.stack.pushCopy(2)
            return call.stack.setPair(of: 3) ? 1 : 0
        }
        add("next_pair") { call in
            call.stack.pushCopy(2)
            return call.stack.nextPair(of: 1) ? 2 : 0
        }
        add("is_view") { call in call.stack.view(at: 1) == nil ? 0 : 1 }
        add("upvalues") { call in call.stack.upvalues(at: 1).count & 1 }
        add("parse") { call in
            _ = call.stack.parseEntry(try call.bytes(1), name: "=x", environment: 2)
            return 0
        }
        stack.push(object: Thing())
        stack.setField("thing", of: 1)
        views.next(1)
        views.pushCurrent()
        stack.setField("view", of: 1)
        stack.setTop(0)
        return environment
    }

    /// The functions of the environment, by path.
    private func functionNames(_ stack: LuaStack, _ environment: LuaReference) throws -> [String] {
        let values = try stack.run(
            """
            local names = {}
            for k, v in pairs(_G) do
                if type(v) == 'function' and k ~= 'print' then names[#names + 1] = k end
                if type(v) == 'table' and v ~= _G then
                    for name, f in pairs(v) do
                        if type(f) == 'function' then names[#names + 1] = k .. '.' .. name end
                    end
                end
            end
            table.sort(names)
            return table.concat(names, ' ')
            """, in: environment)
        let names = values.first?.text?.split(separator: " ").map(String.init) ?? []
        return names + ["thing.touch", "thing.close", "view.a", "view.b", "view.c", "pairs"]
    }
}
