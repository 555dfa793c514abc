import StetCore
import Testing

@testable import StetStores

@Suite("Quotes in and out of place")
struct QuoteTests {
    @Test("Quoted cells hold delimiters, line ends and doubled quotes")
    func wellFormed() throws {
        let found = try reading("a,b\n\"x,1\",\"y\r\nz\"\n\"he said \"\"no\"\"\",\"\"\"\"\n\"\",\n")
        #expect(
            found.texts == [["x,1", "y\r\nz"], ["he said \"no\"", "\""], ["", ""]])
        #expect(found.failures.isEmpty)
        #expect(found.starts.map(\.line) == [2, 4, 5])
    }

    @Test("A quote inside an unquoted cell is text")
    func inUnquotedCell() throws {
        let found = try reading("id,name\n1,5\" pipe\n2,\"ok\"\n3, \"b\"\n")
        #expect(found.texts == [["1", "5\" pipe"], ["2", "ok"], ["3", " \"b\""]])
        #expect(found.failures.isEmpty)
    }

    @Test("An unclosed quote costs its own line and no other")
    func unclosed() throws {
        let found = try reading("id,name\n1,\"open\n2,b\n3,c\n")
        #expect(found.texts == [["1", "\"open"], ["2", "b"], ["3", "c"]])
        #expect(found.codes == ["csv.quote"])
        #expect(found.failures[0].position == Position(offset: 10, line: 2, column: 3))
    }

    @Test("A stray quote is text where that gives the header's number of cells")
    func strayIsText() throws {
        let found = try reading("a,b,c\n1,\"Hey, I \"missed\" it\",3\n4,5,6\n")
        #expect(found.texts == [["1", "Hey, I \"missed\" it", "3"], ["4", "5", "6"]])
        #expect(found.codes == ["csv.quote"])
    }

    @Test("The opening quote is text where only that gives the header's number of cells")
    func openingIsText() throws {
        let found = try reading("a,b,c\n1,\"x\" y,\"3\"\n")
        #expect(found.texts == [["1", "\"x\" y", "3"]])
        #expect(found.codes == ["csv.quote"])
    }

    @Test("The opening quote is text where both readings do, and where neither does")
    func tie() throws {
        let both = try reading("a,b\n1,\"x\"y\"\n")
        #expect(both.texts == [["1", "\"x\"y\""]])
        #expect(both.codes == ["csv.quote"])
        let neither = try reading("a,b\n1,\"x\"y,z,w\n")
        #expect(neither.texts == [["1", "\"x\"y", "z", "w"]])
        #expect(neither.codes.sorted() == ["csv.quote", "csv.ragged"])
    }

    @Test("A stray quote on a later line does not swallow the lines between")
    func strayOnLaterLine() throws {
        let found = try reading("a,b\n1,\"x\n2,y\n3,\"z\" w\n4,v\n")
        #expect(
            found.texts == [["1", "\"x"], ["2", "y"], ["3", "\"z\" w"], ["4", "v"]])
        #expect(found.failures.map(\.record) == [1, 3])
    }

    @Test("Without a quote in the dialect every quote is text")
    func noQuote() throws {
        var options = DialectOptions()
        options.quote = .some(nil)
        let found = try reading("a,b\n\"x,1\"\n\"\",\"\n", options: options)
        #expect(found.texts == [["\"x", "1\""], ["\"\"", "\""]])
        #expect(found.failures.isEmpty)
    }

    @Test("Each misquoted cell of a line is a failure of its own")
    func severalOfALine() throws {
        let found = try reading("a,b,c\n\"x\" 1,\"y\" 2,\"z\" 3\n")
        #expect(found.texts == [["\"x\" 1", "\"y\" 2", "\"z\" 3"]])
        #expect(found.failures.map(\.position.column) == [1, 7, 13])
    }

    @Test(
        "Many misquoted cells and unclosed quotes are read in linear time", .timeLimit(.minutes(1)))
    func linear() throws {
        let wide = Array(repeating: "\"a\"b", count: 50_000).joined(separator: ",")
        let header = (0..<50_001).map { "c\($0)" }.joined(separator: ",")
        let lines = String(repeating: "\"open\n", count: 50_000)
        let found = try reading(header + "\n" + wide + "\n" + lines)
        #expect(found.records.count == 50_001)
        #expect(found.records[0].count == 50_000)
        #expect(found.records[0][49_999] == "\"a\"b")
    }
}
