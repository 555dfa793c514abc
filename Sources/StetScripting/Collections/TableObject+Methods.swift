import LuaKit
import StetCore
import StetText

/// The methods that collections have beside those of views.
extension TableObject {
    static func register(on stack: LuaStack) {
        LuaType(
            TableObject.self, name: "collection", on: stack,
            methods: ViewMethods.all + treeMethods + observerMethods + [
                ("get", get), ("row", rowByNumber), ("insert", insert), ("set", set),
                ("update", update), ("delete", delete), ("move", move),
                ("rename_key", renameKey), ("add_field", addField),
                ("rename_field", renameField), ("drop_field", dropField), ("fields", fields),
                ("undo", undo), ("redo", redo), ("changes", changes), ("is_dirty", isDirty),
                ("diff", diff), ("revert", revert), ("commit", TableCommits.commit),
            ] + checkMethods + SessionMethods.all,
            metamethods: [
                ("__len", ViewMethods.count), ("__pairs", ViewMethods.pairs), ("__index", index),
                ("__newindex", newIndex), ("__tostring", text), ("__eq", isEqual),
            ])
    }

    private static func subject(_ call: LuaCall) throws -> TableObject {
        try call.object(1, as: TableObject.self)
    }

    // MARK: One record

    /// `get(key)`: the record, and as second result how many have the key.
    private static func get(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let stack = call.stack
        var parts: [ByteString] = []
        guard call.count >= 2 else { throw call.bad(2, expected: "key") }
        for index in 2...call.count {
            guard let part = stack.keyPart(at: index) else {
                throw call.bad(index, expected: "key")
            }
            parts.append(part)
        }
        let call = call
        return try attempt(call) {
            let collection = table.collection
            // A script that reads by key seldom reads one; one that changes by key often changes one.
            try collection.prepareToFind()
            var found = try collection.find(RecordKey(parts))
            if found == nil, parts.count == 1 { found = try collection.find(text: parts[0]) }
            guard let found else {
                _ = try collection.require(RecordKey(parts))
                return 0
            }
            table.push(found.row, on: stack)
            stack.push(found.count)
            return 2
        }
    }

    private static func rowByNumber(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let row = RowID(try call.integer(2))
        let call = call
        return try attempt(call) {
            _ = try table.collection.record(row)
            table.push(row, on: call.stack)
            return 1
        }
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        guard let key = call.stack.bytes(at: 2) else {
            throw HostError(
                "ipairs does not walk a collection: each() does, and at(i) is one record")
        }
        if let found = try table.collection.find(text: ByteString(key)) {
            table.push(found.row, on: call.stack)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        throw HostError("a collection is changed by its methods: insert{ … }, set(key, { … })")
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let count = English.count(table.collection.count, "record")
        call.stack.push("collection: \(table.collection.name), \(count)")
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: TableObject.self)
        call.stack.push(left === call.stack.object(at: 2, as: TableObject.self))
        return 1
    }

    private static func fields(_ call: inout LuaCall) throws -> Int {
        let names = try subject(call).collection.layout.names
        call.stack.pushTable(array: names.count)
        for (index, name) in names.enumerated() {
            call.stack.push(name)
            call.stack.setElement(index + 1, of: call.stack.top - 1)
        }
        return 1
    }

    // MARK: Changes

    private static func options(_ call: LuaCall, at index: Int) throws -> ChangeOptions {
        var options = ChangeOptions()
        guard !call.isNone(index) else { return options }
        try call.requireTable(index)
        try call.stack.forEachPair(of: index) {
            switch call.stack.string(at: -2) {
            case "skip_invalid": options.skipsInvalid = call.stack.boolean(at: -1)
            case "force": options.force = call.stack.boolean(at: -1)
            case "before": break
            default:
                let name = call.stack.description(at: -2)
                throw HostError(
                    "'\(call.name)' has no option \"\(name)\""
                        + Suggestion.hint(for: name, among: ["skip_invalid", "force", "before"]))
            }
        }
        return options
    }

    /// `insert{ field = value, … }` or `insert{ {…}, {…} }`, with `{ before = key }`: the record,
    /// or a list of them.
    private static func insert(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        try call.requireTable(2)
        let stack = call.stack
        let options = try options(call, at: 3)
        let isList = stack.length(of: 2) > 0
        var records: [[FieldAssignment]] = []
        if isList {
            for item in 0..<stack.length(of: 2) {
                stack.pushElement(item + 1, of: 2)
                records.append(try stack.assignments(at: stack.top, in: table))
                stack.pop()
            }
        } else {
            records = [try stack.assignments(at: 2, in: table)]
        }
        let call = call
        return try attempt(call) {
            var anchor: RowID?
            if !call.isNone(3), stack.pushField("before", of: 3) != .nil {
                anchor = try table.row(at: stack.top, of: call)
            }
            let outcome = try table.collection.insert(records, before: anchor, options: options)
            if isList {
                stack.pushTable(array: outcome.inserted.count)
                for (index, row) in outcome.inserted.enumerated() {
                    table.push(row, on: stack)
                    stack.setElement(index + 1, of: stack.top - 1)
                }
            } else if let row = outcome.inserted.first {
                table.push(row, on: stack)
            } else {
                throw CollectionError(
                    .refused, "refused", findings: outcome.skippedInserts.first ?? [])
            }
            return 1
        }
    }

