import StetCore
import TestSupport
import Testing

@testable import StetStores

@Suite("What the journal keeps of edits")
struct PendingChangeTests {
    private var records: [PendingChangeRecord] {
        var dialect = DialectOptions()
        dialect.delimiter = UInt8(ascii: ";")
        dialect.quote = .some(nil)
        dialect.hasHeader = false
        dialect.encoding = .latin1
        return [
            .reading(.init(dialect: dialect, rules: "strict.rules.lua")),
            .reading(.init(dialect: DialectOptions(), rules: nil)),
            .edit(
                .base(
                    EditRecord.Base(
                        columns: [
                            .init(number: 0, name: "id"),
                            .init(number: 300, name: "ñ", filler: Cell("x", isQuoted: true)),
                        ], rows: [.init(first: 1, count: 1 << 31)], key: [0, 300], isUnkeyed: true))
            ),
            .edit(.layout([.init(number: 1, name: "", filler: .empty)])),
            .edit(.order(.init(front: 0, back: 1_000_000, rows: [.init(first: 7, count: 2)]))),
            .edit(
                .row(
                    EditRecord.Row(
                        row: .max, state: .changed,
                        old: [.init(column: 0, cell: nil), .init(column: 1, cell: .empty)],
                        new: [
                            .init(
                                column: 1, cell: Cell(ByteString([0, 0xFF, 0x0A]), isQuoted: true))
                        ]))),
            .edit(.row(EditRecord.Row(row: 1, state: .untouched))),
            .edit(.row(EditRecord.Row(row: 1, state: .landmark))),
        ]
    }

    private func encoded(_ records: [PendingChangeRecord]) -> [UInt8] {
        var batch = PendingChangeBatch()
        for record in records { batch.append(record) }
        return batch.encoded
    }

    @Test("Comes back as it was, in one batch or in several")
    func roundTrip() throws {
        #expect(try PendingChangeBatch.records(of: [encoded(records)]) == records)
        let single = records.map { encoded([$0]) }
        #expect(try PendingChangeBatch.records(of: single) == records)
    }

    @Test("A damaged byte is noticed, wherever it is")
    func damage() throws {
        let whole = encoded(records)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x41
            #expect(throws: PendingChangeRecord.Unreadable.self) {
                _ = try PendingChangeBatch.records(of: [bytes])
            }
            #expect(throws: PendingChangeRecord.Unreadable.self) {
                _ = try PendingChangeBatch.records(of: [Array(whole[..<index])])
            }
        }
    }

    @Test("No bytes lead outside of the batch, be their digest right")
    func nonsense() throws {
        var generator = SeededGenerator(seed: 7)
        let whole = Array(encoded(records).dropFirst(9))
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0..<8, using: &generator))
            let digest = ContentDigest.of(bytes)
            let header = [1] + (0..<8).map { UInt8(truncatingIfNeeded: digest >> UInt64(8 * $0)) }
            var count: Int?
            do {
                count = try PendingChangeBatch.records(of: [header + bytes]).count
            } catch {}
            #expect(count ?? 0 <= bytes.count)
        }
    }

    @Test("What a dead session left is adopted once, and the commit that writes it ends it")
    func adoption() throws {
        let place = try Workplace(isInMemory: true)
        let path = try place.file("data.csv", "a\n1\n".utf8)
        let base = try FileFingerprint(path: path)
        try Journal(in: place.state(), session: deadSession)
            .append([[1]], for: path, base: base)
        let journal = try Journal(in: place.state())
        let left = try #require(try journal.pending(for: path).first)
        #expect(try journal.adopt(left))
        #expect(try !journal.adopt(left))
        #expect(try journal.pending(for: path).map(\.session) == [.current])
        try place.commit("data.csv") { $0.replace(2..<3, with: [0x32]) }
        #expect(try journal.pending(for: path).isEmpty)
    }
}
