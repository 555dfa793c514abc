import Testing

@Suite("Stopping")
struct StoppingTests {
    private func folder(rule: String) throws -> Folder {
        try Folder([
            "d.csv": "id,v\n1,a\n2,b\n3,c\n",
            "d.rules.lua":
                "return { fields = { {'id', validate = \(rule)}, {'v', enum = {'a'}} } }",
        ])
    }

    @Test("A reader that has enough ends the check quietly with 141")
    func closedPipe() throws {
        let folder = try Folder([
            "d.csv": "id,v\n" + (1...60_000).map { "\($0),x\n" }.joined(),
            "d.rules.lua": "return { fields = { {'id'}, {'v', type = 'integer'} } }",
        ])
        let command = try folder.shell(
            "{ \"$STET\" check --max-findings 100000 d.csv; echo $? > status; } | head -1; cat status"
        )
        #expect(command.output.hasSuffix("\n141\n"))
        #expect(command.output.hasPrefix("d.csv:2:3: error"))
        #expect(command.errors == "")
    }

    @Test(
        "Ctrl-C ends what is endless with 130",
        arguments: [
            "check slow.csv", "-e 'while true do end'",
            "-e 'while true do pcall(function() while true do end end) end'",
            "-e 'stet.check(\"slow.csv\")'",
            "-e 'stet.open(\"slow.csv\"):where(\"(function() while true do end end)()\"):count()'",
        ])
    func interrupt(arguments: String) throws {
        let folder = try Folder([
            "slow.csv": "id\n" + (1...200_000).map { "\($0)\n" }.joined(),
            "slow.rules.lua": """
            return { fields = { {'id', validate = function()
              for i = 1, 1e6 do end return true end} } }
            """,
        ])
        let command = try folder.shell(
            "timeout --foreground --preserve-status -s INT 0.7 \"$STET\" \(arguments)")
        #expect(command.status == 130)
        #expect(command.errors.contains("interrupted"))
    }

    @Test("SIGTERM is 143")
    func terminate() throws {
        let command = try Folder().shell(
            "timeout --foreground --preserve-status -s TERM 0.5 \"$STET\" -e 'while true do end'")
        #expect(command.status == 143)
    }

    @Test("A rule over its cap is told once, is off, and the rest is checked: 124")
    func cap() throws {
        let command = try folder(
            rule: "function(id) if id == '2' then while true do end end return false, 'no' end"
        ).stet("check", "d.csv")
        #expect(command.status == 124)
        #expect(command.output.contains("d.csv:2:1: error: no [id: validate]"))
        #expect(command.output.contains("d.csv:3:1: error: the rule took longer than a call may"))
        #expect(command.output.contains("  1  error  id  lua.limit"))
        #expect(command.output.contains("  1  error  id  validate"))
        #expect(command.output.contains("d.csv:4:3: error: \"c\" is not a [v: enum]"))
        #expect(command.errors.contains("3 records checked, 4 errors"))
        #expect(command.errors.contains("incomplete"))
    }

    @Test("So is one that takes too much memory")
    func memory() throws {
        let command = try folder(rule: "function() return #('x'):rep(1e9) > 0 end")
            .stet("check", "d.csv")
        #expect(command.status == 124)
        #expect(command.output.contains("  1  error  id  lua.limit"))
        #expect(command.errors.contains("incomplete"))
    }

    @Test("A pattern that never ends is stopped too")
    func pattern() throws {
        let command = try folder(rule: "function() return ('a'):rep(1e5):find('.-.-.-.-b') end")
            .stet("check", "d.csv")
        #expect(command.status == 124)
        #expect(command.output.contains("lua.limit"))
    }
}
