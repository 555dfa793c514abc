import TestSupport
import Testing

@testable import StetText

@Suite("Tables for people")
struct GridTests {
    @Test("A box, numbers on their decimal points")
    func box() {
        #expect(
            TableSamples.text(.box) == """
                ┌─────────┬────────┬──────────┐
                │ name    │ weight │ note     │
                ├─────────┼────────┼──────────┤
                │ Banana  │ 120    │ yellow   │
                │ 日本梨  │  -3.25 │ -        │
                │ a|b↵"c" │      - │ x,^[[31m │
                └─────────┴────────┴──────────┘

                """)
    }

    @Test("Plain lines")
    func ascii() {
        #expect(
            TableSamples.text(.ascii) { $0.nullText = "NULL" } == """
                +---------+--------+----------+
                | name    | weight | note     |
                +---------+--------+----------+
                | Banana  | 120    | yellow   |
                | 日本梨  |  -3.25 | NULL     |
                | a|b↵"c" |   NULL | x,^[[31m |
                +---------+--------+----------+

                """)
    }

    @Test("Columns without lines; nothing after the last")
    func column() {
        #expect(
            TableSamples.text(.column) == """
                name     weight  note
                -------  ------  --------
                Banana   120     yellow
                日本梨    -3.25  -
                a|b↵"c"       -  x,^[[31m

                """)
        #expect(
            TableSamples.text(.column) {
                $0.showsHeader = false
                $0.nullText = ""
            } == """
                Banana   120     yellow
                日本梨    -3.25
                a|b↵"c"          x,^[[31m

                """)
    }

    @Test("Records")
    func record() {
        #expect(
            TableSamples.text(.record) == """
                ── 1 ───────────────
                name   │ Banana
                weight │ 120
                note   │ yellow
                ── 2 ───────────────
                name   │ 日本梨
                weight │ -3.25
                note   │ -
                ── 3 ───────────────
                name   │ a|b↵"c"
                weight │ -
                note   │ x,^[[31m

                """)
    }

    @Test("Wide text is squeezed and wrapped by words, and cut after five lines")
    func wrap() {
        var specification = TableSpecification(mode: .box)
        specification.widthLimit = 30
        let rows = [
            [TableCell(.integer, "1"), TableCell(.text, "the quick brown fox jumps over it")],
            [TableCell(.integer, "2"), TableCell(.text, String(repeating: "long ", count: 40))],
        ]
        #expect(
            specification.text(columns: TableSamples.countingColumns, rows: rows) == """
                ┌────┬───────────────────────┐
                │ id │ text                  │
                ├────┼───────────────────────┤
                │  1 │ the quick brown fox   │
                │    │ jumps over it         │
                │  2 │ long long long long   │
                │    │ long long long long   │
                │    │ long long long long   │
                │    │ long long long long   │
                │    │ long long long long … │
                └────┴───────────────────────┘

                """)
    }

    @Test("Columns that cannot fit become records")
    func fallback() {
        let columns = (1...5).map { TableColumn("column \($0)") }
        let rows = [(1...5).map { TableCell(.text, "some text \($0)") }]
        var specification = TableSpecification(mode: .box)
        specification.widthLimit = 40
        let text = specification.text(columns: columns, rows: rows)
        #expect(text.hasPrefix("── 1 ──"))
        #expect(text.contains("\ncolumn 5 │ some text 5\n"))
        specification.widthLimit = 0
        #expect(specification.text(columns: columns, rows: rows).hasPrefix("┌─"))
    }

    @Test("More rows than the limit: the first and the last half, and a count")
    func rowLimit() {
        var specification = TableSpecification(mode: .box)
        specification.rowLimit = 5
        let columns = TableSamples.countingColumns
        #expect(
            specification.text(columns: columns, rows: TableSamples.counting(to: 1000)) == """
                ┌──────┬──────────┐
                │  id  │ text     │
                ├──────┼──────────┤
                │    1 │ row 1    │
                │    2 │ row 2    │
                │    3 │ row 3    │
                │    ⋮ │ ⋮        │
                │  999 │ row 999  │
                │ 1000 │ row 1000 │
                └──────┴──────────┘
                5 of 1,000 rows shown

                """)
        let five = TableSamples.counting(to: 5)
        var whole = specification
        whole.rowLimit = nil
        #expect(
            specification.text(columns: columns, rows: five)
                == whole.text(columns: columns, rows: five))
        specification.mode = .record
        let records = specification.text(columns: columns, rows: TableSamples.counting(to: 7))
        #expect(records.contains("… 2 rows not shown\n── 6 ──"))
    }

    @Test("Rows come out as they go in, once the widths are known")
    func streaming() {
        var specification = TableSpecification(mode: .box)
        specification.sampleSize = 10
        var renderer = specification.renderer()
        var output: [UInt8] = []
        renderer.begin(TableSamples.countingColumns, into: &output)
        for row in TableSamples.counting(to: 10) { renderer.row(row, into: &output) }
        #expect(!output.isEmpty)
        output = []
        renderer.row([TableCell(.integer, "123456"), TableCell(.text, "later")], into: &output)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                │ 12 │ later  │
                │ 34 │        │
                │ 56 │        │

                """)
    }

    @Test("Formats of single columns, and headings cut")
    func formats() {
        let text = TableSamples.text(.ascii) {
            $0.columnFormats = [
                0: ColumnFormat(width: 10, alignment: .right), 1: ColumnFormat(alignment: .left),
                2: ColumnFormat(width: 4, alignment: .center),
            ]
            $0.titleLimit = 3
            $0.wrap = .character
        }
        #expect(
            text == """
                +------------+-------+------+
                |        na… | we…   | no…  |
                +------------+-------+------+
                |     Banana | 120   | yell |
                |            |       |  ow  |
                |     日本梨 | -3.25 |  -   |
                |    a|b↵"c" | -     | x,^[ |
                |            |       | [31m |
                +------------+-------+------+

                """)
    }

    @Test("With colours, headings are bold and missing cells dim")
    func colors() {
        let text = TableSamples.text(.column) { $0.style = Style(isColored: true) }
        #expect(text.hasPrefix("\u{1B}[1mname\u{1B}[0m     \u{1B}[1mweight\u{1B}[0m"))
        #expect(text.contains("日本梨    -3.25  \u{1B}[2m-\u{1B}[0m\n"))
    }

    @Test("No rows")
    func empty() {
        let specification = TableSpecification(mode: .box)
        #expect(
            specification.text(columns: [TableColumn("id")], rows: []) == """
                ┌────┐
                │ id │
                ├────┤
                └────┘

                """)
    }

    @Test("The lines of a box are equally wide and fit the screen, whatever is in it")
    func equalWidths() {
        var generator = SeededGenerator(seed: 20_261_130)
        let parts = [
            "a", "word ", "日本", "👨‍👩‍👧", "e\u{301}", "\u{202E}", "\n", "\t", "\u{1B}", "±", " ",
            "🇨🇭", "12.5", "नमस्ते", "\u{FE0F}", "\u{200D}",
        ]
        for round in 0..<300 {
            let measure = DisplayWidth(ambiguous: round.isMultiple(of: 3) ? 2 : 1)
            func anyText(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &generator)).map { _ in
                    parts.randomElement(using: &generator) ?? ""
                }.joined()
            }
            let columns = (0..<3).map { _ in TableColumn(anyText(4)) }
            let rows: [[TableCell]] = (0..<8).map { _ in
                (0..<3).map { _ in
                    switch Int.random(in: 0...3, using: &generator) {
                    case 0: .missing
                    case 1: TableCell(.number, "\(Double.random(in: -99...99, using: &generator))")
                    default: TableCell(.text, anyText(30))
                    }
                }
            }
            var specification = TableSpecification(mode: .box)
            specification.measure = measure
            specification.widthLimit = 80
            specification.sampleSize = 4
            specification.wrap = round.isMultiple(of: 2) ? .word : .character
            specification.escape = round.isMultiple(of: 5) ? .backslash : .caret
            let text = specification.text(columns: columns, rows: rows)
            let widths = Set(text.split(separator: "\n").map { measure.columns(of: $0) })
            #expect(widths.count == 1, "\(rows)\n\(text)")
            #expect(widths.allSatisfy { $0 <= 80 }, "\(text)")
        }
    }
}
