import LuaKit
import StetCore
import StetSessions
import StetText

/// What a session's form is like, and how it is filled in.
extension SessionObject {
    static var reading: [(String, HostFunction)] {
        [
            ("get", get), ("text", rawText), ("fields", fields), ("changes", changes),
            ("is_dirty", flag { $0.isDirty }), ("is_valid", flag { $0.isValid }),
            ("can_save", flag { $0.canSave }), ("can_delete", flag { $0.canDelete }),
            ("can_undo", flag { $0.canUndo }), ("can_redo", flag { $0.canRedo }),
            ("is_open", isOpen), ("invalid_fields", invalidFields), ("messages", messages),
            ("problems", problems), ("title", title), ("indicator", indicatorMark), ("kind", kind),
            ("record", record), ("events", events), ("log", log),
        ]
    }

    static var changing: [(String, HostFunction)] {
        [
            ("set", set), ("set_text", setText),
            ("revert", plain { session throws(Refusal) in try session.revert() }),
            ("undo", plain { session throws(Refusal) in try session.undo() }),
            ("redo", plain { session throws(Refusal) in try session.redo() }),
            ("recheck", recheck),
            (
                "remove_field",
                field { session, name throws(Refusal) in try session.removeField(name) }
            ),
            (
                "restore_field",
                field { session, name throws(Refusal) in try session.restoreField(name) }
            ), ("report", report),
        ]
    }

    // MARK: Reading

    private static func flag(_ read: @escaping (DetailForm) -> Bool) -> HostFunction {
        { call in
            call.stack.push(read(try subject(call).session.form))
            return 1
        }
    }

