/// Selection, paths, links and columns of a split view.
package enum SplitViewMachine: StateMachine {
    package typealias State = SplitViewState
    /// All that a split view does is to tell of itself.
    package typealias Effect = NavigationAnnouncement

    package enum Event: Sendable {
        case setTree(NavigationTree)
        case expand(Identity)
        case collapse(Identity)
        /// These, and nothing else, are selected.
        case select([Identity], in: SplitViewColumn)
        case toggle(Identity, in: SplitViewColumn)
        case addDestination(type: String, in: SplitViewColumn)
        case push(NavigationValue, in: SplitViewColumn)
        /// Takes so many off the stack.
        case pop(Int, in: SplitViewColumn)
        case popToRoot(SplitViewColumn)
        case follow(NavigationLink, from: SplitViewColumn)
        case setVisibility(ColumnVisibility)
        case preferCompactColumn(SplitViewColumn?)
        /// The terminal has another width.
        case resize(Int)
        /// nil: by the width again.
        case forceSizeClass(SizeClass?)
        case back
        case restore(SavedNavigation)
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        var step = SplitViewStep(state)
        do throws(Refusal) {
            try step.take(event)
        } catch {
            return .refuse(error)
        }
        return step.finish()
    }
}

/// One transition: a copy of the state that is changed, and what is announced of it.
struct SplitViewStep {
    private let before: SplitViewState
    var state: SplitViewState
    var announcements: [NavigationAnnouncement] = []

    init(_ state: SplitViewState) {
        before = state
        self.state = state
    }

    func finish() -> Transition<SplitViewState, NavigationAnnouncement> {
        var announcements = announcements
        if state.sizeClass != before.sizeClass {
            announcements.append(.sizeClassChanged(state.sizeClass))
        }
        if state.visibleColumns != before.visibleColumns {
            announcements.append(.columnsChanged(state.visibleColumns))
        }
        return .move(state, announcements)
    }

    mutating func take(_ event: SplitViewMachine.Event) throws(Refusal) {
        switch event {
        case .setTree(let tree): setTree(tree)
        case .expand(let identity): try setExpanded(identity, true)
        case .collapse(let identity): try setExpanded(identity, false)
        case .select(let identities, let column): try select(identities, in: column)
        case .toggle(let identity, let column): try toggle(identity, in: column)
        case .addDestination(let type, let column):
            try check(column)
            state.destinations[column, default: []].insert(type)
        case .push(let value, let column): try push(value, in: column)
        case .pop(let count, let column): try pop(count, in: column)
        case .popToRoot(let column): try pop(state.stack(in: column).count, in: column)
        case .follow(let link, let column): try follow(link, from: column)
        case .setVisibility(let visibility): setVisibility(visibility)
        case .preferCompactColumn(let column):
            if let column { try check(column) }
            state.preferredCompactColumn = column
        case .resize(let width):
            guard width > 0 else { throw Refusal(.value, "a width is at least 1, not \(width)") }
            state.width = width
        case .forceSizeClass(let sizeClass): state.forcedSizeClass = sizeClass
        case .back: try back()
        case .restore(let saved): try restore(saved)
        }
    }

    // MARK: - Items

    private mutating func setTree(_ tree: NavigationTree) {
        let source = state.detailSource
        let resolved = state.configuration.columns.map { column in
            state.selection(in: column).filter { state.isResolved($0, in: column) }
        }
        state.tree = tree
        state.expanded = state.expanded.filter { tree.item($0)?.children != nil }
        for (column, identities) in zip(state.configuration.columns, resolved) {
            for identity in identities where !state.isResolved(identity, in: column) {
                announcements.append(.selectionUnresolved(column, identity))
            }
        }
        if state.detailSource != source { announcements.append(.detailChanged(state.detailSource)) }
    }

