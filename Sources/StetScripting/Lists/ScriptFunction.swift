import LuaKit

/// A function of a script that a list calls when something happens. It answers at once: it
/// cannot wait.
struct ScriptFunction {
    let state: LuaState
    let function: LuaReference

    /// Calls it.
    ///
    /// - Parameters:
    ///   - results: how many are wanted; nil: all.
    ///   - push: pushes the arguments and returns how many there are.
    ///   - read: reads the results, of which the first is at the given index.
    func callAsFunction<Result>(
        results: Int? = 1, _ push: (LuaStack) throws -> Int,
        _ read: (LuaStack, Int) throws -> Result
    ) throws -> Result {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(16)
        stack.push(function)
        let count = try push(stack)
        do throws(LuaError) {
            try stack.call(arguments: count, results: results)
        } catch {
            guard error.message.contains("attempt to yield") else { throw error }
            throw HostError("it cannot wait: a handler answers at once")
        }
        return try read(stack, base + 1)
    }

    func run(_ push: (LuaStack) throws -> Int) throws {
        try callAsFunction(results: 0, push) { _, _ in }
    }
}
