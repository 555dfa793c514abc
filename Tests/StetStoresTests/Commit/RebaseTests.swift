import Testing

@testable import StetStores

@Suite("Rebase")
struct RebaseTests {
    typealias Fields = [String: String]
    typealias Step = RecordMerge<String, String, String>.Step
    typealias Kind = MergeConflict<String, String, String>.Kind

    private func merge(_ base: Fields?, _ mine: Fields?, _ theirs: Fields?)
        -> (steps: [Step], conflicts: [Kind])
    {
        let merge = rebase(
            [RecordVersions(key: "k", base: base, mine: mine)], fieldOrder: ["a", "b"]
        ) { _ in theirs }
        return (merge.steps, merge.conflicts.map(\.kind))
    }

    @Test("Fields changed on one side only are merged")
    func fields() {
        let base = ["a": "1", "b": "1"]
        let both = merge(base, ["a": "2", "b": "1"], ["a": "1", "b": "3"])
        #expect(both.steps == [.update("k", ["a": "2"])])
        #expect(both.conflicts.isEmpty)
        let same = merge(base, ["a": "2", "b": "1"], ["a": "2", "b": "3"])
        #expect(same.steps.isEmpty && same.conflicts.isEmpty)
        let untouched = merge(base, base, ["a": "9", "b": "9"])
        #expect(untouched.steps.isEmpty && untouched.conflicts.isEmpty)
    }

    @Test("A field changed on both sides is a conflict; the other fields are merged")
    func conflict() {
        let found = merge(
            ["a": "1", "b": "1"], ["a": "2", "b": "2"], ["a": "3", "b": "1"])
        #expect(found.steps == [.update("k", ["b": "2"])])
        #expect(found.conflicts == [.field("a", base: "1", mine: "2", theirs: "3")])
    }

    @Test("Records inserted or deleted on one side or both")
    func records() {
        let one = ["a": "1"]
        let two = ["a": "2"]
        #expect(merge(nil, one, nil).steps == [.insert("k", one)])
        #expect(merge(nil, one, one) == ([], []))
        #expect(merge(nil, one, two) == ([], [.insertedByBoth("a", mine: "1", theirs: "2")]))
        #expect(merge(one, nil, one).steps == [.delete("k")])
        #expect(merge(one, nil, nil) == ([], []))
        #expect(merge(one, nil, two) == ([], [.deletedByMe]))
        #expect(merge(one, two, nil) == ([], [.deletedByThem]))
    }

    @Test("Fields added or dropped on one side")
    func columns() {
        let added = merge(["a": "1"], ["a": "1", "b": "new"], ["a": "2"])
        #expect(added.steps == [.update("k", ["b": "new"])])
        let dropped = merge(["a": "1", "b": "1"], ["a": "1"], ["a": "2", "b": "1"])
        #expect(dropped.steps == [.update("k", ["b": nil])])
        let lost = merge(["a": "1", "b": "1"], ["a": "1", "b": "2"], ["a": "1"])
        #expect(lost.conflicts == [.field("b", base: "1", mine: "2", theirs: nil)])
    }
}
