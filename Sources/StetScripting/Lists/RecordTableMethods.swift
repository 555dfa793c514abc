import LuaKit
import StetCore
import StetSessions
import StetText

/// The methods of a table of records.
package enum RecordTableMethods {
    static var all: [(String, HostFunction)] {
        [
            ("tap", tap), ("sort", sort), ("sort_state", sortState), ("indicator", indicator),
            ("set_filter", setFilter), ("rows", rows), ("page_rows", pageRows),
            ("toggle", toggle), ("deselect", deselect), ("page", page),
            ("page_count", pageCount), ("move", move), ("delete", delete),
            (
                "can_move",
                { call in try can(call) { table, row throws(Refusal) in try table.canMove(row) } }
            ),
            (
                "can_delete",
                { call in
                    try can(call) { table, row throws(Refusal) in try table.canDelete(row) }
                }
            ),
            ("focus", focus), ("set", set), ("render", render), ("events", events),
        ]
    }

    /// `collection:table{ columns =, selection =, rows_per_page =, can_delete = … }`
    static func make(_ call: inout LuaCall) throws -> Int {
        let (table, view, module) = try CollectionListReader.subject(call)
        let options = try CollectionListReader.options(
            call, "table", module, known: RecordTableReader.names)
        let setup = try RecordTableReader(options: options, table: table).setup()
        let sort = try options.text("sort").map { sortState($0.description, setup.columns) }
        let call = call
        let narrowed = try options.read("filter") { try table.filtered(view, call, at: $0) }
        do throws(Refusal) {
            let records = try RecordTable(view, setup)
            try records.sort(by: sort)
            if let narrowed { try records.narrow(to: narrowed) }
            records.log.removeAll()
            let object = RecordTableObject(records, table, module)
            table.host?.foreground?.made(.recordTable(object))
            call.stack.push(object: object)
            return 1
        } catch {
            throw HostError("table: \(error.message)")
        }
    }

    private static func subject(_ call: LuaCall) throws -> RecordTableObject {
        try call.object(1, as: RecordTableObject.self)
    }

    private static func push(_ outcome: RecordTable.Outcome, _ call: LuaCall) -> Int {
        call.stack.push(true)
        guard outcome == .queued else { return 1 }
        call.stack.push("queued")
        return 2
    }

    private static func act(
        _ call: LuaCall, _ body: (RecordTable) throws(Refusal) -> RecordTable.Outcome
    ) throws -> Int {
        let records = try subject(call).records
        return attempt(call) { () throws(Refusal) in push(try body(records), call) }
    }

    /// The records that arguments mean; what they do not name is refused.
    private static func named<Found>(
        _ call: LuaCall, _ find: (TableObject) throws -> Found, _ body: (Found) throws -> Int
    ) throws -> Int {
        let table = try subject(call).table
        return try attempt(call) { try body(try find(table)) }
    }

    static func index(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let stack = call.stack
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        guard name == "selection" else {
            throw HostError(
                "a table of records has no \"\(name)\""
                    + Suggestion.hint(for: name, among: ["selection"] + all.map(\.0)))
        }
        push(object.records.selection, of: object.table, call)
        return 1
    }

    private static func push(_ rows: [RowID], of table: TableObject, _ call: LuaCall) {
        call.stack.pushTable(array: rows.count)
        for (index, row) in rows.enumerated() {
            table.push(row, on: call.stack)
            call.stack.setElement(index + 1, of: call.stack.top - 1)
        }
    }

    // MARK: What it shows

    /// How many records it shows, on all pages.
    static func count(_ call: inout LuaCall) throws -> Int {
        let records = try subject(call).records
        do throws(Refusal) {
            call.stack.push(try records.rows().count)
        } catch {
            throw HostError(error.message)
        }
        return 1
    }

    private static func tap(_ call: inout LuaCall) throws -> Int {
        let name = try call.string(2)
        return try act(call) { records throws(Refusal) in try records.tap(name) }
    }

    /// `sort("weight")`, `sort("-weight")`, `sort()`: the collection's own order.
    private static func sort(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        var sort: SortState?
        if !call.isNone(2) {
            sort = sortState(try call.string(2), object.records.setup.columns)
        }
        return try act(call) { records throws(Refusal) in try records.sort(by: sort) }
    }

    package static func sortState(_ text: String, _ columns: [RecordColumn]) -> SortState {
        text.hasPrefix("-") && !columns.contains { $0.name == text }
            ? SortState(String(text.dropFirst()), descending: true) : SortState(text)
    }

    /// The column and whether it is descending; nil: not sorted.
    private static func sortState(_ call: inout LuaCall) throws -> Int {
        guard let sort = try subject(call).records.sort else {
            call.stack.pushNil()
            return 1
        }
        call.stack.push(sort.column)
        call.stack.push(sort.isDescending)
        return 2
    }

    private static func indicator(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let name = try call.string(2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            let column = try object.records.column(name)
            call.stack.push(object.records.indicator(column.name))
            return 1
        }
    }

    /// `set_filter(function, query or table of fields)`; without one all records are shown.
    private static func setFilter(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let narrowed =
            call.isNone(2) ? nil : try object.table.filtered(object.records.view, call, at: 2)
        return try act(call) { records throws(Refusal) in try records.narrow(to: narrowed) }
    }

    private static func rows(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let call = call
        return attempt(call) { () throws(Refusal) in
            push(try object.records.rows(), of: object.table, call)
            return 1
        }
    }

    private static func pageRows(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let call = call
        return attempt(call) { () throws(Refusal) in
            push(try object.records.pageRows(), of: object.table, call)
            return 1
        }
    }

    /// `page()`: which one is shown; `page(n)`: shows another.
    private static func page(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        if call.isNone(2) {
            let call = call
            return attempt(call) { () throws(Refusal) in
                call.stack.push(try object.records.page() + 1)
                return 1
            }
        }
        let page = try call.integer(2)
        return try act(call) { records throws(Refusal) in try records.show(page: page &- 1) }
    }

    private static func pageCount(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.records.pageCount())
            return 1
        }
    }

    private static func render(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let layout = try DataSourceMethods.layout(call, at: 2, object.module.state)
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.records.lines(layout).joined(separator: "\n"))
            return 1
        }
    }

    static func text(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        do throws(Refusal) {
            call.stack.push(try object.records.lines().joined(separator: "\n"))
        } catch {
            call.stack.push("table of records: \(error.message)")
        }
        return 1
    }

    // MARK: What can be done

    private static func toggle(_ call: inout LuaCall) throws -> Int {
        let call = call
        return try named(call, { try $0.row(at: 2, of: call) }) { row in
            try act(call) { records throws(Refusal) in try records.toggle(row) }
        }
    }

    private static func deselect(_ call: inout LuaCall) throws -> Int {
        try act(call) { records throws(Refusal) in try records.deselectAll() }
    }

    private static func focus(_ call: inout LuaCall) throws -> Int {
        let call = call
        return try named(call, { call.isNone(2) ? nil : try $0.row(at: 2, of: call) }) { row in
            try act(call) { records throws(Refusal) in try records.focus(row) }
        }
    }

    /// `move(records[, before])`: records or keys, never places.
    private static func move(_ call: inout LuaCall) throws -> Int {
        let call = call
        return try named(
            call,
            { table in
                (
                    rows: try table.rows(call, at: 2),
                    anchor: call.isNone(3) ? nil : try table.row(at: 3, of: call)
                )
            }
        ) { found in
            try act(call) { records throws(Refusal) in
                try records.move(found.rows, before: found.anchor)
            }
        }
    }

    private static func delete(_ call: inout LuaCall) throws -> Int {
        let call = call
        return try named(call, { try $0.rows(call, at: 2) }) { rows in
            try act(call) { records throws(Refusal) in try records.delete(rows) }
        }
    }

    private static func can(
        _ call: LuaCall, _ ask: (RecordTable, RowID) throws(Refusal) -> Bool
    ) throws -> Int {
        let object = try subject(call)
        return try named(call, { try $0.row(at: 2, of: call) }) { row in
            attempt(call) { () throws(Refusal) in
                call.stack.push(try ask(object.records, row))
                return 1
            }
        }
    }

    /// `set(key, field, value)`: an edit in the row; the rules are asked.
    private static func set(_ call: inout LuaCall) throws -> Int {
        let call = call
        let field = try call.string(3)
        guard call.count >= 4, let value = call.stack.recordValue(at: 4) else {
            throw call.bad(4, expected: "value")
        }
        let object = try subject(call)
        return try named(call, { try $0.row(at: 2, of: call) }) { row in
            try object.table.collection.set(
                row, [FieldAssignment(field, object.table.input(value))])
            object.table.push(row, on: call.stack)
            return 1
        }
    }

    private static func events(_ call: inout LuaCall) throws -> Int {
        let log = try subject(call).records.log
        call.stack.pushTexts(log.descriptions.map { ByteString($0) })
        return 1
    }
}
