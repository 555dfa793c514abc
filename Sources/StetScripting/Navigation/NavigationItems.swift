import LuaKit
import StetCore
import StetSessions

/// What a split view of a script lists: a list of tables with lists of tables in them, or a
/// collection.
struct NavigationItems {
    let tree: NavigationTree
    /// What the script calls an item: its table.
    private(set) var tables: [Identity: LuaReference] = [:]
    /// Of a collection: its records.
    private(set) var rows: [Identity: RowID] = [:]

    /// Deeper trees are taken to be items inside themselves.
    private static let depthLimit = 100

    private static func tooDeep(_ title: String) -> Refusal {
        Refusal(
            .value,
            "“\(title)” lies more than \(depthLimit) levels deep; is an item inside itself?")
    }

    // MARK: Tables

    /// What the fields of an item are called.
    struct Names {
        var identity = "id"
        var title = "title"
        var children = "children"
    }

    /// - Throws: what is wrong with the items.
    init(_ stack: LuaStack, listAt index: Int, _ names: Names) throws(Refusal) {
        var tables: [Identity: LuaReference] = [:]
        let roots = try Self.items(stack, index, names, 0, &tables)
        tree = try NavigationTree(roots)
        self.tables = tables
    }

    private static func items(
        _ stack: LuaStack, _ list: Int, _ names: Names, _ depth: Int,
        _ tables: inout [Identity: LuaReference]
    ) throws(Refusal) -> [NavigationItem] {
        let base = stack.top
        defer { stack.setTop(base) }
        do throws(LuaError) {
            try stack.reserve(8)
        } catch {
            throw Refusal(.value, error.message)
        }
        let list = stack.absolute(list)
        var items: [NavigationItem] = []
        for number in 0..<stack.length(of: list) {
            stack.setTop(base)
            stack.pushElement(number + 1, of: list)
            let item = stack.top
            guard stack.type(at: item) == .table else {
                throw Refusal(.value, "an item is a table, not a \(stack.typeName(at: item))")
            }
            stack.pushField(names.identity, of: item)
            guard let identity = stack.navigationIdentity(at: -1) else {
                throw Refusal(
                    .value,
                    "an item's \(names.identity) is a text or a whole number, not a "
                        + stack.typeName(at: -1))
            }
            stack.pushField(names.title, of: item)
            let title = stack.string(at: -1) ?? identity.description
            var children: [NavigationItem]?
            if stack.pushField(names.children, of: item) == .table {
                guard depth < depthLimit else { throw tooDeep(title) }
                children = try self.items(stack, stack.top, names, depth + 1, &tables)
            }
            tables[identity] = stack.reference(at: item)
            items.append(NavigationItem(identity, title, children: children))
        }
        return items
    }

    // MARK: Collections

    /// The records of a collection, as the tree that it is, or one beside the other.
    ///
    /// - Parameter title: the field that holds the titles; nil: the key is the title.
    init(_ table: TableObject, title: String?) throws(Refusal) {
        do {
            let tree = table.knownLink == nil ? nil : try table.tree()
            let snapshot = table.collection.snapshot
            var rows: [Identity: RowID] = [:]
            func make(_ row: RowID, _ depth: Int) throws -> NavigationItem {
                let key = try snapshot.key(of: row).description
                guard depth <= Self.depthLimit else { throw Self.tooDeep(key) }
                let children = try tree?.children(row) ?? []
                rows[Identity(key)] = row
                return NavigationItem(
                    Identity(key), try Self.title(of: row, title, snapshot) ?? key,
                    children: children.isEmpty ? nil : try children.map { try make($0, depth + 1) })
            }
            let roots = try tree?.roots() ?? Array(snapshot.rows)
            self.tree = try NavigationTree(roots.map { try make($0, 0) })
            self.rows = rows
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.value, String(describing: error))
        }
    }

    private static func title(
        of row: RowID, _ field: String?, _ snapshot: Snapshot
    ) throws -> String? {
        let layout = snapshot.layout
        let name = field ?? ["title", "name"].first { layout.index(of: $0) != nil }
        guard let name else { return nil }
        let column = try layout.require(name)
        return try snapshot.cell(row, column.id).map { $0.text.description }
    }
}
