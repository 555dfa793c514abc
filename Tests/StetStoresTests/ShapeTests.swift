import StetCore
import Testing

@testable import StetStores

@Suite("Lines, records and headers")
struct ShapeTests {
    @Test("Every kind of line end ends a record, mixed ones with one warning")
    func lineEnds() throws {
        let found = try reading("a,b\r\n1,2\n3,4\r5,6")
        #expect(found.texts == [["1", "2"], ["3", "4"], ["5", "6"]])
        #expect(found.findings == ["csv.line_ends"])
        #expect(found.lineEnds.description == "1 LF, 1 CRLF, 1 CR")
        #expect(found.starts.map(\.line) == [2, 3, 4])
        let same = try reading("a,b\r\n\"1\n2\",2\r\n")
        #expect(same.findings.isEmpty)
    }

    @Test("CR CR LF is a line end, a blank line, and a line end")
    func doubleReturn() throws {
        let found = try reading("a,b\n1,2\r\r\n3,4\n")
        #expect(found.texts == [["1", "2"], [], ["3", "4"]])
        #expect(found.failures.map(\.cells) == [0])
        #expect(found.starts.map(\.line) == [2, 3, 4])
    }

    @Test("A blank line is a record without cells, or in one column one with an empty cell")
    func blankLines() throws {
        let two = try reading("a,b\n1,2\n\n3,4\n\n")
        #expect(two.texts == [["1", "2"], [], ["3", "4"], []])
        #expect(two.failures.map(\.record) == [2, 4])
        #expect(two.failures.map(\.cells) == [0, 0])
        let one = try reading("a\n1\n\n2\n")
        #expect(one.texts == [["1"], [""], ["2"]])
        #expect(one.failures.isEmpty)
    }

    @Test("A ragged record keeps all its cells")
    func ragged() throws {
        let found = try reading("id,name\n1,a\n2\n3,c,extra\n4,\n")
        #expect(found.texts == [["1", "a"], ["2"], ["3", "c", "extra"], ["4", ""]])
        #expect(found.failures.map(\.cells) == [1, 3])
        // The first cell too many.
        #expect(found.failures[1].position == Position(offset: 18, line: 4, column: 5))
    }

    @Test("An empty file is a finding, a lone header is fine")
    func empty() throws {
        #expect(try reading("").findings == ["csv.empty"])
        #expect(try reading(of: [0xEF, 0xBB, 0xBF]).findings == ["csv.empty"])
        let header = try reading("id,name")
        #expect(header.columns == ["id", "name"])
        #expect(header.records.isEmpty)
        #expect(header.findings.isEmpty)
    }

    @Test("Blank and repeated names are warnings, and columns keep their place")
    func names() throws {
        let path = try temporaryFile("id,,id, \n1,2,3,4\n".utf8)
        defer { remove(path) }
        let table = try TableFile(path: path)
        #expect(table.columns.map(\.name.description) == ["id", "", "id", " "])
        #expect(table.columns.map(\.position.column) == [1, 4, 5, 8])
        #expect(
            table.findings.map(\.code)
                == ["csv.header.blank", "csv.header.duplicate", "csv.header.blank"])
        #expect(table.findings.allSatisfy { $0.severity == .warning })
        #expect(table.findings[1].position?.column == 5)
    }

    @Test("Without a header columns are numbered, and the first record is one")
    func noHeader() throws {
        let found = try reading("1,2\n3,4\n5\n")
        #expect(found.columns == ["1", "2"])
        #expect(found.texts == [["1", "2"], ["3", "4"], ["5"]])
        #expect(found.starts[0] == Position(offset: 0, line: 1, column: 1))
        #expect(found.codes == ["csv.ragged"])
    }

    @Test("Positions after quoted line ends are physical")
    func afterQuotedLines() throws {
        let found = try reading("id,name,n\n1,\"a\nb\nc\",5\n2,c,x\n3,d\n")
        #expect(found.starts.map(\.line) == [2, 5, 6])
        #expect(found.failures.map(\.position.line) == [6])
    }

    @Test("An excerpt is the physical line, cut about the cell where it is long")
    func excerpt() throws {
        let long = String(repeating: "é", count: 1_000)
        let path = try temporaryFile("a,b\n\(long)bad\(long),2\nx,\"y\nz\"\n".utf8)
        defer { remove(path) }
        let table = try TableFile(path: path)
        let chunk = Chunk()
        #expect(try table.nextChunk(into: chunk))
        let cut = chunk.excerpt(around: 2_000..<2_003)
        #expect(cut.isCutAtStart)
        #expect(cut.isCutAtEnd)
        #expect(Array(cut.text.bytes[cut.marked]) == Array("bad".utf8))
        #expect(cut.text.string != nil)
        #expect(cut.text.bytes.count < 600)
        let end = chunk.count - 3
        let short = chunk.excerpt(around: end..<(end + 1))
        #expect(short.text.description == "z\"")
        #expect(!short.isCutAtStart)
    }

    @Test("NUL bytes are ordinary bytes of a cell")
    func nul() throws {
        let found = try reading("id,name\n1,a\0b\n\0,\"\0\"\n")
        #expect(found.texts == [["1", "a\0b"], ["\0", "\0"]])
        #expect(found.failures.isEmpty)
    }
}
