import LuaKit

/// A fold's state outside Lua: what can be carried from one worker's world into another's.
indirect enum FoldValue: Sendable {
    case missing
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string([UInt8])
    case table([(key: FoldValue, value: FoldValue)])

    private static let depthLimit = 64

    /// Copies the value at an index of the stack.
    ///
    /// - Throws: `RulesError` if it holds something that cannot be carried.
    static func copy(_ stack: LuaStack, at index: Int) throws(RulesError) -> FoldValue {
        var open: [UnsafeRawPointer] = []
        return try copy(stack, at: stack.absolute(index), open: &open)
    }

    private static func copy(
        _ stack: LuaStack, at index: Int, open: inout [UnsafeRawPointer]
    ) throws(RulesError) -> FoldValue {
        switch stack.value(at: index) {
        case .nil: return .missing
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let bytes): return .string(bytes)
        case .function, .other:
            throw RulesError(
                "a fold's state holds nil, booleans, numbers, strings and tables of these, "
                    + "not a \(stack.typeName(at: index))")
        case .table:
            guard let identity = stack.identity(at: index), !open.contains(identity) else {
                throw RulesError("a fold's state may not contain itself")
            }
            guard open.count < depthLimit else {
                throw RulesError("a fold's state is nested more than \(depthLimit) deep")
            }
            do {
                try stack.reserve(4)
            } catch {
                throw RulesError(error.message)
            }
            open.append(identity)
            defer { open.removeLast() }
            var pairs: [(FoldValue, FoldValue)] = []
            stack.pushNil()
            while stack.nextPair(of: index) {
                let top = stack.top
                do {
                    pairs.append(
                        (
                            try copy(stack, at: top - 1, open: &open),
                            try copy(stack, at: top, open: &open)
                        ))
                } catch {
                    stack.setTop(top - 2)
                    throw error
                }
                stack.pop()
            }
            return .table(pairs)
        }
    }

    func push(on stack: LuaStack) {
        switch self {
        case .missing: stack.pushNil()
        case .boolean(let value): stack.push(value)
        case .integer(let value): stack.push(value)
        case .number(let value): stack.push(value)
        case .string(let bytes): stack.push(bytes)
        case .table(let pairs):
            stack.pushTable(hash: pairs.count)
            let table = stack.top
            for (key, value) in pairs {
                key.push(on: stack)
                value.push(on: stack)
                stack.setPair(of: table)
            }
        }
    }
}
