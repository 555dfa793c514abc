import Foundation
import Testing

@Suite("Bad input")
struct BadInputTests {
    private func check(_ rules: String, data: String = "id,v\n1,a\n2,b\n") throws -> Command {
        try Folder(["d.csv": data, "d.rules.lua": rules]).stet("check", "d.csv")
    }

    @Test("A clean file is 0, findings are 1, and the last line says how much was checked")
    func statuses() throws {
        let rules = "return { key = 'id', fields = { {'id'}, {'v', max_length = 1} } }"
        let clean = try check(rules)
        #expect(clean.status == 0)
        #expect(clean.output == "")
        #expect(clean.errors == "d.csv: 2 records checked, nothing found\n")
        let found = try check(rules, data: "id,v\n1,ab\n")
        #expect(found.status == 1)
        #expect(found.errors == "d.csv: 1 record checked, 1 error\n")
    }

    @Test("Data that cannot be read")
    func data() throws {
        let folder = try Folder(["d.csv": "id\n1\n"])
        let missing = try folder.stet("check", "nope.csv")
        #expect(missing.status == 2)
        #expect(missing.errors == "stet: nope.csv: there is no such file\n")
        let directory = try folder.stet("check", ".")
        #expect(directory.status == 2)
        #expect(directory.errors == "stet: .: it is a directory; name the files in it\n")
        guard getuid() != 0 else { return }
        let unreadable = try folder.shell("chmod 0 d.csv; \"$STET\" check d.csv")
        #expect(unreadable.status == 2)
        #expect(unreadable.errors.contains("this user may not read it"))
    }

    @Test(
        "Rules that cannot be used name the file, the place and what was meant",
        arguments: [
            ("return {{{\n", "d.rules.lua:2: unexpected symbol near <eof>"),
            ("local x = 1", "d.rules.lua: the rules return nothing; end them with \"return {"),
            ("return 7", "d.rules.lua: the rules return a number"),
            ("error('boom')", "d.rules.lua:1: boom"),
            ("return { feilds = {} }", "unknown name \"feilds\"; did you mean \"fields\"?"),
            (
                "return { fields = { { 'id', min_lenght = 2 } } }",
                "field \"id\": unknown name \"min_lenght\"; did you mean \"min_length\"?"
            ),
            (
                "return { fields = { { 'id', min = 2 } } }",
                "field \"id\": min does not apply to a string field"
            ),
            (
                "return { fields = { { 'id', pattern = '(' } } }",
                "field \"id\": pattern \"(\" is no regular expression"
            ),
        ])
    func rules(text: String, message: String) throws {
        let command = try check(text)
        #expect(command.status == 2)
        #expect(command.output == "")
        #expect(command.errors.contains(message), "\(command.errors)")
    }

    @Test("A rules file that is not there")
    func missingRules() throws {
        let command = try Folder(["d.csv": "id\n1\n"]).stet("check", "-r", "r.lua", "d.csv")
        #expect(command.status == 2)
        #expect(command.errors == "stet: r.lua: there is no such file\n")
    }

    @Test("Columns that rules and data do not share")
    func columns() throws {
        let lacking = try check("return { fields = { {'id'}, {'v'}, {'w'} } }")
        #expect(lacking.status == 1)
        #expect(
            lacking.output.hasPrefix(
                "d.csv: error: the rules declare \"w\" but the file has no such column "
                    + "[w: columns.missing]\n"))
        let unknown = try check("return { fields = { {'id'} } }")
        #expect(unknown.status == 0)
        #expect(
            unknown.output.hasPrefix(
                "d.csv: warning: the rules do not declare the column \"v\" [columns.unknown]\n"))
        #expect(unknown.errors == "d.csv: 2 records checked, 1 warning\n")
        let strict = try check("return { strict = true, fields = { {'id'} } }")
        #expect(strict.status == 1)
        #expect(strict.output.contains("error: the rules do not declare the column \"v\""))
    }

    @Test("A key that repeats names the line that has it already")
    func repeatedKey() throws {
        let command = try check(
            "return { key = 'id', fields = { {'id'}, {'v'} } }", data: "id,v\n1,a\n2,b\n1,c\n")
        #expect(command.status == 1)
        #expect(
            command.output.hasPrefix(
                "d.csv:4:1: error: the key \"1\" is already that of line 2 [id: key] key 1\n"))
    }

    @Test("Without rules the structure is checked, and that is said")
    func noRules() throws {
        let command = try Folder(["d.csv": "a,b\n1,2\n3\n"]).stet("check", "d.csv")
        #expect(command.status == 1)
        #expect(command.output.contains("d.csv:3:1: error: the record has 1 cell, the header 2"))
        #expect(command.errors.contains("d.csv: no rules were found"))
    }

    @Test("Several files: the worst status, and a sum")
    func several() throws {
        let folder = try Folder([
            "a.csv": "id\n1\n", "b.csv": "id\n1\n1\n", "r.lua": "return { key = 'id' }",
        ])
        let bad = try folder.stet("check", "-r", "r.lua", "a.csv", "b.csv")
        #expect(bad.status == 1)
        #expect(bad.errors.hasSuffix("2 files: 3 records checked\n"))
        let worse = try folder.stet("check", "-r", "r.lua", "nope.csv", "b.csv", "a.csv")
        #expect(worse.status == 2)
        #expect(worse.errors.hasSuffix("3 files: 3 records checked, 1 file could not be checked\n"))
    }

    @Test("Standard input and pipes are data like any other")
    func pipes() throws {
        let folder = try Folder(["d.csv": "id\n1\n1\n", "r.lua": "return { key = 'id' }"])
        let input = try folder.stet("check", "-r", "r.lua", "-", input: "id\n1\n2\n2\n")
        #expect(input.status == 1)
        #expect(input.output.contains("-:4:1: error: the key \"2\" is already that of line 3"))
        let fifo = try folder.shell(
            "mkfifo f; cat d.csv > f & \"$STET\" check -r r.lua f")
        #expect(fifo.status == 1)
        #expect(fifo.output.contains("f:3:1: error: the key \"1\" is already that of line 2"))
    }

    @Test("Empty files, and headers alone")
    func empty() throws {
        let empty = try Folder(["d.csv": ""]).stet("check", "d.csv")
        #expect(empty.status == 1)
        #expect(empty.output.contains("csv.empty"))
        let header = try check("return { key = 'id', fields = { {'id'}, {'v'} } }", data: "id,v\n")
        #expect(header.status == 0)
        #expect(header.errors == "d.csv: 0 records checked, nothing found\n")
    }
}
