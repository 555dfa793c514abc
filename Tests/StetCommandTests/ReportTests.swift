import Foundation
import Testing

@Suite("Reports")
struct ReportTests {
    static let rules = """
        return { key = 'id', fields = { {'id'}, {'name', max_length = 3},
          {'note', min_length = { 2, severity = 'warning' }} } }
        """

    private func folder(_ data: String) throws -> Folder {
        try Folder(["d.csv": data, "d.rules.lua": Self.rules])
    }

    @Test("The text report marks the cell under its columns, and counts by rule")
    func golden() throws {
        let command = try folder("id,name,note\n1,long,ab\n2,日本語テキスト,c\n3,\"l1\nl2\",ab\n4,é,\n")
            .stet("check", "d.csv")
        #expect(
            command.output == """
                d.csv:2:3: error: must have at most 3 characters, not 4 [name: max_length] key 1
                2 | 1,long,ab
                  |   ^^^^
                d.csv:3:3: error: must have at most 3 characters, not 7 [name: max_length] key 2
                3 | 2,日本語テキスト,c
                  |   ^^^^^^^^^^^^^^
                d.csv:3:25: warning: must have at least 2 characters, not 1 [note: min_length] key 2
                3 | 2,日本語テキスト,c
                  |                  ^
                d.csv:4:4: error: must have at most 3 characters, not 5 [name: max_length] key 3
                4 | 3,"l1
                  |    ^^

                  3  error    name  max_length
                  1  warning  note  min_length

                """)
        #expect(command.errors == "d.csv: 4 records checked, 3 errors and 1 warning\n")
    }

    @Test("A long line is cut around the cell, and the mark stays under it")
    func longLine() throws {
        let long = String(repeating: "y", count: 300)
        let command = try folder("id,name,note\n1,ab\(long),x\n").stet("check", "d.csv")
        let lines = command.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count < 200 })
        let excerpt = try #require(lines.firstIndex { $0.hasSuffix(",x") })
        #expect(lines[excerpt].contains("…"))
        #expect(lines[excerpt].count == lines[excerpt + 1].count)
        #expect(lines[excerpt + 1].hasSuffix(" ^"))
    }

    @Test("jsonl has every member, null where it does not apply")
    func jsonl() throws {
        let command = try folder("id,name,note,more\n1,long\",ab,\n2,abc\n").stet(
            "check", "-f", "jsonl", "d.csv")
        #expect(command.status == 1)
        let members: Set = [
            "file", "record", "line", "column", "offset", "key", "field", "code", "severity",
            "message", "value",
        ]
        let findings = try command.output.split(separator: "\n").map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        for finding in findings { #expect(Set(finding.keys) == members) }
        #expect(
            findings.map { $0["code"] as? String } == [
                "columns.unknown", "max_length", "csv.ragged",
            ])
        #expect(findings[0]["record"] is NSNull)
        #expect(findings[0]["key"] is NSNull)
        let second = findings[1]
        #expect(second["record"] as? Int == 1)
        #expect(second["line"] as? Int == 2)
        #expect(second["column"] as? Int == 3)
        #expect(second["offset"] as? Int == 20)
        #expect(second["key"] as? String == "1")
        #expect(second["value"] as? String == "long\"")
        #expect(findings[2]["value"] is NSNull)
    }

    @Test("A key of several fields is an array")
    func compositeKey() throws {
        let folder = try Folder([
            "d.csv": "a,b\n1,x\n1,x\n", "d.rules.lua": "return { key = { 'a', 'b' } }",
        ])
        let json = try folder.stet("check", "-f", "jsonl", "d.csv")
        #expect(json.output.contains("\"key\":[\"1\",\"x\"]"))
        let text = try folder.stet("check", "d.csv")
        #expect(text.output.contains("[a: key] key 1/x"))
    }

    @Test("A value is cut to 200 bytes, between characters")
    func longValue() throws {
        let text = String(repeating: "é", count: 150)
        let command = try folder("id,name,note\n1,x\(text),ab\n").stet(
            "check", "-f", "jsonl", "d.csv")
        let finding = try #require(
            JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        #expect(finding["value"] as? String == "x" + String(repeating: "é", count: 99))
    }

    @Test("--max-findings bounds what is shown, never what is counted")
    func limit() throws {
        let folder = try folder("id,name,note\n" + (1...9).map { "\($0),long,ab\n" }.joined())
        let command = try folder.stet("check", "--max-findings", "2", "d.csv")
        #expect(command.output.contains("d.csv:3:3: error"))
        #expect(!command.output.contains("d.csv:4:3: error"))
        #expect(command.output.contains("… and 7 more findings; --max-findings 9 shows all"))
        #expect(command.output.contains("  9  error  name  max_length"))
        #expect(command.errors == "d.csv: 9 records checked, 9 errors\n")
        let json = try folder.stet("check", "--max-findings", "2", "-f", "jsonl", "d.csv")
        #expect(json.output.split(separator: "\n").count == 2)
    }

    @Test("--fail-on lowers the bar")
    func failOn() throws {
        let folder = try folder("id,name,note\n1,ab,x\n")
        #expect(try folder.stet("check", "d.csv").status == 0)
        #expect(try folder.stet("check", "--fail-on", "error", "d.csv").status == 0)
        #expect(try folder.stet("check", "--fail-on", "warning", "d.csv").status == 1)
        #expect(try folder.stet("check", "--fail-on", "info", "d.csv").status == 1)
    }

    @Test("Colour only where it is wanted")
    func color() throws {
        let folder = try folder("id,name,note\n1,long,ab\n")
        let escape = "\u{1B}["
        #expect(!(try folder.stet("check", "d.csv").output.contains(escape)))
        #expect(try folder.stet("check", "--color", "always", "d.csv").output.contains(escape))
        #expect(!(try folder.stet("check", "--color=never", "d.csv").output.contains(escape)))
        let none = try folder.stet("check", "d.csv", environment: ["NO_COLOR": "1"])
        #expect(!none.output.contains(escape))
        let asked = try folder.stet(
            "check", "--color", "always", "d.csv", environment: ["NO_COLOR": "1"])
        #expect(asked.output.contains(escape))
        let json = try folder.stet("check", "--color", "always", "-f", "jsonl", "d.csv")
        #expect(!json.output.contains(escape))
    }
}
