import StetCore
import Testing

@Suite struct CollectionCheckTests {
    @Test func aFindingThatTheRecordDidNotHaveRefusesTheChange() throws {
        let collection = fruits()
        let error = #expect(throws: CollectionError.self) {
            try collection.set(collection.row("a"), [FieldAssignment("weight", text: "heavy")])
        }
        #expect(error?.kind == .refused)
        #expect(error?.findings.map(\.code) == ["type"])
        #expect(error?.message == "refused: weight must be of type number")
        // “d” has that finding already: it may be improved in steps.
        try collection.set(collection.row("d"), [FieldAssignment("weight", text: "y")])
        try collection.set(collection.row("d"), [FieldAssignment("name", text: "Fig")])
        #expect(collection.changes().count == 2)
    }

    @Test func forceLetsItThroughAndAWarningDoesNotRefuse() throws {
        let collection = fruits()
        try collection.set(
            collection.row("a"), [FieldAssignment("weight", text: "heavy")],
            options: ChangeOptions(force: true))
        #expect(try collection.text("a", "weight") == "heavy")
        let checker = Refuser("name", "x")
        checker.severity = .warning
        let other = StetCore.Collection(
            source: fruitSource(), schema: fruitSchema(), checker: checker)
        let outcome = try other.set(other.row("a"), [FieldAssignment("name", text: "x")])
        #expect(outcome.warnings.map(\.code) == ["bad"])
        #expect(try other.text("a", "name") == "x")
    }

    @Test func skipInvalidDoesTheGoodOnes() throws {
        let collection = fruits()
        let rows = Array(collection.snapshot.rows)
        let outcome = try collection.update(rows, options: ChangeOptions(skipsInvalid: true)) {
            record in
            switch record.row {
            case rows[0]: [FieldAssignment("weight", text: "heavy")]
            case rows[1]: [FieldAssignment("count", value: .text("many"))]
            default: [FieldAssignment("name", text: "x")]
            }
        }
        #expect(outcome.updated == [rows[2], rows[3]])
        #expect(Set(outcome.skipped.keys) == [rows[0], rows[1]])
        #expect(try collection.text("a", "weight") == "120")
        #expect(try collection.text("c", "name") == "x")
        #expect(collection.changes().count == 1)
        try collection.undo()
        #expect(try collection.table == fruits().table)
    }

    @Test func anInsertWithAKeyInUseIsRefused() throws {
        let collection = fruits()
        let error = #expect(throws: CollectionError.self) {
            try collection.insert([FieldAssignment("id", text: "b")])
        }
        #expect(error?.message == "refused: id “b” is in use already")
        #expect(error?.findings.map(\.code) == ["key"])
        #expect(throws: CollectionError.self) {
            try collection.insert([FieldAssignment("name", text: "Nameless")])
        }
        #expect(collection.count == 4)
        let outcome = try collection.insert(
            [
                [FieldAssignment("id", text: "e")], [FieldAssignment("id", text: "b")],
                [FieldAssignment("id", text: "e")], [FieldAssignment("id", text: "f")],
            ], options: ChangeOptions(skipsInvalid: true))
        #expect(outcome.inserted.count == 2)
        #expect(outcome.skippedInserts.count == 2)
        #expect(try collection.table.map { $0[0] } == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func keysMayBeExchangedInOneChange() throws {
        let collection = fruits()
        let (first, second) = (try collection.row("a"), try collection.row("b"))
        try collection.update([first, second]) { record in
            [FieldAssignment("id", text: record.row == first ? "b" : "a")]
        }
        #expect(try collection.row("a") == second)
        #expect(try collection.row("b") == first)
        try collection.undo()
        #expect(try collection.row("a") == first)
    }

    @Test func aSkippedRecordThatKeepsItsKeyIsInTheWayOfAnother() throws {
        let collection = StetCore.Collection(
            source: fruitSource(), schema: fruitSchema(), checker: Refuser("name", "x"))
        let (first, second) = (try collection.row("a"), try collection.row("b"))
        let outcome = try collection.update(
            [first, second], options: ChangeOptions(skipsInvalid: true)
        ) { record in
            record.row == first
                ? [FieldAssignment("id", text: "b")]
                : [FieldAssignment("id", text: "z"), FieldAssignment("name", text: "x")]
        }
        #expect(outcome.count == 0)
        #expect(try collection.table == fruits().table)
    }

    @Test func aKeyIsRenamedInPlaceButNotOntoAnother() throws {
        let collection = fruits()
        let row = try collection.row("b")
        try collection.renameKey(RecordKey("b"), to: RecordKey("z"))
        #expect(try collection.row("z") == row)
        #expect(try collection.find(RecordKey("b")) == nil)
        #expect(collection.snapshot.position(of: row) == 1)
        let error = #expect(throws: CollectionError.self) {
            try collection.renameKey(RecordKey("z"), to: RecordKey("a"))
        }
        #expect(error?.message == "id “a” is in use already")
        #expect(throws: CollectionError.self) {
            try collection.renameKey(RecordKey("nobody"), to: RecordKey("y"))
        }
    }

    @Test func aUniqueFieldIsCheckedAtTheChange() throws {
        var schema = fruitSchema()
        schema.fields[1].constraints = [Constraint(.unique)]
        let collection = fruits(schema)
        let error = #expect(throws: CollectionError.self) {
            try collection.set(collection.row("a"), [FieldAssignment("name", text: "Date")])
        }
        #expect(error?.findings.map(\.code) == ["unique"])
        // Missing values take no part.
        let rows = [try collection.row("a"), try collection.row("b")]
        try collection.update(rows, [FieldAssignment("name", value: .missing)])
        #expect(try collection.text("b", "name") == "")
    }

    @Test func aDeletedRecordFreesItsKeyUntilUndo() throws {
        let collection = fruits()
        try collection.delete([collection.row("a")])
        let outcome = try collection.insert([FieldAssignment("id", text: "a")])
        #expect(outcome.inserted == [RowID(5)])
        #expect(try collection.row("a") == RowID(5))
        try collection.undo()
        try collection.undo()
        #expect(try collection.row("a") == RowID(1))
    }
}
