import StetCore
import TestSupport
import Testing

@testable import StetSessions

@Suite struct SplitViewMachineTests {
    private static let ids = ["s1", "s2", "s3", "t1", "b1", "gone"].map { Identity($0) }

    /// One of each event, for each column.
    private static func events() throws -> [SplitViewMachine.Event] {
        let note = NavigationValue("note", .number(1))
        var events: [SplitViewMachine.Event] = [
            .setTree(try Library.tree()), .setTree(.empty), .expand(ids[0]), .expand(ids[2]),
            .collapse(ids[0]), .collapse(ids[5]), .preferCompactColumn(nil), .resize(0),
            .resize(30),
            .resize(80), .resize(200), .forceSizeClass(nil), .forceSizeClass(.compact), .back,
            .restore(try SavedNavigation(json: #"{"version":1}"#)),
            .restore(
                try SavedNavigation(
                    json: #"{"version":1,"selection":{"sidebar":["s1"],"content":["t1"]}}"#)),
        ]
        events += ColumnVisibility.allCases.map { .setVisibility($0) }
        for column in SplitViewColumn.allCases {
            for id in ids + [.number(1)] {
                events += [.select([id], in: column), .toggle(id, in: column)]
            }
            events += [
                .select([], in: column), .select([ids[0], ids[1]], in: column),
                .addDestination(type: "map", in: column), .push(note, in: column),
                .pop(1, in: column), .pop(0, in: column), .pop(99, in: column),
                .popToRoot(column), .preferCompactColumn(column),
                .follow(NavigationLink("a", .value(note)), from: column),
            ]
            for isDetailLink in [true, false] {
                let target = NavigationLink.Target.view(number: 1, isDetailLink: isDetailLink)
                events.append(.follow(NavigationLink("b", target), from: column))
            }
        }
        return events
    }

    private static func start(_ columns: Int, _ mode: SplitViewConfiguration.SelectionMode) throws
        -> SplitViewState
    {
        try NavigationFixture(columns: columns) { $0.selectionMode = mode }.view.state
    }

    /// From each of many states, all events: a refusal changes nothing and says why; a move leads
    /// to a state that holds together, and what changed is what was announced.
    @Test(arguments: [2, 3], SplitViewConfiguration.SelectionMode.allCases)
    func everyEventInEveryStateIsAMoveOrARefusal(
        columns: Int, mode: SplitViewConfiguration.SelectionMode
    ) throws {
        let events = try Self.events()
        var generator = SeededGenerator(seed: UInt64(columns))
        var state = try Self.start(columns, mode)
        var refused = 0
        for _ in 0..<100 {
            for event in events {
                switch SplitViewMachine.transition(state, event) {
                case .refuse(let refusal):
                    refused += 1
                    #expect(refusal.reason == .value || refusal.reason == .state)
                    #expect(!refusal.message.isEmpty)
                case .move(let next, let announcements), .abandon(let next, let announcements, _):
                    let violation = Self.violation(from: state, to: next, announcements)
                    #expect(violation == nil, "\(event)")
                }
            }
            guard let event = events.randomElement(using: &generator),
                case .move(let next, _) = SplitViewMachine.transition(state, event)
            else { continue }
            state = next
        }
        #expect(refused > 1000)
    }

    @Test(arguments: [2, 3])
    func aRandomWalkHoldsTogether(columns: Int) throws {
        let events = try Self.events()
        var generator = SeededGenerator(seed: 7)
        var state = try Self.start(columns, .single)
        var sources: Set<String> = []
        for _ in 0..<Walks.length {
            guard let event = events.randomElement(using: &generator),
                case .move(let next, let announcements) = SplitViewMachine.transition(state, event)
            else { continue }
            if let violation = Self.violation(from: state, to: next, announcements) {
                Issue.record("\(violation) after \(event)")
                return
            }
            sources.insert(next.detailSource.name)
            state = next
            // Paths are kept short, as people do.
            if state.stacks.values.contains(where: { $0.count > 20 }) {
                state = try Self.start(columns, .single)
            }
        }
        #expect(sources == ["placeholder", "selection", "link"])
    }

    private static func violation(
        from before: SplitViewState, to after: SplitViewState,
        _ announcements: [NavigationAnnouncement]
    ) -> String? {
        let columns = after.configuration.columns
        let shown = after.visibleColumns
        if shown.isEmpty || !Set(shown).isSubset(of: columns) {
            return "impossible columns \(shown)"
        }
        if after.sizeClass == .compact, shown.count != 1 {
            return "several columns in a small space"
        }
        if columns.count == 2, after.visibility == .doubleColumn { return "double_column of two" }
        if !after.selection(in: .detail).isEmpty { return "a selection in the detail" }
        if columns.count == 2, !after.stack(in: .content).isEmpty { return "a third column" }
        if after.configuration.selectionMode == .single,
            after.selections.values.contains(where: { $0.count > 1 })
        {
            return "two selected"
        }
        let names = announcements.map(\.name)
        func told(_ name: String, _ isChanged: Bool) -> Bool { !isChanged || names.contains(name) }
        for column in columns {
            let isSelected = before.selection(in: column) != after.selection(in: column)
            if !told("selection_changed", isSelected) { return "a silent selection" }
            let isPushed = before.stack(in: column) != after.stack(in: column)
            if !told("path_changed", isPushed) { return "a silent path" }
        }
        if !told("detail_changed", before.detailSource != after.detailSource) {
            return "a silent detail"
        }
        if !told("visibility_changed", before.visibility != after.visibility) {
            return "a silent visibility"
        }
        if !told("size_class_changed", before.sizeClass != after.sizeClass) {
            return "a silent size class"
        }
        if !told("columns_changed", before.visibleColumns != after.visibleColumns) {
            return "silent columns"
        }
        return nil
    }
}
