import LuaKit
import StetSessions

/// Paths, links and what is shown of them.
extension SplitViewObject {
    static var paths: [(String, HostFunction)] {
        [
            ("destination", destination), ("push", push), ("pop", pop), ("pop_to_root", popToRoot),
            ("path", path), ("link", link), ("back", { call in try send(call, .back) }),
            ("detail_source", detailSource), ("shown", shown), ("save", save), ("restore", restore),
        ]
    }

    /// `destination(type, fn [, column])`: `fn(id)` makes what the column shows of such values.
    private static func destination(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let type = try call.string(2)
        try call.requireFunction(3)
        let function = call.stack.reference(at: 3)
        let column = try column(call, at: 4, or: .detail)
        let results = try send(call, .addDestination(type: type, in: column))
        if results == 1 { object.setDestination(type, in: column, function) }
        return results
    }

    /// `push(type, id [, column])`
    private static func push(_ call: inout LuaCall) throws -> Int {
        let type = try call.string(2)
        guard let identity = call.stack.navigationIdentity(at: 3) else {
            throw call.bad(3, expected: "id")
        }
        return try send(
            call,
            .push(NavigationValue(type, identity), in: try column(call, at: 4, or: .detail)))
    }

    /// `pop([count [, column]])`
    private static func pop(_ call: inout LuaCall) throws -> Int {
        let count = try call.isNone(2) ? 1 : call.integer(2)
        return try send(call, .pop(count, in: try column(call, at: 3, or: .detail)))
    }

    /// `pop_to_root([column])`
    private static func popToRoot(_ call: inout LuaCall) throws -> Int {
        try send(call, .popToRoot(try column(call, at: 2, or: .detail)))
    }

    /// `path([column])`: a list of `{ type =, id = }`, and of `{ label = }` for views.
    private static func path(_ call: inout LuaCall) throws -> Int {
        let state = try subject(call).view.state
        let entries = state.stack(in: try column(call, at: 2, or: .detail))
        let stack = call.stack
        stack.pushTable(array: entries.count)
        for (index, entry) in entries.enumerated() {
            stack.pushTable(hash: 2)
            switch entry {
            case .value(let value):
                stack.push(value.type)
                stack.setField("type", of: stack.top - 1)
                stack.push(value.identity)
                stack.setField("id", of: stack.top - 1)
            case .view(let label, _):
                stack.push(label)
                stack.setField("label", of: stack.top - 1)
            }
            stack.setElement(index + 1, of: stack.top - 1)
        }
        return 1
    }

    /// `link{ label =, value = { type =, id = } or view = fn, column =, is_detail_link = }`
    private static func link(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let options = try ScriptOptions(
            call, at: 2, of: "a link",
            known: ["label", "value", "view", "column", "is_detail_link"])
        let column = try options.word("column", SplitViewColumn.self) ?? .sidebar
        let target: NavigationLink.Target
        var label = try options.text("label")
        let stack = call.stack
        if let view = try options.function("view") {
            guard !options.has("value") else {
                throw HostError("a link has a view or a value, not both")
            }
            target = .view(
                number: object.add(view: view),
                isDetailLink: try options.boolean("is_detail_link") ?? true)
        } else {
            stack.pushField("value", of: options.table)
            let value = try ScriptOptions(
                stack, at: -1, of: "the value of a link", known: ["type", "id"])
            stack.pushField("id", of: value.table)
            guard let type = try value.text("type"),
                let identity = stack.navigationIdentity(at: -1)
            else { throw HostError("the value of a link is { type = text, id = id }") }
            target = .value(NavigationValue(type, identity))
            label = label ?? "\(type):\(identity)"
        }
        let link = NavigationLink(label ?? "link", target)
        stack.push(object: LinkObject(object, link, column))
        return 1
    }

    // MARK: What is shown

    /// `detail_source()`: `selection`, `link` or `placeholder`, and what is selected.
    private static func detailSource(_ call: inout LuaCall) throws -> Int {
        let source = try subject(call).view.state.detailSource
        call.stack.push(source.name)
        guard case .selection(let identity) = source else { return 1 }
        call.stack.push(identity)
        return 2
    }

    /// `shown([column])`: what the function for what the column shows makes of it.
    private static func shown(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        do throws(Refusal) {
            try object.pushShown(in: try columnArgument(call, at: 2), on: call.stack)
        } catch {
            throw HostError(error.message)
        }
        return 1
    }

    private static func columnArgument(
        _ call: LuaCall, at index: Int
    ) throws(Refusal) -> SplitViewColumn {
        do {
            return try column(call, at: index, or: .detail)
        } catch {
            throw Refusal(.value, String(describing: error))
        }
    }

    /// `save()`: selection, paths and columns as JSON; nil and a message if a view is on a path.
    private static func save(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.view.save())
            return 1
        }
    }

    /// `restore(json)`
    private static func restore(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let json = try call.string(2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            try object.view.restore(json)
            call.stack.push(true)
            return 1
        }
    }
}

/// A link of a split view.
final class LinkObject {
    private let owner: SplitViewObject
    private let link: NavigationLink
    private let column: SplitViewColumn

    init(_ owner: SplitViewObject, _ link: NavigationLink, _ column: SplitViewColumn) {
        self.owner = owner
        self.link = link
        self.column = column
    }

    static func register(on stack: LuaStack) {
        LuaType(
            LinkObject.self, name: "link", on: stack,
            methods: [
                (
                    "label",
                    { call in
                        call.stack.push(try call.object(1, as: LinkObject.self).link.label)
                        return 1
                    }
                ), ("follow", follow),
            ])
    }

    /// True, or nil and why nothing can show it.
    private static func follow(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: LinkObject.self)
        let call = call
        return attempt(call) { () throws(Refusal) in
            try object.owner.view.send(.follow(object.link, from: object.column))
            call.stack.push(true)
            return 1
        }
    }
}
