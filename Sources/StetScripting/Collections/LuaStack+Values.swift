import LuaKit
import StetCore

/// Values of records on the way to Lua and back.
extension LuaStack {
    /// A missing value is nil.
    func push(_ value: Value) {
        switch value {
        case .missing: pushNil()
        case .boolean(let value): push(value)
        case .integer(let value): push(value)
        case .number(let value): push(value)
        case .text(let text): push(text.bytes)
        }
    }

    /// The value there; nil for what no record holds. `stet.missing` and nil are missing.
    func recordValue(at index: Int) -> Value? {
        switch type(at: index) {
        case .nil, .none: return .missing
        case .boolean: return .boolean(boolean(at: index))
        case .number:
            if isInteger(at: index), let value = integer(at: index) { return .integer(value) }
            return number(at: index).map { .number($0) }
        case .string: return bytes(at: index).map { .text(ByteString($0)) }
        default: return object(at: index, as: MissingObject.self) == nil ? nil : .missing
        }
    }

    /// A part of a key: a text, or a number as it is written.
    func keyPart(at index: Int) -> ByteString? {
        switch type(at: index) {
        case .string: bytes(at: index).map { ByteString($0) }
        case .number: ByteString((recordValue(at: index) ?? .missing).description)
        default: nil
        }
    }

    /// Calls `body` for each pair of a table, its value on top and its key below. The order is
    /// Lua's.
    func forEachPair(of table: Int, _ body: () throws -> Void) throws {
        let table = absolute(table)
        let base = top
        defer { setTop(base) }
        pushNil()
        while nextPair(of: table) {
            let pair = top
            try body()
            setTop(pair - 1)
        }
    }

    /// The fields of a table, as assignments by name; sorted, so that nothing depends on Lua's
    /// order.
    func assignments(at index: Int, in table: TableObject) throws -> [FieldAssignment] {
        guard type(at: index) == .table else {
            throw HostError("a table of fields is wanted, not a \(typeName(at: index))")
        }
        var result: [FieldAssignment] = []
        try forEachPair(of: index) {
            guard let name = string(at: -2) else {
                throw HostError("a table of fields has names as keys, not a \(typeName(at: -2))")
            }
            guard let value = recordValue(at: -1) else {
                throw HostError("\(name): a \(typeName(at: -1)) is no value of a record")
            }
            result.append(FieldAssignment(name, table.input(value)))
        }
        return result.sorted { $0.field < $1.field }
    }
}
