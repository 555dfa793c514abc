import Foundation
import Testing

@Suite("Showing and editing a table")
struct EditTests {
    private static let files = [
        "d.csv": "id,w,color\r\na,1,\"red\"\r\nb,,green\r\nc,30,\"green, dark\"\r\n",
        "d.rules.lua":
            "return { key = 'id', fields = { {'id'}, {'w', type = 'integer', above = 0} } }",
    ]

    /// Runs shell commands, `stet` among them, in a folder with the files; then prints the table.
    private func run(_ commands: String) throws -> Command {
        try Folder(Self.files).shell(
            "export XDG_STATE_HOME=\"$PWD/state\"; stet() { \"$STET\" \"$@\"; }; \(commands)")
    }

    @Test(
        "Records are shown in every form",
        arguments: [
            (
                "--to csv --where 'w ~= nil' --sort -w",
                "id,w,color\nc,30,\"green, dark\"\na,1,red\n"
            ),
            ("--to jsonl --limit 1", "{\"id\":\"a\",\"w\":1,\"color\":\"red\"}\n"),
            ("--to tsv --columns color,id --where 'id == \"b\"'", "color\tid\ngreen\tb\n"),
            ("--to count", "3\n"),
        ])
    func show(options: String, wanted: String) throws {
        let shown = try run("stet show d.csv \(options)")
        #expect(shown.output == wanted)
        #expect(shown.errors == "")
        #expect(shown.status == 0)
    }

    @Test("One record is got by its key or number, or is not there")
    func get() throws {
        #expect(try run("stet get d.csv c color").output == "green, dark\n")
        #expect(try run("stet get d.csv '#2' id").output == "b\n")
        let none = try run("stet get d.csv x")
        #expect(none.status == 1)
        #expect(none.errors == "stet: d.csv: no record with the key “x”\n")
        #expect(try run("stet get d.csv a colr").errors.contains("did you mean “color”?"))
    }

