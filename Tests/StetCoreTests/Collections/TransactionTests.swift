import StetCore
import Testing

@Suite struct TransactionTests {
    private struct Stop: Error {}

    @Test func aTransactionIsOneStepOfUndoInEachCollection() throws {
        let (one, two) = (fruits(), fruits())
        try one.set(RowID(4), [FieldAssignment("name", text: "before")])
        try Transaction.run(joining: [one, two]) { _ in
            try one.set(RowID(1), [FieldAssignment("name", text: "x")])
            try one.delete([RowID(2)])
            try two.delete([RowID(3), RowID(4)])
        }
        #expect(
            one.changes().map(\.summary) == [
                "update: 1 changed", "transaction: 1 changed, 1 removed",
            ])
        try one.undo()
        #expect(try one.table[0] == ["a", "Apple", "120", "3"])
        #expect(one.count == 4)
        #expect(two.count == 2)
        try one.redo()
        #expect(one.count == 3)
    }

    @Test func aTransactionThatThrowsLeavesNothingBehind() throws {
        let (one, two) = (fruits(), fruits())
        try one.set(RowID(4), [FieldAssignment("name", text: "before")])
        one.markCommitted()
        let table = try one.table
        var told = 0
        var undoesMore = true
        _ = two.observe { event in if event.cause == .rollback { told += 1 } }
        #expect(throws: Stop.self) {
            try Transaction.run(joining: [one, two]) { _ in
                try one.delete([RowID(2)])
                try one.undo()
                undoesMore = one.canUndo
                try one.delete([RowID(3)])
                try two.insert([FieldAssignment("id", text: "n")])
                throw Stop()
            }
        }
        #expect(!undoesMore)
        #expect(try one.table == table)
        #expect(!one.isDirty)
        #expect(try two.table == fruits().table)
        #expect(told == 1)
        #expect(two.changes().isEmpty)
        #expect(one.changes().count == 1)
    }

    @Test func anInnerTransactionBelongsToTheOuterOne() throws {
        let collection = fruits()
        let outer = Transaction()
        outer.join(collection)
        try collection.delete([RowID(1)])
        try Transaction.run(joining: [collection]) { _ in
            try collection.delete([RowID(2)])
            try collection.delete([RowID(3)])
        }
        #expect(collection.changes().count == 2)
        outer.rollback()
        #expect(collection.count == 4)
        #expect(!collection.canUndo)
    }
}
