import LuaKit
import StetCore
import StetSessions
import StetText

/// Makes rows of tables.
struct RowReader {
    let module: ListModule
    /// In a list of records: whose.
    let table: TableObject?

    init(_ module: ListModule, _ table: TableObject? = nil) {
        self.module = module
        self.table = table
    }

    /// What can be given to a row and read of it.
    static let names = [
        "text", "detail_text", "image", "selection", "accessory", "cell", "context",
        "edit_actions", "copyable", "copy", "selectable", "accessibility_identifier",
        "accessibility_label", "accessibility_traits",
    ]

    /// A row, a table of what a row has, or a text.
    func row(_ stack: LuaStack, at index: Int) throws -> ListRow {
        if let object = stack.object(at: index, as: RowObject.self) { return object.row }
        if let text = stack.listText(at: index) { return ListRow(text) }
        let options = try ListOptions(
            stack, module.state, at: index, of: "stet.row", known: Self.names + ["uuid"])
        let uuid = try options.read("uuid") { place in
            guard let uuid = stack.navigationIdentity(at: place) else {
                throw options.wrong("uuid", "a text or a whole number", at: place)
            }
            return uuid
        }
        var row = ListRow(uuid: uuid ?? .fresh())
        // The text may come first, without its name.
        if stack.pushElement(1, of: options.index) != .nil { row.text = stack.listText(at: -1) }
        stack.pop()
        for name in options.names where name != "uuid" { try set(name, of: &row, options) }
        return row
    }

    /// Gives a row what the options have under a name.
    func set(_ name: String, of row: inout ListRow, _ options: ListOptions) throws {
        switch name {
        case "text": row.text = try options.text(name)
        case "detail_text": row.detailText = try options.text(name)
        case "image": row.image = try options.text(name)
        case "selection":
            row.selection = try options.function(name).map { module.rowHandler($0, of: table) }
        case "accessory":
            row.accessory =
                try options.read(name) { place in
                    guard let accessory = AccessoryObject.read(options.stack, at: place) else {
                        throw options.wrong(name, "one of stet.accessory", at: place)
                    }
                    return accessory
                } ?? .none
        case "cell": row.cell = try cell(options)
        case "context":
            row.context =
                options.read(name) { .object(options.stack.reference(at: $0)) } ?? .none
        case "edit_actions": row.editActions = try actions(options)
        case "copyable":
            if try options.boolean(name) != true {
                row.copy = .never
            } else if !row.isCopyable {
                row.copy = .text
            }
        case "copy":
            if let function = try options.function(name) {
                row.copy = .written { [unowned module, table] row in
                    try function { stack in
                        stack.push(object: RowObject(row, module, table))
                        return 1
                    } _: { stack, result in
                        guard let text = stack.listText(at: result) else {
                            throw HostError(
                                "it must return text, not a \(stack.typeName(at: result))")
                        }
                        return text
                    }
                }
            }
        case "selectable": row.isAlwaysSelectable = try options.boolean(name) ?? false
        case "accessibility_identifier":
            row.accessibility.identifier = try options.text(name)
        case "accessibility_label": row.accessibility.label = try options.text(name)
        case "accessibility_traits": row.accessibility.traits = try options.texts(name)
        default:
            throw HostError("a row has no \"\(name)\"")
        }
    }

    private func cell(_ options: ListOptions) throws -> String {
        guard let text = try options.text("cell") else { return CellRegistry.standard }
        try module.learnCell(text.description)
        return text.description
    }

    func actions(_ options: ListOptions) throws -> [EditAction] {
        try options.read("edit_actions") { place in
            guard options.stack.type(at: place) == .table else {
                throw options.wrong("edit_actions", "a list", at: place)
            }
            return try options.stack.elements(of: place) { try action(options.stack, at: $0) }
        } ?? []
    }

    /// `{ title =, style =, edge =, selection = … }`; the title may come first, without its name.
    private func action(_ stack: LuaStack, at index: Int) throws -> EditAction {
        let options = try ListOptions(
            stack, module.state, at: index, of: "an edit action",
            known: [
                "title", "style", "edge", "background_color", "background_effect", "selection",
            ])
        var title = try options.text("title")
        if title == nil, stack.pushElement(1, of: options.index) != .nil {
            title = stack.listText(at: -1)
        }
        guard let title else { throw HostError("an edit action has a title") }
        return EditAction(
            title, style: try options.choice("style", EditAction.Style.self) ?? .normal,
            edge: try options.choice("edge", EditAction.Edge.self) ?? .trailing,
            backgroundColor: try options.text("background_color"),
            backgroundEffect: try options.text("background_effect"),
            selection: try options.function("selection").map { module.rowHandler($0, of: table) })
    }
}
