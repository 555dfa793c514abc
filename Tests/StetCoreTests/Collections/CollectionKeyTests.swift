import StetCore
import Testing

@Suite struct CollectionKeyTests {
    @Test func theFirstColumnIsTheKeyIfPresentAndDistinct() throws {
        let collection = StetCore.Collection(source: fruitSource())
        #expect(try collection.find(RecordKey("c"))?.row == RowID(3))
        #expect(
            try collection.keyDescription()
                == "key: id (the first column; its values are present and distinct)")
    }

    @Test(arguments: [["a", "b", "a"], ["a", "", "b"]] as [[ByteString]])
    func otherwiseTheRowNumberIs(_ values: [ByteString]) throws {
        let collection = StetCore.Collection(source: source(["id"], values.map { [$0] }))
        #expect(try collection.key() == .rowNumber)
        #expect(try collection.keyDescription() == "key: the row number")
        #expect(try collection.find(RecordKey("2"))?.row == RowID(2))
        #expect(try collection.find(RecordKey("4")) == nil)
        #expect(try collection.find(RecordKey("02")) == nil)
        let error = #expect(throws: CollectionError.self) {
            try collection.require(RecordKey("7"))
        }
        #expect(error?.message == "no record with row number “7”")
    }

    @Test func aCompositeKeyIsFoundByPartsAndByText() throws {
        var schema = Schema()
        schema.key = ["country", "code"]
        let collection = StetCore.Collection(
            source: source(
                ["country", "code"], [["US", "CA"], ["CA", "US"], ["a/b", "c"], ["a", "b/c"]]),
            schema: schema)
        #expect(try collection.find(RecordKey(["CA", "US"]))?.row == RowID(2))
        #expect(try collection.find(text: "US/CA")?.row == RowID(1))
        #expect(try collection.find(text: "a/b/c") != nil)
        #expect(try collection.find(RecordKey(["USC", "A"])) == nil)
        #expect(try collection.snapshot.key(of: RowID(1)).description == "US/CA")
    }

    @Test func ofARepeatedKeyTheFirstInOrderIsFoundWithTheCount() throws {
        var schema = Schema()
        schema.key = ["id"]
        let collection = StetCore.Collection(
            source: source(["id"], [["x"], ["y"], ["x"], ["x"]]), schema: schema)
        var found = try collection.find(RecordKey("x"))
        #expect(found?.row == RowID(1))
        #expect(found?.count == 3)
        try collection.move([RowID(4)], before: RowID(1))
        found = try collection.find(RecordKey("x"))
        #expect(found?.row == RowID(4))
        try collection.delete([RowID(4), RowID(1)])
        found = try collection.find(RecordKey("x"))
        #expect(found?.row == RowID(3))
        #expect(found?.count == 1)
    }

    @Test func keysAreComparedAsBytes() throws {
        let collection = StetCore.Collection(
            source: source(["id"], [["e\u{301}"], ["\u{e9}"], ["E"]]))
        #expect(try collection.find(RecordKey("\u{e9}"))?.row == RowID(2))
        #expect(try collection.find(RecordKey("e\u{301}"))?.row == RowID(1))
        #expect(try collection.find(RecordKey("e")) == nil)
    }

    @Test func rowNumbersStayWithTheirRecords() throws {
        let collection = fruits()
        let first = try collection.insert([FieldAssignment("id", text: "e")]).inserted
        try collection.undo()
        let second = try collection.insert([FieldAssignment("id", text: "f")]).inserted
        #expect(first != second)
        #expect(throws: CollectionError.self) { try collection.record(first[0]) }
        try collection.move([RowID(1)], before: nil)
        #expect(try collection.record(RowID(1)).cell("id")?.text == "a")
    }

    @Test func aRecordKnowsItsKeyBeforeAnyoneAskedForOne() throws {
        let collection = StetCore.Collection(source: fruitSource())
        #expect(try collection.record(RowID(2)).key() == RecordKey("b"))
        let other = StetCore.Collection(source: fruitSource())
        #expect(throws: CollectionError.self) { try other.dropField("id") }
    }
}
