import StetCore
import Testing

/// What was edited here, laid over a file that somebody else edited too.
@Suite struct CollectionMergeTests {
    private func theirs(_ records: [[ByteString]]) -> StetCore.Collection {
        StetCore.Collection(
            source: source(["id", "name", "weight", "count"], records), schema: fruitSchema())
    }

    private let changed: [[ByteString]] = [
        ["x", "Extra", "1", "1"], ["c", "Cherry", "", "50"], ["a", "Apple", "125", "3"],
        ["b", "Banana", "100.0", "8"],
    ]

    @Test func fieldsThatOneSideChangedTakeItsValue() throws {
        let mine = fruits()
        try mine.set(mine.row("a"), [FieldAssignment("name", text: "Pear")])
        try mine.delete([mine.row("c")])
        try mine.insert([FieldAssignment("id", text: "n")], before: mine.row("b"))
        let other = theirs(changed)
        #expect(try other.merge(mine.diff()) == [])
        #expect(
            try other.table == [
                ["x", "Extra", "1", "1"], ["a", "Pear", "125", "3"], ["n", "", "", ""],
                ["b", "Banana", "100.0", "8"],
            ])
        #expect(other.changes().map(\.kind) == [.merge])
    }

    @Test func conflictsAreListedByKeyAndNothingIsDone() throws {
        let mine = fruits()
        try mine.set(mine.row("a"), [FieldAssignment("weight", value: .integer(1))])
        try mine.delete([mine.row("b")])
        try mine.set(mine.row("d"), [FieldAssignment("name", text: "Fig")])
        try mine.set(mine.row("c"), [FieldAssignment("name", text: "Sour cherry")])
        try mine.insert([FieldAssignment("id", text: "x")])
        let other = theirs(changed)
        let conflicts = try other.merge(mine.diff())
        #expect(
            conflicts.map(\.description) == [
                "a, weight: changed here and in the file",
                "b, count: deleted here, changed in the file",
                "d: changed here, no longer in the file",
                "x, name: its key is in use in the file",
            ])
        #expect(conflicts[0].theirs == Cell("125"))
        #expect(other.changes().isEmpty)
    }

    @Test func theSameOnBothSidesIsNoConflict() throws {
        let mine = fruits()
        try mine.set(mine.row("a"), [FieldAssignment("weight", value: .integer(125))])
        try mine.delete([mine.row("d")])
        try mine.insert(
            [
                FieldAssignment("id", text: "x"), FieldAssignment("name", text: "Extra"),
                FieldAssignment("weight", text: "1"), FieldAssignment("count", text: "1"),
            ])
        let other = theirs(changed)
        #expect(try other.merge(mine.diff()) == [])
        #expect(!other.isDirty)
    }

    @Test func keysThatAreExchangedOrGivenOnAreFree() throws {
        let mine = fruits()
        let (first, second) = (try mine.row("a"), try mine.row("b"))
        try mine.update([first, second]) { record in
            [FieldAssignment("id", text: record.row == first ? "b" : "a")]
        }
        try mine.delete([mine.row("c")])
        try mine.insert([FieldAssignment("id", text: "c"), FieldAssignment("name", text: "New")])
        let other = fruits()
        #expect(try other.merge(mine.diff()) == [])
        #expect(try other.table == mine.table)
    }

    @Test func columnsAreMergedToo() throws {
        let mine = fruits()
        try mine.addField("color", filler: .text("red"), at: 1)
        try mine.set(mine.row("b"), [FieldAssignment("color", text: "yellow")])
        try mine.renameField("name", to: "title")
        try mine.dropField("count")
        let other = fruits()
        #expect(try other.merge(mine.diff()) == [])
        #expect(try other.table == mine.table)
        #expect(other.layout.names == mine.layout.names)
    }
}
