import Testing

@testable import LuaKit

/// Opens a state with a trusted environment, runs the body, closes it.
func withLua<Result>(
    memoryLimit: Int = 64 << 20, _ body: (LuaState, LuaStack) throws -> Result
) throws -> Result {
    var configuration = LuaState.Configuration()
    configuration.memoryLimit = memoryLimit
    let state = try LuaState(configuration)
    defer { state.close() }
    return try body(state, try state.stack())
}

extension LuaStack {
    /// Runs a chunk in an environment and gives its results as values.
    func run(_ text: String, in environment: LuaReference) throws -> [LuaValue] {
        let base = top
        defer { setTop(base) }
        push(environment)
        try load(Array(text.utf8), name: "=test", environment: top)
        remove(base + 1)
        try call(arguments: 0)
        return (base..<top).map { value(at: $0 + 1) }
    }
}

@Suite struct CallTests {
    @Test func valuesRoundTrip() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let results = try stack.run(
                "return 1, 1.5, 'a\\0b', true, nil, math.mininteger, 0/0", in: environment)
            #expect(results.count == 7)
            #expect(results[0].described == "1")
            #expect(results[1].described == "1.5")
            if case .string(let bytes) = results[2] { #expect(bytes == [97, 0, 98]) }
        }
    }

    @Test func errorsHavePositionAndTraceback() throws {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            let error = #expect(throws: LuaError.self) {
                try stack.run("local x = 1\nerror('no good')", in: environment)
            }
            #expect(error?.position == LuaPosition(chunk: "test", line: 2))
            #expect(error?.message == "no good")
            #expect(error?.traceback?.contains("stack traceback") == true)
            #expect(stack.top == 0)
        }
    }

    @Test func loopIsStoppedByTheTimeLimit() throws {
        for code in [
            "while true do end", "while true do pcall(error) end",
            "while true do pcall(function() while true do end end) end",
            "local co = coroutine.wrap(function() while true do end end) co()",
            "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
            "xpcall(function() while true do end end, function() while true do end end)",
            "table.sort({1,2,3,4,5,6,7,8}, function(a, b) while true do end end)",
            "return tostring(setmetatable({}, {__tostring = function() while true do end end}))",
            "do local x <close> = setmetatable({}, {__close = function() while true do end end}) end",
        ] {
            try withLua { state, stack in
                state.setCaps(call: 0, run: 100)
                let environment = try stack.trustedEnvironment()
                let error = #expect(throws: LuaError.self, "\(code)") {
                    try stack.run(code, in: environment)
                }
                #expect(error?.kind == .timeLimit, "\(code)")
            }
        }
    }

    @Test func hostErrorsCarryTheirCause() throws {
        struct Sorry: Error {}
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            stack.pushFunction("fail") { _ in throw Sorry() }
            stack.setField("fail", of: 1)
            stack.pop()
            let error = #expect(throws: LuaError.self) { try stack.run("fail()", in: environment) }
            #expect(error?.underlying is Sorry)
            #expect(error?.position?.line == 1)
            let caught = try stack.run("return (pcall(fail))", in: environment)
            #expect(caught.first?.isTrue == false)
        }
    }

    @Test func memoryLimitIsAnError() throws {
        try withLua(memoryLimit: 4 << 20) { _, stack in
            let environment = try stack.trustedEnvironment()
            let error = #expect(throws: LuaError.self) {
                try stack.run(
                    "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
                    in: environment)
            }
            #expect(error?.kind == .memory)
        }
    }
}

extension LuaValue {
    var described: String {
        switch self {
        case .nil: "nil"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let bytes): String(decoding: bytes, as: UTF8.self)
        default: typeName
        }
    }
}
