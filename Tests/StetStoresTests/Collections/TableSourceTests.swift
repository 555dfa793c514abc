import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetStores

@Suite("A table as the source of a collection")
struct TableSourceTests {
    private func text(records: Int, isWild: Bool) -> String {
        var random = SeededGenerator(seed: UInt64(records))
        var text = "id,name,note\n"
        for number in 0..<records {
            text += "\(number),"
            switch isWild ? Int.random(in: 0...9, using: &random) : 0 {
            case 0...4: text += "plain,text"
            case 5: text += "\"a, \"\"b\"\"\",\"line\nbreak\""
            case 6: text += "\"stray \"quote\",x"
            case 7: text += "short"
            case 8:
                text +=
                    "\""
                    + String(repeating: "long \n", count: Int.random(in: 1...900, using: &random))
                    + "\",y"
            default: text += ",,,,"
            }
            text += Bool.random(using: &random) || !isWild ? "\n" : "\r\n"
        }
        return text
    }

    @Test(
        "Records read at random and in turn are those that a check reads",
        arguments: [(0, true), (1, true), (40, true), (3_000, true), (9_000, false)])
    func sameRecords(records: Int, isWild: Bool) throws {
        let path = try temporaryFile(Array(text(records: records, isWild: isWild).utf8))
        defer { remove(path) }
        let wanted = try reading(ofFile: path)
        let source = try TableSource(path: path)
        #expect(source.recordCount == wanted.records.count)
        #expect(source.columns.map(\.description) == wanted.columns)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<min(500, 3 * records) {
            let record = Int.random(in: 0..<source.recordCount, using: &random)
            #expect(try source.cells(ofRecord: record).map(\.text) == wanted.records[record])
        }
        for start in [0, source.recordCount / 3, source.recordCount - 1] where start >= 0 {
            var next = start
            try source.scan(records: start..<source.recordCount, columns: [2, 0]) { record, cells in
                let cell = wanted.records[record]
                #expect(record == next)
                #expect(cells[0]?.text == (cell.count > 2 ? cell[2] : nil))
                #expect(cells[1]?.text == cell.first)
                next += 1
                return true
            }
            #expect(next == source.recordCount)
        }
    }

    @Test("Two threads index and search a file as one does", arguments: [1, 2, 3, 7, 20])
    func twoThreads(records: Int) throws {
        let path = try temporaryFile(Array(text(records: 40 * records, isWild: true).utf8))
        defer { remove(path) }
        let source = try TableSource(path: path)
        var pass = RecordIndexPass(
            source: source.table.source, dialect: source.dialect, width: source.columns.count)
        pass.sizeForTwo = 64
        var finder = try #require(
            TextFinder(["plain", "text"].map { Array($0.utf8) }, in: source.table))
        pass.finder = finder
        let findings = try pass.findings(from: source.table.bodyOffset)
        let index = findings.index
        #expect(index.recordCount == source.recordCount)
        for record in 0..<source.recordCount {
            let stretch = try #require(index.stretch(ofRecord: record))
            let first = try source.place(ofRecord: stretch.firstRecord)
            #expect(stretch.range.lowerBound == first.start)
            #expect(try stretch.range.contains(source.place(ofRecord: record).start))
        }
        let all = 0..<source.index.end
        let places = try finder.places(in: all)
        finder.sizeForTwo = 64
        #expect(try finder.places(in: all) == places)
        #expect(places?.isEmpty == false)
        #expect(findings.places?.flatMap { $0 }.sorted() == places)
    }

    @Test("A scan ends where its reader has enough, and others may read meanwhile")
    func scans() throws {
        let path = try temporaryFile(Array(text(records: 5_000, isWild: false).utf8))
        defer { remove(path) }
        let source = try TableSource(path: path)
        var seen = 0
        try source.scan(records: 0..<5_000, columns: [0]) { record, cells in
            seen += 1
            let far = try? source.cell(record: 4_999 - record, column: 0)
            #expect(far?.text == ByteString(String(4_999 - record)))
            return record < 3_000
        }
        #expect(seen == 3_001)
    }

    @Test("The records stay what they were when another file takes the path")
    func replacedFile() throws {
        let path = try temporaryFile(Array("id\n1\n2\n".utf8))
        defer { remove(path) }
        let source = try TableSource(path: path)
        try FileManager.default.removeItem(atPath: path)
        try Data("other\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try source.cells(ofRecord: 1) == [Cell("2")])
        #expect(try source.fingerprint?.hasChanged(at: path) == true)
    }

    @Test("Transcoded files are read at random too")
    func transcoded() throws {
        let text = "\u{FEFF}id,name\n" + (0..<2_000).map { "\($0),Ähre 🍌 \($0)\n" }.joined()
        let path = try temporaryFile([UInt8](try #require(text.data(using: .utf16LittleEndian))))
        defer { remove(path) }
        let source = try TableSource(path: path)
        #expect(source.recordCount == 2_000)
        for record in stride(from: 1_999, through: 0, by: -37) {
            #expect(
                try source.cells(ofRecord: record).map(\.text.description)
                    == ["\(record)", "Ähre 🍌 \(record)"])
        }
    }
}