    /// `set(key, { field = value, … })`: the record as it is then.
    private static func set(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        let assignments = try call.stack.assignments(at: 3, in: table)
        let options = try options(call, at: 4)
        return try attempt(call) {
            let row = try table.row(at: 2, of: call)
            try table.collection.set(row, assignments, options: options)
            table.push(row, on: call.stack)
            return 1
        }
    }

    /// `update(selection, table or function)`: how many records changed.
    private static func update(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        let options = try options(call, at: 4)
        return try attempt(call) {
            let rows = try table.rows(call, at: 2)
            let outcome: ChangeOutcome
            if call.stack.type(at: 3) == .function {
                let function = call.stack.reference(at: 3)
                outcome = try table.collection.update(rows, options: options) { record in
                    try table.ask(function, about: record) { stack in
                        stack.type(at: -1) == .nil
                            ? nil : try stack.assignments(at: stack.top, in: table)
                    }
                }
            } else {
                let assignments = try call.stack.assignments(at: 3, in: table)
                outcome = try table.collection.update(rows, assignments, options: options)
            }
            return push(outcome, call)
        }
    }

    private static func delete(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        let options = try options(call, at: 3)
        return try attempt(call) {
            push(try table.collection.delete(try table.rows(call, at: 2), options: options), call)
        }
    }

    /// The number of records changed and, if any, of those that were left as they were.
    private static func push(_ outcome: ChangeOutcome, _ call: LuaCall) -> Int {
        call.stack.push(outcome.count)
        guard !outcome.skipped.isEmpty else { return 1 }
        call.stack.push(outcome.skipped.count)
        return 2
    }

    /// `move(records[, before])`
    private static func move(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            let anchor = call.isNone(3) ? nil : try table.row(at: 3, of: call)
            return push(try table.collection.move(table.rows(call, at: 2), before: anchor), call)
        }
    }

    // MARK: Fields

    /// `add_field(name[, value[, place]])`
    private static func addField(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        let name = try call.string(2)
        guard let value = call.stack.recordValue(at: 3) else {
            throw call.bad(3, expected: "value")
        }
        let place = call.isNone(4) ? nil : try call.integer(4) - 1
        return try done(call) {
            try table.collection.addField(
                name, filler: value == .missing ? .value(.missing) : table.input(value), at: place)
        }
    }

    private static func renameField(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let (old, new) = (try call.string(2), try call.string(3))
        return try done(call) { try table.collection.renameField(old, to: new) }
    }

    private static func dropField(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let name = try call.string(2)
        return try done(call) { try table.collection.dropField(name) }
    }

    private static func done(_ call: LuaCall, _ body: () throws -> Void) throws -> Int {
        try attempt(call) {
            try body()
            call.stack.push(true)
            return 1
        }
    }

    // MARK: History

    private static func undo(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            call.stack.push(try table.collection.undo().told(of: table.collection))
            return 1
        }
    }

    private static func redo(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            call.stack.push(try table.collection.redo().told(of: table.collection))
            return 1
        }
    }

    /// A list of what undo can take back, oldest first.
    private static func changes(_ call: inout LuaCall) throws -> Int {
        let changes = try subject(call).collection.changes()
        let stack = call.stack
        stack.pushTable(array: changes.count)
        for (index, change) in changes.enumerated() {
            stack.pushTable(hash: 6)
            let numbers = [
                ("inserted", change.inserted), ("updated", change.updated),
                ("deleted", change.deleted), ("moved", change.moved),
            ]
            for (name, number) in numbers {
                stack.push(number)
                stack.setField(name, of: stack.top - 1)
            }
            stack.push(change.kind.rawValue)
            stack.setField("kind", of: stack.top - 1)
            stack.push(change.summary)
            stack.setField("summary", of: stack.top - 1)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    private static func isDirty(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).collection.isDirty)
        return 1
    }

    /// `revert([selection])`: has all, or some records, be as in the file again.
    private static func revert(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            if call.isNone(2) {
                call.stack.push(try table.collection.revert() != nil)
                return 1
            }
            return push(try table.collection.revert(try table.rows(call, at: 2)), call)
        }
    }
}
