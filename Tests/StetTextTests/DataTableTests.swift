import Foundation
import Testing

@testable import StetText

@Suite("Tables for programs")
struct DataTableTests {
    @Test("CSV quotes what needs it")
    func csv() {
        #expect(
            TableSamples.text(.csv)
                == "name,weight,note\nBanana,120,yellow\n日本梨,-3.25,\n"
                + "\"a|b\n\"\"c\"\"\",,\"x,\u{1B}[31m\"\n")
    }

    @Test("CSV quotes all but missing cells if asked to")
    func quoteAll() {
        let text = TableSamples.text(.csv) {
            $0.quoting = .always
            $0.showsHeader = false
            $0.nullText = "NA"
            $0.delimiter = UInt8(ascii: ";")
        }
        #expect(text.hasPrefix("\"Banana\";\"120\";\"yellow\"\n\"日本梨\";\"-3.25\";NA\n"))
    }

    @Test("A lonely empty cell is quoted, and so are spaces at the ends")
    func quoteEdges() {
        let specification = TableSpecification(mode: .csv)
        #expect(
            specification.text(
                columns: [TableColumn("a")], rows: [[.missing], [TableCell(.text, " b ")]])
                == "a\n\"\"\n\" b \"\n")
    }

    @Test("Bytes that are no UTF-8 stay as they are in CSV")
    func invalidBytes() {
        var output: [UInt8] = []
        var renderer = TableSpecification(mode: .csv).renderer()
        renderer.begin([TableColumn("a"), TableColumn("b")], into: &output)
        renderer.row([TableCell(.text, [0xFF, 0x00]), TableCell(.text, "x")], into: &output)
        renderer.end(into: &output)
        #expect(output == Array("a,b\n".utf8) + [0xFF, 0x00] + Array(",x\n".utf8))
    }

    @Test("TSV")
    func tsv() {
        #expect(
            TableSamples.text(.tsv)
                == "name\tweight\tnote\nBanana\t120\tyellow\n日本梨\t-3.25\t\n"
                + "\"a|b\n\"\"c\"\"\"\t\tx,\u{1B}[31m\n")
    }

    @Test("JSON and JSON Lines")
    func json() throws {
        let text = TableSamples.text(.json)
        #expect(
            text == #"""
                [
                {"name":"Banana","weight":120,"note":"yellow"},
                {"name":"日本梨","weight":-3.25,"note":null},
                {"name":"a|b\n\"c\"","weight":null,"note":"x,\u001B[31m"}
                ]

                """#)
        let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect((read as? [[String: Any]])?.count == 3)
        let lines = TableSamples.text(.jsonl).split(separator: "\n")
        #expect(lines.first == #"{"name":"Banana","weight":120,"note":"yellow"}"#)
        #expect(lines.count == 3)
        #expect(TableSpecification(mode: .json).text(columns: [], rows: []) == "[]\n")
    }

    @Test(
        "Cells have the types of JSON",
        arguments: [
            (TableCell(.integer, "007"), "7"), (TableCell(.integer, "+5"), "5"),
            (TableCell(.integer, "-0"), "-0"), (TableCell(.number, ".5"), "0.5"),
            (TableCell(.number, "1."), "1"), (TableCell(.number, "1E+9"), "1E+9"),
            (
                TableCell(.integer, "123456789012345678901234567890"),
                "123456789012345678901234567890"
            ),
            (TableCell(.number, "inf"), "\"inf\""), (TableCell(.number, "1,000"), "\"1,000\""),
            (TableCell(.number, "1e"), "\"1e\""), (TableCell(.number, "-"), "\"-\""),
            (TableCell(.boolean(true), "yes"), "true"), (TableCell(.text, "7"), "\"7\""),
            (TableCell(.missing, "NA"), "null"), (TableCell(.text, [0xFF]), #""\\xFF""#),
        ])
    func jsonTypes(cell: TableCell, json: String) {
        let text = TableSpecification(mode: .jsonl).text(
            columns: [TableColumn("a")], rows: [[cell]])
        #expect(text == "{\"a\":\(json)}\n")
    }

    @Test("Markdown")
    func markdown() {
        #expect(
            TableSamples.text(.markdown)
                == #"""
                | name        | weight | note         |
                | ----------- | -----: | ------------ |
                | Banana      |    120 | yellow       |
                | 日本梨      |  -3.25 |              |
                | a\|b<br>"c" |        | x,\\x1B\[31m |

                """#)
    }

    @Test("Markdown takes no text for markup")
    func markdownEscapes() {
        let specification = TableSpecification(mode: .markdown)
        let text = specification.text(
            columns: [TableColumn("first_name")],
            rows: [[TableCell(.text, "_a_ *b* <i> &amp; `c` ~d~")]])
        #expect(text.hasPrefix("| first_name "))
        #expect(text.contains(#"| \_a\_ \*b\* &lt;i> &amp;amp; \`c\` \~d\~ |"#))
    }

    @Test("HTML")
    func html() {
        let text = TableSamples.text(.html)
        #expect(text.contains("<thead>\n<tr><th>name</th><th>weight</th><th>note</th></tr>"))
        #expect(
            text.contains(
                "<tr><td>日本梨</td><td class=\"number\">-3.25</td><td class=\"missing\"></td></tr>"))
        #expect(text.contains("<td>a|b<br>&quot;c&quot;</td>"))
        #expect(text.hasSuffix("</tbody>\n</table>\n"))
    }

    @Test("Lists and counts")
    func listAndCount() {
        #expect(
            TableSamples.text(.list)
                == "name|weight|note\nBanana|120|yellow\n日本梨|-3.25|\na|b↵\"c\"||x,^[[31m\n")
        #expect(TableSamples.text(.count) == "3\n")
        #expect(TableSamples.text(.off) == "")
    }

    @Test("A table for Lua")
    func lua() {
        let text = TableSpecification(mode: .lua).text(
            columns: [TableColumn("id"), TableColumn("two words"), TableColumn("end")],
            rows: [
                [
                    TableCell(.integer, "+007"), TableCell(.text, "a\"b\n"),
                    TableCell(.boolean(true), "yes"),
                ],
                [.missing, TableCell(.number, "1,5"), .missing], [.missing, .missing, .missing],
            ])
        #expect(
            text == """
                {
                  { id = 7, ["two words"] = "a\\"b\\n", ["end"] = true },
                  { ["two words"] = "1,5" },
                  {},
                }

                """)
    }

    @Test("A row with too few cells is filled up in every mode")
    func shortRow() {
        for mode in TableSpecification.Mode.allCases where mode != .count && mode != .off {
            let text = TableSpecification(mode: mode).text(
                columns: TableSamples.columns, rows: [[TableCell(.text, "only")]])
            #expect(text.contains("only"), "\(mode)")
        }
    }
}
