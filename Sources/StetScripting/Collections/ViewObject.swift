import LuaKit
import StetCore

/// Some records of a collection, chosen and ordered, as scripts see them: lazy and live.
final class ViewObject {
    let table: TableObject
    let view: CollectionView

    init(_ table: TableObject, _ view: CollectionView) {
        self.table = table
        self.view = view
    }

    static func register(on stack: LuaStack) {
        LuaType(
            ViewObject.self, name: "view", on: stack, methods: ViewMethods.all,
            metamethods: [
                ("__len", ViewMethods.count), ("__pairs", ViewMethods.pairs),
                (
                    "__index",
                    { call in
                        guard call.stack.type(at: 2) != .number else {
                            throw HostError("a view's records are walked by each(); at(i) is one")
                        }
                        call.stack.pushNil()
                        return 1
                    }
                ),
            ])
        RecordObject.register(on: stack)
        RecordObject.FieldCursor.register(on: stack)
        RecordLoop.register(on: stack)
    }
}

/// The next record of a loop, as records were when the loop began.
final class RecordLoop {
    private let table: TableObject
    private let cursor: RecordCursor
    private let givesKeys: Bool

    init(_ table: TableObject, _ cursor: RecordCursor, givesKeys: Bool) {
        self.table = table
        self.cursor = cursor
        self.givesKeys = givesKeys
    }

    static func register(on stack: LuaStack) {
        LuaType(RecordLoop.self, name: "loop", on: stack, metamethods: [("__call", advance)])
    }

    private static func advance(_ call: inout LuaCall) throws -> Int {
        let loop = try call.object(1, as: RecordLoop.self)
        guard let record = loop.cursor.next() else {
            call.stack.pushNil()
            return 1
        }
        if loop.givesKeys { call.stack.push(try record.key().description) }
        call.stack.push(object: RecordObject(loop.table, record))
        return loop.givesKeys ? 2 : 1
    }
}

/// What collections and views have in common: reading.
enum ViewMethods {
    static var all: [(String, HostFunction)] {
        [
            ("at", at), ("each", each), ("where", filter), ("sort", sort), ("find", find),
            ("limit", limit), ("count", count), ("keys", keys), ("column", column),
            ("sum", { call in try figure(call) { try $0.sum($1) } }),
            ("mean", { call in try figure(call) { try $0.mean($1) } }),
            ("min", { call in try figure(call) { try $0.minimum($1) } }),
            ("max", { call in try figure(call) { try $0.maximum($1) } }),
            ("distinct", distinct), ("group", group), ("sections", sections),
        ] + CollectionListReader.methods
    }

    private static func subject(_ call: LuaCall) throws -> (
        table: TableObject, view: CollectionView
    ) {
        if let table = call.stack.object(at: 1, as: TableObject.self) {
            return (table, table.collection.all)
        }
        let object = try call.object(1, as: ViewObject.self)
        return (object.table, object.view)
    }

    private static func push(
        _ view: CollectionView, of table: TableObject, _ call: LuaCall
    ) -> Int {
        call.stack.push(object: ViewObject(table, view))
        return 1
    }

    static func count(_ call: inout LuaCall) throws -> Int {
        let (_, view) = try subject(call)
        call.stack.push(try view.count())
        return 1
    }

    /// `at(i)`, from 1; negative: from the end.
    private static func at(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        let index = try call.integer(2)
        let place = index < 0 ? try view.count() + index : index - 1
        guard place >= 0, let row = try view.row(at: place) else {
            return call.failure("no record at \(index): there are \(try view.count())")
        }
        table.push(row, on: call.stack)
        return 1
    }

    private static func each(_ call: inout LuaCall) throws -> Int {
        try loop(call, givesKeys: false)
    }

    static func pairs(_ call: inout LuaCall) throws -> Int { try loop(call, givesKeys: true) }

    private static func loop(_ call: LuaCall, givesKeys: Bool) throws -> Int {
        let (table, view) = try subject(call)
        let stack = call.stack
        stack.push(object: RecordLoop(table, try view.cursor(), givesKeys: givesKeys))
        stack.pushNil()
        stack.pushNil()
        return 3
    }

