import LuaKit
import StetCore
import StetSessions

/// What `stet` has for lists in a trusted script.
final class ListModule {
    let state: LuaState
    let cells = CellRegistry()
    /// Whose plugins have cells, too.
    weak var host: ScriptHost?

    /// Runs the handlers that may wait for the answer of a dialog.
    private let flows: ScriptFlows

    private init(_ state: LuaState, _ flows: ScriptFlows) {
        self.state = state
        self.flows = flows
    }

    /// - Parameter table: where `stet` is on the stack.
    static func install(
        in table: Int, of stack: LuaStack, host: ScriptHost, flows: ScriptFlows
    ) -> ListModule {
        let module = ListModule(host.state, flows)
        module.host = host
        AccessoryObject.register(on: stack)
        ExtremityObject.register(on: stack)
        RowObject.register(on: stack)
        SectionObject.register(on: stack)
        DataSourceObject.register(on: stack)
        RecordTableObject.register(on: stack)
        ListObserver.register(on: stack)
        AccessoryObject.install(in: table, of: stack, module)
        ExtremityObject.install(in: table, of: stack, module)
        func add(_ name: String, to table: Int, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: table)
        }
        add("row", to: table) { [unowned module] call in
            if call.stack.object(at: 1, as: RecordObject.self) != nil {
                return try RecordObject.row(&call)
            }
            let row = try RowReader(module).row(call.stack, at: 1)
            call.stack.push(object: RowObject(row, module))
            return 1
        }
        add("section", to: table) { [unowned module] call in
            call.stack.push(object: try SectionObject(call.stack, at: 1, module))
            return 1
        }
        add("data_source", to: table) { [unowned module, weak host] call in
            let object = try DataSourceObject(call, at: 1, module)
            host?.foreground?.made(.list(object))
            call.stack.push(object: object)
            return 1
        }
        stack.pushTable(hash: 2)
        let cells = stack.top
        add("register", to: cells) { [unowned module] call in try module.register(&call) }
        add("names", to: cells) { [unowned module] call in
            call.stack.pushTexts(module.cells.names.sorted().map { ByteString($0) })
            return 1
        }
        stack.setField("cells", of: table)
        return module
    }

    /// `stet.cells.register(name, function(row, width) … end)`: the function returns a text or a
    /// list of lines.
    private func register(_ call: inout LuaCall) throws -> Int {
        let name = try call.string(1)
        try call.requireFunction(2)
        let function = ScriptFunction(state: state, function: call.stack.reference(at: 2))
        let cell = ListCell { [unowned self] row, width in
            try function { stack in
                stack.push(object: RowObject(row, self))
                stack.push(width)
                return 2
            } _: { stack, result in
                try Self.lines(stack, at: result)
            }
        }
        do throws(Refusal) {
            try cells.register(name, cell)
        } catch {
            return call.failure(error.message)
        }
        call.stack.push(true)
        return 1
    }

    /// Has rows find a cell of a plugin, if one has that name. It is asked for anew each time that
    /// a row is drawn, so that a plugin may be loaded anew.
    func learnCell(_ name: String) throws {
        guard cells[name] == nil, !cells.names.contains(name), let plugins = host?.plugins?.names,
            plugins.inventory.owner(of: name, .cells) != nil
        else { return }
        let cell = ListCell { [unowned self] row, width in
            let stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            guard let entry = plugins.inventory.owner(of: name, .cells),
                try plugins.push("draw", of: name, in: "cells", of: entry, on: stack)
            else { return [] }
            stack.push(object: RowObject(row, self))
            stack.push(width)
            try stack.call(arguments: 2, results: 1)
            return try Self.lines(stack, at: base + 1)
        }
        try cells.register(name, cell)
    }

    // MARK: For handlers

    /// Pushes what every handler of a row gets: the row, where it stands and, in a list of
    /// records, its record.
    func push(
        _ row: ListRow, _ path: RowPath, of table: TableObject? = nil, on stack: LuaStack
    ) -> Int {
        stack.push(object: RowObject(row, self, table))
        path.push(on: stack)
        guard let table else { return 2 }
        RowObject.pushRecord(row, of: table, on: stack)
        return 3
    }

    func rowHandler(_ function: ScriptFunction) -> RowHandler { rowHandler(function, of: nil) }

    /// A handler of what a person does. It may ask a dialog; for the list it is over when it first
    /// waits.
    func rowHandler(_ function: ScriptFunction, of table: TableObject?) -> RowHandler {
        { [unowned self] row, path in
            try flows.start(function.function) { stack in push(row, path, of: table, on: stack) }
        }
    }

    /// A function that draws lines for a width.
    func content(_ stack: LuaStack, at index: Int) -> DrawnContent {
        let function = ScriptFunction(state: state, function: stack.reference(at: index))
        return DrawnContent { width in
            try function { stack in
                stack.push(width)
                return 1
            } _: { stack, result in
                try Self.lines(stack, at: result)
            }
        }
    }

    /// A text, which may have several lines, or a list of lines.
    static func lines(_ stack: LuaStack, at index: Int) throws -> [ByteString] {
        if stack.type(at: index) == .table {
            return try stack.elements(of: index) { item in
                guard let text = stack.listText(at: item) else {
                    throw HostError("a line is text, not a \(stack.typeName(at: item))")
                }
                return text
            }
        }
        guard let text = stack.listText(at: index) else {
            throw HostError(
                "it must return a text or a list of lines, not a \(stack.typeName(at: index))")
        }
        return text.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { ByteString($0) }
    }
}

extension RowPath {
    /// Pushes `{ 1, 2, section = 1, row = 2 }`.
    func push(on stack: LuaStack) {
        stack.pushTable(array: 2, hash: 2)
        let table = stack.top
        for (place, (name, number)) in [("section", section), ("row", row)].enumerated() {
            stack.push(number + 1)
            stack.setElement(place + 1, of: table)
            stack.push(number + 1)
            stack.setField(name, of: table)
        }
    }
}
