import StetCore
import Testing

@Suite struct CollectionViewTests {
    private func ids(_ view: CollectionView) throws -> String {
        try ids(view.rows(), view.collection)
    }

    private func ids(_ rows: [RowID], _ collection: StetCore.Collection) throws -> String {
        try rows.map { try collection.record($0).cell("id")?.text.description ?? "" }.joined()
    }

    @Test func sortingIsByTypeStableAndHasMissingLast() throws {
        let collection = fruits()
        try collection.insert([
            [FieldAssignment("id", text: "e"), FieldAssignment("weight", text: "99")],
            [FieldAssignment("id", text: "f"), FieldAssignment("weight", text: "1e2")],
        ])
        // 120, 100.0, missing, ill-typed, 99, 1e2
        #expect(try ids(collection.all.sort([SortKey("weight")])) == "ebfadc")
        #expect(try ids(collection.all.sort([SortKey("weight", descending: true)])) == "abfedc")
        let keys = [SortKey("weight"), SortKey("id", descending: true)]
        #expect(try ids(collection.all.sort(keys)) == "efbadc")
        #expect(
            SortKey(text: "-weight", in: collection.layout)
                == SortKey("weight", descending: true))
    }

    @Test func aViewIsLive() throws {
        let collection = fruits()
        var calls = 0
        let view = collection.all.where { record in
            calls += 1
            return try record.reading("count").value != .missing
        }
        #expect(calls == 0)
        #expect(try ids(view) == "acd")
        #expect(try ids(view) == "acd")
        #expect(calls == 4)
        try collection.set(collection.row("b"), [FieldAssignment("count", value: .integer(1))])
        #expect(try ids(view) == "abcd")
        try collection.delete([collection.row("a")])
        #expect(try ids(view.sort([SortKey("count")])) == "bdc")
        try collection.undo()
        #expect(try view.count() == 4)
    }

    @Test func aTableMatchesByValueAndMissing() throws {
        let collection = fruits()
        func matching(_ field: String, _ wanted: FieldMatch.Wanted) throws -> String {
            try ids(collection.all.where(FieldMatch([(field, wanted)])))
        }
        #expect(try matching("weight", .value(.integer(100))) == "b")
        #expect(try matching("weight", .value(.missing)) == "c")
        #expect(try matching("weight", .value(.text("x"))) == "")
        #expect(try matching("weight", .text("x")) == "d")
        #expect(try matching("count", .anyOf([.integer(3), .integer(7), .missing])) == "abd")
        #expect(throws: CollectionError.self) { try matching("nothing", .value(.missing)) }
    }

    @Test func findLooksInEveryField() throws {
        let collection = fruits()
        #expect(try ids(collection.all.find("aN")) == "b")
        #expect(try ids(collection.all.find("0")) == "abc")
        #expect(try ids(collection.all.where { _ in true }.find("50").limit(1)) == "c")
    }

    @Test func aLoopWalksTheRecordsAsTheyWere() throws {
        let collection = fruits()
        var seen = ""
        try collection.all.forEach { record in
            seen += try record.cell("name")?.text.description.prefix(1).description ?? ""
            if record.row == RowID(1) {
                try collection.delete([RowID(2)])
                try collection.set(RowID(3), [FieldAssignment("name", text: "Xigua")])
                try collection.insert([FieldAssignment("id", text: "e")])
            }
            return true
        }
        #expect(seen == "ABCD")
        #expect(collection.count == 4)
    }

    @Test func figuresLeaveMissingAndIllTypedCellsOut() throws {
        let collection = fruits()
        #expect(try collection.all.sum("weight") == .number(220))
        #expect(try collection.all.sum("count") == .integer(60))
        #expect(try collection.all.mean("count") == .number(20))
        #expect(try collection.all.minimum("weight").isEqual(to: .integer(100)))
        #expect(try collection.all.maximum("name") == .text("Date"))
        let none = collection.all.where { _ in false }
        #expect(try none.sum("count") == .integer(0))
        #expect(try none.mean("count") == .missing)
        #expect(try none.minimum("count") == .missing)
        #expect(
            try collection.all.column("weight") == [
                .value(.integer(120)), .value(.number(100)), .missing, .illTyped,
            ])
    }

    @Test func sumsAreExactWhileTheyCanBe() throws {
        var schema = Schema()
        var field = Field(name: "n")
        field.type = .number
        schema.fields = [field]
        let big = StetCore.Collection(
            source: source(["n"], [["9007199254740993"], ["9007199254740993"]]), schema: schema)
        #expect(try big.all.sum("n") == .integer(18_014_398_509_481_986))
        let over = StetCore.Collection(
            source: source(["n"], [["9223372036854775807"], ["1"]]), schema: schema)
        #expect(try over.all.sum("n") == .number(9_223_372_036_854_775_808))
        let tenths = StetCore.Collection(
            source: source(["n"], Array(repeating: ["0.1"], count: 10)), schema: schema)
        #expect(try tenths.all.sum("n") == .number(1))
    }

    @Test func groupsAndSections() throws {
        var schema = Schema()
        var field = Field(name: "n")
        field.type = .number
        schema.fields = [field]
        let collection = StetCore.Collection(
            source: source(["id", "n"], [["a", "2"], ["b", ""], ["c", "1"], ["d", "2.0"]]),
            schema: schema)
        #expect(try collection.all.distinct("n") == [.integer(2), .integer(1)])
        let groups = try collection.all.group("n")
        #expect(groups.map(\.value) == [.integer(2), .integer(1), .missing])
        #expect(try groups.map { try ids($0.rows, collection) } == ["ad", "c", "b"])
        let sections = try collection.all.sections("n")
        #expect(sections.map(\.value) == [.integer(1), .integer(2), .missing])
        let byFunction = try collection.all.sections { record in
            .boolean(try record.reading("n") == .missing)
        }
        #expect(try byFunction.map { try ids($0.rows, collection) } == ["acd", "b"])
    }

    @Test func aTreeByParentsSurvivesACycle() throws {
        let collection = StetCore.Collection(
            source: source(
                ["id", "boss"],
                [
                    ["a", ""], ["b", "a"], ["c", "b"], ["d", "a"], ["x", "y"], ["y", "x"],
                    ["z", "nobody"],
                ]))
        let tree = RecordTree(collection, .parent("boss"))
        let row = collection.row
        #expect(try tree.parent(row("b")) == row("a"))
        #expect(try ids(tree.ancestors(row("c")), collection) == "ba")
        #expect(try ids(tree.children(row("a")), collection) == "bd")
        #expect(try ids(tree.descendants(row("a")), collection) == "bcd")
        #expect(try ids(tree.roots(), collection) == "az")
        #expect(try ids(tree.ancestors(row("x")), collection) == "y")
        #expect(try ids(tree.descendants(row("x")), collection) == "y")
        #expect(try tree.isInCycle(row("x")))
        #expect(try !tree.isInCycle(row("c")))
        try collection.set(row("d"), [FieldAssignment("boss", text: "c")])
        #expect(try ids(tree.descendants(row("a")), collection) == "bcd")
        #expect(try tree.parent(row("d")) == row("c"))
    }

    @Test func aTreeByListsOfChildren() throws {
        let collection = StetCore.Collection(
            source: source(
                ["id", "parts"], [["a", "c; b"], ["b", ""], ["c", "b;d"], ["d", ""]]))
        let tree = RecordTree(collection, .children("parts", separator: UInt8(ascii: ";")))
        #expect(try ids(tree.children(RowID(1)), collection) == "cb")
        #expect(try ids(tree.descendants(RowID(1)), collection) == "cdb")
        #expect(try tree.parent(RowID(2)) == RowID(1))
    }
}
