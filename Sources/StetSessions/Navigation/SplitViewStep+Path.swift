/// Paths, links, and what is saved of them.
extension SplitViewStep {
    mutating func setStack(_ entries: [NavigationEntry], in column: SplitViewColumn) {
        state.stacks[column] = entries
        announcements.append(.pathChanged(column, entries))
    }

    mutating func push(_ value: NavigationValue, in column: SplitViewColumn) throws(Refusal) {
        try check(column)
        guard state.destinations[column]?.contains(value.type) == true else {
            throw noDestination(for: value, in: [column])
        }
        push(.value(value), in: column)
    }

    private mutating func push(_ entry: NavigationEntry, in column: SplitViewColumn) {
        setStack(state.stack(in: column) + [entry], in: column)
        if column == .detail { state.preferredCompactColumn = nil }
    }

    mutating func pop(_ count: Int, in column: SplitViewColumn) throws(Refusal) {
        try check(column)
        let stack = state.stack(in: column)
        guard count >= 0 else {
            throw Refusal(.value, "a number to go back is at least 0, not \(count)")
        }
        guard count <= stack.count else {
            throw Refusal(
                .value, "the path holds \(stack.count), so \(count) cannot be taken off")
        }
        guard count > 0 else { return }
        setStack(Array(stack.dropLast(count)), in: column)
    }

    mutating func follow(_ link: NavigationLink, from column: SplitViewColumn) throws(Refusal) {
        try check(column)
        switch link.target {
        case .view(let number, let isDetailLink):
            show(
                .view(label: link.label, number: number), in: isDetailLink ? .detail : column,
                from: column)
        case .value(let value):
            // The nearest column that can show it, from the link's own inwards.
            let columns = state.configuration.columns.drop { $0 != column }
            guard
                let target = columns.first(where: {
                    state.destinations[$0]?.contains(value.type) == true
                })
            else { throw noDestination(for: value, in: Array(columns)) }
            show(.value(value), in: target, from: column)
        }
    }

    /// In its own column a link goes on from what is there; in another it shows its target over
    /// that column's root.
    private mutating func show(
        _ entry: NavigationEntry, in target: SplitViewColumn, from column: SplitViewColumn
    ) {
        guard target != column else { return push(entry, in: column) }
        guard target == .detail else { return setStack([entry], in: target) }
        if !state.path.isEmpty { setStack([], in: .detail) }
        state.link = entry
        state.preferredCompactColumn = nil
        announcements.append(.detailChanged(.link(entry)))
    }

    private func noDestination(
        for value: NavigationValue, in columns: [SplitViewColumn]
    ) -> Refusal {
        let types = columns.flatMap { state.destinations[$0] ?? [] }
        let known = Set(types).sorted().joined(separator: ", ")
        let there = known.isEmpty ? "there is none" : "there are some for: \(known)"
        return Refusal(.value, "no destination shows a \(value.type) (\(value)); \(there)")
    }

    // MARK: - Saved state

    mutating func restore(_ saved: SavedNavigation) throws(Refusal) {
        for column in SplitViewColumn.allCases {
            let selection = saved.selections[column] ?? []
            if !selection.isEmpty { try checkSelection(selection, in: column) }
            let stack = saved.stacks[column] ?? []
            if !stack.isEmpty { try check(column) }
            for value in stack + (column == .detail ? saved.link.map { [$0] } ?? [] : []) {
                guard state.destinations[column]?.contains(value.type) == true else {
                    throw noDestination(for: value, in: [column])
                }
            }
        }
        if let column = saved.preferredCompactColumn { try check(column) }
        let source = state.detailSource
        for column in state.configuration.columns {
            let selection = saved.selections[column] ?? []
            if selection != state.selection(in: column) {
                state.selections[column] = selection
                announcements.append(.selectionChanged(column, selection))
            }
        }
        for column in state.configuration.columns {
            for identity in state.selection(in: column)
            where !state.isResolved(identity, in: column) {
                announcements.append(.selectionUnresolved(column, identity))
            }
            let stack = (saved.stacks[column] ?? []).map { NavigationEntry.value($0) }
            if stack != state.stack(in: column) { setStack(stack, in: column) }
        }
        state.link = saved.link.map { .value($0) }
        state.expanded = saved.expanded.filter { state.tree.item($0)?.children != nil }
        state.preferredCompactColumn = saved.preferredCompactColumn
        setVisibility(saved.visibility)
        if state.detailSource != source { announcements.append(.detailChanged(state.detailSource)) }
    }
}
