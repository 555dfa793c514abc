import LuaKit
import StetCore
import StetSessions

/// What `stet` has for detail sessions in a trusted script.
enum SessionModule {
    /// - Parameter table: where `stet` is on the stack.
    static func install(
        in table: Int, of stack: LuaStack, state: LuaState, collections: CollectionModule
    ) {
        DraftObject.register(on: stack)
        SessionContext.register(on: stack)
        SessionObject.register(on: stack)
        SessionBinding.register(on: stack)
        MenuObject.register(on: stack)
        RefObject.register(on: stack)
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: table)
        }
        add("ref") { call in
            call.stack.push(object: RefObject(RefValue(call.stack, at: 1), state: state))
            return 1
        }
        add("edit") { [unowned collections] call in try begin(&call, .edit, collections) }
        add("view") { [unowned collections] call in try begin(&call, .view, collections) }
        add("add") { [unowned collections] call in try begin(&call, .add, collections) }
    }

    /// `stet.edit(collection, key, config)` or `stet.edit(record table, config)`, and so on.
    private static func begin(
        _ call: inout LuaCall, _ kind: DetailKind, _ collections: CollectionModule
    ) throws -> Int {
        if call.stack.object(at: 1, as: TableObject.self) != nil {
            return kind == .add
                ? try SessionMethods.add(&call) : try SessionMethods.begin(&call, kind)
        }
        guard call.count >= 1, call.stack.type(at: 1) == .table else {
            throw call.bad(1, expected: "collection or table")
        }
        let bare = try BareRecord(call, collections)
        let call = call
        return try SessionObject.attempt(call) { () throws(Refusal) in
            call.stack.push(object: try bare.begin(kind))
            return 1
        }
    }
}
