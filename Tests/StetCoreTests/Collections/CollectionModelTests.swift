import StetCore
import TestSupport
import Testing

/// Collections against the plainest thing that does the same: an array of rows.
@Suite struct CollectionModelTests {
    typealias Model = [(row: RowID, cells: [String])]

    @Test(arguments: 0..<60)
    func randomChangesUndoAndRedoEqualAnArray(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed + 1))
        let limit = seed % 20 == 0 ? 1500 : seed % 3 == 0 ? 200 : 12
        let size = Int.random(in: 0...limit, using: &dice)
        let base = (0..<size).map { number -> [ByteString] in
            [ByteString("k\(number)"), ByteString("v\(number % 5)")]
        }
        let collection = StetCore.Collection(source: source(["id", "value"], base))
        var model: Model = base.enumerated().map {
            (RowID($0 + 1), $1.map(\.description))
        }
        let original = model
        var done: [Model] = []
        var undone: [Model] = []
        var snapshots: [(Snapshot, Model)] = []
        var fresh = 0
        for _ in 0..<120 {
            let before = model
            switch Int.random(in: 0..<10, using: &dice) {
            case 0, 1:
                fresh += 1
                let place = Int.random(in: 0...model.count, using: &dice)
                let anchor = place < model.count ? model[place].row : nil
                let outcome = try collection.insert(
                    [FieldAssignment("id", text: ByteString("n\(fresh)"))], before: anchor)
                model.insert((outcome.inserted[0], ["n\(fresh)", ""]), at: place)
            case 2, 3:
                guard !model.isEmpty else { continue }
                let value = "v\(Int.random(in: 0..<5, using: &dice))"
                let places = model.indices.filter { _ in Bool.random(using: &dice) }
                try collection.update(
                    places.map { model[$0].row },
                    [FieldAssignment("value", text: ByteString(value))])
                for place in places { model[place].cells[1] = value }
            case 4:
                let share = Int.random(in: 1...8, using: &dice)
                let places = model.indices.filter { _ in
                    Int.random(in: 0..<8, using: &dice) < share && Bool.random(using: &dice)
                }
                try collection.delete(places.map { model[$0].row }.shuffled(using: &dice))
                for place in places.reversed() { model.remove(at: place) }
            case 5:
                guard model.count > 2 else { continue }
                let anchor = model.randomElement(using: &dice)?.row
                let rows = model.map(\.row).filter {
                    $0 != anchor && Int.random(in: 0..<4, using: &dice) == 0
                }.shuffled(using: &dice)
                try collection.move(rows, before: anchor)
                let moved = rows.compactMap { row in model.first { $0.row == row } }
                model.removeAll { rows.contains($0.row) }
                let place = model.firstIndex { $0.row == anchor } ?? model.count
                model.insert(contentsOf: moved, at: place)
            case 6, 7:
                guard let previous = done.popLast() else {
                    #expect(throws: CollectionError.self) { try collection.undo() }
                    continue
                }
                try collection.undo()
                undone.append(model)
                model = previous
            case 8:
                guard let next = undone.popLast() else {
                    #expect(throws: CollectionError.self) { try collection.redo() }
                    continue
                }
                try collection.redo()
                done.append(model)
                model = next
            default:
                guard let element = model.randomElement(using: &dice) else { continue }
                fresh += 1
                try collection.renameKey(
                    RecordKey(ByteString(element.cells[0])), to: RecordKey(ByteString("r\(fresh)")))
                let place = try #require(model.firstIndex { $0.row == element.row })
                model[place].cells[0] = "r\(fresh)"
            }
            if collection.changes().count > done.count {
                done.append(before)
                undone = []
            }
            #expect(collection.changes().count == done.count)
            if Int.random(in: 0..<20, using: &dice) == 0 {
                snapshots.append((collection.snapshot, model))
            }
            try expectSame(collection, model, &dice)
        }
        for (snapshot, model) in snapshots {
            let table = try snapshot.table
            #expect(table == model.map(\.cells))
        }
        try expectPendingRebuilds(model, from: original, collection)
        let rebased = StetCore.Collection(source: source(["id", "value"], base))
        let conflicts = try rebased.merge(collection.diff())
        #expect(conflicts == [])
        let merged = try rebased.table
        #expect(merged == model.map(\.cells))
        try collection.revert()
        let table = try collection.table
        #expect(table == original.map(\.cells))
        #expect(!collection.isDirty)
    }

    private func expectSame(
        _ collection: StetCore.Collection, _ model: Model, _ dice: inout SeededGenerator
    ) throws {
        let table = try collection.table
        try #require(table == model.map(\.cells))
        #expect(collection.snapshot.rows.map(\.self) == model.map(\.row))
        #expect(collection.count == model.count)
        guard let place = model.indices.randomElement(using: &dice) else { return }
        let found = try collection.find(RecordKey(ByteString(model[place].cells[0])))
        #expect(found?.row == model[place].row)
        #expect(found?.count == 1)
        #expect(collection.snapshot.row(at: place) == model[place].row)
        #expect(collection.snapshot.position(of: model[place].row) == place)
        let nobody = try collection.find(RecordKey("nobody"))
        #expect(nobody == nil)
    }

    /// What the writer of a store would make of the pending edits.
    private func expectPendingRebuilds(
        _ model: Model, from original: Model, _ collection: StetCore.Collection
    ) throws {
        let pending = try collection.pending()
        var file = original.map(\.cells)
        for edit in pending.changed {
            for cell in edit.cells {
                file[edit.record][cell.column] = cell.cell?.text.description ?? "-"
            }
        }
        var rebuilt: [[String]] = []
        var kept = 0
        for segment in pending.segments {
            switch segment {
            case .file(let records, _):
                rebuilt += file[records]
                kept += records.count
            case .inserted(let rows):
                rebuilt += rows.map { pending.inserted[$0]?.map(\.text.description) ?? [] }
            }
        }
        #expect(rebuilt == model.map(\.cells))
        #expect(pending.deleted.count == original.count - kept)
        #expect(pending.isEmpty != collection.isDirty)
        let diff = try collection.diff()
        #expect(diff.count(.inserted) == pending.inserted.count)
        #expect(diff.count(.removed) == pending.deleted.count)
        #expect(diff.records.count { $0.kind == .changed } == pending.changed.count)
    }
}
