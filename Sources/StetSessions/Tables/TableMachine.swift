import StetCore

/// The machine of a table of records: what it is sorted and narrowed by, what is chosen, which
/// page is shown. The records themselves stay in the collection.
package enum TableMachine: StateMachine {
    package struct Table {
        package var sort: SortState?
        /// The table's view, narrowed.
        package internal(set) var filter: CollectionView?
        /// Tells one filter from another.
        package internal(set) var filterNumber = 0
        package var selection: [RowID] = []
        /// From 0.
        package var page = 0
        package var focus: RowID?
        package let mode: TableSelection

        package init(mode: TableSelection) {
            self.mode = mode
        }
    }

    package enum State {
        case resting(Table)
        /// A handler or an edit of the collection is under way. The table is what it will be.
        case working(Table, before: Table, announcement: TableAnnouncement)
    }

    package enum Event {
        /// A heading was tapped: ascending first, then the other way round each time.
        case tap(String)
        /// nil: the collection's own order.
        case sort(SortState?)
        case filter(CollectionView?)
        case toggle(RowID)
        case deselectAll
        /// `count`: how many pages there are now.
        case page(Int, count: Int)
        case focus(RowID?)
        case move([RowID], before: RowID?)
        case delete([RowID])

        // What comes of effects.
        case done
        case failed(Refusal, HandlerError?)
    }

    package enum Effect {
        case announce(any Announcement)
        case focus(from: RowID?, to: RowID?)
        case move([RowID], before: RowID?)
        case delete([RowID])
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch (state, event) {
        case (.resting(let table), .tap(let column)):
            let isDescending = table.sort?.column == column && table.sort?.isDescending == false
            return sort(table, by: SortState(column, descending: isDescending))
        case (.resting(let table), .sort(let sort)): return self.sort(table, by: sort)
        case (.resting(var table), .filter(let filter)):
            table.filter = filter
            table.filterNumber += 1
            table.page = 0
            return .move(
                .resting(table), [.announce(TableAnnouncement.filterChanged(filter != nil))])
        case (.resting(let table), .toggle(let row)): return toggle(row, in: table)
        case (.resting(var table), .deselectAll):
            if table.selection.isEmpty { return .move(state, []) }
            table.selection = []
            return .move(.resting(table), [.announce(TableAnnouncement.selectionChanged([]))])
        case (.resting(var table), .page(let page, let count)):
            guard (0..<max(1, count)).contains(page) else {
                return .refuse(
                    Refusal(.value, "no page \(page &+ 1): there are \(max(1, count))"))
            }
            if page == table.page { return .move(state, []) }
            table.page = page
            return .move(.resting(table), [.announce(TableAnnouncement.pageChanged(page + 1))])
        case (.resting(let before), .focus(let row)):
            if row == before.focus { return .move(state, []) }
            var table = before
            table.focus = row
            return .move(
                .working(table, before: before, announcement: .focusChanged(row)),
                [.focus(from: before.focus, to: row)])
        case (.resting(let table), .move(let rows, let anchor)):
            if let sort = table.sort {
                return .refuse(
                    Refusal(
                        .state,
                        "the table is sorted by \(sort.column): a move would not show in it"))
            }
            return .move(
                .working(table, before: table, announcement: .recordsMoved(rows)),
                [.move(rows, before: anchor)])
        case (.resting(let before), .delete(let rows)):
            var table = before
            table.selection.removeAll { rows.contains($0) }
            if let focus = table.focus, rows.contains(focus) { table.focus = nil }
            return .move(
                .working(table, before: before, announcement: .recordsDeleted(rows)),
                [.delete(rows)])

        case (.working(let table, let before, let announcement), .done):
            var effects: [Effect] = [.announce(announcement)]
            if table.selection != before.selection {
                effects.append(.announce(TableAnnouncement.selectionChanged(table.selection)))
            }
            return .move(.resting(table), effects)
        case (.working(_, let before, _), .failed(let refusal, let error)):
            return .abandon(.resting(before), error.map { [.announce($0)] } ?? [], refusal)

        case (.resting, .done), (.resting, .failed):
            return .refuse(Refusal(.state, "nothing is under way"))
        case (.working, .tap), (.working, .sort), (.working, .filter), (.working, .toggle),
            (.working, .deselectAll), (.working, .page), (.working, .focus), (.working, .move),
            (.working, .delete):
            return .refuse(Refusal(.busy, "the table is busy with a handler"))
        }
    }

    private static func sort(_ table: Table, by sort: SortState?) -> Transition<State, Effect> {
        if table.sort == sort { return .move(.resting(table), []) }
        var table = table
        table.sort = sort
        return .move(.resting(table), [.announce(TableAnnouncement.sortChanged(sort))])
    }

    private static func toggle(_ row: RowID, in table: Table) -> Transition<State, Effect> {
        var table = table
        switch table.mode {
        case .none: return .refuse(Refusal(.notAllowed, "nothing can be selected in this table"))
        case .single: table.selection = table.selection == [row] ? [] : [row]
        case .multiple:
            if table.selection.contains(row) {
                table.selection.removeAll { $0 == row }
            } else {
                table.selection.append(row)
            }
        }
        return .move(
            .resting(table), [.announce(TableAnnouncement.selectionChanged(table.selection))])
    }
}

/// What a table of records tells of itself.
package enum TableAnnouncement: Announcement {
    case sortChanged(SortState?)
    /// Whether there is a filter now.
    case filterChanged(Bool)
    case selectionChanged([RowID])
    /// From 1.
    case pageChanged(Int)
    case focusChanged(RowID?)
    case recordsMoved([RowID])
    case recordsDeleted([RowID])

    package var name: String {
        switch self {
        case .sortChanged: "sort_changed"
        case .filterChanged: "filter_changed"
        case .selectionChanged: "selection_changed"
        case .pageChanged: "page_changed"
        case .focusChanged: "focus_changed"
        case .recordsMoved: "records_moved"
        case .recordsDeleted: "records_deleted"
        }
    }

    package var details: [String] {
        switch self {
        case .sortChanged(let sort): sort.map { ["\($0)"] } ?? []
        case .filterChanged(let isSet): ["\(isSet)"]
        case .selectionChanged(let rows), .recordsMoved(let rows), .recordsDeleted(let rows):
            rows.map(\.description)
        case .pageChanged(let page): ["\(page)"]
        case .focusChanged(let row): row.map { [$0.description] } ?? []
        }
    }
}
