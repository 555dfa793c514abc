import Foundation
import Testing

/// `stet new`: what it writes passes its own tests, and nothing that is there is touched.
struct NewTests {
    private func text(_ folder: Folder, _ name: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }

    private func names(_ folder: Folder) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Files of many shapes: what is guessed of each holds for all of it.
    @Test(arguments: [
        ("ordinary", "id,name,size\n1,a,2.5\n2,b,3\n", ["key = \"id\"", "type = \"number\""]),
        (
            "choices", "n,c\n1,x\n2,y\n3,x\n4,y\n5,x\n6,y\n",
            [#"{ "c", required = true, enum = { "x", "y" } }"#]
        ),
        ("gaps", "a,b\n1,\n,2\n3,4\n", [#"{ "a", type = "integer", min = 0 }"#]),
        (
            "tokens", "a,b\nx,1\ny,NA\nz,-3\n",
            [#"{ "b", type = "integer", missing = { "", "NA" } }"#]
        ),
        ("dates", "d\n2024-02-29\n2024-03-01\n", [#"type = "date""#]),
        ("no dates", "d\n2024-02-29\n2023-02-29\n", [#"{ "d", required = true }"#]),
        ("truth", "d\ntrue\nfalse\n", [#"type = "boolean""#]),
        ("zeros", "z\n007\n008\n", [#"{ "z", required = true }"#]),
        ("phones", "p\n+4912345678\n+4912345679\n+4912345670\n", [#"format = "phone_e164""#]),
        ("mails", "m\na@b.co\nc@d.org\ne@f.net\n", [#"format = "email""#]),
        ("twice", "a,b\n1,x\n1,y\n2,z\n", ["key = \"b\""]),
        ("quoted", "a,\"b \"\"c\"\", d\"\n1,\"x\ny\"\n2,\"\"\"\"\n", [#"{ "b \"c\", d""#]),
        ("a keyword", "end,x\n1,2\n2,3\n", [#"{ "end", type = "integer""#]),
        ("semicolons", "a;b\n1;2\n2;3\n", [#"{ "b", type = "integer""#]),
        ("empty", "a,b\n", [#"{ "a" }"#]), ("one", "id\n1\n", ["key = \"id\""]),
        ("names", "a,a,,b\n1,2,3,4\n2,3,4,5\n", [#"{ "b", type = "integer""#]),
    ])
    func rulesHoldForTheFileThatTheyWereGuessedFrom(
        _ name: String, data: String, lines: [String]
    ) throws {
        let folder = try Folder(["x.csv": data])
        let run = try folder.stet("new", "rules", "x.csv")
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(
            run.output
                == "wrote x.rules.lua\nwrote x_test.lua\nnext:\n  stet check x.csv\n"
                + "  stet test x_test.lua\n")
        let rules = try text(folder, "x.rules.lua")
        for line in lines { #expect(rules.contains(line), "\(rules)") }
        let check = try folder.stet("check", "--fail-on", "error", "x.csv")
        #expect(check.status == 0, "\(check.output)")
        let test = try folder.stet("test", "x_test.lua")
        #expect(test.output == "")
        #expect(test.status == 0)
    }

    @Test func rulesOfTheExamplesHold() throws {
        for name in ["fruits/fruits", "elements/elements", "orchards/harvests", "orders/orders"] {
            let folder = try Folder()
            let data = try Data(
                contentsOf: Command.root.appendingPathComponent("examples/\(name).csv"))
            try folder.write("deep/x.csv", Array(data))
            #expect(try folder.stet("new", "rules", "deep/x.csv").status == 0)
            #expect(try folder.stet("check", "deep/x.csv").output == "")
            #expect(try folder.stet("test", ".").status == 0)
        }
    }

    @Test func mistakesOfStructureAreNotMended() throws {
        let folder = try Folder(["x.csv": "a,b\n1,2\n3\n"])
        let run = try folder.stet("new", "rules", "x.csv")
        #expect(run.errors.contains("x.csv has 1 mistake that no rules mend; the first: line 3:"))
        #expect(run.status == 2)
        #expect(try names(folder) == ["x.csv"])
    }

    @Test(arguments: [
        (["job", "tidy"], ["tidy.lua", "tidy_test.lua"]),
        (["job", "jobs/a/tidy.lua"], ["jobs/a/tidy.lua", "jobs/a/tidy_test.lua"]),
        (["test", "fruit_names"], ["tests/fruit_names_test.lua"]),
        (["plugin", "Fruit_2"], ["plugins/Fruit_2.lua", "tests/Fruit_2_test.lua"]),
    ])
    func whatIsWrittenPassesItsTests(_ arguments: [String], files: [String]) throws {
        let folder = try Folder()
        let run = try folder.stet("new", arguments[0], arguments[1])
        #expect(run.status == 0)
        #expect(run.output.hasPrefix(files.map { "wrote \($0)\n" }.joined() + "next:\n"))
        let found = try names(folder).filter { $0.hasSuffix(".lua") }
        #expect(found == files)
        let test = try folder.stet("test", files[files.count - 1])
        #expect(test.output == "")
        #expect(test.status == 0)
    }

    @Test func rulesInAFileMayNameWhatANewPluginHas() throws {
        let folder = try Folder([
            "x.csv": "a,b\nA001,50\na1,101\n",
            "x.rules.lua": """
            return { fields = { { "a", validate = "mine_code" }, { "b", type = "mine_percent" } } }
            """,
        ])
        _ = try folder.stet("new", "plugin", "mine")
        let list = try folder.stet("plugins")
        #expect(list.output.hasPrefix("mine 0.1.0  plugins/mine.lua"))
        #expect(list.status == 0)
        let check = try folder.stet("check", "-f", "jsonl", "x.csv")
        #expect(try check.counts() == ["a validate": 1, "b max": 1])
    }

    @Test func aPluginIsWrittenWhereTheProjectHasItsPlugins() throws {
        let folder = try Folder(["plugins/old.lua": "return { name = 'old' }", "a/b/x.csv": "a\n"])
        let made = try folder.shell(
            "cd '\(folder.url.path)/a/b' && $STET new plugin fresh && $STET test ../../tests")
        #expect(made.status == 0)
        #expect(made.output.contains("wrote ../../plugins/fresh.lua\n"))
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/plugins/fresh.lua"))
    }

    @Test func aJobDoesWhatItSays() throws {
        let folder = try Folder(["x.csv": "id,name\n1, a \n2,b\n"])
        _ = try folder.stet("new", "job", "tidy")
        let dry = try folder.stet("run", "--dry-run", "tidy.lua", "x.csv")
        #expect(dry.status == 1)
        #expect(try text(folder, "x.csv") == "id,name\n1, a \n2,b\n")
        #expect(try folder.stet("run", "tidy.lua", "x.csv").status == 0)
        #expect(try text(folder, "x.csv") == "id,name\n1,a\n2,b\n")
    }

    @Test func nothingIsOverwritten() throws {
        for (arguments, taken) in [
            (["rules", "x.csv"], "x.rules.lua"), (["rules", "x.csv"], "x_test.lua"),
            (["plugin", "p"], "plugins/p.lua"), (["plugin", "p"], "tests/p_test.lua"),
            (["job", "j"], "j_test.lua"),
        ] {
            let folder = try Folder(["x.csv": "a\n1\n", taken: "mine"])
            let run = try folder.stet("new", arguments[0], arguments[1])
            #expect(run.errors == "stet: \(taken) exists already; nothing was written\n")
            #expect(run.status == 2)
            #expect(try text(folder, taken) == "mine")
            let files = try names(folder).filter { $0.contains(".") }
            #expect(files == [taken, "x.csv"].sorted())
        }
    }

    @Test func whatCannotBeWrittenWholeIsTakenBack() throws {
        let folder = try Folder(["tests": "no folder"])
        let run = try folder.stet("new", "plugin", "p")
        #expect(run.status == 2)
        #expect(run.errors.contains("nothing was written"))
        #expect(try names(folder) == ["tests"])
    }

    @Test(arguments: [
        (["plugin", "a/b"], "is no name for a plugin"), (["plugin", "../x"], "is no name"),
        (["plugin", "1a"], "is no name"), (["plugin", ""], "is no name"),
        (["plugin", "stet"], "Stet's own module"), (["test", "a b"], "is no name for a test"),
        (["plugin", "é"], "is no name"), (["job", "a/"], "is no name for a job"),
        (["job", "x.rules.lua"], "is no name"), (["job", ".."], "is no name"),
        (["rules", "-"], "needs the data file"), (["rules", "x.rules.lua"], "needs the data file"),
        (["rules", "nothing.csv"], "there is no such file"), (["rules"], "needs a data file"),
        (["pluign", "x"], "did you mean \"plugin\"?"), ([], "needs to know what"),
        (["job", "a", "b"], "one only"),
    ])
    func namesAreChecked(_ arguments: [String], message: String) throws {
        let folder = try Folder()
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let run = try folder.shell("$STET new \(words)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.status == 2)
        #expect(try names(folder) == [])
    }
}
