import LuaKit
import StetCore

/// A record as scripts see it: its fields and nothing else, read-only, as it was when the script
/// got it.
final class RecordObject {
    let table: TableObject
    let view: RecordView

    init(_ table: TableObject, _ view: RecordView) {
        self.table = table
        self.view = view
    }

    static func register(on stack: LuaStack) {
        LuaType(
            RecordObject.self, name: "record", on: stack,
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__pairs", pairs),
                ("__tostring", text), ("__eq", isEqual),
            ])
    }

    /// Pushes a field's value; nil where it is missing or not of its type.
    private func push(_ column: CollectionColumn, on stack: LuaStack) throws {
        let cell = try view.snapshot.cell(view.row, column.id)
        switch column.format.read(cell) {
        case .missing: stack.pushNil()
        case .illTyped where table.hasGuessedTypes: stack.push(cell?.text.bytes ?? [])
        case .illTyped: stack.pushNil()
        case .value(let value): stack.push(value)
        }
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let record = try call.object(1, as: RecordObject.self)
        guard let name = call.stack.string(at: 2) else {
            throw HostError("a record has fields by name, not by \(call.stack.typeName(at: 2))")
        }
        try record.push(record.column(name), on: call.stack)
        return 1
    }

    private func column(_ name: String) throws -> CollectionColumn {
        let layout = view.snapshot.layout
        guard let column = layout.column(named: name) else {
            throw HostError(RecordWords.unknownField(name, among: layout.names))
        }
        return column
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        throw HostError("records are read-only; the collection's set(key, { … }) changes one")
    }

    /// Every field in the order of the columns; a missing one comes as `stet.missing`, since a
    /// loop would end at nil.
    private static func pairs(_ call: inout LuaCall) throws -> Int {
        let record = try call.object(1, as: RecordObject.self)
        let stack = call.stack
        stack.push(object: FieldCursor(record))
        stack.push(object: record)
        stack.pushNil()
        return 3
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let record = try call.object(1, as: RecordObject.self)
        call.stack.push("record \(try record.view.key())")
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: RecordObject.self)
        let right = call.stack.object(at: 2, as: RecordObject.self)
        call.stack.push(left?.table === right?.table && left?.view.row == right?.view.row)
        return 1
    }

    // MARK: Functions of `stet`

    /// `stet.copy(record)`: a table of its fields that have values.
    static func copy(_ call: inout LuaCall) throws -> Int {
        if let draft = call.stack.object(at: 1, as: DraftObject.self) {
            try draft.pushCopy(on: call.stack)
            return 1
        }
        let record = try call.object(1, as: RecordObject.self)
        let stack = call.stack
        let columns = record.view.snapshot.layout.columns
        stack.pushTable(hash: columns.count)
        let table = stack.top
        for column in columns {
            try record.push(column, on: stack)
            stack.setField(column.name.description, of: table)
        }
        return 1
    }

    /// `stet.key(record)`: the parts of its key.
    static func key(_ call: inout LuaCall) throws -> Int {
        let parts = try call.object(1, as: RecordObject.self).view.key().parts
        for part in parts { call.stack.push(part.bytes) }
        return parts.count
    }

    /// `stet.text(record, field)`: the text of a cell, whatever its type; nil without a cell.
    static func rawText(_ call: inout LuaCall) throws -> Int {
        if let draft = call.stack.object(at: 1, as: DraftObject.self) {
            try draft.pushText(of: try call.string(2), on: call.stack)
            return 1
        }
        let record = try call.object(1, as: RecordObject.self)
        let column = try record.column(try call.string(2))
        if let cell = try record.view.snapshot.cell(record.view.row, column.id) {
            call.stack.push(cell.text.bytes)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `stet.row(record)`: its row number, which stays for the session.
    static func row(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try call.object(1, as: RecordObject.self).view.row.number)
        return 1
    }

    /// The next field of a loop over a record.
    final class FieldCursor {
        private let record: RecordObject
        private var next = 0

        init(_ record: RecordObject) {
            self.record = record
        }

        static func register(on stack: LuaStack) {
            LuaType(
                FieldCursor.self, name: "fields", on: stack, metamethods: [("__call", advance)])
        }

        private static func advance(_ call: inout LuaCall) throws -> Int {
            let cursor = try call.object(1, as: FieldCursor.self)
            let columns = cursor.record.view.snapshot.layout.columns
            guard cursor.next < columns.count else {
                call.stack.pushNil()
                return 1
            }
            let column = columns[cursor.next]
            cursor.next += 1
            call.stack.push(column.name.bytes)
            try cursor.record.push(column, on: call.stack)
            if call.stack.type(at: -1) == .nil {
                call.stack.pop()
                cursor.record.table.pushMissing(on: call.stack)
            }
            return 2
        }
    }
}
