import Testing

@testable import LuaKit

@Suite("Values cross the border unchanged") struct ValueTests {
    @Test func roundTrips() throws {
        let values: [LuaTree] = [
            .nil, .boolean(true), .boolean(false), .integer(0), .integer(-1), .integer(.max),
            .integer(.min), .integer(1 << 53), .integer((1 << 53) + 1), .integer((1 << 53) - 1),
            .number(0.1), .number(-0.0), .number(.infinity), .number(-.infinity), .number(1),
            .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude),
            .number(9_223_372_036_854_775_808), .string([]), .string([0]), .string([0, 65, 0]),
            .string([0xff, 0xfe, 0x80]), .string(Array("e\u{301}é🍌".utf8)),
            .string([UInt8](repeating: 0xc3, count: 1 << 20)),
            .table([]),
            .table([
                .init(key: .integer(1), value: .string([1])),
                .init(key: .number(1.5), value: .table([])),
                .init(key: .string(Array("k".utf8)), value: .boolean(false)),
                .init(key: .boolean(true), value: .integer(2)),
            ]),
        ]
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            for value in values {
                stack.push(environment)
                try stack.load(Array("return ...".utf8), name: "=echo", environment: 1)
                stack.push(value)
                try stack.call(arguments: 1, results: 1)
                let back = try stack.tree(at: 2)
                #expect(back == value)
                if case .number(let old) = value, case .number(let new) = back {
                    #expect(old.bitPattern == new.bitPattern)
                }
                stack.setTop(0)
            }
            stack.push(Double.nan)
            #expect(stack.number(at: 1)?.isNaN == true)
            #expect(stack.integer(at: 1) == nil)
            stack.setTop(0)
        }
    }

    @Test func integersAndFloatsStayApart() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            let values = try stack.run(
                "return 3, 3.0, 3.5, '3', 2^63, 2^53, math.mininteger", in: environment)
            for value in values { stack.push(value) }
            #expect(
                (1...7).map { stack.integer(at: $0) }
                    == [3, 3, nil, nil, nil, 1 << 53, .min])
            #expect(stack.number(at: 4) == nil)
            #expect(stack.string(at: 1) == nil)
            stack.setTop(0)
        }
    }

    @Test func aFloatArgumentTakesNoIntegerThatItCannotHold() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            stack.pushFunction("f") { call in
                call.stack.push(try call.number(1))
                return 1
            }
            stack.setField("f", of: 1)
            stack.pop()
            #expect(try stack.run("return f(2^53 | 0)", in: environment).count == 1)
            #expect(throws: LuaError.self) {
                try stack.run("return f((2^53 | 0) + 1)", in: environment)
            }
            #expect(throws: LuaError.self) {
                try stack.run("return f(math.maxinteger)", in: environment)
            }
        }
    }

    @Test func treesHaveGuards() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            func problem(_ code: String) throws -> LuaTreeError? {
                let values = try stack.run(code, in: environment)
                stack.push(values[0])
                defer { stack.setTop(0) }
                do {
                    _ = try stack.tree(at: 1)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(
                try problem("local t = { a = { {}, {} } } t.a[2].b = t return t")
                    == LuaTreeError(problem: .cycle, path: "a[2].b"))
            #expect(
                try problem("return { ['two words'] = { print } }")
                    == LuaTreeError(
                        problem: .unfit(typeName: "function"), path: "[\"two words\"][1]"))
            #expect(
                try problem("local t = {} for i = 1, 100 do t = { t } end return t")?.problem
                    == .tooDeep(limit: 64))
            // One table in two places is no cycle.
            #expect(try problem("local t = {} return { t, t }") == nil)
            #expect(
                try problem("return setmetatable({}, { __index = error, __pairs = error })") == nil)
        }
    }

    @Test func keysThatLuaRefuses() throws {
        try withLua { _, stack in
            stack.pushTable()
            stack.push(Double.nan)
            stack.push(1)
            #expect(!stack.setPair(of: 1))
            stack.pushNil()
            stack.push(1)
            #expect(!stack.setPair(of: 1))
            stack.push(5)
            stack.push(1)
            #expect(stack.setPair(of: 1))
            #expect(stack.top == 1)
            stack.setTop(0)
        }
    }

    @Test func whatIsNoTableReadsAsNil() throws {
        try withLua { _, stack in
            stack.push("text")
            #expect(stack.pushField("x", of: 1) == .nil)
            #expect(stack.pushElement(1, of: 1) == .nil)
            stack.push(1)
            stack.setField("x", of: 1)
            stack.push(1)
            stack.setElement(1, of: 1)
            stack.pushNil()
            #expect(!stack.nextPair(of: 1))
            #expect(stack.top == 3)
            stack.setTop(0)
        }
    }

    @Test func pushingMakesRoom() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            stack.pushFunction("many") { call in
                for index in 0..<5_000 { call.stack.push(index) }
                return 5_000
            }
            stack.setField("many", of: 1)
            stack.pop()
            let values = try stack.run("return select('#', many()), #{ many() }", in: environment)
            #expect(values.map(\.described) == ["5000", "5000"])
        }
    }

    @Test func aHostThatCountsItsResultsWronglyHarmsNobody() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            for (name, count) in [("a", 7), ("b", -5), ("c", .max), ("d", .min)] {
                stack.pushFunction(name) { call in
                    call.stack.push(1)
                    return count
                }
                stack.setField(name, of: 1)
            }
            stack.pop()
            let values = try stack.run(
                "return select('#', a()), select('#', b()), select('#', c(2, 3)), select('#', d())",
                in: environment)
            #expect(values.map(\.described) == ["1", "0", "3", "0"])
        }
    }

    @Test func referencesAreGivenBack() throws {
        try withLua { state, stack in
            for _ in 0..<1_000 {
                stack.pushTable()
                let reference = stack.reference(at: 1)
                withExtendedLifetime(reference) {}
                stack.setTop(0)
            }
            state.collect()
            let before = state.memoryUsed
            for _ in 0..<100_000 {
                stack.pushTable()
                let reference = stack.reference(at: 1)
                withExtendedLifetime(reference) {}
                stack.setTop(0)
            }
            state.collect()
            #expect(state.memoryUsed < before + 10_000)
        }
    }

    @Test func aChangedUpvalueShows() throws {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            let values = try stack.run(
                "local n, t = 0, {} return function() n = n + 1 end, function() t.x = 1 return n end",
                in: environment)
            for value in values { stack.push(value) }
            let first = stack.upvalues(at: 1)
            let second = stack.upvalues(at: 2)
            stack.pushCopy(2)
            try stack.call(arguments: 0, results: 0)
            #expect(stack.upvalues(at: 2) == second)
            stack.pushCopy(1)
            try stack.call(arguments: 0, results: 0)
            #expect(stack.upvalues(at: 1) != first)
            #expect(stack.upvalues(at: 1).map(\.name) == ["n"])
            stack.setTop(0)
        }
    }

    @Test func moreThanTheStackHoldsIsAnError() throws {
        for code in [
            "take(table.unpack({}, 1, 900000))",
            "give(function() return table.unpack({}, 1, 900000) end)",
            "return table.unpack({}, 1, 900000)",
            // Calls the host from as deep as Lua goes.
            "local function deep(a, b, c) push() return 1 + deep(a, b, c) end return deep()",
        ] {
            try withLua(memoryLimit: 512 << 20) { _, stack in
                let environment = try stack.restrictedEnvironment()
                stack.push(environment)
                stack.pushFunction("take") { call in
                    for index in 0..<250 { call.stack.push(index) }
                    return 0
                }
                stack.pushCopy(2)
                stack.setField("push", of: 1)
                stack.setField("take", of: 1)
                stack.pushFunction("give") { call in
                    call.stack.pushCopy(1)
                    try call.stack.call(arguments: 0)
                    for index in 0..<250 { call.stack.push(index) }
                    return 0
                }
                stack.setField("give", of: 1)
                stack.pop()
                let error = #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
                #expect(error?.kind == .runtime, "\(code)")
            }
        }
    }

    @Test func theLimitHoldsAgainAfterAHostFunction() throws {
        try withLua(memoryLimit: 8 << 20) { state, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            stack.pushFunction("big") { call in
                call.stack.push([UInt8](repeating: 65, count: 16 << 20))
                return 1
            }
            stack.setField("big", of: 1)
            stack.pop()
            let error = #expect(throws: LuaError.self) {
                try stack.run("return #big()", in: environment)
            }
            #expect(error?.kind == .memory)
            #expect(error?.message == "not enough memory: the limit is 8 MiB")
            let caught = try stack.run("return (pcall(big)), #('x'):rep(1e6)", in: environment)
            #expect(caught.map(\.described) == ["false", "1000000"])
            #expect(state.memoryPeak > 16 << 20)
        }
    }
}
