import Testing

@Suite("Command lines")
struct UsageTests {
    @Test(
        "What makes no sense is refused with the way out",
        arguments: [
            (["check"], "check needs at least one file\n      for example: stet check"),
            (["chek", "a.csv"], "there is no command \"chek\"; did you mean \"check\"?"),
            (["no.csv"], "no.csv: there is no such file"),
            (["help", "nope"], "there is no command \"nope\""),
            (
                ["check", "--colour", "never", "a.csv"],
                "check has no option --colour; did you mean --color?"
            ),
            (["check", "-z", "a.csv"], "check has no option -z\n      \"stet help check\" lists"),
            (["check", "--format", "xml", "a.csv"], "--format takes text or jsonl, not \"xml\""),
            (["check", "--fail-on", "eror", "a.csv"], "did you mean \"error\"?"),
            (["check", "-j", "0", "a.csv"], "-j takes a whole number above 0, not \"0\""),
            (["check", "-jx", "a.csv"], "-j takes a whole number above 0, not \"x\""),
            (["check", "a.csv", "-j"], "-j needs a value"),
            (["check", "--no-header=1", "a.csv"], "--no-header takes no value"),
            (["check", "--max-findings=-1", "a.csv"], "--max-findings takes a whole number"),
            (
                ["check", "--encoding", "utf9", "a.csv"],
                "there is no encoding \"utf9\"; it is one of utf-8"
            ),
            (["check", "--delimiter", "ab", "a.csv"], "the delimiter must be one ASCII character"),
            (["check", "a.rules.lua"], "stet check --rules a.rules.lua FILE"),
            (["a.rules.lua"], "stet check --rules a.rules.lua FILE"),
            (["check", "a.lua"], "to run a script: stet run a.lua"),
            (["run"], "run needs a script"),
            (["-e"], "-e needs a value"),
            (["-x"], "stet has no option -x\n      \"stet help\" lists"),
        ])
    func refused(arguments: [String], message: String) throws {
        let folder = try Folder(["a.csv": "id\n1\n", "a.rules.lua": "return {}", "a.lua": ""])
        let command = try folder.shell(
            "\"$STET\" " + arguments.map { "'\($0)'" }.joined(separator: " "))
        #expect(command.status == 2)
        #expect(command.output == "")
        #expect(command.errors.hasPrefix("stet: "))
        #expect(command.errors.contains(message), "\(command.errors)")
    }

    @Test(
        "Help and version go to standard output",
        arguments: [
            (["--help"], "stet check FILE"), (["help"], "stet check FILE"), (["-h"], "stet run"),
            (["help", "check"], "--max-findings N"), (["check", "--help"], "--max-findings N"),
            (["run", "-h"], "stet.check(path"), (["help", "help"], "stet help [COMMAND]"),
            (["help", "validators"], "isbn13           a book's number of thirteen digits"),
            (["--version"], "Lua 5.4"),
        ])
    func help(arguments: [String], text: String) throws {
        let command = try Folder().shell("\"$STET\" " + arguments.joined(separator: " "))
        #expect(command.status == 0)
        #expect(command.output.contains(text))
        #expect(command.errors == "")
    }

    @Test("Options are read in every spelling, and -- ends them")
    func spellings() throws {
        let folder = try Folder(["-odd.csv": "a;b\n1;2\n", "r.lua": "return {}"])
        for options in ["-d ';' -r r.lua", "-d';' -rr.lua", "--delimiter=';' --rules=r.lua"] {
            let command = try folder.shell("\"$STET\" check \(options) -- -odd.csv")
            #expect(command.status == 0)
            #expect(command.errors == "-odd.csv: 1 record checked, nothing found\n")
        }
    }
}
