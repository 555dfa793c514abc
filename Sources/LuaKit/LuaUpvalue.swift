import CLua

/// What a function closes over, for comparison: plain values by value, others by identity.
package struct LuaUpvalue: Equatable {
    package let name: String
    private let content: Content

    private enum Content: Equatable {
        case plain(String)
        case identity(UnsafeRawPointer?)
    }

    fileprivate init(name: String, of stack: LuaStack, at index: Int) {
        self.name = name
        switch stack.value(at: index) {
        case .nil: content = .plain("nil")
        case .boolean(let value): content = .plain("\(value)")
        case .integer(let value): content = .plain("\(value)")
        case .number(let value): content = .plain("\(value.bitPattern) float")
        case .string(let bytes): content = .plain("\(bytes)")
        default: content = .identity(stack.identity(at: index))
        }
    }
}

extension LuaStack {
    /// The upvalues of the function at an index, but for its environment.
    package func upvalues(at index: Int) -> [LuaUpvalue] {
        var result: [LuaUpvalue] = []
        var number: Int32 = 1
        while let name = clua_push_upvalue(raw, Int32(index), number) {
            let text = String(cString: name)
            if text != "_ENV" { result.append(LuaUpvalue(name: text, of: self, at: top)) }
            pop()
            number += 1
        }
        return result
    }
}