    private static func filter(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        return push(try table.filtered(view, call, at: 2), of: table, call)
    }

    private static func sort(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        guard call.count >= 2 else { throw call.bad(2, expected: "field") }
        var keys: [SortKey] = []
        for index in 2...call.count {
            let key = SortKey(text: try call.string(index), in: table.collection.layout)
            try requireField(key.field, in: table)
            keys.append(key)
        }
        return push(view.sort(keys), of: table, call)
    }

    private static func find(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        return push(view.find(ByteString(try call.bytes(2))), of: table, call)
    }

    private static func limit(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        return push(view.limit(try call.integer(2)), of: table, call)
    }

    private static func keys(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        let snapshot = table.collection.snapshot
        let rows = try view.rows()
        let stack = call.stack
        stack.pushTable(array: rows.count)
        for (index, row) in rows.enumerated() {
            stack.push(try snapshot.key(of: row).description)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    // MARK: Figures

    private static func field(_ call: LuaCall, _ table: TableObject) throws -> String {
        let name = try call.string(2)
        try requireField(name, in: table)
        return name
    }

    private static func requireField(_ name: String, in table: TableObject) throws {
        guard table.collection.layout.index(of: name) != nil else {
            throw HostError(RecordWords.unknownField(name, among: table.collection.layout.names))
        }
    }

    private static func figure(
        _ call: LuaCall, _ body: (CollectionView, String) throws -> Value
    ) throws -> Int {
        let (table, view) = try subject(call)
        call.stack.push(try body(view, field(call, table)))
        return 1
    }

    private static func distinct(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        return push(try view.distinct(field(call, table)), call)
    }

    /// The values of a field in the view's order; `stet.missing` where there is none.
    private static func column(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        let readings = try view.column(field(call, table))
        let stack = call.stack
        stack.pushTable(array: readings.count)
        for (index, reading) in readings.enumerated() {
            if case .value(let value) = reading {
                stack.push(value)
            } else {
                table.pushMissing(on: stack)
            }
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    private static func push(_ values: [Value], _ call: LuaCall) -> Int {
        call.stack.pushTable(array: values.count)
        for (index, value) in values.enumerated() {
            call.stack.push(value)
            call.stack.setElement(index + 1, of: call.stack.top - 1)
        }
        return 1
    }

    private static func group(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        return push(
            try view.group(field(call, table)).map { ($0.value, $0.rows) }, table, view, call)
    }

    /// By a field, or by what a function says of each record.
    private static func sections(_ call: inout LuaCall) throws -> Int {
        let (table, view) = try subject(call)
        let sections: [CollectionSection]
        if call.stack.type(at: 2) == .function {
            let function = call.stack.reference(at: 2)
            sections = try view.sections(by: { record in
                try table.ask(function, about: record) { stack in
                    guard let value = stack.recordValue(at: -1) else {
                        throw HostError(
                            "a section is named by a value, not a \(stack.typeName(at: -1))")
                    }
                    return value
                }
            })
        } else {
            sections = try view.sections(field(call, table))
        }
        return push(sections.map { ($0.value, $0.rows) }, table, view, call)
    }

    /// A list of `{ value =, count =, records = }`; the value of those without one is
    /// `stet.missing`.
    private static func push(
        _ groups: [(value: Value, rows: [RowID])], _ table: TableObject, _ view: CollectionView,
        _ call: LuaCall
    ) -> Int {
        let stack = call.stack
        stack.pushTable(array: groups.count)
        for (index, group) in groups.enumerated() {
            stack.pushTable(hash: 3)
            if group.value == .missing {
                table.pushMissing(on: stack)
            } else {
                stack.push(group.value)
            }
            stack.setField("value", of: stack.top - 1)
            stack.push(group.rows.count)
            stack.setField("count", of: stack.top - 1)
            let rows = Set(group.rows)
            stack.push(object: ViewObject(table, view.where { rows.contains($0.row) }))
            stack.setField("records", of: stack.top - 1)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }
}