    @Test("An edit changes the bytes of its cells alone")
    func set() throws {
        let edit = try run(
            "stet set d.csv 'w == nil or w > 9' w=7 --backup .old && cat d.csv d.csv.old")
        #expect(
            edit.output
                == "id,w,color\r\na,1,\"red\"\r\nb,7,green\r\nc,7,\"green, dark\"\r\n"
                + (Self.files["d.csv"] ?? ""))
        #expect(edit.errors == "d.csv: 2 changed\n")
        let delete = try run(
            "stet delete d.csv 'w == 1' && stet insert d.csv id=d 'color=x,y' && cat d.csv")
        #expect(
            delete.output
                == "id,w,color\r\nb,,green\r\nc,30,\"green, dark\"\r\nd,,\"x,y\"\r\n")
    }

    @Test("A dry run prints the difference, writes nothing, and is 1 if there is one")
    func dryRun() throws {
        let dry = try run("stet set d.csv 'id == \"a\"' w=2 --dry-run; echo $?; cat d.csv")
        #expect(dry.output == "a changed\n- w: 1\n+ w: 2\n1\n" + (Self.files["d.csv"] ?? ""))
        #expect(try run("stet set d.csv 'id == \"a\"' w=1 --dry-run").status == 0)
    }

    @Test("What changes is printed for git, as JSON or as text, before or after it is done")
    func diffs() throws {
        let applied = try run(
            """
            stet set d.csv 'id == "a"' w=2 -n --diff unified > changes; cat changes
            cp d.csv old.csv; git apply changes && mv d.csv new.csv && mv old.csv d.csv
            stet set d.csv 'id == "a"' w=2 --diff json && cmp d.csv new.csv
            stet delete d.csv 'id == "a"' --diff text
            """)
        #expect(
            applied.output == """
                --- a/d.csv
                +++ b/d.csv
                @@ -1,4 +1,4 @@
                 id,w,color\r
                -a,1,"red"\r
                +a,2,"red"\r
                 b,,green\r
                 c,30,"green, dark"\r
                {"file":"d.csv","fields":[],"records":[{"kind":"changed","key":"a","old_key":null,"row":1,"moved":false,"old_position":1,"position":1,"changes":[{"field":"w","old":"1","new":"2"}]}]}
                a removed
                - id: a
                - w: 2
                - color: red

                """)
        #expect(
            try run("stet set d.csv 'w == 1' w=2 --diff textt").errors.contains(
                "did you mean \"text\""))
    }

    @Test("A coloured diff is safe for a screen, one for a program is exact")
    func coloredDiff() throws {
        let edit = "stet set d.csv 'id == \"b\"' \"color=$(printf 'x\\033[2Jy')\" -n --diff"
        let shown = try run("\(edit) unified --color always").output
        #expect(shown.contains("\u{1B}[32m+b,,x\\x1B[2Jy\\r\u{1B}[0m\n"), "\(shown)")
        #expect(try run("\(edit) unified").output.contains("\n+b,,x\u{1B}[2Jy\r\n"))
        #expect(try run("\(edit) json").output.contains("x\\u001b[2Jy"))
        #expect(!(try run("\(edit) text").output.contains("\u{1B}")))
    }

    @Test("A script that ends without commit writes nothing, and that is said")
    func uncommitted() throws {
        let code = "local c = stet.open('d.csv') assert(c:set('a', { w = 2 }))"
        let lost = try run("stet -e \"\(code)\" && cat d.csv")
        #expect(lost.output == Self.files["d.csv"])
        #expect(lost.errors == "d.csv: changes were not committed, so they are lost\n")
        let kept = try run("stet -e \"\(code) assert(c:commit())\" && grep -c a,2 d.csv")
        #expect(kept.output == "1\n")
        #expect(kept.errors == "d.csv: 1 changed\n")
    }

    @Test("A change that breaks a rule is refused as a whole")
    func refused() throws {
        let refused = try run("stet set d.csv true w=-1; echo $?; cat d.csv")
        #expect(refused.output == "1\n" + (Self.files["d.csv"] ?? ""))
        #expect(refused.errors.contains("a: w: must be above 0"))
        #expect(try run("stet insert d.csv id=a").errors.contains("“a” is in use already"))
        #expect(
            try run("stet set d.csv 'id == \"a\"' w=-1 --force; cat d.csv").output.contains("a,-1,")
        )
    }

    @Test(
        "What cannot be done is 2 and says why",
        arguments: [
            ("set d.csv 'w >' w=1", "column 4: the query ends too early"),
            ("set d.csv 'w > 1' w", "set takes field=value, not \"w\""),
            ("set d.csv 'w > 1'", "at least one field=value"),
            ("set d.csv 'w > 1' ww=1", "did you mean “w”?"),
            ("show nope.csv", "there is no such file"),
            ("show d.csv --to boxx", "did you mean \"box\"?"),
            ("delete - 'a == 1' < d.csv", "no field “a”"),
            ("set - 'w == 1' w=2 < d.csv", "read-only: it is standard input"),
        ])
    func failures(command: String, message: String) throws {
        let failed = try run("stet \(command)")
        #expect(failed.status == 2)
        #expect(failed.errors.contains(message), "\(failed.errors)")
    }

    @Test("An observer that raises or yields is reported where it did, and stops nobody")
    func observers() throws {
        let script = """
            local c = stet.open "d.csv"
            c:observe(function(diff)
              error("boom \\27[2J")
            end)
            c:observe(function() coroutine.yield() end)
            c:observe(function() c:set("b", { w = (c:get("b").w or 0) + 1 }) end)
            c:observe(function(diff) print(diff.cause) end)
            c:set("a", { w = 5 })
            print(c:get("b").w > 900)
            os.exit(7)
            """
        let folder = try Folder(Self.files)
        try folder.write("o.lua", Array(script.utf8))
        let run = try folder.stet("run", "o.lua", environment: ["XDG_STATE_HOME": "state"])
        #expect(run.status == 7)
        #expect(run.output.hasPrefix("update\n"))
        #expect(run.output.hasSuffix("true\n"))
        let errors = run.errors.split(separator: "\n")
        #expect(errors.first == "stet: an observer of d.csv failed: o.lua:3: boom \\x1B[2J")
        #expect(errors.dropFirst().first?.contains("yield") == true)
        #expect(run.errors.contains("observers answered each other's edits 1000 times; stopped"))
    }

    @Test("A script that ends in an observer ends")
    func exitInObserver() throws {
        let ended = try run(
            """
            stet -e 'local c = stet.open("d.csv"); c:observe(function() os.exit(5) end)
              c:set("a", { w = 5 }) print("not reached")'
            """)
        #expect(ended.status == 5)
        #expect(ended.output == "")
        #expect(!ended.errors.contains("observer"))
    }

    @Test("An expression may call functions; one that finds no end is stopped")
    func functionsInExpressions() throws {
        #expect(
            try run("stet show d.csv --to csv --columns id --where 'color:find \"re\"'").output
                == "id\na\nb\nc\n")
        #expect(
            try run("stet set d.csv 'id .. color == \"ared\"' w=9 && stet get d.csv a w").output
                == "9\n")
        #expect(
            try run("stet delete d.csv '#color:gsub(\"[^e]\", \"\") > 1' -n").output.hasPrefix(
                "b removed"))
        let endless = try run(
            "stet show d.csv --where 'id == \"b\" and (function() while true do end end)()'")
        #expect(endless.status == 124)
        #expect(endless.errors.contains("stet: d.csv: record b: the query took longer than 1 s"))
        let large = try run("stet show d.csv --where '(\"x\"):rep(1e9) == id'")
        #expect(large.status == 124)
        #expect(large.errors.contains("record a: not enough memory"))
        let wrong = try run("stet show d.csv --where 'id:fnd(1)'")
        #expect(wrong.status == 2)
        #expect(wrong.errors == "stet: d.csv: record a: the text “a” has no method “fnd”\n")
        #expect(
            try run("stet show d.csv --where 'id:find('").errors
                == "stet: d.csv: id:find(: column 9: the query ends too early\n")
    }
}
