import LuaKit
import StetCore
import StetText

/// Collections as trees: `parent`, `ancestors`, `children` and `descendants`.
extension TableObject {
    static var treeMethods: [(String, HostFunction)] {
        [
            ("parent", parent), ("ancestors", ancestors), ("children", children),
            ("descendants", descendants),
        ]
    }

    /// How the collection is a tree: as it was opened with, else as its rules say, else by a
    /// field `parent` or `children`.
    var knownLink: RecordTree.Link? {
        treeLink ?? collection.schema.tree ?? RecordTree.Link.byName(in: collection.layout)
    }

    /// The collection as a tree.
    func tree() throws -> RecordTree {
        let layout = collection.layout
        guard let link = knownLink else {
            throw HostError(
                "\(collection.name) is no tree: it has no field \"parent\" or \"children\"; "
                    + "tree = { parent = \"its field\" } names another")
        }
        guard layout.index(of: link.field) != nil else {
            throw HostError(
                "the tree of \(collection.name): "
                    + RecordWords.unknownField(link.field, among: layout.names))
        }
        if let knownTree, knownTree.link == link { return knownTree }
        let tree = RecordTree(collection, link)
        knownTree = tree
        return tree
    }

    private static func subject(_ call: LuaCall) throws -> TableObject {
        try call.object(1, as: TableObject.self)
    }

    /// `parent(key)`: the record; nil for a root, and nil with a message if the parent that it
    /// names is not there.
    private static func parent(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            let tree = try table.tree()
            let row = try table.row(at: 2, of: call)
            if let parent = try tree.parent(row) {
                table.push(parent, on: call.stack)
                return 1
            }
            if let key = try tree.lostParent(of: row) {
                return call.failure("no record “\(key)”, which is to be the parent")
            }
            call.stack.pushNil()
            return 1
        }
    }

    /// `ancestors(key)`: a list, nearest first; with a message if the parents go round in a circle.
    private static func ancestors(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            let tree = try table.tree()
            let row = try table.row(at: 2, of: call)
            let rows = try tree.ancestors(row)
            table.push(rows, on: call.stack)
            guard let next = try tree.parent(rows.last ?? row) else { return 1 }
            let key = try table.collection.snapshot.key(of: next)
            call.stack.push("“\(key)” is its own ancestor")
            return 2
        }
    }

    /// `children([key])`: a list; without a key, the records that have no parent.
    private static func children(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            let tree = try table.tree()
            table.push(
                call.isNone(2)
                    ? try tree.roots() : try tree.children(table.row(at: 2, of: call)),
                on: call.stack)
            return 1
        }
    }

    /// `descendants([key])`: a list, each record before its own descendants; without a key, of
    /// all that can be reached from the records that have no parent.
    private static func descendants(_ call: inout LuaCall) throws -> Int {
        let table = try subject(call)
        let call = call
        return try attempt(call) {
            let tree = try table.tree()
            var rows: [RowID] = []
            if call.isNone(2) {
                for root in try tree.roots() { rows += try [root] + tree.descendants(root) }
            } else {
                rows = try tree.descendants(table.row(at: 2, of: call))
            }
            table.push(rows, on: call.stack)
            return 1
        }
    }

    /// Pushes a list of records.
    private func push(_ rows: [RowID], on stack: LuaStack) {
        stack.pushTable(array: rows.count)
        for (index, row) in rows.enumerated() {
            push(row, on: stack)
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }
}

extension RecordTree.Link {
    /// Reads `{ parent = "group" }` or `{ children = "parts", separator = ";" }`.
    ///
    /// - Throws: what is wrong with it, as a sentence about `tree`.
    init(_ stack: LuaStack, at index: Int) throws(RulesError) {
        let wanted = "tree is { parent = \"its field\" } or { children = \"its field\" }"
        let table = stack.absolute(index)
        guard stack.type(at: table) == .table else { throw RulesError(wanted) }
        let known = ["parent", "children", "separator"]
        for name in try stack.names(of: table) where !known.contains(name) {
            throw RulesError(
                "tree: unknown name \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
        func text(_ name: String) throws(RulesError) -> String? {
            let top = stack.top
            defer { stack.setTop(top) }
            guard stack.pushField(name, of: table) != .nil else { return nil }
            guard let text = stack.string(at: -1), !text.isEmpty else {
                throw RulesError("tree: \(name) must be text")
            }
            return text
        }
        let (parent, children) = (try text("parent"), try text("children"))
        let separator = try text("separator")
        switch (parent, children) {
        case (let parent?, nil):
            guard separator == nil else {
                throw RulesError("tree: a separator is one of children")
            }
            self = .parent(parent)
        case (nil, let children?):
            let bytes = Array((separator ?? ";").utf8)
            guard bytes.count == 1 else {
                throw RulesError("tree: the separator must be one byte")
            }
            self = .children(children, separator: bytes[0])
        default: throw RulesError(wanted)
        }
    }

    /// By the name of a field.
    static func byName(in layout: ColumnLayout) -> RecordTree.Link? {
        if layout.index(of: "parent") != nil { return .parent("parent") }
        if layout.index(of: "children") != nil {
            return .children("children", separator: UInt8(ascii: ";"))
        }
        return nil
    }
}
