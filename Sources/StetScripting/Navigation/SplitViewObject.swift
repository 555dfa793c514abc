import LuaKit
import StetCore
import StetSessions

/// A split view as scripts see it.
package final class SplitViewObject {
    let module: StageModule
    package let view: SplitView
    private(set) var items: NavigationItems?
    /// The collection that it lists.
    package private(set) var table: TableObject?
    private var observer: ObserverToken?
    /// Makes what the detail shows of the selected item.
    var detail: LuaReference?
    var placeholder = LuaValue.nil
    private var destinations: [SplitViewColumn: [String: LuaReference]] = [:]
    private var views: [Int: LuaReference] = [:]
    private var lastView = 0
    private var listeners: [(number: Int, function: LuaReference)] = []
    private var lastListener = 0

    init(_ module: StageModule, _ view: SplitView) {
        self.module = module
        self.view = view
        view.changed = { [unowned self] announcement in self.tell(announcement) }
    }

    deinit {
        if let observer { table?.collection.stopObserving(observer) }
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SplitViewObject.self, name: "split view", on: stack,
            methods: selecting + paths + columns)
    }

    static func subject(_ call: LuaCall) throws -> SplitViewObject {
        try call.object(1, as: SplitViewObject.self)
    }

    /// Has something happen: true, or nil and why not.
    static func send(_ call: LuaCall, _ event: SplitViewMachine.Event) throws -> Int {
        let object = try subject(call)
        return attempt(call) { () throws(Refusal) in
            try object.view.send(event)
            call.stack.push(true)
            return 1
        }
    }

    /// The column that an argument names.
    static func column(
        _ call: LuaCall, at index: Int, or standard: SplitViewColumn
    ) throws -> SplitViewColumn {
        if call.isNone(index) { return standard }
        return try ScriptOptions.word(call.string(index), of: "a column", SplitViewColumn.self)
    }

    // MARK: Items

    func setItems(_ items: NavigationItems) throws(Refusal) {
        self.items = items
        try view.send(.setTree(items.tree))
    }

    /// Lists the records of a collection, now and as they change.
    func follow(_ table: TableObject, title: String?) throws(Refusal) {
        self.table = table
        try setItems(NavigationItems(table, title: title))
        observer = table.collection.observe { [weak self] _ in
            guard let self, let table = self.table else { return }
            try self.setItems(NavigationItems(table, title: title))
        }
    }

    /// The identity that an argument means. The keys of a collection are texts, however they are
    /// written in Lua.
    func identity(_ call: LuaCall, at index: Int) throws -> Identity {
        guard let identity = call.stack.navigationIdentity(at: index) else {
            throw call.bad(index, expected: "id")
        }
        if table != nil, case .number(let number) = identity { return Identity(String(number)) }
        return identity
    }

    /// The identity that a person means: a key, or an id of the kind that the items have.
    package func identity(_ text: String) -> Identity {
        if table == nil, view.state.tree.item(Identity(text)) == nil, let number = Int(text) {
            return .number(number)
        }
        return Identity(text)
    }

    /// Pushes what the script calls the item: its table or its record; nil if there is none.
    func push(item identity: Identity, on stack: LuaStack) {
        if let table, let row = items?.rows[identity], table.collection.contains(row) {
            table.push(row, on: stack)
        } else if let reference = items?.tables[identity] {
            stack.push(reference)
        } else {
            stack.pushNil()
        }
    }

    // MARK: What is shown

    /// What the detail column shows.
    package func shownDetail() throws(Refusal) -> LuaValue {
        try module.flows.withStack { stack throws(Refusal) in
            try pushShown(in: .detail, on: stack)
            return stack.value(at: -1)
        }
    }

    func setDestination(_ type: String, in column: SplitViewColumn, _ function: LuaReference) {
        destinations[column, default: [:]][type] = function
    }

    /// - Returns: the number that stands for the view.
    func add(view function: LuaReference) -> Int {
        lastView += 1
        views[lastView] = function
        return lastView
    }

    /// Pushes what a column shows: what the function for it makes, or the placeholder.
    func pushShown(in column: SplitViewColumn, on stack: LuaStack) throws(Refusal) {
        let state = view.state
        var top = state.stack(in: column).last
        if top == nil, column == .detail { top = state.link }
        if let top { return try push(entry: top, in: column, on: stack) }
        guard column == .detail, case .selection(let identity) = state.detailSource else {
            guard case .function(let function) = placeholder, column == .detail else {
                stack.push(column == .detail ? placeholder : .nil)
                return
            }
            return try push(resultOf: function, on: stack) { _ in 0 }
        }
        guard let detail else { return push(item: identity, on: stack) }
        try push(resultOf: detail, on: stack) { stack in
            push(item: identity, on: stack)
            return 1
        }
    }

    private func push(
        entry: NavigationEntry, in column: SplitViewColumn, on stack: LuaStack
    ) throws(Refusal) {
        switch entry {
        case .view(_, let number):
            guard let function = views[number] else { return stack.pushNil() }
            try push(resultOf: function, on: stack) { _ in 0 }
        case .value(let value):
            guard let function = destinations[column]?[value.type] else { return stack.pushNil() }
            try push(resultOf: function, on: stack) { stack in
                stack.push(value.identity)
                return 1
            }
        }
    }

    private func push(
        resultOf function: LuaReference, on stack: LuaStack, _ arguments: (LuaStack) -> Int
    ) throws(Refusal) {
        let result = try module.flows.call(function, arguments) { stack, first in
            stack.top < first ? LuaValue.nil : stack.value(at: first)
        }
        stack.push(result)
    }

    // MARK: Listeners

    func listen(_ function: LuaReference) -> ListenerObject {
        lastListener += 1
        let number = lastListener
        listeners.append((number, function))
        return ListenerObject { [weak self] in
            self?.listeners.removeAll { $0.number == number }
        }
    }

    private func tell(_ announcement: NavigationAnnouncement) {
        for listener in listeners {
            do throws(Refusal) {
                try module.flows.run(listener.function) { stack in
                    stack.push(announcement.name)
                    for detail in announcement.details { stack.push(detail) }
                    return announcement.details.count + 1
                }
            } catch {
                view.log.append(HandlerError(handler: "on_change", message: error.message))
            }
        }
    }
}
