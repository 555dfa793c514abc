import StetCore
import TestSupport
import Testing

@testable import StetSessions

func fruits() -> StetCore.Collection {
    var schema = Schema()
    var weight = Field(name: "weight")
    weight.type = .integer
    schema.key = ["id"]
    schema.fields = [Field(name: "id"), Field(name: "color"), weight]
    let records: [[ByteString]] = [
        ["apple", "red", "182"], ["kiwi", "green", "76"], ["melon", "green", "1280"],
        ["cherry", "red", "8"], ["plum", "", "66"],
    ]
    return StetCore.Collection(
        source: MemorySource(
            name: "fruits", columns: ["id", "color", "weight"],
            records: records.map { $0.map { Cell($0) } }),
        schema: schema)
}

extension StetCore.Collection {
    func id(_ key: String) throws -> RowID { try require(RecordKey(ByteString(key))) }
}

extension DataSource {
    /// Headers and texts: `red: apple cherry`.
    var outline: [String] {
        sections.map { section in
            var header = "-"
            if case .title(let title)? = section.header { header = title.description }
            return ([header + ":"] + section.rows.map { $0.text?.description ?? "-" })
                .joined(separator: " ")
        }
    }
}

@Suite("Lists: records of a collection")
struct CollectionListTests {
    private func recipe(
        _ sectioning: CollectionRecipe.Sectioning = .field("color"),
        made: @escaping (RowID) -> Void = { _ in }
    ) -> CollectionRecipe {
        CollectionRecipe(sectioning: sectioning) { record in
            made(record.row)
            return ListRow(
                try record.cell("id")?.text, detail: try record.cell("weight")?.text,
                accessory: .switchToggle(false))
        }
    }

    @Test func row21AChangedRecordIsOneChangedRow() throws {
        let collection = fruits()
        let source = DataSource()
        let mirror = ListMirror()
        source.attach(mirror)
        var made = 0
        let list = try CollectionList(collection.all, recipe { _ in made += 1 }, in: source)
        #expect(source.outline == ["green: kiwi melon", "red: apple cherry", "none: plum"])
        #expect(made == 5)
        try source.toggle(.uuid(Identity(collection.id("kiwi"))))
        source.log.removeAll()
        try collection.set(collection.id("melon"), [FieldAssignment("weight", value: .integer(9))])
        #expect(source.log.descriptions == ["rows_diff(1 changed)"])
        #expect(made == 6)
        #expect(mirror.diffs.last?.changedRows.map(\.row.detailText) == ["9"])
        // The switch of another record stays as it is.
        #expect(source.sections[0].rows[0].accessory == .switchToggle(true))

        source.log.removeAll()
        try collection.set(collection.id("melon"), [FieldAssignment("color", value: .text("red"))])
        #expect(source.outline == ["green: kiwi", "red: apple melon cherry", "none: plum"])
        try collection.delete([collection.id("plum")])
        try collection.insert([FieldAssignment("id", value: .text("fig"))])
        try collection.undo()
        try collection.undo()
        try collection.undo()
        #expect(source.outline == ["green: kiwi melon", "red: apple cherry", "none: plum"])
        #expect(
            source.log.descriptions == [
                "rows_diff(1 moved)", "rows_diff(1 removed, 1 section)",
                "rows_diff(1 inserted, 1 section)", "rows_diff(1 removed, 1 section)",
                "rows_diff(1 inserted, 1 section)", "rows_diff(1 moved)",
            ])
        #expect(mirror.sections.hasSameContent(as: source.sections))
        #expect(list.failure == nil)

