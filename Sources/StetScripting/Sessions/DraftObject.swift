import LuaKit
import StetCore
import StetSessions

/// A draft as scripts see it: fields by name. That of a session can be written; the one that a
/// handler is given is the draft as it was at that moment.
final class DraftObject {
    private enum Source {
        case session(DetailSession)
        case value(Draft)
    }

    private let source: Source
    let table: TableObject

    init(_ session: DetailSession, _ table: TableObject) {
        source = .session(session)
        self.table = table
    }

    init(_ draft: Draft, _ table: TableObject) {
        source = .value(draft)
        self.table = table
    }

    var draft: Draft {
        switch source {
        case .session(let session): session.draft
        case .value(let draft): draft
        }
    }

    static func register(on stack: LuaStack) {
        LuaType(
            DraftObject.self, name: "draft", on: stack,
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__pairs", pairs),
                ("__tostring", text), ("__eq", isEqual),
            ])
        DraftCursor.register(on: stack)
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: DraftObject.self)
        let name = try fieldName(call, at: 2)
        try object.push(name, on: call.stack)
        return 1
    }

    private static func fieldName(_ call: LuaCall, at index: Int) throws -> String {
        guard let name = call.stack.string(at: index) else {
            throw HostError("a draft has fields by name, not by \(call.stack.typeName(at: index))")
        }
        return name
    }

    /// Pushes a field's value; nil where it is missing or not of its type.
    func push(_ name: String, on stack: LuaStack) throws {
        let draft = draft
        guard let reading = draft.reading(name) else {
            throw HostError(RecordWords.unknownField(name, among: draft.fields))
        }
        switch reading {
        case .missing: stack.pushNil()
        case .illTyped where table.hasGuessedTypes: stack.push(draft.text(name)?.bytes ?? [])
        case .illTyped: stack.pushNil()
        case .value(let value): stack.push(value)
        }
    }

    /// Pushes what stands in a field, whatever its type; nil where there is no cell.
    func pushText(of name: String, on stack: LuaStack) throws {
        let draft = draft
        guard draft.layout.index(of: name) != nil else {
            throw HostError(RecordWords.unknownField(name, among: draft.fields))
        }
        stack.push(draft.text(name).map { .string($0.bytes) } ?? LuaValue.nil)
    }

    /// Takes the field's type and raises otherwise.
    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: DraftObject.self)
        let name = try fieldName(call, at: 2)
        guard case .session(let session) = object.source else {
            throw HostError("the draft that a handler gets is read-only; normalize returns changes")
        }
        guard object.draft.layout.index(of: name) != nil else {
            throw HostError(RecordWords.unknownField(name, among: object.draft.fields))
        }
        guard let value = call.stack.recordValue(at: 3) else {
            throw HostError("\(name): a \(call.stack.typeName(at: 3)) is no value of a record")
        }
        do throws(Refusal) {
            try session.set(name, object.table.input(value))
        } catch {
            throw HostError(error.message)
        }
        return 0
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: DraftObject.self)
        let draft = object.draft
        let cells = draft.fields.map { "\($0)=\(draft.text($0)?.description ?? "")" }
        call.stack.push("draft: " + cells.joined(separator: ", "))
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: DraftObject.self)
        let right = call.stack.object(at: 2, as: DraftObject.self)
        guard let left, let right else {
            call.stack.push(false)
            return 1
        }
        switch (left.source, right.source) {
        case (.session(let left), .session(let right)): call.stack.push(left === right)
        case (.value(let left), .value(let right)): call.stack.push(left == right)
        default: call.stack.push(false)
        }
        return 1
    }

    /// Every field in the order of the columns; a missing one comes as `stet.missing`.
    private static func pairs(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: DraftObject.self)
        call.stack.push(object: DraftCursor(object))
        call.stack.push(object: object)
        call.stack.pushNil()
        return 3
    }

    /// Pushes a table of the fields that have values.
    func pushCopy(on stack: LuaStack) throws {
        let names = draft.fields
        stack.pushTable(hash: names.count)
        let table = stack.top
        for name in names {
            try push(name, on: stack)
            stack.setField(name, of: table)
        }
    }
}

/// The next field of a loop over a draft.
private final class DraftCursor {
    private let object: DraftObject
    private let names: [String]
    private var next = 0

    init(_ object: DraftObject) {
        self.object = object
        names = object.draft.fields
    }

    static func register(on stack: LuaStack) {
        LuaType(
            DraftCursor.self, name: "draft fields", on: stack,
            metamethods: [("__call", advance)])
    }

    private static func advance(_ call: inout LuaCall) throws -> Int {
        let cursor = try call.object(1, as: DraftCursor.self)
        guard cursor.next < cursor.names.count else {
            call.stack.pushNil()
            return 1
        }
        let name = cursor.names[cursor.next]
        cursor.next += 1
        call.stack.push(name)
        try cursor.object.push(name, on: call.stack)
        if call.stack.type(at: -1) == .nil {
            call.stack.pop()
            cursor.object.table.pushMissing(on: call.stack)
        }
        return 2
    }
}
