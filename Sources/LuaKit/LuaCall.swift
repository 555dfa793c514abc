import CLua

/// A call from Lua to a function of the host: its arguments, by position from 1.
package struct LuaCall {
    package let stack: LuaStack
    /// What messages call the function.
    package let name: String
    /// How many arguments were given.
    package let count: Int

    init(_ stack: LuaStack, name: String) {
        self.stack = stack
        self.name = name
        count = stack.top
    }

    package func isNone(_ index: Int) -> Bool {
        index > count || stack.type(at: index) == .nil
    }

    package func integer(_ index: Int) throws -> Int {
        guard let value = stack.integer(at: index) else { throw bad(index, expected: "integer") }
        return value
    }

    package func number(_ index: Int) throws -> Double {
        guard let value = stack.number(at: index) else { throw bad(index, expected: "number") }
        return value
    }

    package func boolean(_ index: Int) throws -> Bool {
        guard index <= count, stack.type(at: index) == .boolean else {
            throw bad(index, expected: "boolean")
        }
        return stack.boolean(at: index)
    }

    package func bytes(_ index: Int) throws -> [UInt8] {
        guard index <= count, let value = stack.bytes(at: index) else {
            throw bad(index, expected: "string")
        }
        return value
    }

    /// - Throws: also when the string is not valid UTF-8.
    package func string(_ index: Int) throws -> String {
        let bytes = try bytes(index)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw HostError("bad argument #\(index) to '\(name)' (the string is not valid UTF-8)")
        }
        return text
    }

    package func requireTable(_ index: Int) throws {
        guard index <= count, stack.type(at: index) == .table else {
            throw bad(index, expected: "table")
        }
    }

    package func requireFunction(_ index: Int) throws {
        guard index <= count, stack.type(at: index) == .function else {
            throw bad(index, expected: "function")
        }
    }

    /// The host's object there.
    package func object<Object: AnyObject>(_ index: Int, as type: Object.Type) throws -> Object {
        let expected = LuaType.name(of: type)
        guard index <= count, let luaType = stack.context.types[expected],
            stack.identityOfMetatable(at: index) == luaType.identity
        else { throw bad(index, expected: expected) }
        guard let object = luaType.object(at: index, of: stack) as? Object else {
            throw HostError("this \(expected) was closed")
        }
        return object
    }

    /// The error for an argument of the wrong type, in Lua's own words.
    package func bad(_ index: Int, expected: String) -> HostError {
        let got = index > count ? "no value" : stack.typeName(at: index)
        return HostError("bad argument #\(index) to '\(name)' (\(expected) expected, got \(got))")
    }

    /// For methods whose failure is the user's and not the script's: nil and a message.
    package func failure(_ message: String) -> Int {
        stack.pushNil()
        stack.push(message)
        return 2
    }
}

/// A mistake of the script in calling the host; raised with the script's position.
package struct HostError: Error, CustomStringConvertible {
    package var description: String

    package init(_ message: String) {
        description = message
    }
}
