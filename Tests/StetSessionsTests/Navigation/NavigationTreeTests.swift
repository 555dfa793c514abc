import Testing

@testable import StetSessions

@Suite struct NavigationTreeTests {
    @Test func itemsAreFoundAnywhereInTheTree() throws {
        let tree = try Library.tree()
        #expect(tree.item(Identity("b3"))?.title == "Atlas")
        #expect(tree.parent(of: Identity("b3"))?.title == "Roads")
        #expect(tree.ancestors(of: Identity("b3")).map(\.title) == ["Travel", "Roads"])
        #expect(tree.parent(of: Identity("s1")) == nil)
        #expect(tree.item(Identity("b9")) == nil)
        #expect(tree.kind == .text)
    }

    @Test func anIdentityThatIsThereTwiceIsRefusedWithBothPlaces() {
        let refusal = Refusal(
            .value, "the id 7 is there twice: Fruit ▸ Fig, and Nuts ▸ Walnut")
        #expect(throws: refusal) {
            try NavigationTree([
                NavigationItem(
                    .number(1), "Fruit", children: [NavigationItem(.number(7), "Fig")]),
                NavigationItem(
                    .number(2), "Nuts", children: [NavigationItem(.number(7), "Walnut")]),
            ])
        }
    }

    @Test func theOutlineShowsWhatIsExpanded() throws {
        let fixture = try NavigationFixture(columns: 2)
        let view = fixture.view
        try view.send(.expand(Identity("s1")))
        try view.send(.expand(Identity("t2")))
        try view.send(.expand(Identity("t3")))
        #expect(
            view.state.outline.map { String(repeating: " ", count: $0.depth) + $0.title }
                == ["Travel", " Rivers", " Roads", "  Atlas", "Cookery", "Poems"])
        #expect(view.state.outline.map(\.isExpanded) == [true, false, true, nil, false, nil])
        #expect(throws: Refusal(.value, "“Poems” has nothing in it")) {
            try view.send(.expand(Identity("s3")))
        }
        #expect(throws: Refusal(.value, "no item has the id x")) {
            try view.send(.collapse(Identity("x")))
        }
        try view.send(.collapse(Identity("s1")))
        #expect(view.state.outline.map(\.title) == ["Travel", "Cookery", "Poems"])
    }
}
