import Testing

@testable import StetText

@Suite("Excerpts")
struct ExcerptTests {
    private func excerpt(
        _ line: String, mark: Range<Int>, cut: (Bool, Bool) = (false, false),
        width: Int = 80
    ) -> [String] {
        var renderer = ExcerptRenderer(style: Style(isColored: false))
        renderer.width = width
        renderer.gutterWidth = 3
        return renderer.lines(
            Array(line.utf8), marked: mark, number: 12, isCutAtStart: cut.0, isCutAtEnd: cut.1)
    }

    @Test("The cell is underlined")
    func plain() {
        #expect(
            excerpt("Banana,-3,yellow", mark: 7..<9) == [
                " 12 | Banana,-3,yellow",
                "    |        ^^",
            ])
    }

    @Test("Wide, joined and escaped text keeps the underline in place")
    func wide() {
        #expect(
            excerpt("日本,\u{1B}[31m,x", mark: 7..<12) == [
                " 12 | 日本,\\x1B[31m,x",
                "    |      ^^^^^^^^",
            ])
        #expect(
            excerpt("👨‍👩‍👧,bad", mark: 19..<22) == [
                " 12 | 👨‍👩‍👧,bad",
                "    |    ^^^",
            ])
    }

    @Test("Tabs become spaces")
    func tabs() {
        #expect(
            excerpt("a\tbad\tc", mark: 2..<5) == [
                " 12 | a   bad c",
                "    |     ^^^",
            ])
    }

    @Test("An empty cell, an empty line and the end of a line have one caret")
    func empty() {
        #expect(excerpt("a,,c", mark: 2..<2) == [" 12 | a,,c", "    |   ^"])
        #expect(excerpt("a,", mark: 2..<2) == [" 12 | a,", "    |   ^"])
        #expect(excerpt("", mark: 0..<0) == [" 12 |", "    | ^"])
        #expect(excerpt("a,b", mark: 9..<12) == [" 12 | a,b", "    |    ^"])
    }

    @Test("A long line is cut on both sides of the mark")
    func long() {
        let line = String(repeating: "abcdefghij", count: 20)
        #expect(
            excerpt(line, mark: 103..<106, width: 29) == [
                " 12 | …efghijabcdefghijabcde…",
                "    |           ^^^",
            ])
        #expect(
            excerpt(line, mark: 0..<3, width: 29) == [
                " 12 | abcdefghijabcdefghija…",
                "    | ^^^",
            ])
        #expect(
            excerpt(line, mark: 197..<200, width: 29) == [
                " 12 | …jabcdefghijabcdefghij",
                "    |                    ^^^",
            ])
    }

    @Test("A mark longer than the line of the screen shows its beginning")
    func longMark() {
        let line = "id," + String(repeating: "x", count: 100_000) + ",end"
        let lines = excerpt(line, mark: 3..<100_003, width: 29)
        #expect(lines[0] == " 12 | id,xxxxxxxxxxxxxxxxxx…")
        #expect(lines[1] == "    |    ^^^^^^^^^^^^^^^^^^")
    }

    @Test("What the caller has cut is marked")
    func cutFlags() {
        #expect(
            excerpt("bcd,bad,e", mark: 4..<7, cut: (true, true)) == [
                " 12 | …bcd,bad,e…",
                "    |      ^^^",
            ])
    }

    @Test("No excerpt is wider than asked for, wherever the mark is")
    func width() {
        let line = String(repeating: "日a\t", count: 60)
        let measure = DisplayWidth()
        for start in 0..<line.utf8.count {
            let lines = excerpt(line, mark: start..<min(start + 4, line.utf8.count), width: 39)
            #expect(measure.columns(of: lines[0]) <= 39, "at \(start)")
            #expect(measure.columns(of: lines[1]) <= 39, "at \(start)")
            #expect(lines[1].contains("^"))
        }
    }

    @Test("With colours, the gutter is dim and the mark stands out")
    func colors() {
        let renderer = ExcerptRenderer(style: Style(isColored: true))
        #expect(
            renderer.lines([0x61], marked: 0..<1, number: 1) == [
                "\u{1B}[2m1 |\u{1B}[0m a", "\u{1B}[2m  |\u{1B}[0m \u{1B}[1;31m^\u{1B}[0m",
            ])
    }
}
