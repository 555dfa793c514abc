import Testing

@testable import StetSessions

@Suite struct SavedNavigationTests {
    @Test func aStateComesBackFromItsJSON() throws {
        let fixture = try NavigationFixture(columns: 3)
        try fixture.select("s1")
        try fixture.select("t2", in: .content)
        try fixture.push(3)
        try fixture.view.send(.expand(Identity("s1")))
        try fixture.view.send(.setVisibility(.all))
        let json = try fixture.view.save()
        #expect(
            json == #"{"version":1,"selection":{"sidebar":["s1"],"content":["t2"]},"#
                + #""path":{"detail":[{"type":"note","id":3}]},"visibility":"all","expanded":["s1"]}"#
        )

        let other = try NavigationFixture(columns: 3)
        try other.view.restore(json)
        #expect(
            other.takeLog() == [
                "selection_changed(sidebar, [s1])", "selection_changed(content, [t2])",
                "path_changed(detail, [note:3])", "visibility_changed(all)",
                "detail_changed(selection, t2)", "columns_changed(sidebar, content, detail)",
            ])
        #expect(try other.view.save() == json)
    }

    @Test func aViewOnThePathCannotBeSaved() throws {
        let fixture = try NavigationFixture(columns: 2)
        try fixture.view.send(
            .follow(NavigationLink("News", .view(number: 1, isDetailLink: true)), from: .sidebar))
        #expect(
            throws: Refusal(
                .value, "the view of the link “News” cannot be saved; give the link a value")
        ) { try fixture.view.save() }
    }

    @Test(arguments: [
        ("[", "the saved state is not JSON: the text ends too early at byte 2"),
        ("[]", "the saved state cannot be used: it is not an object"),
        ("{}", "the saved state cannot be used: its version is not 1"),
        (
            #"{"version":1,"selection":{"sidebar":[1.5]}}"#,
            "the saved state cannot be used: an id is neither a text nor an integer"
        ),
        (
            #"{"version":1,"selection":{"sidebar":[7]}}"#,
            "the id 7 is a number; the items' are texts"
        ),
        (
            #"{"version":1,"selection":{"sidebar":["s1","s2"]}}"#, "only one item can be selected"
        ),
        (
            #"{"version":1,"selection":{"content":["s1"]}}"#,
            "a split view of two columns has no content column"
        ),
        (
            #"{"version":1,"path":{"detail":[{"type":"map","id":1}]}}"#,
            "no destination shows a map (map:1); there are some for: note"
        ),
        (
            #"{"version":1,"path":{"detail":[{"id":1}]}}"#,
            "the saved state cannot be used: a step of the path has no type or no id"
        ),
        (
            #"{"version":1,"visibility":"some"}"#,
            "the saved state cannot be used: visibility has an unknown value"
        ),
        (
            #"{"version":1,"path":{"cellar":[]}}"#,
            "the saved state cannot be used: path is not a list for each column"
        ),
        (
            #"{"version":1,"colour":1}"#,
            "the saved state cannot be used: it has an unknown member “colour”"
        ),
    ])
    func aStateThatCannotBeUsedChangesNothing(json: String, message: String) throws {
        let fixture = try NavigationFixture(columns: 2)
        try fixture.select("s2")
        let before = try fixture.view.save()
        #expect(throws: Refusal(.value, message)) { try fixture.view.restore(json) }
        #expect(try fixture.view.save() == before)
    }

    @Test func anUnknownIdIsKeptAndShowsThePlaceholder() throws {
        let fixture = try NavigationFixture(columns: 2)
        try fixture.view.restore(#"{"version":1,"selection":{"sidebar":["gone"]}}"#)
        #expect(fixture.view.state.detailSource == .placeholder)
        #expect(
            fixture.takeLog() == [
                "selection_changed(sidebar, [gone])", "selection_unresolved(sidebar, gone)",
            ])
    }
}
