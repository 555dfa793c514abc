import LuaKit
import StetCore
import StetSessions
import StetText

/// `collection:list{ … }` and `view:list{ … }`: records as sections and rows.
enum CollectionListReader {
    static var methods: [(String, HostFunction)] {
        [("list", list), ("table", RecordTableMethods.make)]
    }

    private static let names = [
        "sections", "section", "row", "title", "detail", "image", "cell", "accessory",
        "selection", "edit_actions", "copyable", "selectable", "context",
    ]

    static func subject(_ call: LuaCall) throws -> (
        table: TableObject, view: CollectionView, module: ListModule
    ) {
        let table: TableObject
        let view: CollectionView
        if let object = call.stack.object(at: 1, as: TableObject.self) {
            (table, view) = (object, object.collection.all)
        } else {
            let object = try call.object(1, as: ViewObject.self)
            (table, view) = (object.table, object.view)
        }
        guard let module = table.host?.lists else {
            throw HostError("'\(call.name)' is for scripts, not for rules")
        }
        return (table, view, module)
    }

    /// The options of a call, or none.
    static func options(
        _ call: LuaCall, _ owner: String, _ module: ListModule, known: [String]
    ) throws -> ListOptions {
        if call.isNone(2) {
            call.stack.setTop(1)
            call.stack.pushTable()
        }
        return try ListOptions(call.stack, module.state, at: 2, of: owner, known: known)
    }

    private static func list(_ call: inout LuaCall) throws -> Int {
        let (table, view, module) = try subject(call)
        let options = try options(
            call, "list", module, known: names + DataSourceObject.optionNames)
        let object = try DataSourceObject(options, module, table: table)
        let recipe = CollectionRecipe(
            sectioning: try sectioning(options, table), section: try section(options, module),
            row: try row(options, table, module))
        do throws(Refusal) {
            try object.follow(view, recipe)
        } catch {
            guard error.reason == .value else { return call.failure(error.message) }
            throw HostError("list: \(error.message)")
        }
        table.host?.foreground?.made(.list(object))
        call.stack.push(object: object)
        return 1
    }

    private static func sectioning(
        _ options: ListOptions, _ table: TableObject
    ) throws -> CollectionRecipe.Sectioning {
        try options.read("sections") { place in
            if options.stack.type(at: place) == .function {
                let function = options.stack.reference(at: place)
                return .function { [unowned table] record in
                    try table.ask(function, about: record) { stack in
                        guard let value = stack.recordValue(at: -1) else {
                            throw HostError(
                                "a section is named by a value, not a \(stack.typeName(at: -1))")
                        }
                        return value
                    }
                }
            }
            return .field(try field("sections", options, table, at: place))
        } ?? .none
    }

    /// `section = function(value, count) … end`: a header, or `{ header =, footer =, index_title = }`.
    private static func section(
        _ options: ListOptions, _ module: ListModule
    ) throws -> ((Value, [RowID]) throws -> ListSection)? {
        try options.function("section").map { function in
            { [unowned module] value, rows in
                try function { stack in
                    stack.push(value)
                    stack.push(rows.count)
                    return 2
                } _: { stack, result in
                    if let object = stack.object(at: result, as: SectionObject.self) {
                        return try object.value(stack)
                    }
                    if stack.type(at: result) == .nil { return ListSection() }
                    if let header = ExtremityObject.read(stack, at: result) {
                        return ListSection(header: header)
                    }
                    return try SectionObject(stack, at: result, module).value(stack)
                }
            }
        }
    }

    private static func field(
        _ name: String, _ options: ListOptions, _ table: TableObject, at place: Int
    ) throws -> String {
        guard let field = options.stack.string(at: place) else {
            throw options.wrong(name, "a field's name or a function", at: place)
        }
        guard table.collection.layout.index(of: field) != nil else {
            throw HostError(
                "list: \(name): "
                    + RecordWords.unknownField(field, among: table.collection.layout.names))
        }
        return field
    }

    /// What makes the row of a record: a function of its own, or one option for each part.
    private static func row(
        _ options: ListOptions, _ table: TableObject, _ module: ListModule
    ) throws -> (RecordView) throws -> ListRow {
        let reader = RowReader(module, table)
        if let function = try options.function("row") {
            if let other = options.names.first(where: { names.dropFirst(3).contains($0) }) {
                throw HostError("list: row makes the whole row; \(other) has no use beside it")
            }
            return { [unowned table] record in
                try table.ask(function.function, about: record) { stack in
                    try reader.row(stack, at: stack.top)
                }
            }
        }
        var row = ListRow()
        for name in ["cell", "selection", "copyable", "selectable"]
        where options.names.contains(name) {
            try reader.set(name, of: &row, options)
        }
        row.editActions = try reader.actions(options)
        let template = row
        let title = try text("title", options, table)
        let detail = try text("detail", options, table)
        let image = try text("image", options, table)
        let accessory = try accessory(options, table)
        let context = try options.function("context")
        return { [unowned table] record in
            var row = template
            row.text = try title.map { try $0(record) } ?? record.cells().first??.text
            row.detailText = try detail?(record)
            row.image = try image?(record)
            row.accessory = try accessory(record)
            if let context {
                row.context = try table.ask(context.function, about: record) { stack in
                    .object(stack.reference(at: -1))
                }
            }
            return row
        }
    }

    /// A field, as its cells are written, or a function.
    private static func text(
        _ name: String, _ options: ListOptions, _ table: TableObject
    ) throws -> ((RecordView) throws -> ByteString?)? {
        try options.read(name) { place in
            if options.stack.type(at: place) == .function {
                let function = options.stack.reference(at: place)
                return { [unowned table] record in
                    try table.ask(function, about: record) { stack in
                        if stack.type(at: -1) == .nil { return nil }
                        guard let text = stack.listText(at: -1) else {
                            throw HostError(
                                "\(name) must return text, not a \(stack.typeName(at: -1))")
                        }
                        return text
                    }
                }
            }
            let field = try field(name, options, table, at: place)
            return { record in try record.cell(field)?.text }
        }
    }

    /// One for all, or a function that gives each record its own.
    private static func accessory(
        _ options: ListOptions, _ table: TableObject
    ) throws -> (RecordView) throws -> Accessory {
        try options.read("accessory") { place in
            if options.stack.type(at: place) == .function {
                let function = options.stack.reference(at: place)
                return { [unowned table] record in
                    try table.ask(function, about: record) { stack in
                        if stack.type(at: -1) == .nil { return .none }
                        guard let accessory = AccessoryObject.read(stack, at: -1) else {
                            throw HostError(
                                "accessory must return one of stet.accessory, not a "
                                    + stack.typeName(at: -1))
                        }
                        return accessory
                    }
                }
            }
            guard let accessory = AccessoryObject.read(options.stack, at: place) else {
                throw options.wrong("accessory", "one of stet.accessory or a function", at: place)
            }
            return { _ in accessory }
        } ?? { _ in .none }
    }
}
