import StetCore
import Testing

@Suite struct CollectionRebaseTests {
    /// The basket as another program left it: apples weigh less, bananas are gone, figs are new.
    private func newer() -> StetCore.Collection {
        StetCore.Collection(
            source: source(
                ["count", "id", "name", "weight"],
                [
                    ["3", "a", "Apple", "99"], ["50", "c", "Cherry", ""], ["7", "d", "Date", "x"],
                    ["1", "f", "Fig", "40"],
                ]), schema: fruitSchema())
    }

    @Test func aCollectionGoesOverToANewerVersionWithItsChanges() throws {
        let (mine, theirs) = (fruits(), newer())
        let old = mine.snapshot
        try mine.set(mine.row("c"), [FieldAssignment("name", text: "Sour cherry")])
        try mine.delete([mine.row("d")])
        #expect(try theirs.merge(mine.diff()).isEmpty)
        var events: [CollectionEvent] = []
        _ = mine.observe { events.append($0) }
        mine.adopt(theirs)

        #expect(
            try mine.table == [
                ["3", "a", "Apple", "99"], ["50", "c", "Sour cherry", ""], ["1", "f", "Fig", "40"],
            ])
        #expect(try mine.text("f", "weight") == "40")
        #expect(mine.isDirty)
        #expect(try mine.diff().summary == "1 changed, 1 removed")
        // What was read before still reads as it was.
        #expect(try old.table == fruits().table)
        #expect(try old.key(of: RowID(2)).description == "b")
        try mine.undo()
        #expect(try mine.table == newer().table)
        #expect(!mine.isDirty)
        #expect(!mine.canUndo)
        let told = try #require(events.first).diff()
        #expect(
            told.records.map { "\($0.key) \($0.kind.rawValue)" } == [
                "a changed", "b removed", "f inserted",
            ])
        #expect(told.records[0].fields.map(\.field) == ["weight"])
    }

    @Test func aTransactionGoesBackAcrossARebase() throws {
        let (mine, theirs) = (fruits(), newer())
        try mine.set(mine.row("a"), [FieldAssignment("name", text: "A")])
        let transaction = Transaction()
        transaction.join(mine)
        try mine.set(mine.row("c"), [FieldAssignment("name", text: "C")])
        #expect(try theirs.merge(mine.diff()).isEmpty)
        mine.adopt(theirs)
        transaction.rollback()
        #expect(try mine.text("a", "name") == "A")
        #expect(try mine.text("b", "name") == "Banana")
        #expect(try mine.diff().summary == "1 changed")
        try mine.undo()
        #expect(try mine.table == fruits().table)
        #expect(!mine.isDirty)
    }

    @Test func aMergeIsHeldToTheRulesUnlessForced() throws {
        let refuser = Refuser("name", "Sour cherry")
        let mine = fruits()
        try mine.set(mine.row("c"), [FieldAssignment("name", text: "Sour cherry")])
        let theirs = StetCore.Collection(
            source: fruitSource(), schema: fruitSchema(), checker: refuser)
        #expect(throws: CollectionError.self) {
            try theirs.merge(mine.diff(), options: ChangeOptions())
        }
        #expect(try theirs.table == fruits().table)
        #expect(try theirs.merge(mine.diff()).isEmpty)
        #expect(try theirs.text("c", "name") == "Sour cherry")
    }
}
