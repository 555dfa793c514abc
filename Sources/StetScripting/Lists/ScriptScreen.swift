import LuaKit
import StetSessions

/// A table of functions as the screen of a list: `register(cell)`, `reload(sections)`,
/// `apply(diff)` and `select(uuids)`, each of which may be left out.
final class ScriptScreen: ListScreen {
    weak var source: DataSource?
    private let module: ListModule
    private let table: TableObject?
    private var functions: [String: ScriptFunction] = [:]
    private static let names = ["register", "reload", "apply", "select"]

    init(_ call: LuaCall, at index: Int, _ object: DataSourceObject) throws {
        module = object.module
        table = object.table
        try call.requireTable(index)
        let options = try ListOptions(
            call.stack, module.state, at: index, of: "a view", known: Self.names)
        for name in options.names { functions[name] = try options.function(name) }
    }

    func register(cell: String) {
        tell("register") { $0.push(cell) }
    }

    func reload(_ sections: [ListSection]) {
        tell("reload") { module.push(sections, of: table, on: $0) }
    }

    func apply(_ diff: ListDiff) {
        tell("apply") { diff.push(on: $0) }
    }

    func show(selection: [Identity]) {
        tell("select") { stack in
            stack.pushTable(array: selection.count)
            for (index, uuid) in selection.enumerated() {
                stack.push(uuid)
                stack.setElement(index + 1, of: stack.top - 1)
            }
        }
    }

    /// A screen cannot keep a list from changing: what it raises is told, and that is all.
    private func tell(_ name: String, _ push: (LuaStack) -> Void) {
        guard let function = functions[name] else { return }
        do {
            try function.run { stack in
                push(stack)
                return 1
            }
        } catch {
            source?.log.append(HandlerError(handler: name, message: "\(error)"))
            ObserverObject.report(error, of: "a list (\(name))")
        }
    }
}

extension ListDiff {
    /// Pushes lists of `{ uuid =, path = }`, and the counts as text.
    func push(on stack: LuaStack) {
        stack.pushTable(hash: 9)
        let table = stack.top
        func list(_ name: String, _ entries: [(uuid: Identity, from: RowPath?, to: RowPath?)]) {
            stack.pushTable(array: entries.count)
            for (index, entry) in entries.enumerated() {
                stack.pushTable(hash: 3)
                stack.push(entry.uuid)
                stack.setField("uuid", of: stack.top - 1)
                for (name, path) in [("from", entry.from), ("path", entry.to)] {
                    guard let path else { continue }
                    path.push(on: stack)
                    stack.setField(name, of: stack.top - 1)
                }
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField(name, of: table)
        }
        list("inserted", insertedRows.map { ($0.row.uuid, nil, $0.path) })
        list("removed", removedRows.map { ($0.uuid, nil, $0.path) })
        list("moved", movedRows.map { ($0.uuid, $0.from, $0.to) })
        list("changed", changedRows.map { ($0.row.uuid, nil, $0.path) })
        func sections(_ name: String, _ entries: [(uuid: Identity, from: Int?, to: Int)]) {
            stack.pushTable(array: entries.count)
            for (index, entry) in entries.enumerated() {
                stack.pushTable(hash: 3)
                stack.push(entry.uuid)
                stack.setField("uuid", of: stack.top - 1)
                stack.push(entry.to + 1)
                stack.setField("section", of: stack.top - 1)
                if let from = entry.from {
                    stack.push(from + 1)
                    stack.setField("from", of: stack.top - 1)
                }
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField(name, of: table)
        }
        sections("inserted_sections", insertedSections.map { ($0.section.uuid, nil, $0.index) })
        sections("removed_sections", removedSections.map { ($0.uuid, nil, $0.index) })
        sections("moved_sections", movedSections.map { ($0.uuid, $0.from, $0.to) })
        sections("changed_sections", changedSections.map { ($0.section.uuid, nil, $0.index) })
        stack.push(counts.description)
        stack.setField("summary", of: table)
    }
}

/// What `observe` of a list returns: called, it stops the observer. Twice is once.
final class ListObserver {
    private let log: EventLog
    private var token: Int?

    init(_ log: EventLog, _ function: ScriptFunction) {
        self.log = log
        token = log.listen { announcement in
            do {
                try function.run { stack in
                    stack.push(announcement.name)
                    for detail in announcement.details.prefix(8) { stack.push(detail) }
                    return 1 + min(8, announcement.details.count)
                }
            } catch {
                ObserverObject.report(error, of: "a list")
            }
        }
    }

    static func register(on stack: LuaStack) {
        let stop: HostFunction = { call in
            let observer = try call.object(1, as: ListObserver.self)
            if let token = observer.token { observer.log.stopListening(token) }
            observer.token = nil
            return 0
        }
        LuaType(
            ListObserver.self, name: "list observer", on: stack, methods: [("stop", stop)],
            metamethods: [("__call", stop)])
    }
}
