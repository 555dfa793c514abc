import LuaKit
import StetCore
import StetSessions
import StetText

/// A list as scripts see it.
package final class DataSourceObject {
    package let source: DataSource
    let module: ListModule
    /// In a list of records: whose, and what keeps it like them.
    package private(set) var table: TableObject?
    private(set) var follower: CollectionList?

    static let optionNames = [
        "auto_deselect", "selection_mode", "delegate", "section_index_titles",
    ]

    /// `stet.data_source{ sections =, auto_deselect =, selection_mode =, delegate = … }`
    convenience init(_ call: LuaCall, at index: Int, _ module: ListModule) throws {
        let stack = call.stack
        if call.isNone(index) {
            stack.pushTable()
            stack.insert(index)
        }
        let options = try ListOptions(
            stack, module.state, at: index, of: "stet.data_source",
            known: Self.optionNames + ["sections"])
        try self.init(options, module)
        let sections = try options.read("sections") { try module.sections(stack, at: $0) }
        do throws(Refusal) {
            try source.set(sections ?? [])
        } catch {
            throw HostError("stet.data_source: \(error.message)")
        }
        source.log.removeAll()
    }

    init(_ options: ListOptions, _ module: ListModule, table: TableObject? = nil) throws {
        self.module = module
        self.table = table
        source = DataSource(
            mode: try options.choice("selection_mode", SelectionMode.self) ?? .single,
            deselectsAutomatically: try options.boolean("auto_deselect") ?? true,
            delegate: try options.read("delegate") { place in
                try Self.delegate(options.stack, at: place, module, table)
            } ?? ListDelegate(), cells: module.cells)
        if let titles = try options.texts("section_index_titles") {
            do throws(Refusal) {
                try source.setIndexTitles(titles)
            } catch {
                throw HostError(error.message)
            }
        }
    }

    /// Has the list show records, and go on doing so.
    func follow(_ view: CollectionView, _ recipe: CollectionRecipe) throws(Refusal) {
        follower = try CollectionList(view, recipe, in: source)
        source.log.removeAll()
    }

    private static func delegate(
        _ stack: LuaStack, at index: Int, _ module: ListModule, _ table: TableObject?
    ) throws -> ListDelegate {
        let options = try ListOptions(
            stack, module.state, at: index, of: "a delegate",
            known: [
                "did_select", "did_deselect", "did_tap_accessory", "will_display",
                "will_display_header",
            ])
        func handler(_ name: String) throws -> RowHandler? {
            try options.function(name).map { module.rowHandler($0, of: table) }
        }
        var delegate = ListDelegate()
        delegate.didSelect = try handler("did_select")
        delegate.didDeselect = try handler("did_deselect")
        delegate.didTapAccessory = try handler("did_tap_accessory")
        if let function = try options.function("will_display") {
            delegate.willDisplay = { [unowned module] row, path in
                try function.run { stack in module.push(row, path, of: table, on: stack) }
            }
        }
        if let function = try options.function("will_display_header") {
            delegate.willDisplayHeader = { [unowned module] section, index in
                try function.run { stack in
                    stack.push(object: SectionObject(section, on: stack, module, table))
                    stack.push(index + 1)
                    return 2
                }
            }
        }
        return delegate
    }

    static func register(on stack: LuaStack) {
        LuaType(
            DataSourceObject.self, name: "data source", on: stack,
            methods: DataSourceMethods.all,
            metamethods: [
                ("__index", DataSourceMethods.index), ("__newindex", DataSourceMethods.newIndex),
                ("__len", DataSourceMethods.count), ("__tostring", DataSourceMethods.text),
            ])
    }

    // MARK: Which row is meant

    /// The row that a person means: a path such as `1.2`, or a uuid.
    package func target(_ text: String) -> RowTarget {
        let number = Int(text).map { Identity.number($0) }
        if let number, source.state.path(of: number) != nil { return .uuid(number) }
        return target(.text(ByteString(text)))
    }

    private func target(_ uuid: Identity) -> RowTarget {
        guard case .text(let text) = uuid, source.state.path(of: uuid) == nil,
            let path = Self.path(text)
        else { return .uuid(uuid) }
        return .path(path)
    }

    /// A row, a record, a uuid, or a path: `{ 1, 2 }` or `"1.2"`.
    func target(_ call: LuaCall, at index: Int) throws -> RowTarget {
        let stack = call.stack
        if let object = stack.object(at: index, as: RowObject.self) {
            return .uuid(object.row.uuid)
        }
        if let record = stack.object(at: index, as: RecordObject.self) {
            guard record.table === table else {
                throw HostError("the record is not one of this list's collection")
            }
            return .uuid(Identity(record.view.row))
        }
        if index <= call.count, stack.type(at: index) == .table {
            let numbers = [("section", 1), ("row", 2)].map { name, place in
                stack.scope { () -> Int? in
                    if stack.pushElement(place, of: index) == .nil {
                        stack.pop()
                        stack.pushField(name, of: index)
                    }
                    return stack.integer(at: -1)
                }
            }
            guard let section = numbers[0], let row = numbers[1] else {
                throw HostError("a path is { section, row }, two whole numbers")
            }
            return .path(RowPath(section &- 1, row &- 1))
        }
        guard index <= call.count, let uuid = stack.navigationIdentity(at: index) else {
            throw call.bad(index, expected: "row, path or uuid")
        }
        return target(uuid)
    }

    private static func path(_ text: ByteString) -> RowPath? {
        let parts = text.description.split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false
        ).map { Int($0) }
        guard parts.count == 2, let section = parts[0], let row = parts[1] else { return nil }
        return RowPath(section &- 1, row &- 1)
    }
}
