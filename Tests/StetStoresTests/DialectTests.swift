import StetCore
import Testing

@testable import StetStores

@Suite("Finding the dialect")
struct DialectTests {
    private func dialect(
        _ text: String, name: String = "table.csv", options: DialectOptions = DialectOptions()
    ) throws -> Dialect {
        let path = try temporaryFile(text.utf8, name: name)
        defer { remove(path) }
        return try TableFile(path: path, options: options).dialect
    }

    @Test(
        "The delimiter is found",
        arguments: [
            ("a,b\n1,2\n", ","), ("a\tb\n1\t2\n", "\t"), ("a;b\n1;2\n", ";"), ("a|b\n1|2\n", "|"),
            // Decimal commas between semicolons, prose with commas between tabs.
            ("a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n", ";"),
            ("1,5;2,5\n1,5;2,5\n", ";"),
            ("name\tnote\nx\tred, green, blue\ny\tone, two, three\n", "\t"),
            // Delimiters of others inside quotes.
            ("a,b\n\"x;y;z\",1\n\"x;y;z\",2\n", ","),
            // Nothing that delimits, and nothing at all.
            ("name\nred\ngreen\n", ","), ("", ","),
        ])
    func delimiter(text: String, expected: String) throws {
        #expect(try dialect(text).delimiter == expected.utf8.first)
    }

    @Test("The name .tsv prefers the tab")
    func tabbed() throws {
        #expect(try dialect("name\nred\n", name: "x.tsv").delimiter == UInt8(ascii: "\t"))
        #expect(
            try dialect("a\tb,c,d\n1\t2,3,4\n5\t6,7,8\n", name: "x.TSV").delimiter
                == UInt8(ascii: "\t"))
        #expect(try dialect("a,b\n1,2\n", name: "x.tsv").delimiter == UInt8(ascii: ","))
    }

    @Test("What is pinned is not looked for")
    func pinned() throws {
        var options = DialectOptions()
        options.delimiter = UInt8(ascii: "x")
        options.hasHeader = false
        options.quote = .some(UInt8(ascii: "'"))
        let found = try reading("axb,c\n'1x'x2\n", options: options)
        #expect(found.columns == ["1", "2"])
        #expect(found.texts == [["a", "b,c"], ["1x", "2"]])
    }

    @Test("Single quotes are quotes only where a whole column stands in them")
    func singleQuotes() throws {
        let quoted = try reading("id,name\n1,'a, b'\n2,'c'\n3,'it''s'\n")
        #expect(quoted.texts == [["1", "a, b"], ["2", "c"], ["3", "it's"]])
        let apostrophes = try reading("id,name\n1,'tis\n2,'90s'\n3,x\n")
        #expect(apostrophes.texts[1] == ["2", "'90s'"])
        #expect(apostrophes.failures.isEmpty)
    }

    @Test(
        "A header is taken for one unless the first row looks like those below",
        arguments: [
            ("id,name\n1,a\n", true), ("a,b\nc,d\ne,f\n", true), ("id,name\n", true),
            ("1,2,3\n4,5,6\n", false), ("1,Goroka,-6.08\n2,Madang,-5.2\n", false),
            ("x,\\N\ny,z\n", false), ("2020-01-01,a\n2020-01-02,b\n", false),
            // Years and numbers as names of columns.
            ("country,2000,2001\nFR,61,62\nDE,82,81\n", true),
            ("name,1,2,3\nBob,5,6,7\nEve,6,7,8\n", true),
            ("Germany,1990\nFrance,1991\n", false),
            (",a,b\n0,1,2\n1,2,3\n", true),
        ])
    func header(text: String, expected: Bool) throws {
        #expect(try dialect(text).hasHeader == expected)
    }

    @Test("The usual line end is found")
    func lineEnd() throws {
        #expect(try dialect("a,b\r\n1,2\r\n").lineEnd == .carriageReturnLineFeed)
        #expect(try dialect("a,b\r1,2\r").lineEnd == .carriageReturn)
        #expect(try dialect("a,b\n\"1\r\n2\r\n\",3\n").lineEnd == .lineFeed)
    }

    @Test("The sample decides nothing about what follows it")
    func beyondTheSample() throws {
        let plain = String(repeating: "1,some text that is long enough\n", count: 8_000)
        let found = try reading("a,b\n" + plain + "2,\"x, \"\"y\"\"\"\n3,'z'\n4\n")
        #expect(found.texts[8_000] == ["2", "x, \"y\""])
        #expect(found.texts[8_001] == ["3", "'z'"])
        #expect(found.codes == ["csv.ragged"])
    }
}
