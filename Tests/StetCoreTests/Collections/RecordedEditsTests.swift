import TestSupport
import Testing

@testable import StetCore

/// Listens to a collection as the journal does, and forgets it as a crash does.
private final class Listener {
    private(set) var records: [EditRecord] = []
    private var recorder: EditRecorder
    private let collection: StetCore.Collection
    var error: (any Error)?

    init(_ collection: StetCore.Collection) {
        self.collection = collection
        recorder = EditRecorder(from: collection.committedSnapshot)
        collection.onSettled = { [weak self] in self?.listen() }
    }

    func listen() {
        do {
            try recorder.record { records.append($0) }
        } catch {
            self.error = error
        }
    }

    func restart() {
        records = []
        recorder.restart(from: collection.committedSnapshot)
    }

    func edits() throws -> RecordedEdits { try RecordedEdits(records) }
}

/// What a file would hold: names, then texts.
private struct Table: Equatable {
    var columns: [String]
    var records: [[String]]

    init(_ snapshot: Snapshot) throws {
        columns = snapshot.layout.names
        records = try snapshot.table.map { $0.map { $0 == "-" ? "" : $0 } }
    }

    func collection(_ schema: Schema = Schema()) -> StetCore.Collection {
        StetCore.Collection(
            source: source(
                columns.map { ByteString($0) }, records.map { $0.map { ByteString($0) } }),
            schema: schema)
    }
}

