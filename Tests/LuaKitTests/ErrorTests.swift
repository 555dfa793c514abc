import Testing

@testable import LuaKit

@Suite("Errors tell what went wrong") struct ErrorTests {
    private func failure(
        _ code: String, _ prepare: (LuaStack) -> Void = { _ in }
    ) throws -> LuaError? {
        try withLua { _, stack in
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            prepare(stack)
            stack.setTop(0)
            return #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
        }
    }

    @Test func valuesThatAreNoStrings() throws {
        #expect(try failure("error({})")?.message == "(error object is a table value)")
        #expect(try failure("error(nil)")?.message == "(error object is a nil value)")
        #expect(try failure("error(print)")?.message == "(error object is a function value)")
        #expect(try failure("error({ message = 'm' })")?.message == "m")
        #expect(
            try failure("error(setmetatable({}, { __tostring = function() return 's' end }))")?
                .message == "s")
        #expect(
            try failure("error(setmetatable({}, { __tostring = function() error('t') end }))")?
                .message == "(error object is a table value)")
    }

    @Test func fieldsOfAnErrorTable() throws {
        let error = try failure(
            "error({ message = 'm', code = 'c', field = 'weight', n = 3, t = {} })")
        #expect(
            error?.fields.map { "\($0.name)=\($0.text)" }
                == ["code=c", "field=weight", "message=m", "n=3"])
    }

    @Test func anErrorThatWasCaughtDoesNotHideTheNext() throws {
        let prepare: (LuaStack) -> Void = { stack in
            stack.pushFunction("callback") { call in
                call.stack.pushCopy(1)
                try call.stack.call(arguments: 0)
                return 0
            }
            stack.setField("callback", of: 1)
        }
        let error = try failure(
            "pcall(callback, function() error('first', 0) end)\nerror('second', 0)", prepare)
        #expect(error?.message == "second")
        #expect(error?.suppressed == nil)
        #expect(error?.traceback?.contains("callback") == false)
        let inner = try failure(
            "local function deep() error('first', 0) end\ncallback(function() deep() end)", prepare)
        #expect(inner?.message == "first")
        #expect(inner?.traceback?.contains("deep") == true)
    }

    @Test func syntaxHasAPosition() throws {
        let error = try failure("local x = 1\nlocal = 2")
        #expect(error?.kind == .syntax(isIncomplete: false))
        #expect(error?.position == LuaPosition(chunk: "test", line: 2))
        #expect(try failure("return {")?.kind == .syntax(isIncomplete: true))
    }

    @Test func tracebackReachesIntoACoroutine() throws {
        let error = try failure(
            """
            local function deep() error("inside") end
            local co = coroutine.wrap(function() deep() end)
            co()
            """)
        #expect(error?.message.contains("inside") == true)
        #expect(error?.traceback?.contains("deep") == true)
        #expect(error?.traceback?.contains("resumed by") == true)
    }

    @Test func arguments() throws {
        func message(_ code: String) throws -> String? {
            try failure(code) { stack in
                stack.pushFunction("open") { call in
                    _ = try call.string(1)
                    _ = try call.integer(2)
                    return 0
                }
                stack.setField("open", of: 1)
            }?.message
        }
        #expect(
            try message("open()") == "bad argument #1 to 'open' (string expected, got no value)")
        #expect(try message("open(nil)") == "bad argument #1 to 'open' (string expected, got nil)")
        #expect(try message("open(5)") == "bad argument #1 to 'open' (string expected, got number)")
        #expect(
            try message("open('a', 1.5)")
                == "bad argument #2 to 'open' (integer expected, got number)")
        #expect(
            try message("open('a', '1')")
                == "bad argument #2 to 'open' (integer expected, got string)")
        #expect(try message("open('\\xff', 1)")?.contains("not valid UTF-8") == true)
    }

    @Test func anObjectThatWasClosed() throws {
        final class Session {}
        try withLua { _, stack in
            LuaType(
                Session.self, name: "session", on: stack,
                methods: [
                    (
                        "close",
                        { call in
                            call.stack.close(at: 1, as: Session.self)
                            return 0
                        }
                    ),
                    (
                        "touch",
                        { call in
                            _ = try call.object(1, as: Session.self)
                            return 0
                        }
                    ),
                ])
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            stack.push(object: Session())
            stack.setField("s", of: 1)
            stack.pop()
            let error = #expect(throws: LuaError.self) {
                try stack.run("s:touch() s:close() s:close() s:touch()", in: environment)
            }
            #expect(error?.message == "this session was closed")
        }
    }

    @Test func waitingOutsideACoroutine() throws {
        let error = try failure("wait()") { stack in
            stack.pushFunction("wait") { call in call.wait(handing: 0) }
            stack.setField("wait", of: 1)
        }
        #expect(error?.message.contains("cannot wait here") == true)
    }
}
