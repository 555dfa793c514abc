import Glibc
import LuaKit
import StetCore
import StetText

/// Being told of changes: `observe` and `unobserve`.
extension TableObject {
    static var observerMethods: [(String, HostFunction)] {
        [("observe", observe), ("unobserve", unobserve)]
    }

    /// `observe(function(diff) … end)`: what stops it when it is called.
    private static func observe(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        try call.requireFunction(2)
        let function = call.stack.reference(at: 2)
        let name = table.collection.name
        table.collection.reportObserverErrors { ObserverObject.report($0, of: name) }
        let token = table.collection.observe { [weak table] event in
            guard let table else { return }
            try table.tell(function, of: event)
        }
        call.stack.push(object: ObserverObject(table, token))
        return 1
    }

    private func tell(_ function: LuaReference, of event: CollectionEvent) throws {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(8)
        stack.push(function)
        stack.push(
            object: DiffObject(
                cause: event.cause.name, from: event.before, to: event.after))
        try stack.call(arguments: 1, results: 0)
    }

    /// `unobserve(stop)`: the same as `stop()`.
    private static func unobserve(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let observer = try call.object(2, as: ObserverObject.self)
        guard observer.table === table else {
            throw HostError("the observer is one of another collection")
        }
        observer.stop()
        return 0
    }
}

/// What `observe` returns: called, it stops the observer. Twice is once.
final class ObserverObject {
    let table: TableObject
    private let token: ObserverToken

    init(_ table: TableObject, _ token: ObserverToken) {
        self.table = table
        self.token = token
    }

    func stop() { table.collection.stopObserving(token) }

    static func register(on stack: LuaStack) {
        let stop: HostFunction = { call in
            try call.object(1, as: ObserverObject.self).stop()
            return 0
        }
        LuaType(
            ObserverObject.self, name: "observer", on: stack, methods: [("stop", stop)],
            metamethods: [("__call", stop)])
    }

    /// Says on standard error why an observer failed. What ends the script itself goes its way.
    static func report(_ error: any Error, of name: String) {
        if let error = error as? LuaError {
            switch error.kind {
            case .exit, .interrupted, .timeLimit: return
            default: break
            }
        }
        let text = "stet: an observer of \(name) failed: \(error)"
        // What Lua code printed comes first.
        fflush(nil)
        let line = Array((SafeText.escaped(text) + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension CollectionEvent.Cause {
    fileprivate var name: String {
        switch self {
        case .change(let kind): kind.rawValue
        case .undo: "undo"
        case .redo: "redo"
        case .rollback: "rollback"
        case .rebase: "rebase"
        }
    }
}
