import StetCore
import Testing

@Suite struct CollectionDiffTests {
    @Test func aDiffSaysWhatChangedByKeyAndField() throws {
        let collection = fruits()
        try collection.set(collection.row("a"), [FieldAssignment("weight", value: .integer(5))])
        try collection.renameKey(RecordKey("b"), to: RecordKey("q"))
        try collection.delete([collection.row("c")])
        try collection.insert(
            [FieldAssignment("id", text: "n"), FieldAssignment("name", text: "Nut")],
            before: collection.row("q"))
        let diff = try collection.diff()
        #expect(diff.keyFields == ["id"])
        #expect(
            diff.lines.map(\.text) == [
                "a changed", "- weight: 120", "+ weight: 5",
                "n inserted", "+ id: n", "+ name: Nut", "+ weight: ", "+ count: ",
                "b → q changed", "- id: b", "+ id: q",
                "c removed", "- id: c", "- name: Cherry", "- weight: ", "- count: 50",
            ])
        #expect(diff.summary == "1 inserted, 2 changed, 1 removed")
    }

    @Test func theFewestRecordsAreSaidToHaveMoved() throws {
        let records = (0..<50).map { [ByteString("k\($0)")] }
        let collection = StetCore.Collection(source: source(["id"], records))
        try collection.move([RowID(3)], before: RowID(40))
        try collection.delete([RowID(10)])
        let diff = try collection.diff()
        #expect(diff.lines.map(\.text) == ["k9 removed", "- id: k9", "k2 moved"])
        #expect(diff.records[1].oldPosition == 2)
        #expect(diff.records[1].newPosition == 37)
        try collection.move([RowID(3)], before: RowID(4))
        #expect(try collection.diff().records.map(\.kind) == [.removed])
    }

    @Test func theDiffAsJSONEscapesWhatItQuotes() throws {
        let collection = StetCore.Collection(source: source(["id", "text"], [["a", "x"]]))
        try collection.set(
            RowID(1), [FieldAssignment("text", text: ByteString(Array("\"\n\u{1}é".utf8) + [0xff]))]
        )
        #expect(
            try collection.diff().json
                == #"{"fields":[],"records":[{"kind":"changed","key":"a","old_key":null,"row":1,"#
                + #""moved":false,"old_position":1,"position":1,"changes":[{"field":"text","#
                + #""old":"x","new":"\"\n\u0001é\\xFF"}]}]}"#)
    }

    @Test func observersHearOfEveryChangeInOrder() throws {
        let collection = fruits()
        var heard: [String] = []
        struct Complaint: Error {}
        var errors = 0
        collection.reportObserverErrors { _ in errors += 1 }
        _ = collection.observe { event in
            let diff = try event.diff()
            heard.append("\(event.cause) \(diff.records.map(\.key.description).joined())")
            if diff.records.first?.key == RecordKey("a"), event.cause == .change(.update) {
                try collection.set(
                    collection.row("b"), [FieldAssignment("name", text: "Both")])
                heard.append("edited")
            }
        }
        _ = collection.observe { _ in throw Complaint() }
        let last = collection.observe { event in
            // Told after the first one's edit was made, but of the change that it is about.
            heard.append(try event.after.record(RowID(2)).cell("name")?.text.description ?? "")
        }
        try collection.set(collection.row("a"), [FieldAssignment("name", text: "All")])
        #expect(
            heard == [
                "change(StetCore.Change.Kind.update) a", "edited", "Banana",
                "change(StetCore.Change.Kind.update) b", "Both",
            ])
        #expect(errors == 2)
        heard = []
        collection.stopObserving(last)
        try collection.undo()
        #expect(heard == ["undo b"])
        #expect(collection.changes().count == 1)
    }

    @Test func observersThatAnswerEachOtherAreStopped() throws {
        let collection = fruits()
        var errors = 0
        var number = 0
        collection.reportObserverErrors { _ in errors += 1 }
        _ = collection.observe { _ in
            number += 1
            try collection.set(RowID(1), [FieldAssignment("count", value: .integer(number))])
        }
        try collection.set(RowID(2), [FieldAssignment("name", text: "x")])
        #expect(errors == 1)
    }
}
