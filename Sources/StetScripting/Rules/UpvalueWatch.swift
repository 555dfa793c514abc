import LuaKit

/// Sees whether functions changed what they close over.
struct UpvalueWatch {
    private var watched: [(function: LuaReference, values: [LuaUpvalue])] = []

    init(_ stack: LuaStack, _ functions: [LuaReference]) {
        for function in functions {
            stack.push(function)
            watched.append((function, stack.upvalues(at: stack.top)))
            stack.pop()
        }
    }

    /// The name of an upvalue that is not what it was.
    func changed(_ stack: LuaStack) -> String? {
        for (function, values) in watched {
            stack.push(function)
            let now = stack.upvalues(at: stack.top)
            stack.pop()
            for (old, new) in zip(values, now) where old != new { return new.name }
        }
        return nil
    }
}
