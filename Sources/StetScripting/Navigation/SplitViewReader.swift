import LuaKit
import StetCore
import StetSessions

/// Makes a split view of the table that `stet.split_view{ … }` takes.
struct SplitViewReader {
    private let module: StageModule
    private let options: ScriptOptions

    private static let known = [
        "columns", "items", "id", "title", "children", "selection_mode", "resolve",
        "reset_path_on_selection", "visibility", "preferred_compact_column", "compact_below",
        "wide_from", "width", "detail", "placeholder",
    ]

    init(_ module: StageModule, _ call: LuaCall) throws {
        self.module = module
        options = try ScriptOptions(call, at: 1, of: "stet.split_view", known: Self.known)
    }

    func make(_ call: LuaCall) throws -> Int {
        var configuration: SplitViewConfiguration
        let count = try options.integer("columns") ?? 2
        do throws(Refusal) {
            configuration = try SplitViewConfiguration(columns: count)
        } catch {
            throw HostError(error.message)
        }
        configuration.selectionMode =
            try options.word("selection_mode", SplitViewConfiguration.SelectionMode.self) ?? .single
        configuration.scope =
            try options.word("resolve", SplitViewConfiguration.Scope.self) ?? configuration.scope
        configuration.resetsPathOnSelection =
            try options.boolean("reset_path_on_selection") ?? true
        configuration.compactBelow =
            try options.integer("compact_below") ?? configuration.compactBelow
        configuration.wideFrom = try options.integer("wide_from") ?? configuration.wideFrom

        let object = SplitViewObject(module, SplitView(configuration, log: module.stage.log))
        object.detail = try options.function("detail")
        let stack = options.stack
        stack.pushField("placeholder", of: options.table)
        object.placeholder = stack.value(at: -1)
        stack.pop()
        let call = call
        let events = try events()
        try fill(object)
        return attempt(call) { () throws(Refusal) in
            for event in events { try object.view.send(event) }
            module.host?.foreground?.made(.splitView(object))
            call.stack.push(object: object)
            return 1
        }
    }

    private func events() throws -> [SplitViewMachine.Event] {
        var events: [SplitViewMachine.Event] = []
        if let width = try options.integer("width") { events.append(.resize(width)) }
        if let visibility = try options.word("visibility", ColumnVisibility.self) {
            events.append(.setVisibility(visibility))
        }
        if let column = try options.word("preferred_compact_column", SplitViewColumn.self) {
            events.append(.preferCompactColumn(column))
        }
        return events
    }

    /// The items: read now, and those of a collection after each of its changes.
    private func fill(_ object: SplitViewObject) throws {
        let stack = options.stack
        let base = stack.top
        defer { stack.setTop(base) }
        stack.pushField("items", of: options.table)
        do throws(Refusal) {
            if let table = stack.object(at: -1, as: TableObject.self) {
                for name in ["id", "children"] where options.has(name) {
                    throw Refusal(
                        .value,
                        "\(name) is for items that are tables; those of a collection have "
                            + "its keys and its tree")
                }
                try object.follow(table, title: title())
            } else if stack.type(at: -1) == .table {
                try object.setItems(
                    NavigationItems(stack, listAt: stack.top, names()))
            } else if stack.type(at: -1) != .nil {
                throw Refusal(
                    .value,
                    "items of stet.split_view is a list of tables or a collection, not a "
                        + stack.typeName(at: -1))
            }
        } catch {
            throw HostError(error.message)
        }
    }

    private func title() throws(Refusal) -> String? { try text("title") }

    private func names() throws(Refusal) -> NavigationItems.Names {
        var names = NavigationItems.Names()
        names.identity = try text("id") ?? names.identity
        names.title = try text("title") ?? names.title
        names.children = try text("children") ?? names.children
        return names
    }

    private func text(_ name: String) throws(Refusal) -> String? {
        do {
            return try options.text(name)
        } catch {
            throw Refusal(.value, String(describing: error))
        }
    }
}
