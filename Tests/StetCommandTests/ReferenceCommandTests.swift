import Foundation
import Testing

@Suite("References from the command line")
struct ReferenceCommandTests {
    private static let files = [
        "data/cities.csv": "id,country\nparis,FR\nbonn,DE\n",
        "data/cities.rules.lua":
            "return { key = 'id', fields = { {'id'}, "
            + "{'country', references = { '../lands/countries.csv', 'code' } } } }",
        "lands/countries.csv": "code;name\nFR;France\n",
    ]

    @Test("A check follows the path from the table's folder, whatever folder it runs in")
    func check() throws {
        let folder = try Folder(Self.files)
        let checked = try folder.stet("check", "-f", "jsonl", "data/cities.csv")
        #expect(try checked.counts() == ["country references": 1])
        #expect(checked.status == 1)
        let above = try folder.shell("cd lands && \"$STET\" check -f jsonl ../data/cities.csv")
        #expect(above.status == 1)
    }

    @Test("A file that is not there keeps the check from being done")
    func unreadable() throws {
        var files = Self.files
        files["lands/countries.csv"] = nil
        let checked = try Folder(files).stet("check", "data/cities.csv")
        #expect(checked.output == "")
        #expect(
            checked.errors
                == "stet: data/cities.csv refers to data/../lands/countries.csv: there is no such file\n"
        )
        #expect(checked.status == 2)
    }

    @Test("An edit whose value has no target is refused, or forced")
    func edit() throws {
        let folder = try Folder(Self.files)
        func run(_ line: String) throws -> Command {
            try folder.shell("export XDG_STATE_HOME=\"$PWD/state\"; \"$STET\" \(line)")
        }
        let refused = try run("set data/cities.csv 'id == \"paris\"' country=IT")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "paris: country: ../lands/countries.csv has no code \"IT\" [references]"))
        #expect(try run("insert data/cities.csv id=rome country=IT").status == 1)
        // What named nothing before may be improved, or left as it is.
        #expect(try run("set data/cities.csv 'id == \"bonn\"' country=FR").status == 0)
        #expect(try run("set data/cities.csv 'id == \"paris\"' country=IT --force").status == 0)
    }
}
