/// What is fixed when a split view is made.
package struct SplitViewConfiguration: Hashable, Sendable {
    package enum SelectionMode: String, Hashable, Sendable, CaseIterable {
        case single
        case multiple
    }

    /// Where a selected identity is looked up.
    package enum Scope: String, Hashable, Sendable, CaseIterable {
        /// Among the items that the column lists.
        case roots
        /// Among those and everything in them.
        case tree
    }

    package var hasContentColumn: Bool
    package var selectionMode = SelectionMode.single
    package var scope: Scope
    /// Another selection empties the path.
    package var resetsPathOnSelection = true
    /// Terminals narrower than this, in columns of text, are compact.
    package var compactBelow = 60
    /// From this width on, `automatic` shows all three columns.
    package var wideFrom = 100

    /// - Parameter columns: 2 or 3.
    /// - Throws: a refusal (`value`) of any other number.
    package init(columns: Int) throws(Refusal) {
        guard columns == 2 || columns == 3 else {
            throw Refusal(.value, "a split view has two or three columns, not \(columns)")
        }
        hasContentColumn = columns == 3
        scope = columns == 3 ? .tree : .roots
    }

    package var columns: [SplitViewColumn] {
        hasContentColumn ? [.sidebar, .content, .detail] : [.sidebar, .detail]
    }
}

/// Which columns are to be shown where there is room for several.
package enum ColumnVisibility: String, Hashable, Sendable, CaseIterable {
    case automatic
    case all
    case doubleColumn = "double_column"
    case detailOnly = "detail_only"
}

package enum SizeClass: String, Hashable, Sendable, CaseIterable {
    /// One column at a time.
    case compact
    case regular
}

/// What the detail column shows at its root.
package enum DetailSource: Hashable, Sendable {
    /// Nothing is selected, or nothing that is known, or several items.
    case placeholder
    case selection(Identity)
    /// A link from another column; it hides the selection until that changes.
    case link(NavigationEntry)

    package var name: String {
        switch self {
        case .placeholder: "placeholder"
        case .selection: "selection"
        case .link: "link"
        }
    }
}

/// All that a split view knows.
package struct SplitViewState: Sendable {
    package let configuration: SplitViewConfiguration
    package internal(set) var tree = NavigationTree.empty
    /// The types of values that a column can show.
    package internal(set) var destinations: [SplitViewColumn: Set<String>] = [:]
    /// What is selected in a column, in the order of selection. The detail column has none.
    package internal(set) var selections: [SplitViewColumn: [Identity]] = [:]
    /// What lies over a column's root. That of the detail column is the path.
    package internal(set) var stacks: [SplitViewColumn: [NavigationEntry]] = [:]
    package internal(set) var link: NavigationEntry?
    package internal(set) var visibility = ColumnVisibility.automatic
    /// The column to be shown when there is room for one; nil: the last that has something to say.
    package internal(set) var preferredCompactColumn: SplitViewColumn?
    /// In columns of text.
    package internal(set) var width = 80
    package internal(set) var forcedSizeClass: SizeClass?
    package internal(set) var expanded: Set<Identity> = []

    package init(_ configuration: SplitViewConfiguration) {
        self.configuration = configuration
    }

    package func selection(in column: SplitViewColumn) -> [Identity] { selections[column] ?? [] }

    package func stack(in column: SplitViewColumn) -> [NavigationEntry] { stacks[column] ?? [] }

    package var path: [NavigationEntry] { stack(in: .detail) }

    package var sizeClass: SizeClass {
        forcedSizeClass ?? (width < configuration.compactBelow ? .compact : .regular)
    }

    /// The column whose selection the detail shows.
    package var selectingColumn: SplitViewColumn {
        configuration.hasContentColumn ? .content : .sidebar
    }

    /// The items that a column lists.
    package func items(in column: SplitViewColumn) -> [NavigationItem] {
        switch column {
        case .sidebar: tree.roots
        case .content: selection(in: .sidebar).flatMap { tree.item($0)?.children ?? [] }
        case .detail: []
        }
    }

    /// Whether a selected identity stands for an item that the column lists.
    package func isResolved(_ identity: Identity, in column: SplitViewColumn) -> Bool {
        guard tree.item(identity) != nil else { return false }
        switch (column, configuration.scope) {
        case (.detail, _): return false
        case (.sidebar, .tree): return true
        case (.sidebar, .roots): return tree.isRoot(identity)
        case (.content, .roots):
            let parent = tree.parent(of: identity)?.identity
            return parent.map { selection(in: .sidebar).contains($0) } ?? false
        case (.content, .tree):
            let selected = Set(selection(in: .sidebar))
            return tree.ancestors(of: identity).contains { selected.contains($0.identity) }
        }
    }

    package var detailSource: DetailSource {
        if let link { return .link(link) }
        let selected = selection(in: selectingColumn)
        guard selected.count == 1, isResolved(selected[0], in: selectingColumn) else {
            return .placeholder
        }
        return .selection(selected[0])
    }

    /// The column that is shown where there is room for one.
    package var compactColumn: SplitViewColumn {
        if let preferredCompactColumn { return preferredCompactColumn }
        if detailSource != .placeholder || !path.isEmpty { return .detail }
        let hasContent =
            !stack(in: .content).isEmpty
            || selection(in: .sidebar).contains { isResolved($0, in: .sidebar) }
        return configuration.hasContentColumn && hasContent ? .content : .sidebar
    }

    /// The columns that are shown, from the edge inwards. Visibility counts only where there is
    /// room for several.
    package var visibleColumns: [SplitViewColumn] {
        guard sizeClass == .regular else { return [compactColumn] }
        switch visibility {
        case .detailOnly: return [.detail]
        case .all: return configuration.columns
        case .doubleColumn: return Array(configuration.columns.suffix(2))
        case .automatic:
            let isWide = width >= configuration.wideFrom
            return isWide ? configuration.columns : Array(configuration.columns.suffix(2))
        }
    }

    package var outline: [OutlineRow] { tree.outline(expanded: expanded) }
}
