@testable import StetSessions

/// Three shelves of books; two of them share a title.
enum Library {
    static func tree() throws -> NavigationTree {
        func item(_ id: String, _ title: String, _ children: [NavigationItem]? = nil)
            -> NavigationItem
        {
            NavigationItem(Identity(id), title, children: children)
        }
        return try NavigationTree([
            item(
                "s1", "Travel",
                [
                    item("t1", "Rivers", [item("b1", "Atlas"), item("b2", "Notes")]),
                    item("t2", "Roads", [item("b3", "Atlas")]),
                ]),
            item("s2", "Cookery", [item("t3", "Bread", [])]),
            item("s3", "Poems"),
        ])
    }
}

/// A split view with a log of what it announced.
final class NavigationFixture {
    let view: SplitView

    init(columns: Int, _ change: (inout SplitViewConfiguration) -> Void = { _ in }) throws {
        var configuration = try SplitViewConfiguration(columns: columns)
        change(&configuration)
        view = SplitView(configuration, tree: try Library.tree())
        try view.send(.addDestination(type: "note", in: .detail))
    }

    func select(_ ids: String..., in column: SplitViewColumn = .sidebar) throws {
        try view.send(.select(ids.map { Identity($0) }, in: column))
    }

    func push(_ number: Int) throws {
        try view.send(.push(NavigationValue("note", .number(number)), in: .detail))
    }

    /// What was announced since it was last asked.
    func takeLog() -> [String] {
        defer { view.log.removeAll() }
        return view.log.descriptions
    }
}
