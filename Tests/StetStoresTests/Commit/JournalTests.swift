import Foundation
import StetCore
import Testing

@testable import StetStores

@Suite("Journal")
struct JournalTests {
    private func texts(_ journal: Journal, _ changes: PendingChanges) throws -> [String] {
        try journal.load(changes).map { String(decoding: $0, as: UTF8.self) }
    }

    private func batch(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    @Test("Changes come back in order, after undo and replacement too")
    func changes() throws {
        let place = try Workplace(isInMemory: true)
        let path = try place.file("data.csv", "a\n1\n".utf8)
        let base = try FileFingerprint(path: path)
        let journal = try Journal(in: place.state())
        try journal.append(batch("one", "two"), for: path, base: base)
        try journal.append(batch("three"), for: path, base: base)
        try journal.append(batch("else"), for: "/other", base: base)
        let other = try Journal(in: place.state())
        let found = try #require(try other.pending(for: path).first)
        #expect(found.base == base)
        #expect(found.count == 3)
        #expect(!found.isLeftOver)
        #expect(try texts(other, found) == ["one", "two", "three"])
        try journal.truncate(path, to: 1)
        try journal.append(batch("four", ""), for: path, base: base)
        #expect(try texts(other, found) == ["one", "four", ""])
        try journal.replace(batch("five"), for: path, base: base)
        try journal.append(batch("six"), for: path, base: base)
        #expect(try texts(other, found) == ["five", "six"])
        try journal.clear(path)
        #expect(try other.pending().map(\.path) == ["/other"])
        try journal.append(batch("seven"), for: path, base: base)
        #expect(try texts(other, found) == ["seven"])
    }

    @Test("What a dead session left is kept apart from what a new one changes")
    func sessions() throws {
        let place = try Workplace(isInMemory: true)
        let path = try place.file("data.csv", "a\n1\n".utf8)
        let base = try FileFingerprint(path: path)
        try Journal(in: place.state(), session: deadSession)
            .append(batch("old"), for: path, base: base)
        let journal = try Journal(in: place.state())
        try journal.append(batch("new"), for: path, base: base)
        let pending = try journal.pending(for: path)
        #expect(pending.map(\.isLeftOver) == [true, false])
        #expect(try pending.map { try texts(journal, $0) } == [["old"], ["new"]])
        try place.commit("data.csv") { $0.replace(2..<3, with: "2".utf8) }
        #expect(try journal.pending(for: path).map(\.isLeftOver) == [true])
        try journal.clear(pending[0])
        #expect(try journal.pending().isEmpty)
    }

    @Test("Looking for left-over changes makes no journal; a broken one is named")
    func opening() throws {
        let place = try Workplace()
        let state = try place.state()
        #expect(try Journal.ifPresent(in: state) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).isEmpty)
        try Data("no database, however long one looks at it".utf8).write(
            to: URL(fileURLWithPath: state.journal))
        do throws(JournalError) {
            _ = try Journal.ifPresent(in: state)
            Issue.record("a broken journal was opened")
        } catch {
            #expect("\(error)".contains(state.journal))
            #expect("\(error)".contains("move that file and those beside it"))
        }
    }

    @Test("A commit that a live process works on is left alone")
    func live() throws {
        let place = try Workplace(isInMemory: true)
        let path = try place.file("data.csv", "a\n1\n".utf8)
        let journal = try Journal(in: place.state())
        let order = StagedFile.Order(
            path: path, places: try StagedFile.Places(for: path, backupSuffix: nil),
            plan: SplicePlan(), base: try FileFingerprint(path: path))
        let lock = try FileLock(path: place.state().lock(for: path))
        _ = try journal.beginCommit([order])
        try place.file(fileName(of: order.places.temporary), "half".utf8)
        #expect(try journal.recoverInterruptedCommits().isEmpty)
        #expect(try place.names().count == 2)
        lock.release()
        #expect(try journal.recoverInterruptedCommits().map(\.outcome) == [.undone])
        #expect(try place.names() == ["data.csv"])
    }
}
