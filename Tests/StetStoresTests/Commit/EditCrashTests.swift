import Foundation
import StetCore
import Testing

@testable import StetStores

@Suite("Crashes of a session that edits")
struct EditCrashTests {
    private static let old =
        "id,text\r\n" + (1...40).map { "r\($0),\"some text\"\r\n" }.joined()

    /// The table after so many edits of the probe; nil: after the deletion too.
    private func table(edits: Int?) -> String {
        let edited =
            "id,text\r\n"
            + (1...40).map { number in
                if edits == nil, number == 7 { return "" }
                return number <= min(edits ?? 5, 5)
                    ? "r\(number),\"NEW\(number)\"\r\n" : "r\(number),\"some text\"\r\n"
            }.joined()
        return edited
    }

    /// Applies what the journal has to the file and gives the file's new text.
    private func recovered(_ path: String, _ place: Workplace) throws -> String {
        let journal = try Journal(in: place.state())
        let source = try TableSource(path: path)
        let base = try #require(source.fingerprint)
        let collection = StetCore.Collection(source: source)
        for left in try journal.pending(for: path) {
            #expect(left.isLeftOver)
            #expect(left.base == base)
            var edits: [EditRecord] = []
            for record in try PendingChangeBatch.records(of: try journal.load(left)) {
                if case .edit(let edit) = record { edits.append(edit) }
            }
            let conflicts = try collection.recover(RecordedEdits(edits), isUnchanged: true)
            #expect(conflicts == [])
            #expect(try journal.adopt(left))
        }
        guard collection.isDirty else { return try place.text("data.csv") }
        let plan = try TableWriter.plan(
            for: collection.pending(), of: source, quotedEmptyIsText: false)
        _ = try Committer(journal: journal).commit([
            CommitRequest(path: path, plan: plan, base: base)
        ])
        #expect(try journal.pending(for: path).isEmpty)
        return try place.text("data.csv")
    }

    @Test(
        "Killed at every write, sync and rename, the file is old or new, the journal has the rest")
    func killed() throws {
        var points = 0
        while true {
            points += 1
            let place = try Workplace(isInMemory: true)
            let path = try place.file("data.csv", Self.old.utf8)
            let run = try probe(
                ["edit", place.path + "/state/stet", path], faults: ["FAULT_KILL": "\(points)"])
            #expect(run.lines.allSatisfy { !$0.hasPrefix("error") }, "\(run.lines)")
            _ = try Journal(in: place.state()).recoverInterruptedCommits()
            let text = try place.text("data.csv")
            if text == Self.old {
                let edited = run.lines.count { $0.hasPrefix("edited") }
                let result = try recovered(path, place)
                let wanted = (edited...5).map { table(edits: $0) } + [table(edits: nil)]
                #expect(wanted.contains(result), "point \(points), \(run.lines): \(result)")
            } else {
                #expect(text == table(edits: nil), "torn at point \(points)")
                #expect(try Journal(in: place.state()).pending().isEmpty)
            }
            guard run.wasKilled else {
                #expect(run.lines.contains("committed"), "\(run.lines)")
                break
            }
        }
        #expect(points > 40)
    }

    @Test("A recovery that is killed anywhere can be made again: no edit is lost or made twice")
    func killedRecovery() throws {
        let new = table(edits: nil)
        var points = 0
        while true {
            points += 1
            let place = try Workplace(isInMemory: true)
            let path = try place.file("data.csv", Self.old.utf8)
            let state = place.path + "/state/stet"
            #expect(try probe(["leave", state, path]).wasKilled)
            let run = try probe(["apply", state, path], faults: ["FAULT_KILL": "\(points)"])
            #expect(run.lines.allSatisfy { !$0.hasPrefix("error") }, "\(run.lines)")
            let text = try place.text("data.csv")
            #expect(text == Self.old || text == new, "torn at point \(points)")
            let again = try probe(["apply", state, path])
            #expect(again.lines.allSatisfy { !$0.hasPrefix("error") }, "\(again.lines)")
            #expect(try place.text("data.csv") == new, "point \(points): \(run), \(again)")
            let journal = try Journal(in: place.state())
            #expect(try journal.pending().isEmpty)
            #expect(try journal.recoverInterruptedCommits().isEmpty)
            guard run.wasKilled else {
                #expect(run.lines.contains("recovered 5 changed, 1 removed"), "\(run.lines)")
                break
            }
        }
        #expect(points > 20)
    }
}