        list.stop()
        try collection.delete([collection.id("kiwi")])
        #expect(source.outline[0] == "green: kiwi melon")
    }

    @Test("A list that follows shows what one made anew would show", arguments: 1...6)
    func following(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let collection = fruits()
        let light = try Query("weight == nil or weight < 1000", in: collection.layout)
        let views = [
            collection.all, collection.all.sort([SortKey("color")]),
            collection.all.where(light).sort([SortKey("weight", descending: true)]),
            collection.all.find("e").limit(4),
        ]
        var lists: [(list: CollectionList, recipe: CollectionRecipe, mirror: ListMirror)] = []
        for view in views {
            for sectioning in [CollectionRecipe.Sectioning.none, .field("color")] {
                let recipe = recipe(sectioning)
                let source = DataSource()
                let mirror = ListMirror()
                source.attach(mirror)
                lists.append((try CollectionList(view, recipe, in: source), recipe, mirror))
            }
        }
        for _ in 0..<60 {
            let rows = Array(collection.snapshot.rows)
            let row = rows.randomElement(using: &random) ?? RowID(1)
            let force = ChangeOptions(force: true)
            switch Int.random(in: 0...9, using: &random) {
            case 0: try collection.insert([FieldAssignment("weight", text: "5")], options: force)
            case 1 where rows.count > 3: try collection.delete([row], options: force)
            case 2: try collection.move([row], before: rows.first { $0 != row })
            case 3 where collection.canUndo: try collection.undo()
            case 4:
                let color = FieldAssignment("color", text: Bool.random(using: &random) ? "red" : "")
                try collection.update([row, rows[0]], [color], options: force)
            default:
                let weight = "\(Int.random(in: 1...2000, using: &random))"
                try collection.set(row, [FieldAssignment("weight", text: ByteString(weight))])
            }
            for (list, recipe, mirror) in lists {
                let fresh = DataSource()
                _ = try CollectionList(list.view, recipe, in: fresh)
                #expect(list.source.sections.hasSameContent(as: fresh.sections))
                #expect(mirror.sections.hasSameContent(as: fresh.sections))
            }
        }
    }

    @Test func sectionsComeFromAFunctionToo() throws {
        let collection = fruits()
        let source = DataSource()
        var byWeight = recipe(
            .function { record in
                guard case .integer(let weight) = try record.reading("weight").value else {
                    return .missing
                }
                return .text(weight < 100 ? "light" : "heavy")
            })
        byWeight.section = { value, rows in
            ListSection(
                header: .title(ByteString("\(value) (\(rows.count))")),
                indexTitle: ByteString("\(value)"))
        }
        let list = try CollectionList(
            collection.all.sort([SortKey("weight")]), byWeight, in: source)
        #expect(
            source.outline == ["heavy (2): apple melon", "light (3): cherry plum kiwi"])
        #expect(try source.section(forIndexTitle: "light") == 1)
        try collection.set(collection.id("kiwi"), [FieldAssignment("weight", value: .integer(100))])
        #expect(source.outline == ["heavy (3): kiwi apple melon", "light (2): cherry plum"])
        _ = list
    }

    @Test func row21ARecordDeletedByItsOwnActionGoesAfterTheHandler() throws {
        let collection = fruits()
        let source = DataSource()
        var seen: [Int] = []
        let deleting = CollectionRecipe { record in
            let row = record.row
            return ListRow(
                try record.cell("id")?.text,
                editActions: [
                    EditAction("Delete") { [unowned source] _, _ in
                        try collection.delete([row])
                        seen.append(source.sections[0].rows.count)
                    }
                ])
        }
        let list = try CollectionList(collection.all, deleting, in: source)
        try source.perform(.at(0, 1), .title("Delete"))
        #expect(seen == [5])
        #expect(source.outline == ["-: apple melon cherry plum"])
        _ = list
    }

    @Test func aRowThatCannotBeMadeLeavesTheListAsItWas() throws {
        let collection = fruits()
        let source = DataSource()
        var fails = false
        let brittle = CollectionRecipe { record in
            if fails { throw Oops() }
            return ListRow(try record.cell("id")?.text)
        }
        let list = try CollectionList(collection.all, brittle, in: source)
        fails = true
        try collection.set(collection.id("kiwi"), [FieldAssignment("weight", value: .integer(1))])
        #expect(list.failure?.message == "row of record #2: oops")
        #expect(source.sections[0].rows.count == 5)
        fails = false
        try collection.delete([collection.id("plum")])
        #expect(list.failure == nil)
        #expect(source.sections[0].rows.count == 4)
        #expect(
            refusal { () throws(Refusal) in
                _ = try CollectionList(collection.all, recipe(.field("colour")), in: DataSource())
            }?.message == "sections: no field “colour”; did you mean “color”?")
    }

    @Test func aFunctionThatEditsTheCollectionEndsTheFollowing() throws {
        let collection = fruits()
        let source = DataSource()
        var edits = false
        let meddling = CollectionRecipe { record in
            if edits {
                try collection.set(
                    record.row,
                    [FieldAssignment("weight", value: .integer(collection.version))])
            }
            return ListRow(try record.cell("id")?.text)
        }
        let list = try CollectionList(collection.all, meddling, in: source)
        edits = true
        try collection.delete([collection.id("plum")])
        try collection.set(collection.id("kiwi"), [FieldAssignment("weight", value: .integer(1))])
        #expect(list.failure?.message.contains("changed the collection") == true)
        edits = false
        try collection.delete([collection.id("melon")])
        #expect(source.outline == ["-: apple kiwi melon cherry"])
        try list.refresh()
        #expect(source.outline == ["-: apple kiwi cherry"])
    }

    @Test func afterAnyEditsTheListIsWhatANewOneWouldBe() throws {
        var dice = SeededGenerator(seed: 11)
        let collection = fruits()
        let source = DataSource()
        let mirror = ListMirror()
        source.attach(mirror)
        let list = try CollectionList(
            collection.all.where { try $0.reading("weight").value != .integer(3) }, recipe(),
            in: source)
        for number in 0..<300 {
            let rows = Array(collection.snapshot.rows)
            let row = rows.randomElement(using: &dice)
            let weight = Value.integer(Int.random(in: 0...5, using: &dice))
            let color = Value.text(["red", "green", "blue"].randomElement(using: &dice) ?? "red")
            let other = rows.filter { $0 != row }.randomElement(using: &dice)
            let kind = Int.random(in: 0...5, using: &dice)
            do throws(CollectionError) {
                if kind == 0 {
                    try collection.insert([
                        FieldAssignment("id", value: .text(ByteString("n\(number)"))),
                        FieldAssignment("color", value: color),
                    ])
                } else if kind == 1 {
                    try collection.undo()
                } else if let row {
                    switch kind {
                    case 2: try collection.delete([row])
                    case 3: try collection.set(row, [FieldAssignment("color", value: color)])
                    case 4: try collection.set(row, [FieldAssignment("weight", value: weight)])
                    default: try collection.move([row], before: other)
                    }
                }
            } catch {
                // Nothing to undo.
                #expect(kind == 1)
            }
            let fresh = DataSource()
            _ = try CollectionList(list.view, recipe(), in: fresh)
            #expect(source.sections.hasSameContent(as: fresh.sections))
            #expect(mirror.sections.hasSameContent(as: source.sections))
        }
    }
}
