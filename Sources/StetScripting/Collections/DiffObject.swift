import LuaKit
import StetCore
import StetText

/// What makes one state of a collection differ from another, as scripts see it. It is found when
/// it is first asked for.
final class DiffObject {
    /// What an observer is told of: `update`, `undo` …
    private let cause: String?
    private let before: Snapshot
    private let after: Snapshot
    private var known: CollectionDiff?
    private var lists: [String: LuaReference] = [:]

    init(cause: String? = nil, from before: Snapshot, to after: Snapshot) {
        self.cause = cause
        self.before = before
        self.after = after
    }

    private func diff() throws -> CollectionDiff {
        if let known { return known }
        let diff = try CollectionDiff(from: before, to: after)
        known = diff
        return diff
    }

    private static let names = [
        "inserted", "removed", "changed", "moved", "records", "fields", "cause", "summary",
    ]

    static func register(on stack: LuaStack) {
        LuaType(
            DiffObject.self, name: "diff", on: stack, methods: [("each", each)],
            metamethods: [
                ("__index", index), ("__len", count), ("__tostring", text),
                ("__concat", concatenate),
                (
                    "__newindex",
                    { _ in throw HostError("a diff tells what changed; it is read-only") }
                ),
            ])
        DiffLoop.register(on: stack)
    }

    private static func subject(_ call: LuaCall) throws -> DiffObject {
        try call.object(1, as: DiffObject.self)
    }

    // MARK: Reading

    /// How many records and fields changed.
    private static func count(_ call: inout LuaCall) throws -> Int {
        let diff = try subject(call).diff()
        call.stack.push(diff.records.count + diff.columns.count)
        return 1
    }

