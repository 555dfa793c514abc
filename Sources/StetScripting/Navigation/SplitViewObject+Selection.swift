import LuaKit
import StetSessions

/// Items and what is selected of them.
extension SplitViewObject {
    static var selecting: [(String, HostFunction)] {
        [
            ("select", select), ("toggle", toggle), ("deselect", deselect),
            ("selection", selection),
            ("items", items), ("item", item), ("parent", parent), ("ancestors", ancestors),
            ("expand", { call in try send(call, .expand(subject(call).identity(call, at: 2))) }),
            (
                "collapse",
                { call in try send(call, .collapse(subject(call).identity(call, at: 2))) }
            ),
            ("outline", outline), ("on_change", onChange),
        ]
    }

    /// `select(id or list of ids [, column])`
    private static func select(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        var identities: [Identity] = []
        if call.stack.type(at: 2) == .table {
            let stack = call.stack
            for index in 0..<stack.length(of: 2) {
                let base = stack.top
                defer { stack.setTop(base) }
                stack.pushElement(index + 1, of: 2)
                identities.append(try object.identity(call, at: stack.top))
            }
        } else if !call.isNone(2) {
            identities = [try object.identity(call, at: 2)]
        }
        return try send(
            call, .select(identities, in: try column(call, at: 3, or: .sidebar)))
    }

    private static func toggle(_ call: inout LuaCall) throws -> Int {
        let identity = try subject(call).identity(call, at: 2)
        return try send(call, .toggle(identity, in: try column(call, at: 3, or: .sidebar)))
    }

    private static func deselect(_ call: inout LuaCall) throws -> Int {
        try send(call, .select([], in: try column(call, at: 2, or: .sidebar)))
    }

    /// `selection([column])`: the id, or nil; a list of ids where several can be selected.
    private static func selection(_ call: inout LuaCall) throws -> Int {
        let state = try subject(call).view.state
        let selected = state.selection(in: try column(call, at: 2, or: .sidebar))
        let stack = call.stack
        guard state.configuration.selectionMode == .multiple else {
            if let first = selected.first { stack.push(first) } else { stack.pushNil() }
            return 1
        }
        stack.pushTable(array: selected.count)
        for (index, identity) in selected.enumerated() {
            stack.push(identity)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    // MARK: Items

    /// `items([column])`: the items that a column lists.
    private static func items(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let items = object.view.state.items(in: try column(call, at: 2, or: .sidebar))
        object.push(items, on: call.stack)
        return 1
    }

    private func push(_ items: [NavigationItem], on stack: LuaStack) {
        stack.pushTable(array: items.count)
        for (index, item) in items.enumerated() {
            push(item: item.identity, on: stack)
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    /// `item(id)`: the item, or nil.
    private static func item(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        object.push(item: try object.identity(call, at: 2), on: call.stack)
        return 1
    }

    /// `parent(id)`: the item that it lies in, or nil.
    private static func parent(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let identity = try object.identity(call, at: 2)
        if let parent = object.view.state.tree.parent(of: identity) {
            object.push(item: parent.identity, on: call.stack)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `ancestors(id)`: the items that it lies in, from the outermost.
    private static func ancestors(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let identity = try object.identity(call, at: 2)
        object.push(object.view.state.tree.ancestors(of: identity), on: call.stack)
        return 1
    }

    /// `outline()`: a list of `{ id =, title =, depth =, is_expanded = }`; a leaf has no
    /// `is_expanded`.
    private static func outline(_ call: inout LuaCall) throws -> Int {
        let rows = try subject(call).view.state.outline
        let stack = call.stack
        stack.pushTable(array: rows.count)
        for (index, row) in rows.enumerated() {
            stack.pushTable(hash: 4)
            stack.push(row.identity)
            stack.setField("id", of: stack.top - 1)
            stack.push(row.title)
            stack.setField("title", of: stack.top - 1)
            stack.push(row.depth)
            stack.setField("depth", of: stack.top - 1)
            if let isExpanded = row.isExpanded {
                stack.push(isExpanded)
                stack.setField("is_expanded", of: stack.top - 1)
            }
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    /// `on_change(fn)`: calls `fn(event, …)` with each event of the view; what it returns ends
    /// that.
    private static func onChange(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        try call.requireFunction(2)
        call.stack.push(object: object.listen(call.stack.reference(at: 2)))
        return 1
    }
}
