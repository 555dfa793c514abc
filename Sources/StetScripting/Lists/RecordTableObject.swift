import LuaKit
import StetCore
import StetSessions
import StetText

/// A table of records as scripts see it.
package final class RecordTableObject {
    package let records: RecordTable
    package let table: TableObject
    let module: ListModule

    init(_ records: RecordTable, _ table: TableObject, _ module: ListModule) {
        self.records = records
        self.table = table
        self.module = module
    }

    static func register(on stack: LuaStack) {
        LuaType(
            RecordTableObject.self, name: "table of records", on: stack,
            methods: RecordTableMethods.all,
            metamethods: [
                ("__index", RecordTableMethods.index), ("__len", RecordTableMethods.count),
                ("__tostring", RecordTableMethods.text),
            ])
    }
}

/// Reads the setup of a table.
struct RecordTableReader {
    let options: ListOptions
    let table: TableObject

    static let names = [
        "columns", "selection", "rows_per_page", "can_move", "can_delete", "on_move", "on_delete",
        "on_focus", "sort", "filter",
    ]

    func setup() throws -> RecordTableSetup {
        var setup = RecordTableSetup(columns: try columns())
        setup.selection = try options.choice("selection", TableSelection.self) ?? .none
        setup.rowsPerPage = try options.integer("rows_per_page")
        if let function = try options.function("can_move") { setup.canMove = holds(function) }
        if let function = try options.function("can_delete") { setup.canDelete = holds(function) }
        setup.move = try edit("on_move")
        setup.delete = try edit("on_delete")
        if let function = try options.function("on_focus") {
            setup.onFocus = { [unowned table] row, entered in
                try function.run { stack in
                    table.push(row, on: stack)
                    stack.push(entered)
                    return 2
                }
            }
        }
        return setup
    }

    /// Names of fields, or `{ name =, title =, value = function, less = function }`; without any
    /// all fields.
    private func columns() throws -> [RecordColumn] {
        let stack = options.stack
        return try options.read("columns") { place in
            guard stack.type(at: place) == .table else {
                throw options.wrong("columns", "a list", at: place)
            }
            return try stack.elements(of: place) { item in
                if let name = stack.string(at: item) { return RecordColumn(try field(name)) }
                return try column(
                    ListOptions(
                        stack, options.state, at: item, of: "a column",
                        known: ["name", "title", "value", "less"]))
            }
        } ?? table.collection.layout.names.map { RecordColumn($0) }
    }

    private func field(_ name: String) throws -> String {
        guard table.collection.layout.index(of: name) != nil else {
            throw HostError(
                "columns: \(RecordWords.unknownField(name, among: table.collection.layout.names))")
        }
        return name
    }

    private func column(_ column: ListOptions) throws -> RecordColumn {
        guard let name = try column.text("name")?.description else {
            throw HostError("a column has a name")
        }
        let value = try column.function("value")
        var result = RecordColumn(
            name, title: try column.text("title")?.description,
            try value.map { _ in nil } ?? .field(try field(name)))
        if let value {
            result.content = .computed { [unowned table] record in
                try table.ask(value.function, about: record) { stack in
                    guard let value = stack.recordValue(at: -1) else {
                        throw HostError(
                            "a column holds values, not a \(stack.typeName(at: -1))")
                    }
                    return value
                }
            }
        }
        if let less = try column.function("less") { result.order = Self.order(less, table) }
        return result
    }

    static func order(_ less: ScriptFunction, _ table: TableObject) -> RecordColumn.Order {
        { [unowned table] left, right in
            try less { stack in
                stack.push(object: RecordObject(table, left))
                stack.push(object: RecordObject(table, right))
                return 2
            } _: { stack, result in
                stack.boolean(at: result)
            }
        }
    }

    private func holds(_ function: ScriptFunction) -> (RecordView) throws -> Bool {
        { [unowned table] record in
            try table.ask(function.function, about: record) { $0.boolean(at: -1) }
        }
    }

    /// False: off. A function refuses by false, with or without a message, or by nil with one.
    private func edit(_ name: String) throws -> RecordTableSetup.Edit {
        try options.read(name) { place in
            if options.stack.type(at: place) == .boolean {
                return options.stack.boolean(at: place) ? .on : .off
            }
            guard options.stack.type(at: place) == .function else {
                throw options.wrong(name, "a function or false", at: place)
            }
            let function = ScriptFunction(
                state: options.state, function: options.stack.reference(at: place))
            return .asking { [unowned table] rows, anchor in
                try function(results: 2) { stack in
                    stack.pushTable(array: rows.count)
                    for (index, row) in rows.enumerated() {
                        table.push(row, on: stack)
                        stack.setElement(index + 1, of: stack.top - 1)
                    }
                    if let anchor { table.push(anchor, on: stack) } else { stack.pushNil() }
                    return 2
                } _: { stack, result in
                    let message = stack.listText(at: result + 1)?.description
                    switch stack.type(at: result) {
                    case .boolean where !stack.boolean(at: result):
                        return message ?? "\(name) refused"
                    case .nil: return message
                    default: return nil
                    }
                }
            }
        } ?? .on
    }
}