    private func written() throws -> String {
        String(
            decoding: try diff().written(.text, style: Style(isColored: false)).dropLast(),
            as: UTF8.self)
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).written())
        return 1
    }

    private static func concatenate(_ call: inout LuaCall) throws -> Int {
        var result: [UInt8] = []
        for index in 1...2 {
            if let object = call.stack.object(at: index, as: DiffObject.self) {
                result += try Array(object.written().utf8)
            } else if [.string, .number].contains(call.stack.type(at: index)) {
                result += Array(call.stack.description(at: index).utf8)
            } else {
                throw HostError(
                    "a diff is joined with text, not with a \(call.stack.typeName(at: index))")
            }
        }
        call.stack.push(result)
        return 1
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let name = call.stack.string(at: 2) ?? call.stack.description(at: 2)
        switch name {
        case "cause":
            if let cause = object.cause { call.stack.push(cause) } else { call.stack.pushNil() }
        case "summary": call.stack.push(try object.diff().summary)
        case _ where names.contains(name):
            if object.lists[name] == nil {
                try object.pushList(name, on: call.stack)
                object.lists[name] = call.stack.reference(at: -1)
                call.stack.pop()
            }
            if let list = object.lists[name] { call.stack.push(list) }
        default:
            throw HostError(
                "a diff has no \"\(name)\"" + Suggestion.hint(for: name, among: names))
        }
        return 1
    }

    /// `each()`: the records of the diff, one after the other.
    private static func each(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        call.stack.push(object: DiffLoop(object, try object.diff().records))
        call.stack.pushNil()
        call.stack.pushNil()
        return 3
    }

    // MARK: Pushing

    private func pushList(_ name: String, on stack: LuaStack) throws {
        let diff = try diff()
        if name == "fields" {
            stack.pushTable(array: diff.columns.count)
            for (index, column) in diff.columns.enumerated() {
                push(column, on: stack)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            return
        }
        let records = diff.records.filter { record in
            switch name {
            case "records": true
            case "moved": record.isMoved
            default: record.kind.rawValue == name
            }
        }
        stack.pushTable(array: records.count)
        for (index, record) in records.enumerated() {
            push(record, on: stack)
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    private func push(_ column: CollectionDiff.ColumnChange, on stack: LuaStack) {
        stack.pushTable(hash: 3)
        func set(_ name: String, _ text: String) {
            stack.push(text)
            stack.setField(name, of: stack.top - 1)
        }
        switch column {
        case .added(let name, _, _):
            set("kind", "added")
            set("name", name)
        case .dropped(let name):
            set("kind", "dropped")
            set("name", name)
        case .renamed(let old, let new):
            set("kind", "renamed")
            set("name", new)
            set("old_name", old)
        }
    }

    /// A table `{ kind =, key =, fields = { name = { old =, new = } }, … }`.
    fileprivate func push(_ record: CollectionDiff.RecordChange, on stack: LuaStack) {
        stack.pushTable(hash: 8)
        let table = stack.top
        stack.push(record.kind.rawValue)
        stack.setField("kind", of: table)
        stack.push(record.key.description)
        stack.setField("key", of: table)
        if let old = record.oldKey {
            stack.push(old.description)
            stack.setField("old_key", of: table)
        }
        stack.push(record.row.number)
        stack.setField("row", of: table)
        stack.push(record.isMoved)
        stack.setField("moved", of: table)
        for (name, position) in [
            ("old_position", record.oldPosition), ("position", record.newPosition),
        ] {
            guard let position else { continue }
            stack.push(position + 1)
            stack.setField(name, of: table)
        }
        stack.pushTable(hash: record.fields.count)
        for field in record.fields {
            stack.pushTable(hash: 2)
            push(field.old, field.field, on: stack)
            stack.setField("old", of: stack.top - 1)
            push(field.new, field.field, on: stack)
            stack.setField("new", of: stack.top - 1)
            stack.setField(field.field, of: stack.top - 1)
        }
        stack.setField("fields", of: table)
    }

    /// A cell's value by its field's type, its text where it is not of that type.
    private func push(_ cell: Cell?, _ field: String, on stack: LuaStack) {
        let column = after.layout.column(named: field) ?? before.layout.column(named: field)
        guard let cell, let column else { return stack.pushNil() }
        switch column.format.read(cell) {
        case .missing: stack.pushNil()
        case .illTyped: stack.push(cell.text.bytes)
        case .value(let value): stack.push(value)
        }
    }
}

/// The next record of a loop over a diff.
private final class DiffLoop {
    private let object: DiffObject
    private let records: [CollectionDiff.RecordChange]
    private var next = 0

    init(_ object: DiffObject, _ records: [CollectionDiff.RecordChange]) {
        self.object = object
        self.records = records
    }

    static func register(on stack: LuaStack) {
        LuaType(DiffLoop.self, name: "loop", on: stack, metamethods: [("__call", advance)])
    }

    private static func advance(_ call: inout LuaCall) throws -> Int {
        let loop = try call.object(1, as: DiffLoop.self)
        if loop.next < loop.records.count {
            loop.object.push(loop.records[loop.next], on: call.stack)
            loop.next += 1
        } else {
            call.stack.pushNil()
        }
        return 1
    }
}

/// `diff`, in all its forms.
extension TableObject {
    /// `diff()`: what commit would write, as an object that prints as text. `diff{ format =,
    /// color = }`: as a string.
    static func diff(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let call = call
        guard !call.isNone(2) else {
            let collection = table.collection
            call.stack.push(
                object: DiffObject(from: collection.committedSnapshot, to: collection.snapshot))
            return 1
        }
        let (format, isColored) = try diffOptions(call)
        return try attempt(call) {
            let style = Style(isColored: isColored)
            var result: [UInt8] = []
            if format == .unified {
                guard let file = table.file else {
                    return call.failure(
                        "\(table.collection.name) is in memory only: a unified diff is of a file")
                }
                try file.writeDiff(format, style: style, isForScreen: isColored) { result += $0 }
            } else {
                result = try table.collection.diff().written(format, style: style)
                if !result.isEmpty { result.removeLast() }
            }
            call.stack.push(result)
            return 1
        }
    }

    private static func diffOptions(_ call: LuaCall) throws -> (DiffFormat, isColored: Bool) {
        let stack = call.stack
        func format(_ index: Int) throws -> DiffFormat {
            guard let format = stack.string(at: index).flatMap(DiffFormat.init) else {
                let known = DiffFormat.allCases.map { "\"\($0.rawValue)\"" }
                throw HostError(
                    "a diff is \(English.list(known, joiner: "or")), not "
                        + "\"\(stack.description(at: index))\"")
            }
            return format
        }
        if stack.type(at: 2) == .string { return (try format(2), false) }
        try call.requireTable(2)
        var result = (DiffFormat.text, isColored: false)
        try stack.forEachPair(of: 2) {
            switch stack.string(at: -2) {
            case "format": result.0 = try format(-1)
            case "color": result.isColored = stack.boolean(at: -1)
            default:
                let name = stack.description(at: -2)
                throw HostError(
                    "diff has no option \"\(name)\""
                        + Suggestion.hint(for: name, among: ["format", "color"]))
            }
        }
        return result
    }
}
