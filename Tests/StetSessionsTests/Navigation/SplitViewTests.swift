import Testing

@testable import StetSessions

@Suite struct SplitViewTests {
    @Test func row23SelectionByIdAndPlaceholder() throws {
        let fixture = try NavigationFixture(columns: 2) { $0.scope = .tree }
        let view = fixture.view
        #expect(view.state.detailSource == .placeholder)
        try fixture.select("b1")
        #expect(view.detailItem?.title == "Atlas")
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [b1])", "path_changed(detail, [])",
                "detail_changed(selection, b1)",
            ])
        // The other Atlas.
        try fixture.select("b3")
        #expect(view.detailItem.map { view.state.tree.parent(of: $0.identity)?.title } == "Roads")
        _ = fixture.takeLog()

        try fixture.select("b9")
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [b9])", "selection_unresolved(sidebar, b9)",
                "path_changed(detail, [])", "detail_changed(placeholder)",
            ])
        try fixture.select()
        #expect(view.state.detailSource == .placeholder)
        #expect(view.state.selection(in: .sidebar) == [])
    }

    @Test func row23ANestedIdIsLookedUpWhereTheScopeSays() throws {
        let roots = try NavigationFixture(columns: 2)
        try roots.select("t1")
        #expect(roots.view.state.detailSource == .placeholder)
        try roots.select("s3")
        #expect(roots.view.detailItem?.title == "Poems")
        let tree = try NavigationFixture(columns: 3)
        try tree.select("s1")
        try tree.select("b3", in: .content)
        #expect(tree.view.detailItem?.title == "Atlas")
        // Not in what is selected in the sidebar.
        try tree.select("t3", in: .content)
        #expect(tree.view.state.detailSource == .placeholder)
    }

    @Test func selectionsThatCannotBeAreRefused() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try fixture.select("s1")
        _ = fixture.takeLog()
        let wrongType = Refusal(.value, "the id 3 is a number; the items' are texts")
        #expect(throws: wrongType) { try view.send(.select([.number(3)], in: .sidebar)) }
        #expect(throws: wrongType) { try view.send(.toggle(.number(3), in: .sidebar)) }
        #expect(throws: Refusal(.value, "only one item can be selected")) {
            try fixture.select("s1", "s2")
        }
        #expect(throws: Refusal(.value, "a split view of two columns has no content column")) {
            try fixture.select("s1", in: .content)
        }
        #expect(throws: Refusal(.value, "nothing is selected in the detail column")) {
            try fixture.select("s1", in: .detail)
        }
        #expect(throws: Refusal(.value, "a split view has two or three columns, not 4")) {
            try SplitViewConfiguration(columns: 4)
        }
        #expect(view.state.selection(in: .sidebar) == [Identity("s1")])
        #expect(fixture.takeLog() == [])
    }

    @Test func severalItemsCanBeSelected() throws {
        let fixture = try NavigationFixture(columns: 2) { $0.selectionMode = .multiple }
        let view = fixture.view
        try fixture.select("s1", "s2", "s1")
        #expect(view.state.selection(in: .sidebar) == [Identity("s1"), Identity("s2")])
        #expect(view.state.detailSource == .placeholder)
        try view.send(.toggle(Identity("s1"), in: .sidebar))
        #expect(view.detailItem?.title == "Cookery")
        try view.send(.toggle(Identity("s3"), in: .sidebar))
        #expect(view.state.selection(in: .sidebar) == [Identity("s2"), Identity("s3")])
    }

    @Test func row24PathReset() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try fixture.select("s1")
        try fixture.push(3)
        try fixture.push(4)
        #expect(view.state.path.map(\.description) == ["note:3", "note:4"])
        try fixture.select("s1")
        #expect(view.state.path.count == 2)
        _ = fixture.takeLog()
        try fixture.select("s2")
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [s2])", "path_changed(detail, [])",
                "detail_changed(selection, s2)",
            ])
        try fixture.push(5)
        try fixture.select()
        #expect(view.state.path == [])

        let keeping = try NavigationFixture(columns: 2) { $0.resetsPathOnSelection = false }
        try keeping.select("s1")
        try keeping.push(3)
        try keeping.select("s2")
        #expect(keeping.view.state.path.map(\.description) == ["note:3"])
    }

    @Test func aPathIsNotPoppedTooFar() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try fixture.push(1)
        try fixture.push(2)
        #expect(throws: Refusal(.value, "the path holds 2, so 3 cannot be taken off")) {
            try view.send(.pop(3, in: .detail))
        }
        #expect(throws: Refusal(.value, "a number to go back is at least 0, not -1")) {
            try view.send(.pop(-1, in: .detail))
        }
        #expect(view.state.path.count == 2)
        try view.send(.pop(0, in: .detail))
        try view.send(.pop(1, in: .detail))
        #expect(view.state.path.map(\.description) == ["note:1"])
        try view.send(.popToRoot(.detail))
        #expect(view.state.path == [])
        #expect(
            throws: Refusal(
                .value, "no destination shows a map (map:1); there are some for: note")
        ) { try view.send(.push(NavigationValue("map", .number(1)), in: .detail)) }
    }

    @Test func row25Links() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try fixture.select("s1")
        try fixture.push(1)
        _ = fixture.takeLog()
        // A view link that is no detail link stays in its column.
        try view.send(
            .follow(NavigationLink("Help", .view(number: 1, isDetailLink: false)), from: .sidebar))
        #expect(fixture.takeLog() == ["path_changed(sidebar, [Help])"])
        #expect(view.state.detailSource == .selection(Identity("s1")))
        // A detail link shows its view over the detail's root; the selection stays.
        try view.send(
            .follow(NavigationLink("News", .view(number: 2, isDetailLink: true)), from: .sidebar))
        #expect(
            fixture.takeLog() == ["path_changed(detail, [])", "detail_changed(link, News)"])
        #expect(view.state.selection(in: .sidebar) == [Identity("s1")])
        // Inside the detail, a link goes on from what is there.
        let note = NavigationLink("Note", .value(NavigationValue("note", .number(7))))
        try view.send(.follow(note, from: .detail))
        #expect(view.state.detailSource.name == "link")
        #expect(view.state.path.map(\.description) == ["note:7"])
        // The next selection ends the link.
        try fixture.select("s2")
        #expect(view.state.detailSource == .selection(Identity("s2")))
        #expect(view.state.path == [])
    }

    @Test func row25AValueLinkGoesToTheNearestDestination() throws {
        let fixture = try NavigationFixture(columns: 3)
        let view = fixture.view
        let note = NavigationLink("Note", .value(NavigationValue("note", .number(7))))
        let map = NavigationLink("Map", .value(NavigationValue("map", .number(1))))
        #expect(
            throws: Refusal(
                .value, "no destination shows a map (map:1); there are some for: note")
        ) { try view.send(.follow(map, from: .sidebar)) }
        try view.send(.follow(note, from: .sidebar))
        #expect(view.state.detailSource == .link(.value(NavigationValue("note", .number(7)))))
        try view.send(.addDestination(type: "map", in: .content))
        try view.send(.follow(map, from: .sidebar))
        #expect(view.state.stack(in: .content).map(\.description) == ["map:1"])
        try view.send(.follow(map, from: .content))
        #expect(view.state.stack(in: .content).count == 2)
        try view.send(.follow(map, from: .sidebar))
        #expect(view.state.stack(in: .content).count == 1)
        // Not outwards: a link in the detail does not reach the content column.
        #expect(throws: Refusal.self) { try view.send(.follow(map, from: .detail)) }
    }

    @Test func aSelectionInTheFirstOfThreeColumnsClearsTheOthersInOrder() throws {
        let fixture = try NavigationFixture(columns: 3)
        try fixture.select("s1")
        try fixture.select("t1", in: .content)
        try fixture.push(3)
        _ = fixture.takeLog()
        try fixture.select("s2")
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [s2])", "selection_changed(content, [])",
                "detail_changed(placeholder)", "path_changed(detail, [])",
            ])
        #expect(fixture.view.state.items(in: .content).map(\.title) == ["Bread"])
    }

    @Test func row26VisibilityAndCollapse() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try view.send(.setVisibility(.doubleColumn))
        #expect(view.state.visibility == .all)
        try view.send(.setVisibility(.detailOnly))
        #expect(view.state.visibleColumns == [.detail])
        _ = fixture.takeLog()
        // Where there is room for one column, visibility waits.
        try view.send(.resize(40))
        #expect(
            fixture.takeLog() == ["size_class_changed(compact)", "columns_changed(sidebar)"])
        try fixture.select("s1")
        try fixture.push(3)
        #expect(view.state.visibleColumns == [.detail])
        // Back: the path, then the columns.
        try view.send(.back)
        #expect(view.state.path == [])
        #expect(view.state.visibleColumns == [.detail])
        try view.send(.back)
        #expect(view.state.visibleColumns == [.sidebar])
        #expect(view.state.preferredCompactColumn == .sidebar)
        #expect(view.state.selection(in: .sidebar) == [Identity("s1")])
        #expect(throws: Refusal(.state, "there is nothing to go back to")) {
            try view.send(.back)
        }
        // The same item chosen again is shown again.
        try fixture.select("s1")
        #expect(view.state.visibleColumns == [.detail])
        try view.send(.resize(120))
        #expect(view.state.visibleColumns == [.detail])
        #expect(view.state.visibility == .detailOnly)
        #expect(throws: Refusal(.value, "a width is at least 1, not 0")) {
            try view.send(.resize(0))
        }
    }

    @Test func row26ThreeColumnsCollapseToTheLastThatHasSomethingToSay() throws {
        let fixture = try NavigationFixture(columns: 3)
        let view = fixture.view
        #expect(view.state.visibleColumns == [.content, .detail])
        try view.send(.resize(100))
        #expect(view.state.visibleColumns == [.sidebar, .content, .detail])
        try view.send(.setVisibility(.doubleColumn))
        #expect(view.state.visibleColumns == [.content, .detail])
        try view.send(.forceSizeClass(.compact))
        #expect(view.state.visibleColumns == [.sidebar])
        try fixture.select("s1")
        #expect(view.state.visibleColumns == [.content])
        try fixture.select("t1", in: .content)
        #expect(view.state.visibleColumns == [.detail])
        let link = NavigationLink("Note", .value(NavigationValue("note", .number(7))))
        try view.send(.follow(link, from: .content))
        try fixture.push(8)
        var shown: [String] = []
        for _ in 1...4 {
            try view.send(.back)
            shown.append("\(view.state.visibleColumns[0]) \(view.state.detailSource.name)")
        }
        #expect(
            shown == ["detail link", "detail selection", "content selection", "sidebar selection"])
        try view.send(.preferCompactColumn(.detail))
        #expect(view.state.visibleColumns == [.detail])
        try view.send(.forceSizeClass(nil))
        #expect(view.state.sizeClass == .regular)
    }

    @Test func whatAListenerAsksForComesAfterTheTransition() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        view.changed = { [unowned view] announcement in
            guard case .selectionChanged(_, let ids) = announcement, ids == [Identity("s1")]
            else { return }
            do throws(Refusal) {
                let outcome = try view.send(.select([Identity("s2")], in: .sidebar))
                #expect(outcome == .queued)
            } catch {
                Issue.record(error)
            }
        }
        try fixture.select("s1")
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [s1])", "path_changed(detail, [])",
                "detail_changed(selection, s1)", "selection_changed(sidebar, [s2])",
                "path_changed(detail, [])", "detail_changed(selection, s2)",
            ])
    }

    @Test func itemsThatGoLeaveTheirSelectionUnresolved() throws {
        let fixture = try NavigationFixture(columns: 2)
        try fixture.select("s3")
        _ = fixture.takeLog()
        let tree = try NavigationTree([NavigationItem(Identity("s1"), "Travel")])
        try fixture.view.send(.setTree(tree))
        #expect(
            fixture.takeLog() == [
                "selection_unresolved(sidebar, s3)", "detail_changed(placeholder)",
            ])
        #expect(fixture.view.state.selection(in: .sidebar) == [Identity("s3")])
    }
}
