import LuaKit
import StetCore
import StetSessions

/// The `ctx` of a session's handlers.
final class SessionContext {
    let table: TableObject
    /// Set before any handler runs. The session does not outlive its handlers' context.
    weak var session: DetailSession?
    weak var object: SessionObject?
    /// What `ctx:report` says while a field's validator runs.
    private var collected: [DraftProblem]?

    init(_ table: TableObject) {
        self.table = table
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SessionContext.self, name: "session context", on: stack,
            methods: [("report", report)], metamethods: [("__index", index)])
    }

    /// `ctx:report(field, ok[, message])`
    private static func report(_ call: inout LuaCall) throws -> Int {
        let context = try call.object(1, as: SessionContext.self)
        let field = try call.string(2)
        guard call.count >= 3 else { throw call.bad(3, expected: "boolean") }
        let isWell = call.stack.boolean(at: 3)
        let message = call.isNone(4) ? nil : try call.string(4)
        guard context.table.collection.layout.index(of: field) != nil else {
            throw HostError(
                RecordWords.unknownField(field, among: context.table.collection.layout.names))
        }
        if context.collected != nil {
            guard !isWell else { return 0 }
            context.collected?.append(
                DraftProblem(field: field, code: "report", message: message ?? "is not valid"))
            return 0
        }
        do throws(Refusal) {
            try context.session?.report(field, isWell: isWell, message: message)
        } catch {
            throw HostError(error.message)
        }
        return 0
    }

    /// Runs a validator and adds what it reported by hand.
    func collecting(
        _ body: () throws(HandlerError) -> [DraftProblem]
    ) throws(HandlerError) -> [DraftProblem] {
        collected = []
        defer { collected = nil }
        let problems = try body()
        return (collected ?? []) + problems
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let context = try call.object(1, as: SessionContext.self)
        let stack = call.stack
        let session = context.session
        switch stack.string(at: 2) ?? "" {
        case "file": stack.push(context.table.collection.name)
        case "record":
            if let row = session?.row { stack.push(row.number) } else { stack.pushNil() }
        case "mode": stack.push(session?.kind.rawValue ?? "edit")
        case "original_key":
            let parts = session?.context.originalKey?.parts ?? []
            switch parts.count {
            case 0: stack.pushNil()
            case 1: stack.push(parts[0].bytes)
            default: stack.push(RecordKey(parts).description)
            }
        case "is_add": stack.push(session?.kind == .add)
        case "session":
            if let object = context.object { stack.push(object: object) } else { stack.pushNil() }
        default: stack.pushNil()
        }
        return 1
    }
}
