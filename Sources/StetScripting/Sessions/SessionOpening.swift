import LuaKit
import StetCore
import StetSessions

/// How scripts, and people at a prompt, begin sessions over the records of a collection.
package struct SessionOpening {
    package let table: TableObject
    let config: SessionConfig
    let context: SessionContext

    /// As a person at a prompt begins them: the rules alone say what may be, and a deletion is
    /// asked about.
    package init(_ table: TableObject) {
        self.table = table
        context = SessionContext(table)
        config = SessionConfig(forPersonAt: context)
    }

    /// - Parameter index: where the configuration is.
    init(_ call: LuaCall, _ table: TableObject, config index: Int) throws {
        self.table = table
        context = SessionContext(table)
        config = try SessionConfig(call, at: index, context, isBound: true)
    }

    /// Settings for one session, which is made known to its handlers before any of them runs.
    private func settings(
        _ log: EventLog?, _ made: @escaping (SessionObject) -> Void
    ) -> DetailSession.Settings {
        var settings = DetailSession.Settings()
        settings.handlers = config.handlers
        settings.abilities = config.abilities
        settings.newKey = config.newKey
        if let log { settings.log = log }
        let (table, context, indicator) = (table, context, config.indicator)
        settings.willOpen = { session in
            let object = SessionObject(session, table, indicator, opening: self)
            context.session = session
            context.object = object
            session.reportUnheard = { [weak host = table.host] in host?.stage.log.append($0) }
            made(object)
        }
        return settings
    }

    private func begin(
        _ log: EventLog?,
        _ open: (DetailSession.Settings) throws(Refusal) -> DetailSession
    ) throws(Refusal) -> SessionObject {
        var made: SessionObject?
        let session = try open(settings(log) { made = $0 })
        let object = made ?? SessionObject(session, table, config.indicator, opening: self)
        table.host?.foreground?.opened(object)
        return object
    }

    package func edit(_ row: RowID, log: EventLog? = nil) throws(Refusal) -> SessionObject {
        try begin(log) { settings throws(Refusal) in
            try DetailSession.edit(row, of: table.collection, settings)
        }
    }

    package func view(_ row: RowID, log: EventLog? = nil) throws(Refusal) -> SessionObject {
        try begin(log) { settings throws(Refusal) in
            try DetailSession.view(row, of: table.collection, settings)
        }
    }

    package func add(_ template: [FieldAssignment] = [], log: EventLog? = nil) throws(Refusal)
        -> SessionObject
    {
        try begin(log) { settings throws(Refusal) in
            try DetailSession.add(to: table.collection, settings, template: template)
        }
    }

    /// Deletes a record, in a session for no more than that: what forbids editing does not count.
    ///
    /// - Returns: the session, if a dialog asks first.
    func delete(_ row: RowID) throws(Refusal) -> SessionObject? {
        let object = try forDeletion(of: row)
        do throws(Refusal) {
            try object.session.delete()
        } catch {
            try object.session.close()
            throw error
        }
        guard object.session.dialog != nil else { return nil }
        table.host?.foreground?.opened(object, isForDeletion: true)
        return object
    }

    private func forDeletion(of row: RowID) throws(Refusal) -> SessionObject {
        var made: SessionObject?
        var settings = settings(nil) { made = $0 }
        settings.handlers.canEdit = nil
        settings.handlers.validators = []
        settings.handlers.normalize = nil
        let session = try DetailSession.edit(row, of: table.collection, settings)
        return made ?? SessionObject(session, table, config.indicator, opening: self)
    }

    /// By what a reference holds: a key, a record, or the key that stands for a new record.
    func open(
        _ kind: DetailKind, _ value: RefValue, log: EventLog, stack: LuaStack
    ) throws(Refusal) -> SessionObject {
        if kind == .edit, let key = value.key, key == config.newKey { return try add(log: log) }
        let row = try row(value, stack)
        return kind == .view ? try view(row, log: log) : try edit(row, log: log)
    }

    private func row(_ value: RefValue, _ stack: LuaStack) throws(Refusal) -> RowID {
        do {
            if let key = value.key {
                if let found = try table.collection.find(text: key) { return found.row }
                return try table.collection.require(RecordKey(key))
            }
            return try stack.scope {
                stack.push(value.value)
                guard let record = stack.object(at: -1, as: RecordObject.self),
                    record.table === table
                else {
                    throw Refusal(
                        .value,
                        "a key or a record of \(table.collection.name) is wanted, not \(value)")
                }
                return record.view.row
            }
        } catch let error as Refusal {
            throw error
        } catch {
            throw Refusal(.value, String(describing: error))
        }
    }
}

/// The methods of collections that begin sessions.
enum SessionMethods {
    static var all: [(String, HostFunction)] {
        [
            ("edit", { call in try begin(&call, .edit) }),
            ("view", { call in try begin(&call, .view) }),
            ("add", add), ("menu", menu),
        ]
    }

    /// `edit(key or record or ref, config)`, and `view`: the session, or nil and a message; of a
    /// ref, what binds sessions to it.
    static func begin(_ call: inout LuaCall, _ kind: DetailKind) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let opening = try SessionOpening(call, table, config: 3)
        let stack = call.stack
        if let ref = stack.object(at: 2, as: RefObject.self) {
            stack.push(object: SessionBinding(ref, kind, opening))
            return 1
        }
        let call = call
        return try attempt(call) {
            let isNew =
                kind == .edit && stack.keyPart(at: 2).map { $0 == opening.config.newKey } ?? false
            let row = isNew ? nil : try table.row(at: 2, of: call)
            return try SessionObject.attempt(call) { () throws(Refusal) in
                guard let row else {
                    stack.push(object: try opening.add())
                    return 1
                }
                let object =
                    kind == .view ? try opening.view(row) : try opening.edit(row)
                stack.push(object: object)
                return 1
            }
        }
    }

    /// `add(template, config)`: the session, or nil and a message.
    static func add(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let opening = try SessionOpening(call, table, config: 3)
        let template = call.isNone(2) ? [] : try call.stack.assignments(at: 2, in: table)
        for assignment in template where table.collection.layout.index(of: assignment.field) == nil
        {
            throw HostError(
                RecordWords.unknownField(assignment.field, among: table.collection.layout.names))
        }
        let call = call
        return try SessionObject.attempt(call) { () throws(Refusal) in
            call.stack.push(object: try opening.add(template))
            return 1
        }
    }

    /// `menu(key or record, config)`: what can be done with a record.
    static func menu(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let opening = try SessionOpening(call, table, config: 3)
        let call = call
        return try attempt(call) {
            let menu = RecordMenu(try table.row(at: 2, of: call), opening)
            table.host?.foreground?.menu = menu
            call.stack.push(object: MenuObject(menu))
            return 1
        }
    }
}