    private mutating func setExpanded(_ identity: Identity, _ isExpanded: Bool) throws(Refusal) {
        guard let item = state.tree.item(identity) else {
            throw Refusal(.value, "no item has the id \(identity)")
        }
        guard item.children != nil else {
            throw Refusal(.value, "“\(item.title)” has nothing in it")
        }
        guard state.expanded.contains(identity) != isExpanded else { return }
        if isExpanded {
            state.expanded.insert(identity)
        } else {
            state.expanded.remove(identity)
        }
        announcements.append(.expansionChanged(identity, isExpanded))
    }

    // MARK: - Selection

    func check(_ column: SplitViewColumn) throws(Refusal) {
        guard state.configuration.columns.contains(column) else {
            throw Refusal(.value, "a split view of two columns has no \(column.rawValue) column")
        }
    }

    func checkSelection(_ identities: [Identity], in column: SplitViewColumn) throws(Refusal) {
        try check(column)
        guard column != .detail else {
            throw Refusal(.value, "nothing is selected in the detail column")
        }
        guard identities.count <= 1 || state.configuration.selectionMode == .multiple else {
            throw Refusal(.value, "only one item can be selected")
        }
        guard let kind = state.tree.kind else { return }
        if let wrong = identities.first(where: { $0.kind != kind }) {
            throw Refusal(
                .value,
                "the id \(wrong) is a \(wrong.kind.rawValue); the items' are \(kind.rawValue)s"
            )
        }
    }

    private mutating func select(
        _ identities: [Identity], in column: SplitViewColumn
    ) throws(Refusal) {
        var seen: Set<Identity> = []
        let unique = identities.filter { seen.insert($0).inserted }
        try checkSelection(unique, in: column)
        // Choosing an item again shows it again, where there is room for one column.
        if !unique.isEmpty { state.preferredCompactColumn = nil }
        guard unique != state.selection(in: column) else { return }
        changeSelection(unique, in: column)
    }

    private mutating func toggle(
        _ identity: Identity, in column: SplitViewColumn
    ) throws(Refusal) {
        try checkSelection([identity], in: column)
        let selected = state.selection(in: column)
        let others = selected.filter { $0 != identity }
        if others.count < selected.count {
            changeSelection(others, in: column)
        } else if state.configuration.selectionMode == .multiple {
            changeSelection(selected + [identity], in: column)
        } else {
            try select([identity], in: column)
        }
    }

    private mutating func changeSelection(_ identities: [Identity], in column: SplitViewColumn) {
        state.selections[column] = identities
        announcements.append(.selectionChanged(column, identities))
        for identity in identities where !state.isResolved(identity, in: column) {
            announcements.append(.selectionUnresolved(column, identity))
        }
        state.link = nil
        let resetsPath = state.configuration.resetsPathOnSelection
        if column == .sidebar, state.configuration.hasContentColumn {
            state.selections[.content] = []
            announcements.append(.selectionChanged(.content, []))
            if resetsPath, !state.stack(in: .content).isEmpty { setStack([], in: .content) }
            announcements.append(.detailChanged(state.detailSource))
            if resetsPath { setStack([], in: .detail) }
        } else {
            if resetsPath { setStack([], in: .detail) }
            announcements.append(.detailChanged(state.detailSource))
        }
    }

    // MARK: - Columns

    mutating func setVisibility(_ wanted: ColumnVisibility) {
        let isTwo = !state.configuration.hasContentColumn
        let visibility = isTwo && wanted == .doubleColumn ? .all : wanted
        guard visibility != state.visibility else { return }
        state.visibility = visibility
        announcements.append(.visibilityChanged(visibility))
    }

    private mutating func back() throws(Refusal) {
        let isCompact = state.sizeClass == .compact
        let columns =
            isCompact ? [state.compactColumn] : Array(state.configuration.columns.reversed())
        for column in columns {
            if !state.stack(in: column).isEmpty { return try pop(1, in: column) }
            if column == .detail, state.link != nil {
                state.link = nil
                announcements.append(.detailChanged(state.detailSource))
                return
            }
        }
        guard isCompact, let index = state.configuration.columns.firstIndex(of: columns[0]),
            index > 0
        else { throw Refusal(.state, "there is nothing to go back to") }
        state.preferredCompactColumn = state.configuration.columns[index - 1]
    }
}
