import StetCore
import Testing

@testable import StetCheck

/// What real files do to those who read them: each has a defined result, and the check goes on at
/// the next record. The last cell of each table is a number that is none, to show where it stands.
@Suite("Traps")
struct TrapTests {
    private let schema = Schema.of(("a", .string, []), ("n", .integer, []))

    private func lines(_ text: String) throws -> [String] { try check(text, schema).lines }

    @Test(
        "Line ends of every kind",
        arguments: [
            ("a,n\nx,1\ny,z\n", ["3:3@10 2 type"]), ("a,n\nx,1\ny,z", ["3:3@10 2 type"]),
            ("a,n\r\nx,1\r\ny,z\r\n", ["3:3@12 2 type"]), ("a,n\rx,1\ry,z\r", ["3:3@10 2 type"]),
            ("a,n\r\nx,1\ny,z\r\n", ["3:3@11 2 type", "-:-@- - csv.line_ends"]),
        ])
    func lineEnds(text: String, expected: [String]) throws {
        #expect(try Set(lines(text)) == Set(expected))
    }

    @Test("Line breaks in cells count as lines, not as records")
    func embedded() throws {
        #expect(try lines("a,n\n\"x\n\n\",1\n\"\r\n\",z\n") == ["6:3@17 2 type"])
    }

    @Test("Quotes: doubled, in unquoted cells, and after blanks")
    func quotes() throws {
        let checked = try check("a,n\n\"x\"\"y\",\"z\"\"\"\n5\" pipe,q\n", schema)
        #expect(checked.lines == ["2:9@12 1 type", "3:9@25 2 type"])
        #expect(checked.findings.map(\.value) == ["z\"", "q"])
        #expect(try check("a,n\nx \"y\",1\n", schema).lines == [])
    }

    @Test("A quote that opens nothing is a finding, and its line is read as text")
    func unclosed() throws {
        let checked = try check("a,n\n\"x,1\ny,z\nw,2\n", schema)
        #expect(checked.lines == ["2:1@4 1 csv.quote", "3:3@11 2 type"])
        #expect(checked.report.records == 3)
    }

    @Test("Ragged records keep their cells, and a blank line is one")
    func ragged() throws {
        let checked = try check("a,n\nx\n\nx,1,2\ny,z\n", schema)
        #expect(
            checked.lines
                == [
                    "2:1@4 1 csv.ragged", "3:1@6 2 csv.ragged", "4:5@11 3 csv.ragged",
                    "5:3@15 4 type",
                ])
        #expect(checked.messages[0] == "the record has 1 cell, the header 2")
        #expect(checked.messages[1] == "the line is blank; a record has 2 cells")
        #expect(checked.messages[2] == "the record has 3 cells, the header 2")
    }

    @Test("Headers: repeated, blank, alone, absent")
    func headers() throws {
        let twice = try check("a,n,a\nx,z,y\n", schema)
        #expect(twice.counts.contains("csv.header.duplicate - 1"))
        #expect(twice.lines.contains("2:3@8 1 type"))
        let blank = try check("a,,n\nx,y,z\n", schema)
        #expect(blank.counts.contains("csv.header.blank - 1"))
        #expect(blank.lines.last == "2:5@9 1 type")
        #expect(try check("a,n\n", schema).lines == [])
        #expect(try check("a,n", schema).report.records == 0)
        let empty = try check("", schema)
        #expect(empty.counts == ["csv.empty - 1"])
        #expect(empty.report.records == 0)
    }

    @Test("NUL bytes and invalid UTF-8 are data")
    func bytes() throws {
        var text = Array("a,n\nx".utf8) + [0, 0xFF]
        text += Array(",z\ny,w\n".utf8)
        let checked = try check(text, schema)
        #expect(checked.lines == ["2:3@6 1 encoding", "2:5@8 1 type", "3:3@12 2 type"])
        let mark = try check([0xEF, 0xBB, 0xBF] + Array("a,n\nx,z\n".utf8), schema)
        #expect(mark.lines == ["2:3@9 1 type"])
    }

    @Test("Places are those of the file in any encoding", arguments: [true, false])
    func wide(isLittle: Bool) throws {
        let units = Array("\u{FEFF}a,n\né€,z\n🍎\n,y,1\n".utf16)
        let bytes = units.flatMap { unit in
            let (low, high) = (UInt8(unit & 255), UInt8(unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        let checked = try check(bytes, schema)
        #expect(
            checked.lines
                == ["2:7@16 1 type", "3:1@20 2 csv.ragged", "4:3@28 3 type", "4:7@32 3 csv.ragged"])
        let latin = try check([0x61, 0x2C, 0x6E, 0x0A, 0xE9, 0xE9, 0x2C, 0xFC, 0x0A], schema) {
            $0.dialect.encoding = .latin1
        }
        #expect(latin.lines == ["2:4@7 1 type"])
        #expect(latin.findings[0].value == "ü")
    }

    @Test("A cell of many megabytes is one cell")
    func huge() throws {
        let long = String(repeating: "x", count: 9 << 20)
        let checked = try check("a,n\n\"\(long)\n\",z\ny,w\n", schema)
        let end = 4 + 1 + (9 << 20) + 1
        #expect(checked.lines == ["3:3@\(end + 2) 1 type", "4:3@\(end + 6) 2 type"])
    }
}
