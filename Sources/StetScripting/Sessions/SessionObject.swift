import LuaKit
import StetCore
import StetSessions
import StetText

/// A detail session as scripts see it.
package final class SessionObject {
    package let session: DetailSession
    package let table: TableObject
    let indicator: ValidityIndicator
    /// Where its dialogs are shown, and the one that is.
    var stage: Stage?
    var question: DialogHandle?
    /// The sheet that it is shown as, if it is.
    var sheet: DetailSheet?
    /// How it was opened; nil: over a record that is in no collection.
    package let opening: SessionOpening?

    init(
        _ session: DetailSession, _ table: TableObject, _ indicator: ValidityIndicator,
        opening: SessionOpening? = nil
    ) {
        self.session = session
        self.table = table
        self.indicator = indicator
        self.opening = opening
        if let stage = table.host?.stage { enter(stage) }
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SessionObject.self, name: "session", on: stack,
            methods: reading + changing + [
                ("save", save), ("delete", delete), ("cancel", cancel), ("close", close),
                ("attempt_dismiss", attemptDismiss), ("dialog", dialog), ("choose", choose),
                ("present", present),
            ],
            metamethods: [
                ("__index", index), ("__newindex", newIndex), ("__tostring", text),
                ("__eq", isEqual), ("__close", close),
            ])
    }

    static func subject(_ call: LuaCall) throws -> SessionObject {
        try call.object(1, as: SessionObject.self)
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        switch call.stack.string(at: 2) {
        case "draft": call.stack.push(object: DraftObject(object.session, object.table))
        default: call.stack.pushNil()
        }
        return 1
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        throw HostError("a session's fields are set through its draft: s.draft.field = value")
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let session = try subject(call).session
        let form = session.form
        let mark = session.isOpen ? (form.isDirty ? "*" : "") : " (closed)"
        call.stack.push("session: \(form.kind.rawValue) \(SafeText.escaped(form.title))\(mark)")
        return 1
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: SessionObject.self)
        call.stack.push(left === call.stack.object(at: 2, as: SessionObject.self))
        return 1
    }

    // MARK: Refusals

    /// Runs something that can be refused: what the user can cause becomes nil and a message,
    /// what is a mistake of the script is raised.
    static func attempt(
        _ call: LuaCall, _ body: () throws(Refusal) -> Int
    ) throws -> Int {
        do throws(Refusal) {
            return try body()
        } catch {
            if error.reason == .busy { throw HostError(error.message) }
            return call.failure(error.message)
        }
    }

    static func done(_ call: LuaCall, _ body: () throws(Refusal) -> Void) throws -> Int {
        try attempt(call) { () throws(Refusal) in
            try body()
            call.stack.push(true)
            return 1
        }
    }

    /// A method that only sessions have that are not for viewing: to call it is a mistake of the
    /// script.
    static func editable(_ call: LuaCall) throws -> SessionObject {
        let object = try subject(call)
        guard object.session.kind != .view else {
            throw HostError("a read-only session has no '\(call.name)'")
        }
        return object
    }

    // MARK: Ways out

    /// `save()`: true, or nil, a message and a list of what is wrong.
    private static func save(_ call: inout LuaCall) throws -> Int {
        let object = try editable(call)
        let results = try done(call) { () throws(Refusal) in try object.session.save() }
        guard results == 2, object.session.isOpen, !object.session.form.isValid else {
            return results
        }
        SessionObject.push(object.session.form.problems, on: call.stack)
        return 3
    }

    /// `delete()`: true, or nil and a message; also where a dialog asks first.
    private static func delete(_ call: inout LuaCall) throws -> Int {
        let object = try editable(call)
        let call = call
        return try attempt(call) { () throws(Refusal) in
            try object.session.delete()
            if let dialog = object.session.dialog {
                return call.failure("“\(dialog.title)” waits for an answer")
            }
            call.stack.push(true)
            return 1
        }
    }

    private static func cancel(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        return try done(call) { () throws(Refusal) in try object.session.cancel() }
    }

    /// `close()`: ends the session and loses its draft, without a question or a handler; false if
    /// it is closed already.
    private static func close(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let stack = call.stack
        return try attempt(call) { () throws(Refusal) in
            stack.push(try object.session.close())
            return 1
        }
    }

    /// `attempt_dismiss()`: true if the session has closed; else false and the dialog's title.
    private static func attemptDismiss(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let stack = call.stack
        return try attempt(call) { () throws(Refusal) in
            let isClosed = try object.session.attemptDismiss()
            stack.push(isClosed)
            guard !isClosed else { return 1 }
            stack.push(object.session.dialog?.title ?? "the session has changes")
            return 2
        }
    }

    /// `dialog()`: the dialog that waits for an answer, as a table; nil without one.
    private static func dialog(_ call: inout LuaCall) throws -> Int {
        let stack = call.stack
        guard let dialog = try subject(call).session.dialog else {
            stack.pushNil()
            return 1
        }
        stack.pushTable(hash: 3)
        let table = stack.top
        stack.push(dialog.title)
        stack.setField("title", of: table)
        if let message = dialog.message {
            stack.push(message)
            stack.setField("message", of: table)
        }
        stack.pushTable(array: dialog.buttons.count)
        for (index, button) in dialog.buttons.enumerated() {
            stack.pushTable(hash: 2)
            stack.push(button.label)
            stack.setField("label", of: stack.top - 1)
            stack.push(button.role.rawValue)
            stack.setField("role", of: stack.top - 1)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        stack.setField("buttons", of: table)
        return 1
    }

    /// `choose(label or number)`: answers the dialog.
    private static func choose(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        guard let answer = call.stack.keyPart(at: 2)?.string else {
            throw call.bad(2, expected: "label or number of a button")
        }
        return try done(call) { () throws(Refusal) in
            guard let dialog = object.session.dialog else {
                throw Refusal(.state, "no dialog waits for an answer")
            }
            let button = try dialog.button(meantBy: answer)
            if let question = object.question ?? object.sheet?.dialog, let stage = object.stage,
                stage.dialogs.current === question
            {
                return try stage.dialogs.choose(at: button)
            }
            try object.session.choose(dialog.buttons[button].role)
        }
    }
}
