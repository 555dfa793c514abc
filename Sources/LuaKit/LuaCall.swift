import CLua

/// A call from Lua to a function of the host: its arguments, by position from 1.
package struct LuaCall {
    package let stack: LuaStack
    private let function: Registered
    /// How many arguments were given.
    package let count: Int
    private(set) var isWaiting = false

    /// What messages call the function.
    package var name: String { function.name }

    init(_ stack: LuaStack, _ function: Registered) {
        self.stack = stack
        self.function = function
        count = stack.top
    }

    package func isNone(_ index: Int) -> Bool {
        index > count || stack.type(at: index) == .nil
    }

    package func integer(_ index: Int) throws -> Int {
        guard let value = stack.integer(at: index) else { throw bad(index, expected: "integer") }
        return value
    }

    /// - Throws: also for an integer that no float is equal to.
    package func number(_ index: Int) throws -> Double {
        guard let value = stack.number(at: index) else { throw bad(index, expected: "number") }
        if stack.isInteger(at: index), Int(exactly: value) != stack.integer(at: index) {
            throw HostError(
                "bad argument #\(index) to '\(name)' (the integer is too large for a float)")
        }
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
        let luaType = stack.context.types[ObjectIdentifier(type)]
        guard index <= count, let luaType,
            stack.identityOfMetatable(at: index) == luaType.identity
        else { throw bad(index, expected: luaType?.name ?? String(describing: type)) }
        guard let object = luaType.object(at: index, of: stack) as? Object else {
            throw HostError("this \(luaType.name) was closed")
        }
        return object
    }

    /// Suspends the calling coroutine, which hands these many values on top of the stack to
    /// whoever resumed it. To be the host function's last act: `return call.wait(handing: 1)`.
    /// What the coroutine is resumed with becomes the results.
    package mutating func wait(handing count: Int) -> Int {
        isWaiting = true
        return count
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