@Suite struct RecordedEditsTests {
    @Test(arguments: 0..<80)
    func whatWasRecordedRestoresTheCollection(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed + 100))
        let size = Int.random(in: 0...(seed % 10 == 0 ? 900 : 30), using: &dice)
        var schema = Schema()
        if seed % 3 == 0 { schema.key = ["id"] }
        let collection = StetCore.Collection(
            source: source(
                ["id", "v", "w"],
                (0..<size).map {
                    [ByteString("k\($0)"), ByteString("v\($0 % 4)"), ByteString("\($0 % 3)")]
                }),
            schema: schema)
        if seed % 5 == 0 { _ = try collection.key() }
        let listener = Listener(collection)
        var fresh = 0
        for step in 0..<Int.random(in: 1...60, using: &dice) {
            try change(collection, &fresh, &dice)
            if step % 17 == 16, Bool.random(using: &dice) {
                collection.markCommitted()
                listener.restart()
            }
            #expect(listener.error == nil)
        }
        listener.listen()
        if collection.isAsCommitted { return }
        let edits = try listener.edits()
        let wanted = try Table(collection.snapshot)
        let file = try Table(collection.committedSnapshot)
        #expect(edits.isEmpty == (wanted == file) || !edits.isEmpty)

        let same = file.collection(schema)
        #expect(try same.recover(edits, isUnchanged: true) == [])
        let got = try Table(same.snapshot)
        #expect(got == wanted)
        #expect(try same.diff().summary == collection.diff().summary)
        if !edits.isEmpty, wanted != file {
            #expect(same.changes().last?.kind == .recover)
            try same.undo()
            #expect(try Table(same.snapshot) == file)
        }
        // Written again without a change: nothing is known to be the same, all is found by key.
        let merged = file.collection(schema)
        let conflicts = try merged.recover(edits, isUnchanged: false)
        #expect(
            conflicts.map(\.description) == [],
            "\(edits.layout.map(\.name)) \(edits.base.columns.map(\.name))")
        #expect(try Table(merged.snapshot) == wanted)
    }

    private func change(
        _ collection: StetCore.Collection, _ fresh: inout Int, _ dice: inout SeededGenerator
    ) throws {
        let rows = Array(collection.snapshot.rows)
        fresh += 1
        switch Int.random(in: 0..<14, using: &dice) {
        case 0, 1:
            try collection.insert(
                [FieldAssignment("id", text: ByteString("n\(fresh)"))],
                before: Bool.random(using: &dice) ? rows.randomElement(using: &dice) : nil)
        case 2, 3, 4:
            let some = rows.filter { _ in Int.random(in: 0..<4, using: &dice) == 0 }
            try collection.update(
                some,
                [
                    FieldAssignment(
                        collection.layout.names.last ?? "",
                        .cell(Cell(ByteString("x\(fresh)"), isQuoted: true))
                    )
                ])
        case 5, 6:
            let share = Int.random(in: 2...9, using: &dice)
            try collection.delete(rows.filter { _ in Int.random(in: 0..<share, using: &dice) == 0 })
        case 7, 8:
            let anchor = rows.randomElement(using: &dice)
            let some = rows.filter { $0 != anchor && Int.random(in: 0..<5, using: &dice) == 0 }
            try collection.move(some.shuffled(using: &dice), before: anchor)
        case 9: if collection.canUndo { try collection.undo() }
        case 10: if collection.canRedo { try collection.redo() }
        case 11:
            let names = collection.layout.names
            switch Int.random(in: 0..<3, using: &dice) {
            case 0:
                try collection.addField("f\(fresh)", filler: .text(ByteString("z\(fresh)")), at: 1)
            case 1: try collection.renameField(names[names.count - 1], to: "r\(fresh)")
            default: if names.count > 2 { try collection.dropField(names[names.count - 1]) }
            }
        case 12: if !rows.isEmpty { try collection.revert(Array(rows.prefix(2))) }
        default:
            guard let row = rows.randomElement(using: &dice) else { return }
            let transaction = Transaction()
            transaction.join(collection)
            try collection.set(row, [FieldAssignment("id", text: ByteString("t\(fresh)"))])
            try collection.delete([row])
            if Bool.random(using: &dice) { transaction.commit() } else { transaction.rollback() }
        }
    }

    @Test func nothingIsToldOfATransactionBeforeItsEnd() throws {
        let collection = fruits()
        let listener = Listener(collection)
        let transaction = Transaction()
        transaction.join(collection)
        try collection.delete([collection.row("a")])
        #expect(listener.records.isEmpty)
        transaction.commit()
        #expect(!listener.records.isEmpty)
    }

    @Test func aSmallEditOfAManyTimesEditedOrderIsToldInFewWords() throws {
        let collection = StetCore.Collection(
            source: source(["id"], (0..<5000).map { [ByteString("k\($0)")] }))
        let listener = Listener(collection)
        for number in stride(from: 1, to: 5000, by: 2) {
            try collection.delete([RowID(number)])
        }
        // A row, a place, and the first record behind it.
        #expect(listener.records.count <= 1 + 3 * 2500)
        let restored = StetCore.Collection(source: collection.source)
        _ = try restored.recover(listener.edits(), isUnchanged: true)
        #expect(restored.count == 2500)
    }

    // MARK: A file that changed since

    /// Fruits edited in a session that died, and the file as somebody else left it.
    private func merge(
        _ file: [[ByteString]], schema: Schema = fruitSchema(),
        _ edit: (StetCore.Collection) throws -> Void
    ) throws -> (conflicts: [String], table: [[String]]) {
        let collection = fruits(schema)
        let listener = Listener(collection)
        try edit(collection)
        let present = StetCore.Collection(
            source: source(["id", "name", "weight", "count"], file), schema: schema)
        let conflicts = try present.recover(listener.edits(), isUnchanged: false)
        return (conflicts.map(\.description), try present.table)
    }

    private let changed: [[ByteString]] = [
        ["new", "Nut", "1", "1"], ["c", "Cherry", "", "50"], ["b", "Banana!", "100.0", ""],
        ["a", "Apple", "120", "3"], ["d", "Date", "x", "7"],
    ]

    @Test func editsFindTheirRecordsByKeyAndFieldsByName() throws {
        let merged = try merge(changed) { collection in
            try collection.set(
                collection.row("b"), [FieldAssignment("count", text: ByteString("9"))])
            try collection.delete([collection.row("d")])
            try collection.insert(
                [FieldAssignment("id", text: ByteString("e"))], before: collection.row("b"))
        }
        #expect(merged.conflicts == [])
        #expect(
            merged.table == [
                ["new", "Nut", "1", "1"], ["c", "Cherry", "", "50"], ["e", "", "", ""],
                ["b", "Banana!", "100.0", "9"], ["a", "Apple", "120", "3"],
            ])
    }

    @Test func whatBothChangedIsAConflictAndNothingIsDone() throws {
        let merged = try merge(changed) { collection in
            try collection.set(
                collection.row("b"), [FieldAssignment("name", text: ByteString("Plantain"))])
            try collection.set(
                collection.row("a"), [FieldAssignment("count", text: ByteString("4"))])
        }
        #expect(merged.conflicts == ["b, name: changed here and in the file"])
        #expect(merged.table == changed.map { $0.map(\.description) })
    }

    @Test func editsThatAreInTheFileAlreadyAreNoChange() throws {
        let merged = try merge(changed) { collection in
            try collection.set(
                collection.row("b"), [FieldAssignment("name", text: ByteString("Banana!"))])
            try collection.insert(
                ["id", "name", "weight", "count"].enumerated().map {
                    FieldAssignment($1, text: changed[0][$0])
                })
        }
        #expect(merged.conflicts == [])
        #expect(merged.table == changed.map { $0.map(\.description) })
    }

    @Test func withoutAKeyARecordMustBeTheOneThatStoodThere() throws {
        // The first column repeats, so that records have no key.
        let base: [[ByteString]] = [["x", "1", "p"], ["x", "2", "p"], ["y", "3", "p"]]
        func recovered(_ file: [[ByteString]]) throws -> ([String], [[String]]) {
            let collection = StetCore.Collection(source: source(["a", "b", "c"], base))
            let listener = Listener(collection)
            try collection.set(RowID(2), [FieldAssignment("c", text: ByteString("q"))])
            let present = StetCore.Collection(source: source(["a", "b", "c"], file))
            let conflicts = try present.recover(listener.edits(), isUnchanged: false)
            return (conflicts.map(\.description), try present.table)
        }
        let appended = try recovered(base + [["y", "4", "p"]])
        #expect(appended.0 == [])
        #expect(appended.1[1] == ["x", "2", "q"])
        let shifted: [[ByteString]] = [["x", "0", "p"]] + base
        let refused = try recovered(shifted)
        #expect(refused.0 == ["#2: changed here, no longer in the file"])
        #expect(refused.1 == shifted.map { $0.map(\.description) })
    }

    @Test func aStoryThatMakesNoSenseIsRefused() throws {
        let base = EditRecord.base(
            EditRecord.Base(
                columns: [EditRecord.Column(number: 0, name: "id")],
                rows: [EditRecord.Rows(first: 1, count: 3)], key: [], isUnkeyed: false))
        let stories: [[EditRecord]] = [
            [], [.layout([])], [base, .order(EditRecord.Order(front: 2, back: 2, rows: []))],
            [base, .order(.init(front: 3, back: 0, rows: [.init(first: .max, count: 9)]))],
            [base, .row(EditRecord.Row(row: 7, state: .changed))],
            [base, .row(EditRecord.Row(row: 2, state: .inserted))],
            [base, .order(EditRecord.Order(front: 0, back: 0, rows: []))],
            [base, .order(.init(front: 3, back: 0, rows: [.init(first: 9, count: 1)]))],
            [base, .layout([])],
        ]
        for story in stories {
            let collection = StetCore.Collection(source: source(["id"], [["a"], ["b"], ["c"]]))
            #expect(throws: (any Error).self, "\(story)") {
                _ = try collection.recover(RecordedEdits(story), isUnchanged: true)
            }
            #expect(collection.changes().isEmpty)
        }
    }
}
