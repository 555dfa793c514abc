import LuaKit
import StetCore
import StetSessions
import StetText

/// The menu of a record, as scripts see it.
final class MenuObject {
    private let menu: RecordMenu

    init(_ menu: RecordMenu) {
        self.menu = menu
    }

    static func register(on stack: LuaStack) {
        LuaType(
            MenuObject.self, name: "menu", on: stack,
            methods: [("items", items), ("item", item), ("run", run)],
            metamethods: [("__tostring", text)])
    }

    private static func push(_ item: RowMenu.Item, on stack: LuaStack) {
        stack.pushTable(hash: 5)
        let table = stack.top
        stack.push(item.isEnabled)
        stack.setField("enabled", of: table)
        let texts = [
            ("id", item.action.rawValue), ("label", item.label), ("role", item.role.rawValue),
            ("edge", item.edge?.rawValue),
        ]
        for (name, text) in texts {
            guard let text else { continue }
            stack.push(text)
            stack.setField(name, of: table)
        }
    }

    /// `items()`: a list of `{ id =, label =, enabled =, role =, edge = }`; what makes no sense is
    /// not among them.
    private static func items(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: MenuObject.self)
        let stack = call.stack
        return try SessionObject.attempt(call) { () throws(Refusal) in
            let menu = try object.menu.items()
            stack.pushTable(array: menu.items.count)
            for (index, item) in menu.items.enumerated() {
                push(item, on: stack)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            return 1
        }
    }

    /// `item(id)`: one of them; nil where it is absent.
    private static func item(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: MenuObject.self)
        let action = try action(call)
        let stack = call.stack
        return try SessionObject.attempt(call) { () throws(Refusal) in
            if let item = try object.menu.items()[action] {
                push(item, on: stack)
            } else {
                stack.pushNil()
            }
            return 1
        }
    }

    private static func action(_ call: LuaCall) throws -> RowMenu.Action {
        let name = try call.string(2)
        guard let action = RowMenu.Action(rawValue: name) else {
            let known = RowMenu.Action.allCases.map(\.rawValue)
            throw HostError(
                "a menu has no item \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
        return action
    }

    /// `run(id)`: a session for view and edit; true once the record is deleted. Nil and a message
    /// for an item that is absent or disabled; where a dialog asks first, the session as third.
    private static func run(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: MenuObject.self)
        let action = try action(call)
        let call = call
        let stack = call.stack
        return try SessionObject.attempt(call) { () throws(Refusal) in
            switch try object.menu.run(action) {
            case .opened(let session): stack.push(object: session)
            case .deleted: stack.push(true)
            case .asks(let session, let dialog):
                let results = call.failure("“\(dialog.title)” waits for an answer")
                stack.push(object: session)
                return results + 1
            }
            return 1
        }
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: MenuObject.self)
        let stack = call.stack
        return try SessionObject.attempt(call) { () throws(Refusal) in
            let items = try object.menu.items().items.map { item in
                item.isEnabled ? item.action.rawValue : "\(item.action.rawValue) (disabled)"
            }
            stack.push("menu: " + items.joined(separator: ", "))
            return 1
        }
    }
}