    private static func isOpen(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).session.isOpen)
        return 1
    }

    private static func kind(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).session.kind.rawValue)
        return 1
    }

    private static func title(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).session.form.title)
        return 1
    }

    /// A field of the form, by name; an unknown one is a mistake of the script.
    private static func fieldName(_ call: LuaCall, of object: SessionObject) throws -> String {
        let name = try call.string(2)
        guard object.session.draft.layout.index(of: name) != nil else {
            throw HostError(RecordWords.unknownField(name, among: object.session.draft.fields))
        }
        return name
    }

    /// `get(field)`: its value; nil where it is missing or not of its type.
    private static func get(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let name = try fieldName(call, of: object)
        try DraftObject(object.session, object.table).push(name, on: call.stack)
        return 1
    }

    /// `text(field)`: what stands in the field, whatever its type.
    private static func rawText(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let name = try fieldName(call, of: object)
        try DraftObject(object.session, object.table).pushText(of: name, on: call.stack)
        return 1
    }

    private static func fields(_ call: inout LuaCall) throws -> Int {
        let form = try subject(call).session.form
        push(form.draft.fields.filter { !form.removed.contains($0) }, on: call.stack)
        return 1
    }

    private static func push(_ texts: [String], on stack: LuaStack) {
        stack.pushTable(array: texts.count)
        for (index, text) in texts.enumerated() {
            stack.push(text)
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    /// `changes()`: a list of `{ field =, old =, new = }` with the texts of the cells.
    private static func changes(_ call: inout LuaCall) throws -> Int {
        let changes = try subject(call).session.form.changes
        let stack = call.stack
        stack.pushTable(array: changes.count)
        for (index, change) in changes.enumerated() {
            stack.pushTable(hash: 3)
            let texts = [
                ("field", ByteString(change.field)), ("old", change.old?.text),
                ("new", change.new?.text),
            ]
            for (name, text) in texts {
                guard let text else { continue }
                stack.push(text.bytes)
                stack.setField(name, of: stack.top - 1)
            }
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    private static func invalidFields(_ call: inout LuaCall) throws -> Int {
        push(try subject(call).session.form.invalidFields, on: call.stack)
        return 1
    }

    /// `messages()`: all of them, each with its field; `messages(field)`: those of one field.
    private static func messages(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let problems = object.session.form.problems
        if call.isNone(2) {
            push(problems.map(\.description), on: call.stack)
        } else {
            let name = try fieldName(call, of: object)
            push(problems.filter { $0.field == name }.map(\.message), on: call.stack)
        }
        return 1
    }

    /// `problems()`: a list of `{ field =, code =, severity =, message = }`.
    private static func problems(_ call: inout LuaCall) throws -> Int {
        push(try subject(call).session.form.problems, on: call.stack)
        return 1
    }

    static func push(_ problems: [DraftProblem], on stack: LuaStack) {
        stack.pushTable(array: problems.count)
        for (index, problem) in problems.enumerated() {
            stack.pushTable(hash: 4)
            let texts = [
                ("field", problem.field), ("code", problem.code),
                ("severity", problem.severity.rawValue), ("message", problem.message),
            ]
            for (name, text) in texts {
                guard let text else { continue }
                stack.push(text)
                stack.setField(name, of: stack.top - 1)
            }
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    /// `indicator(field)`: the mark beside it.
    private static func indicatorMark(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let name = try fieldName(call, of: object)
        let isValid = !object.session.form.invalidFields.contains(name)
        call.stack.push(object.indicator.mark(isValid: isValid))
        return 1
    }

    /// `record()`: the record as the collection has it; nil where it is in none.
    private static func record(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        if let row = object.session.row, object.table.collection.contains(row) {
            object.table.push(row, on: call.stack)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `log()`: what happened, oldest first, as lines of text.
    private static func log(_ call: inout LuaCall) throws -> Int {
        push(try subject(call).session.log.descriptions, on: call.stack)
        return 1
    }

    /// `events()`: the same as tables: the name as `name`, what the name does not say as items.
    private static func events(_ call: inout LuaCall) throws -> Int {
        let entries = try subject(call).session.log.entries
        let stack = call.stack
        stack.pushTable(array: entries.count)
        for (index, entry) in entries.enumerated() {
            push(entry.details, on: stack)
            stack.push(entry.name)
            stack.setField("name", of: stack.top - 1)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    // MARK: Changing

    /// `set(field, value)`: true, or nil and a message for a value that the field does not hold.
    private static func set(_ call: inout LuaCall) throws -> Int {
        let object = try editable(call)
        let name = try fieldName(call, of: object)
        guard call.count >= 3, let value = call.stack.recordValue(at: 3) else {
            throw call.bad(3, expected: "value")
        }
        return try done(call) { () throws(Refusal) in
            try object.session.set(name, object.table.input(value))
        }
    }

    /// `set_text(field, text)`: takes what was typed, right or wrong.
    private static func setText(_ call: inout LuaCall) throws -> Int {
        let object = try editable(call)
        let name = try fieldName(call, of: object)
        let text = ByteString(try call.bytes(3))
        return try done(call) { () throws(Refusal) in
            try object.session.setText(name, text)
        }
    }

    private static func plain(
        _ act: @escaping (DetailSession) throws(Refusal) -> Void
    ) -> HostFunction {
        { call in
            let object = try editable(call)
            return try done(call) { () throws(Refusal) in try act(object.session) }
        }
    }

    private static func field(
        _ act: @escaping (DetailSession, String) throws(Refusal) -> Void
    ) -> HostFunction {
        { call in
            let object = try editable(call)
            let name = try fieldName(call, of: object)
            return try done(call) { () throws(Refusal) in try act(object.session, name) }
        }
    }

    private static func recheck(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        return try done(call) { () throws(Refusal) in try object.session.recheck() }
    }

    /// `report(field, ok[, message])`: what a control of the script's own found of its field.
    private static func report(_ call: inout LuaCall) throws -> Int {
        let object = try editable(call)
        let name = try fieldName(call, of: object)
        guard call.count >= 3 else { throw call.bad(3, expected: "boolean") }
        let isWell = call.stack.boolean(at: 3)
        let message = call.isNone(4) ? nil : try call.string(4)
        return try done(call) { () throws(Refusal) in
            try object.session.report(name, isWell: isWell, message: message)
        }
    }
}
