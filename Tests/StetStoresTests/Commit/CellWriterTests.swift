import StetCore
import Testing

@testable import StetStores

@Suite("Writing cells")
struct CellWriterTests {
    private func writer(
        _ width: Int = 2, _ change: (inout Dialect) -> Void = { _ in }
    ) -> CellWriter {
        var dialect = Dialect()
        change(&dialect)
        return CellWriter(dialect: dialect, width: width)
    }

    private func cell(
        _ text: String, _ writer: CellWriter, _ change: (inout CellHabit) -> Void = { _ in }
    ) throws -> String {
        var habit = CellHabit()
        change(&habit)
        return String(
            decoding: try writer.cell(ByteString(text), habit: habit), as: UTF8.self)
    }

    @Test("Quotes stand where they must or where they stood")
    func quoting() throws {
        let comma = writer()
        let plain = ["", "x", " x ", "=1+1", "a;b", "a\tb", "Ä🍌", "'", "\u{0}"]
        for text in plain { #expect(try cell(text, comma) == text) }
        #expect(try cell("a,b", comma) == "\"a,b\"")
        #expect(try cell("say \"hi\"", comma) == "\"say \"\"hi\"\"\"")
        #expect(try cell("a\nb", comma) == "\"a\nb\"")
        #expect(try cell("a\rb", comma) == "\"a\rb\"")
        #expect(try cell("x", comma) { $0 = CellHabit(ofQuotedCell: true) } == "\"x\"")
        #expect(try cell("", comma) { $0 = CellHabit(ofQuotedCell: true) } == "\"\"")
        #expect(try cell(" x", comma) { $0.quotesBlanks = true } == "\" x\"")
        #expect(try cell("x", comma) { $0.quotesBlanks = true } == "x")
        #expect(try cell("", writer(1)) == "\"\"")
        let tab = writer { $0.delimiter = 0x09 }
        #expect(try cell("a,b", tab) == "a,b")
        #expect(try cell("a\tb", tab) == "\"a\tb\"")
    }

    @Test("What the dialect or the encoding cannot hold is refused with the reason")
    func refused() throws {
        let unquoted = writer { $0.quote = nil }
        #expect(try cell("\"", unquoted) == "\"")
        #expect(throws: CellWriteError.needsQuotes(delimiter: 0x2C)) { try cell("a,b", unquoted) }
        #expect(throws: CellWriteError.blankLine) {
            try cell("", writer(1) { $0.quote = nil })
        }
        let latin = writer { $0.encoding = .latin1 }
        #expect(throws: CellWriteError.lacksCharacter("€", .latin1)) { try cell("5 €", latin) }
        #expect(throws: CellWriteError.lacksCharacter("\u{FFFD}", .latin1)) {
            try cell("\u{FFFD}", latin)
        }
        #expect(throws: CellWriteError.notText(.latin1)) {
            try latin.cell(ByteString([0xFF]), habit: CellHabit())
        }
        let windows = writer { $0.encoding = .windows1252 }
        #expect(try windows.cell("5 €é", habit: CellHabit()) == [0x35, 0x20, 0x80, 0xE9])
        #expect(throws: CellWriteError.lacksCharacter("\u{81}", .windows1252)) {
            try cell("\u{81}", windows)
        }
        #expect("\(CellWriteError.lacksCharacter("€", .latin1))".contains("no '€' (U+20AC)"))
    }

    private static let nasty = [
        "plain", "", "a,b", "say \"hi\"", "\"", "\"\"", "line\nbreak", "\r", "a\r\nb", " blanks ",
        "=HYPERLINK(1)", "\u{FEFF}mark", "tab\there", "semi;colon|bar", "é", "'", "\\", "#",
        "\u{0}",
    ]

    @Test("Every text in every cell of a nasty file: read back as written, no other byte changed")
    func everyCell() throws {
        for encoding in TextEncoding.allCases {
            for (delimiter, lineEnd) in [
                (UInt8(ascii: ","), LineEnd.lineFeed), (0x3B, .carriageReturnLineFeed),
                (0x09, .carriageReturn),
            ] {
                try edit(encoding, delimiter, lineEnd)
            }
        }
    }

    private func edit(_ encoding: TextEncoding, _ delimiter: UInt8, _ lineEnd: LineEnd) throws {
        let writer = writer(3) {
            $0.encoding = encoding
            $0.delimiter = delimiter
            $0.lineEnd = lineEnd
        }
        var options = DialectOptions()
        options.encoding = encoding
        options.delimiter = delimiter
        options.quote = .some(UInt8(ascii: "\""))
        options.hasHeader = true
        let texts =
            encoding == .latin1 || encoding == .windows1252
            ? Self.nasty.filter { !$0.contains("\u{FEFF}") } : Self.nasty
        var cells: [[ByteString]] = [["one", "two", "three"]]
        for start in stride(from: 0, to: texts.count - 2, by: 3) {
            cells.append(texts[start..<start + 3].map { ByteString($0) })
        }
        // Old cells are quoted by turns.
        func habit(_ row: Int, _ column: Int) -> CellHabit {
            CellHabit(ofQuotedCell: row > 0 && (row + column).isMultiple(of: 2))
        }
        var old: [UInt8] = []
        var ranges: [[Range<Int>]] = []
        for (row, record) in cells.enumerated() {
            ranges.append([])
            for (column, text) in record.enumerated() {
                if column > 0 { old += writer.delimiter }
                let start = old.count
                old += try writer.cell(text, habit: habit(row, column))
                ranges[row].append(start..<old.count)
            }
            old += writer.lineEnd()
        }
        #expect(try reading(of: old, options: options).records == Array(cells.dropFirst()))
        for row in cells.indices.dropFirst() {
            for column in 0..<3 {
                let text = ByteString(texts[(row * 3 + column * 5) % texts.count])
                var expected = Array(cells.dropFirst())
                expected[row - 1][column] = text
                let new = try writer.cell(text, habit: habit(row, column))
                let range = ranges[row][column]
                let file = old[..<range.lowerBound] + new + old[range.upperBound...]
                let found = try reading(of: file, options: options)
                #expect(found.records == expected, "\(encoding) \(row) \(column)")
                #expect(found.failures.isEmpty)
            }
        }
    }

    @Test("Added records take the line end and the final line end of the file")
    func added() throws {
        let lines = writer { $0.lineEnd = .carriageReturnLineFeed }
        let record = try lines.record(["1", "a,b"], habits: [CellHabit(ofQuotedCell: true)])
        #expect(String(decoding: record, as: UTF8.self) == "\"1\",\"a,b\"")
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let both = [Array("x".utf8), Array("y".utf8)]
        #expect(text(lines.appending(both, hasFinalLineEnd: true)) == "x\r\ny\r\n")
        #expect(text(lines.appending(both, hasFinalLineEnd: false)) == "\r\nx\r\ny")
        #expect(text(lines.inserting(both, lineEnd: .lineFeed)) == "x\ny\n")
        let wide = writer { $0.encoding = .utf16BigEndian }
        #expect(try wide.record(["x", ""], habits: []) == [0, 0x78, 0, 0x2C])
        #expect(wide.appending([[0, 0x78]], hasFinalLineEnd: true) == [0, 0x78, 0, 0x0A])
    }

    private func habits(_ text: String) throws -> [CellHabit] {
        let path = try temporaryFile(text.utf8)
        defer { remove(path) }
        let table = try TableFile(path: path)
        let chunk = Chunk()
        let block = RecordBlock()
        let parser = RecordParser(dialect: table.dialect, width: table.columns.count)
        var failures: [StructuralFailure] = []
        var habits = ColumnHabits(dialect: table.dialect, width: table.columns.count)
        while try table.nextChunk(into: chunk) {
            while parser.parse(chunk, into: block, failures: &failures) {
                habits.observe(block, records: 0..<block.recordCount)
            }
        }
        return table.columns.indices.map { habits.habit(ofColumn: $0) }
    }

    @Test("The quoting habit of a column is that of its cells which need no quotes")
    func habit() throws {
        let mixed = try habits("id,name,note\n1,\"x\",\"a,b\"\n2,\"y\",\n3,\"\",plain\n")
        #expect(mixed.map(\.isQuoted) == [false, true, false])
        #expect(mixed.map(\.quotesEmpty) == [false, true, false])
        let all = try habits("\"id\",\"name\"\n\"1\",\"\"\n\"2\",\"\"\n")
        #expect(all.map(\.isQuoted) == [true, true])
        #expect(all.map(\.quotesEmpty) == [true, true])
        // Who quotes all but what is missing.
        let nulls = try habits("\"id\",\"name\"\n\"1\",\n\"2\",\"x\"\n")
        #expect(nulls.map(\.isQuoted) == [true, true])
        #expect(nulls[1].quotesEmpty == false)
        let blanks = try habits("id,name\n1,\" x\"\n2,y\n")
        #expect(blanks[1].quotesBlanks)
        #expect(!blanks[1].isQuoted)
    }
}
