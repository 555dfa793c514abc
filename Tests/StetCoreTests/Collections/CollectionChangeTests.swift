import StetCore
import Testing

@Suite struct CollectionChangeTests {
    @Test func aValueIsWrittenAsItsFieldWritesIt() throws {
        let collection = fruits()
        let row = try collection.row("a")
        try collection.set(row, [FieldAssignment("weight", value: .number(130))])
        #expect(try collection.text("a", "weight") == "130")
        try collection.set(row, [FieldAssignment("weight", value: .number(0.25))])
        #expect(try collection.text("a", "weight") == "0.25")
        try collection.set(row, [FieldAssignment("count", value: .number(4))])
        #expect(try collection.text("a", "count") == "4")
        try collection.set(row, [FieldAssignment("count", value: .missing)])
        #expect(try collection.record(row).reading("count") == .missing)
    }

    @Test func aValueOfTheWrongTypeIsNamedWithWhatIsAllowed() throws {
        let collection = fruits()
        let row = try collection.row("a")
        let error = #expect(throws: CollectionError.self) {
            try collection.set(row, [FieldAssignment("count", value: .number(1.5))])
        }
        #expect(error?.kind == .wrongType)
        #expect(error?.message == "count takes an integer; the number 1.5 was given")
        #expect(collection.changes().isEmpty)
        let forced = #expect(throws: CollectionError.self) {
            try collection.set(
                row, [FieldAssignment("weight", value: .text("12"))],
                options: ChangeOptions(force: true))
        }
        #expect(forced?.message == "weight takes a finite number; the text “12” was given")
    }

    @Test func aTextThatMeansMissingIsNotWrittenAsText() throws {
        var schema = fruitSchema()
        schema.missing = ["", "NA"]
        let collection = fruits(schema)
        let row = try collection.row("a")
        #expect(throws: CollectionError.self) {
            try collection.set(row, [FieldAssignment("name", value: .text("NA"))])
        }
    }

    @Test func aQuotedEmptyTextIsToldFromAMissingValue() throws {
        var schema = fruitSchema()
        schema.quotedEmptyIsText = true
        let collection = fruits(schema)
        let row = try collection.row("a")
        try collection.set(row, [FieldAssignment("name", value: .text(""))])
        #expect(try collection.record(row).reading("name") == .value(.text("")))
        try collection.set(row, [FieldAssignment("name", value: .missing)])
        #expect(try collection.record(row).reading("name") == .missing)
        #expect(try collection.pending().changed.first?.cells.first?.cell == Cell(""))
    }

    @Test func anEqualValueChangesNothing() throws {
        let collection = fruits()
        let row = try collection.row("b")
        try collection.set(row, [FieldAssignment("weight", value: .integer(100))])
        try collection.set(row, [FieldAssignment("count", value: .missing)])
        try collection.set(row, [FieldAssignment("name", text: "Banana")])
        #expect(collection.changes().isEmpty)
        #expect(!collection.isDirty)
        #expect(try collection.text("b", "weight") == "100.0")
        try collection.set(row, [FieldAssignment("weight", text: "100")])
        #expect(try collection.text("b", "weight") == "100")
    }

    @Test func anEditTakenBackByHandLeavesNothingToCommit() throws {
        let collection = fruits()
        let row = try collection.row("a")
        try collection.set(row, [FieldAssignment("name", text: "Pear")])
        #expect(collection.isDirty)
        try collection.set(row, [FieldAssignment("name", text: "Apple")])
        #expect(!collection.isDirty)
        #expect(try collection.pending().isEmpty)
        #expect(try collection.diff().isEmpty)
        #expect(collection.changes().count == 2)
    }

    @Test func aMisspelledFieldIsAnErrorWithTheNearestName() throws {
        let collection = fruits()
        let error = #expect(throws: CollectionError.self) {
            try collection.set(
                collection.row("a"), [FieldAssignment("wieght", value: .integer(1))])
        }
        #expect(error?.kind == .noSuchField)
        #expect(error?.message == "no field “wieght”; did you mean “weight”?")
    }

    @Test func aReadOnlySourceSaysSoAtTheEdit() throws {
        let collection = StetCore.Collection(source: fruitSource(readOnly: "it is compressed"))
        let error = #expect(throws: CollectionError.self) {
            try collection.delete([RowID(1)])
        }
        #expect(error?.kind == .readOnly)
        #expect(error?.message == "fruits.csv is read-only: it is compressed")
    }

    @Test func aChangeOfSeveralIsMadeWhollyOrNotAtAll() throws {
        let collection = fruits()
        let rows = Array(collection.snapshot.rows)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try collection.update(rows) { record in
                if record.row == rows[2] { throw Stop() }
                return [FieldAssignment("count", value: .integer(9))]
            }
        }
        #expect(collection.changes().isEmpty)
        #expect(throws: CollectionError.self) {
            try collection.update([rows[0], RowID(99)], [FieldAssignment("name", text: "x")])
        }
        #expect(try collection.table == fruits().table)
    }

    @Test func anUpdateDuringWhichTheCollectionChangesIsRefused() throws {
        let collection = fruits()
        let rows = Array(collection.snapshot.rows)
        #expect(throws: CollectionError.self) {
            try collection.update(rows) { record in
                if record.row == rows[1] { try collection.delete([rows[3]]) }
                return [FieldAssignment("name", text: "x")]
            }
        }
        #expect(try collection.text("a", "name") == "Apple")
        #expect(collection.count == 3)
    }

    @Test func fieldsAreAddedRenamedAndDropped() throws {
        let collection = fruits()
        try collection.addField("color", filler: .text("red"), at: 1)
        try collection.set(collection.row("b"), [FieldAssignment("color", text: "yellow")])
        try collection.renameField("name", to: "title")
        try collection.dropField("count")
        #expect(collection.layout.names == ["id", "color", "title", "weight"])
        #expect(try collection.table[1] == ["b", "yellow", "Banana", "100.0"])
        #expect(try collection.text("a", "color") == "red")
        let pending = try collection.pending()
        #expect(pending.columns.map(\.fileColumn) == [0, nil, 1, 2])
        #expect(pending.columns.map(\.isRenamed) == [false, false, true, false])
        #expect(pending.droppedColumns == [3])
        #expect(pending.changed.count == 1)
        #expect(
            try collection.diff().columns == [
                .dropped("count"), .added("color", filler: Cell("red"), index: 1),
                .renamed(from: "name", to: "title"),
            ])
        for _ in 0..<4 { try collection.undo() }
        #expect(try collection.table == fruits().table)
        #expect(try collection.pending().isEmpty)
    }

    @Test func theKeyFieldAndNamesInUseStay() throws {
        let collection = fruits()
        #expect(throws: CollectionError.self) { try collection.dropField("id") }
        #expect(throws: CollectionError.self) { try collection.renameField("id", to: "code") }
        #expect(throws: CollectionError.self) { try collection.renameField("name", to: "count") }
        #expect(throws: CollectionError.self) { try collection.addField("name") }
        #expect(collection.changes().isEmpty)
    }

    @Test func revertOfSomeRecordsIsOneChange() throws {
        let collection = fruits()
        let rows = Array(collection.snapshot.rows)
        try collection.set(rows[0], [FieldAssignment("name", text: "x")])
        try collection.set(rows[1], [FieldAssignment("name", text: "y")])
        try collection.delete([rows[2]])
        try collection.move([rows[3]], before: rows[0])
        let edited = try collection.table
        try collection.revert([rows[0], rows[2], rows[3]])
        #expect(
            try collection.table == [
                ["a", "Apple", "120", "3"], ["b", "y", "100.0", ""], ["c", "Cherry", "", "50"],
                ["d", "Date", "x", "7"],
            ])
        try collection.undo()
        #expect(try collection.table == edited)
    }

    @Test func undoGoesOnAfterACommit() throws {
        let collection = fruits()
        let rows = Array(collection.snapshot.rows)
        try collection.delete([rows[0]])
        try collection.set(rows[1], [FieldAssignment("name", text: "Kiwi")])
        collection.markCommitted()
        #expect(!collection.isDirty)
        try collection.undo()
        #expect(collection.isDirty)
        // The file has one record less by now: the second is its first.
        #expect(try collection.pending().changed.map(\.record) == [0])
        #expect(try collection.pending().changed[0].cells[0].cell?.text == "Banana")
        try collection.undo()
        #expect(try collection.pending().inserted.count == 1)
        try collection.redo()
        try collection.redo()
        #expect(!collection.isDirty)
    }
}
