import StetCore
import TestSupport
import Testing

@testable import StetRules

@Suite struct UniqueTests {
    private func digests(_ plan: CheckPlan, _ records: [[WrittenCell]]) -> [KeyDigest] {
        let written = WrittenBlock(records)
        var digests: [KeyDigest] = []
        plan.unique[0].digests(
            of: written.block, quote: UInt8(ascii: "\""), workspace: .init(), into: &digests)
        return digests
    }

    @Test func equalTextsHaveEqualDigestsHoweverTheyAreWritten() throws {
        let plan = try CheckPlan(Field("x", .string, .unique))
        let found = digests(
            plan,
            [
                [WrittenCell("say \"x\"")], [WrittenCell("a", isQuoted: true)], [WrittenCell("a")],
                [WrittenCell("b")], [WrittenCell("say \"x\"")],
            ])
        #expect(found.count == 5)
        #expect(found[0].digest == found[4].digest)
        #expect(found[1].digest == found[2].digest)
        #expect(Set(found.map(\.digest)).count == 3)
        #expect(found[1].position == 12)
    }

    @Test func missingIllTypedAndAbsentCellsTakeNoPart() throws {
        let plan = try CheckPlan(Field("y"), Field("x", .integer, .unique)) {
            $0.missing = ["", "0"]
        }
        let found = digests(
            plan,
            ["1", "", "a", "0", "2"].map { [WrittenCell("y"), WrittenCell($0)] }
                + [[], [WrittenCell("y")]])
        #expect(found.count == 2)
    }

    @Test func trimmedBlanksAreNotPartOfTheValue() throws {
        let plan = try CheckPlan(Field("x", .integer, .unique).with { $0.trim = true })
        let found = digests(plan, [[WrittenCell("1")], [WrittenCell(" 1 ")]])
        #expect(found.count == 2 && found[0].digest == found[1].digest)
        #expect(plan.fields[0].valueText(" 1 ") == "1")
    }

    @Test func partsOfAKeyDoNotRunTogether() throws {
        let plan = try CheckPlan(Field("x"), Field("y")) { $0.key = ["x", "y"] }
        let found = digests(
            plan,
            [("a", "bc"), ("ab", "c"), ("a", "bc"), ("bc", "a"), ("", "x")].map {
                [WrittenCell($0.0), WrittenCell($0.1)]
            })
        #expect(found.count == 4)
        #expect(Set(found.map(\.digest)).count == 3)
    }

    @Test func blocksThatFollowOneAnotherDoNotMix() throws {
        let plan = try CheckPlan(Field("x"), Field("y")) { $0.key = ["x", "y"] }
        let workspace = CompiledField.Workspace()
        var found: [KeyDigest] = []
        for records in [["a", "b"], ["a"], ["c", "b"]] {
            let written = WrittenBlock([records.map { WrittenCell($0) }])
            plan.unique[0].digests(
                of: written.block, quote: UInt8(ascii: "\""), workspace: workspace, into: &found)
        }
        let again = digests(plan, [[WrittenCell("a"), WrittenCell("b")]])
        #expect(found.count == 2 && again.count == 1)
        #expect(found[0].digest == again[0].digest && found[1].digest != again[0].digest)
    }

    @Test func digestsOfAllLengthsDiffer() {
        var seen: Set<UInt64> = []
        for length in 0..<200 {
            for byte: UInt8 in [0, 1, 0x61] {
                let bytes = [UInt8](repeating: byte, count: length)
                let digest = bytes.withUnsafeBufferPointer {
                    Digest.of($0.baseAddress ?? emptyBytes, $0.count)
                }
                if length > 0 || byte == 0 { #expect(seen.insert(digest).inserted) }
            }
        }
        // Each byte counts, wherever it stands.
        for length in 1..<80 {
            let bytes = [UInt8](repeating: 0x61, count: length)
            for index in 0..<length {
                var changed = bytes
                changed[index] ^= 1
                let digest = changed.withUnsafeBufferPointer {
                    Digest.of($0.baseAddress ?? emptyBytes, $0.count)
                }
                #expect(seen.insert(digest).inserted)
            }
        }
    }

    @Test func aTableKnowsWhatWasPutIn() {
        let table = DigestTable()
        var generator = SeededGenerator(seed: 3)
        let keys = (0..<200_000).map { _ in generator.next() }
        for (position, key) in keys.enumerated() {
            #expect(table.insert(key, at: position * 70) { keys[$0 / 70] == key } == nil)
        }
        for (position, key) in keys.enumerated() where position % 7 == 0 {
            let found = table.insert(key, at: DigestTable.positionLimit - 1) {
                keys[$0 / 70] == key
            }
            #expect(found == position * 70)
        }
        #expect(table.size < 21 * keys.count)
    }

    @Test func keysThatLookAlikeAreToldApartByTheCaller() {
        let table = DigestTable()
        for position in 0..<100 {
            var asked: [Int] = []
            let found = table.insert(5, at: position) { earlier in
                asked.append(earlier)
                return false
            }
            #expect(found == nil)
            #expect(asked.sorted() == Array(0..<position))
        }
        #expect(table.insert(5, at: 100) { $0 == 42 } == 42)
    }
}
