/// A Lua value that the host holds. Strings are bytes, integers and floats stay apart; what has
/// identity is held by reference.
package enum LuaValue {
    case `nil`
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string([UInt8])
    case table(LuaReference)
    case function(LuaReference)
    /// Userdata and coroutines.
    case other(LuaReference)

    package static func text(_ text: String) -> LuaValue { .string(Array(text.utf8)) }

    /// Lua's name for the type.
    package var typeName: String {
        switch self {
        case .nil: "nil"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .string: "string"
        case .table: "table"
        case .function: "function"
        case .other: "userdata"
        }
    }

    package var isTrue: Bool {
        switch self {
        case .nil: false
        case .boolean(let value): value
        default: true
        }
    }

    /// The string's text; nil for other types and for bytes that are not UTF-8.
    package var text: String? {
        guard case .string(let bytes) = self else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Holds a value with identity for as long as this object lives.
///
/// References that the host lets go of, on whatever thread, are released when the state is next
/// entered: a reference never touches the state itself.
package final class LuaReference {
    let number: Int32
    private let pool: ReferencePool

    init(number: Int32, pool: ReferencePool) {
        self.number = number
        self.pool = pool
    }

    deinit {
        pool.abandon(number)
    }
}
