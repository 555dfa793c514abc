import StetCore
import StetText
import Testing

@testable import StetSessions

@Suite("Tables of records")
struct RecordTableTests {
    private func table(
        _ collection: StetCore.Collection = fruits(),
        _ change: (inout RecordTableSetup) -> Void = { _ in }
    ) throws -> RecordTable {
        var setup = RecordTableSetup(columns: [
            RecordColumn("id", title: "Fruit"), RecordColumn("color"), RecordColumn("weight"),
            RecordColumn(
                "size",
                .computed { record in
                    guard case .integer(let weight) = try record.reading("weight").value else {
                        return .missing
                    }
                    return .text(weight < 100 ? "small" : "large")
                }),
            RecordColumn("length", .field("id")) { left, right in
                (try left.cell("id")?.text.bytes.count ?? 0)
                    < (try right.cell("id")?.text.bytes.count ?? 0)
            },
        ])
        change(&setup)
        return try RecordTable(collection.all, setup)
    }

    private func ids(_ table: RecordTable) throws -> String {
        try table.rows().map { try table.collection.snapshot.key(of: $0).description }
            .joined(separator: " ")
    }

    @Test func theFirstTapSortsAscendingTheNextTheOtherWay() throws {
        let table = try table()
        #expect(table.sort == nil)
        try table.tap("weight")
        #expect(try ids(table) == "cherry plum kiwi apple melon")
        #expect(table.sort == SortState("weight"))
        try table.tap("weight")
        #expect(try ids(table) == "melon apple kiwi plum cherry")
        try table.tap("weight")
        #expect(table.sort == SortState("weight"))
        try table.tap("id")
        #expect(table.sort == SortState("id"))
        try table.sort(by: nil)
        #expect(try ids(table) == "apple kiwi melon cherry plum")
        #expect(
            table.log.descriptions == [
                "sort_changed(weight)", "sort_changed(-weight)", "sort_changed(weight)",
                "sort_changed(id)", "sort_changed",
            ])
        #expect(
            refusal { () throws(Refusal) in try table.tap("wieght") }?.message
                == "the table has no column \"wieght\"; it has \"id\", \"color\", \"weight\", "
                + "\"size\", \"length\"")
    }

    /// The source negates its comparison, which reverses equal rows at every tap.
    @Test func equalRecordsKeepTheirOrderBothWays() throws {
        let table = try table()
        try table.tap("color")
        #expect(try ids(table) == "kiwi melon apple cherry plum")
        try table.tap("color")
        #expect(try ids(table) == "apple cherry kiwi melon plum")
        try table.tap("size")
        #expect(try ids(table) == "apple melon kiwi cherry plum")
        try table.tap("size")
        #expect(try ids(table) == "kiwi cherry plum apple melon")
        try table.tap("length")
        #expect(try ids(table) == "kiwi plum apple melon cherry")
        try table.tap("length")
        #expect(try ids(table) == "cherry apple melon kiwi plum")
    }

    @Test func indicatorsAreAlwaysAsWide() throws {
        let table = try table()
        for measure in [DisplayWidth(), DisplayWidth(ambiguous: 2)] {
            try table.sort(by: nil)
            var seen = [table.indicator("weight", measure)]
            try table.tap("weight")
            seen.append(table.indicator("weight", measure))
            try table.tap("weight")
            seen.append(table.indicator("weight", measure))
            #expect(Set(seen).count == 3)
            #expect(seen.allSatisfy { measure.columns(of: $0) == 1 })
            #expect(table.indicator("id", measure) == seen[0])
        }
    }

    @Test func aFilterChangesWhatIsShownAndNothingElse() throws {
        let table = try table { $0.selection = .multiple }
        let collection = table.collection
        try table.toggle(collection.id("apple"))
        try table.setFilter { try $0.reading("color").value == .text("green") }
        try table.tap("weight")
        #expect(try ids(table) == "kiwi melon")
        #expect(collection.count == 5)
        #expect(!collection.isDirty)
        #expect(try table.selection == [collection.id("apple")])
        // The table is live.
        try collection.set(collection.id("plum"), [FieldAssignment("color", value: .text("green"))])
        #expect(try ids(table) == "plum kiwi melon")
        try table.setFilter(nil)
        #expect(try table.rows().count == 5)
        try table.setFilter { _ in throw Oops() }
        #expect(
            refusal { () throws(Refusal) in _ = try table.rows() }?.message == "filter: oops")
    }

    @Test func editsNameRecordsNotPlaces() throws {
        let table = try table()
        let collection = table.collection
        try table.setFilter { try $0.reading("color").value == .text("green") }
        try table.move([collection.id("melon")], before: collection.id("apple"))
        #expect(
            try collection.snapshot.rows.map { try collection.snapshot.key(of: $0).description }
                == ["melon", "apple", "kiwi", "cherry", "plum"])
        try table.delete([collection.id("kiwi")])
        #expect(try ids(table) == "melon")
        #expect(collection.count == 4)
        try table.tap("weight")
        #expect(
            refusal { () throws(Refusal) in
                try table.move(table.rows(), before: nil)
            }?.message == "the table is sorted by weight: a move would not show in it")
        #expect(refusal { () throws(Refusal) in try table.delete([RowID(99)]) }?.reason == .value)
        #expect(table.log.descriptions.contains("records_deleted(#2)"))
    }

    @Test func gatesHoldAtTheAction() throws {
        var asked: [String] = []
        let table = try table {
            $0.canDelete = { try $0.cell("id")?.text != "apple" }
            $0.delete = .asking { rows, _ in
                asked.append("\(rows)")
                return rows.count > 1 ? "one at a time" : nil
            }
            $0.move = .off
        }
        let collection = table.collection
        let (apple, kiwi, plum) = (
            try collection.id("apple"), try collection.id("kiwi"), try collection.id("plum")
        )
        #expect(try !table.canDelete(apple))
        #expect(try table.canDelete(kiwi))
        #expect(try !table.canMove(kiwi))
        let errors = [
            refusal { () throws(Refusal) in try table.delete([kiwi, apple]) },
            refusal { () throws(Refusal) in try table.delete([kiwi, plum]) },
            refusal { () throws(Refusal) in try table.move([kiwi], before: nil) },
        ]
        #expect(
            errors.map { $0?.message } == [
                "record apple may not be deleted", "one at a time",
                "records cannot be moved in this table",
            ])
        #expect(collection.count == 5)
        try table.delete([kiwi])
        #expect(collection.count == 4)
        #expect(asked == ["[#2, #5]", "[#2]"])
    }

    @Test func aHandlerThatRaisesDeletesNothing() throws {
        let table = try table {
            $0.selection = .single
            $0.delete = .asking { _, _ in throw Oops() }
        }
        let kiwi = try table.collection.id("kiwi")
        try table.toggle(kiwi)
        #expect(
            refusal { () throws(Refusal) in try table.delete([kiwi]) }?.message
                == "on_delete: oops")
        #expect(table.selection == [kiwi])
        #expect(table.collection.count == 5)
        #expect(table.log.descriptions.last == "handler_error(on_delete, oops)")
    }

    @Test func aChosenRecordIsLetGoByTheNextTouch() throws {
        let (none, single, several) = (
            try table(), try table { $0.selection = .single },
            try table { $0.selection = .multiple }
        )
        let (apple, kiwi) = (RowID(1), RowID(2))
        #expect(refusal { () throws(Refusal) in try none.toggle(apple) }?.reason == .notAllowed)
        try single.toggle(apple)
        try single.toggle(kiwi)
        #expect(single.selection == [kiwi])
        try single.toggle(kiwi)
        #expect(single.selection.isEmpty)
        try several.toggle(apple)
        try several.toggle(kiwi)
        #expect(several.selection == [apple, kiwi])
        try several.delete([apple])
        #expect(several.selection == [kiwi])
        try several.deselectAll()
        #expect(several.selection.isEmpty)
    }

    @Test func pagesHoldSoManyRowsAndKeepInRange() throws {
        let table = try table { $0.rowsPerPage = 2 }
        #expect(try table.pageCount() == 3)
        try table.show(page: 2)
        #expect(try table.pageRows() == [RowID(5)])
        #expect(
            refusal { () throws(Refusal) in try table.show(page: 3) }?.message
                == "no page 4: there are 3")
        try table.collection.delete([RowID(5)])
        #expect(try table.page() == 1)
        #expect(try table.pageRows() == [RowID(3), RowID(4)])
        try table.tap("weight")
        try table.setFilter { try $0.reading("weight").value == .integer(8) }
        #expect(try table.page() == 0)
        #expect(refusal { () throws(Refusal) in try table.show(page: -1) } != nil)
    }

    @Test func theCursorLeavesOneRecordBeforeItComesToAnother() throws {
        var heard: [String] = []
        let table = try table { $0.onFocus = { heard.append("\($0) \($1)") } }
        try table.focus(RowID(1))
        try table.focus(RowID(2))
        try table.focus(nil)
        #expect(heard == ["#1 true", "#1 false", "#2 true", "#2 false"])
    }

    @Test func aTableIsDrawnWithItsHeaderMarksAndPages() throws {
        let table = try table {
            $0.columns = Array($0.columns[0...2])
            $0.selection = .multiple
            $0.rowsPerPage = 2
        }
        try table.toggle(RowID(4))
        try table.tap("weight")
        let ascending = try table.lines()
        try table.sort(by: nil)
        let plain = try table.lines()
        #expect(ascending.count == 5)
        #expect(ascending[0].contains("weight ▲"))
        #expect(ascending[2].hasPrefix("✓  cherry"))
        #expect(ascending.last == "page 1 of 3")
        // The marks of sorting do not move the columns.
        #expect(plain[1] == ascending[1])
    }

    @Test func everyEventOfATableIsAMoveOrARefusal() {
        let table = TableMachine.Table(mode: .multiple)
        let events: [TableMachine.Event] = [
            .tap("id"), .sort(nil), .filter(nil), .toggle(RowID(1)), .deselectAll,
            .page(0, count: 1), .focus(RowID(1)), .move([RowID(1)], before: nil),
            .delete([RowID(1)]), .done, .failed(Refusal(.handler, "oops"), nil),
        ]
        func outcome(_ state: TableMachine.State, _ event: TableMachine.Event) -> String {
            switch TableMachine.transition(state, event) {
            case .move(.resting, _): "rests"
            case .move(.working, _): "works"
            case .abandon: "goes back"
            case .refuse(let refusal): "\(refusal.reason)"
            }
        }
        #expect(
            events.map { outcome(.resting(table), $0) } == [
                "rests", "rests", "rests", "rests", "rests", "rests", "works", "works", "works",
                "state", "state",
            ])
        let working = TableMachine.State.working(
            table, before: table, announcement: .focusChanged(nil))
        #expect(
            events.map { outcome(working, $0) }
                == Array(repeating: "busy", count: 9) + ["rests", "goes back"])
    }
}
