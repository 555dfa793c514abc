import Foundation
import FoundationXML
import Testing

/// `stet test` over files of Lua.
struct LuaTestTests {
    private static let rules = """
        return { key = "id", fields = {
          { "id", required = true },
          { "weight", type = "number", above = 0 },
          { "note", quoted_empty = nil },
        }, checks = { stet.fold { "total", init = 0,
          step = function(sum, fruit) return sum + (fruit.weight or 0) end,
          merge = function(a, b) return a + b end,
          finish = function(sum) if sum < 5 then return "too little" end end } } }
        """.replacingOccurrences(of: "{ \"note\", quoted_empty = nil },\n", with: "")

    private func folder(_ test: String, _ more: [String: String] = [:]) throws -> Folder {
        try Folder(
            ["a_test.lua": test, "x.rules.lua": Self.rules, "x.csv": "id,weight\na,3\nb,4\n"]
                .merging(more) { $1 })
    }

    // MARK: How tests end

    @Test func whatHoldsPasses() throws {
        let run = try folder(
            """
            test("equal", function(t)
              t.equal(1, 1.0)
              t.equal({ 1, { a = "x" } }, { 1, { a = "x" } })
              t.equal(0 / 0, 0 / 0)
              t.not_equal({ 1 }, { 2 })
              t.is_true(true) t.is_false(false) t.is_nil(nil)
              -- Shared parts, cycles and depth take no time.
              local function shared() local x = {} for _ = 1, 60 do x = { x, x } end return x end
              t.equal(shared(), shared())
              local function deep() local x = {} for _ = 1, 5000 do x = { x } end return x end
              t.equal(deep(), deep())
              local a, b = {}, {}
              a.self, b.self = a, b
              t.equal(a, b)
              t.equal(setmetatable({}, { __index = error }), {})
              t.equal(t.raises(function() error("boom (x)", 0) end, "(x)"), "boom (x)")
              t.raises(function() error("boom 7", 0) end, "%d$")
            end)
            group("a", function() group("b", function() test("c", function() end) end) end)
            """
        ).stet("test", "a_test.lua")
        #expect(run.output == "")
        #expect(run.errors == "2 tests in 1 file: 2 passed\n")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        ("t.equal({ a = { 1, 2 } }, { a = { 1, 3 } })", "at a[2]: got 2, expected 3"),
        ("t.equal({ a = 1 }, {})", "at a: got 1, expected nil"),
        ("t.equal({ ['a b'] = 1 }, {})", #"at ["a b"]: got 1, expected nil"#),
        ("t.equal(1, '1')", #"got 1, expected "1""#),
        ("t.equal('a', 'b', 'letters')", #"letters: got "a", expected "b""#),
        ("t.equal(('x'):rep(50) .. 'y', ('x'):rep(50))", "they differ from byte 51 on"),
        ("local a, b = {}, {} a.a, b.a = a, b a.x = 1 t.equal(a, b)", "at x: got 1"),
        ("t.not_equal({ 1 }, { 1 })", "got {1}, which is what should differ"),
        ("t.is_true(1)", "got 1, expected true"), ("t.is_nil(false)", "got false, expected nil"),
        ("t.raises(function() end)", "nothing was raised"),
        ("t.raises(function() error('a', 0) end, 'b')", #"raised "a", which does not match "b""#),
        ("t.raises(3)", "t.raises takes a function, not a number"),
        ("t:equal(1, 1)", "write t.equal(…), with a dot"),
        ("t.fail('no')", "failed: it: no"), ("error({ message = 'm' })", "failed: it: m"),
        ("local x = nil + 1", "attempt to perform arithmetic on a nil value"),
        ("pcall(t.is_true, false)", "got false, expected true"),
        ("os.exit(0)", "it ended the script, with status 0"),
        ("coroutine.yield()", "attempt to yield from outside a coroutine"),
        ("test('x', function() end)", "it cannot do so while a test runs"),
        ("local s = {} while true do s[#s + 1] = ('x'):rep(1e6) .. #s end", "not enough memory"),
        ("t.equal(setmetatable({}, { __tostring = error }), 1)", "expected 1"),
        ("stet.flow(function() stet.ask{ title = 'Sure?' } end)", "failed: it: "),
        ("t.copy('nothing.csv')", "there is no such file"),
        ("coroutine.wrap(function() t.equal(1, 2) end)()", "failed: it: got 1, expected 2"),
        ("string.find, pairs, error = nil, nil, nil t.equal({ 1 }, { 2 })", "at [1]: got 1"),
    ])
    func whatDoesNotHoldIsSaid(_ body: String, message: String) throws {
        let run = try folder(
            "test(\"it\", function(t) \(body) end)\ntest(\"next\", function() end)"
        )
        .stet("test", "a_test.lua")
        #expect(run.output.hasPrefix("a_test.lua:1: failed: it: "), "\(run.output)")
        #expect(run.output.contains(message), "\(run.output)")
        #expect(run.output.contains("\n1 | test("))
        #expect(run.errors == "2 tests in 1 file: 1 passed, 1 failed\n")
        #expect(run.status == (message == "not enough memory" ? 124 : 1))
    }

    @Test func aFailureInAHelperNamesTheWayThere() throws {
        let run = try folder(
            """
            local function same(t, x) t.equal(x, 2) end
            test("it", function(t)
              same(t, 1)
            end)
            """
        ).stet("test", "a_test.lua")
        #expect(run.output.hasPrefix("a_test.lua:1: failed: it: got 1, expected 2\n"))
        #expect(run.output.contains("a_test.lua:3: in function"))
    }

    @Test(.timeLimit(.minutes(2))) func anEndlessTestIsStoppedAndTheRestRuns() throws {
        let run = try folder(
            """
            test("first", function() end)
            test("loop", function() while true do pcall(function() while true do end end) end end)
            test("last", function(t) t.equal(1, 1) end)
            """
        ).stet("test", "--timeout", "0.3", "a_test.lua")
        #expect(run.output.hasPrefix("a_test.lua:2: failed: loop: it took longer than 0.3 s"))
        #expect(run.errors == "3 tests in 1 file: 2 passed, 1 failed\n")
        #expect(run.status == 124)
    }

    @Test(.timeLimit(.minutes(2))) func anEndlessFileIsBroken() throws {
        let run = try folder("while true do end", ["b_test.lua": "test('b', function() end)"])
            .stet("test", "--timeout", "0.3", ".")
        #expect(run.output.contains("a_test.lua: failed: it took longer than 0.3 s"))
        #expect(run.errors == "1 test in 1 file: 1 passed, 1 file could not be run\n")
        #expect(run.status == 2)
    }

    @Test(.timeLimit(.minutes(2))) func whatCannotBeStoppedEndsTheRun() throws {
        let run = try folder("test('it', function() os.execute('sleep 8') end)")
            .stet("test", "--timeout", "0.2", "a_test.lua")
        #expect(run.errors.contains("a_test.lua: it: it took too long"))
        #expect(run.status == 124)
    }

    @Test(.timeLimit(.minutes(2))) func anInterruptSaysHowFarItWas() throws {
        let run = try folder(
            """
            test("first", function() end)
            test("signals", function()
              os.execute("kill -INT $PPID")
              while true do end
            end)
            test("last", function() end)
            """
        ).stet("test", "-f", "tap", "a_test.lua")
        #expect(run.output.contains("ok 1 - a_test.lua: first\nBail out! interrupted\n1..3\n"))
        #expect(run.errors == "3 tests in 1 file: 1 passed, 2 not run; interrupted\n")
        #expect(run.status == 130)
    }

    @Test func aBrokenFileDoesNotStopTheOthers() throws {
        let run = try folder(
            "test('x', function(", ["b_test.lua": "test('b', function() end)", "c_test.lua": "x()"]
        ).stet("test", "a_test.lua", "b_test.lua", "c_test.lua", "d_test.lua")
        #expect(run.status == 2)
        #expect(run.errors.contains("d_test.lua: there is no such file"))
        let found = try folder("test('x', function(", ["b_test.lua": "error('no')"])
            .stet("test", ".")
        #expect(found.output.contains("a_test.lua:1: failed: "))
        #expect(found.output.contains("b_test.lua:1: failed: no"))
        #expect(found.status == 2)
    }

    @Test func namesAreThereOnce() throws {
        let run = try folder("test('x', function() end) test('x', function() end)")
            .stet("test", "a_test.lua")
        #expect(run.output.contains("there is a test “x” already"))
        #expect(run.status == 2)
    }

    // MARK: Rules and records

    @Test func recordsAreHeldToRules() throws {
        let run = try folder(
            """
            test("file", function(t)
              local found = t.finds("x.rules.lua", { id = "a", weight = -1 }, "above", "weight")
              t.equal(#found, 1)
              t.equal(found[1].value, "-1")
              t.finds("x.rules.lua", { id = "a", weight = "much" }, "type")
              t.finds("x.rules.lua", { weight = 1 }, "required", "id")
              t.finds("x.rules.lua", { id = "a", wieght = 1 }, "columns.unknown")
              t.passes("x.rules.lua", { id = "a" })
              t.passes("x.rules.lua", { id = "a", weight = 1 })
            end)
            test("many", function(t)
              t.finds("x.rules.lua", { { id = "a", weight = 9 }, { id = "a" } }, "key")
              t.finds("x.rules.lua", { { id = "a", weight = 1 } }, "total")
              t.passes("x.rules.lua", { { id = "a", weight = 2 }, { id = "b", weight = 3 } })
            end)
            test("table", function(t)
              local limit = 3
              local rules = { fields = { { "n", type = "integer",
                validate = function(n) return n < limit, "too many" end } } }
              t.finds(rules, { n = 4 }, "validate")
              t.passes(rules, { n = 2 })
            end)
            test("written", function(t)
              local path = t.folder() .. "/y.rules.lua"
              for limit = 1, 3 do
                local file = io.open(path, "w")
                file:write("return { fields = { { 'n', type = 'integer', max = " .. limit .. " } } }")
                file:close()
                t.passes(path, { n = limit })
                t.finds(path, { n = limit + 1 }, "max")
              end
            end)
            test("check", function(t)
              t.equal(t.check("x.csv").records, 2)
              t.is_true(t.check("x.csv", { rules = "x.rules.lua" }).ok)
            end)
            """
        ).stet("test", "a_test.lua")
        #expect(run.output == "")
        #expect(run.status == 0)
    }

    @Test(arguments: [
        (
            "t.finds('x.rules.lua', { id = 'a', weight = 'x' }, 'above')",
            #"no finding “above”: found weight type ("x" is not a number)"#
        ),
        (
            "t.finds('x.rules.lua', { id = 'a' }, 'above', 'weight')",
            "no finding “above” of weight: nothing was found"
        ),
        ("t.passes('x.rules.lua', { weight = 1 })", "found id required"),
        ("t.passes('y.rules.lua', {})", "y.rules.lua: there is no such file"),
        ("t.passes('x.rules.lua', 3)", "a record is a table of its fields, not a number"),
        ("t.passes('x.rules.lua', { id = {} })", "id: a table is no value of a record"),
        ("t.passes({ fields = { { 'n', tpye = 'x' } } }, { n = 1 })", "tpye"),
        ("t.check('y.csv')", "y.csv: there is no such file"),
    ])
    func whatRulesSayInstead(_ body: String, message: String) throws {
        let run = try folder("test(\"it\", function(t) \(body) end)").stet("test", "a_test.lua")
        #expect(run.output.contains(message), "\(run.output)")
        #expect(run.status == 1)
    }

    @Test func pathsAreSeenFromTheTestFile() throws {
        let folder = try folder(
            "",
            ["tests/b.lua": "test('b', function(t) t.passes('../x.rules.lua', { id = 'a' }) end)"])
        #expect(try folder.stet("test", "tests").status == 0)
        #expect(try folder.stet("test", "tests/b.lua").status == 0)
    }

    // MARK: Commits

    @Test func commitsAreWrittenBelowTheTestsFolderOnly() throws {
        let folder = try folder(
            """
            test("inside", function(t)
              local path = t.copy("x.csv", "x.rules.lua")
              local c = assert(stet.open(path))
              assert(c:update({ id = "a" }, { weight = 9 }))
              assert(c:commit())
              local file = io.open(path)
              t.equal(file:read("a"), "id,weight\\na,9\\nb,4\\n")
              file:close()
              local place = io.open("place", "w")
              place:write(path)
              place:close()
            end)
            test("outside", function(t)
              local c = assert(stet.open("x.csv"))
              assert(c:update({ id = "a" }, { weight = 9 }))
              c:commit()
            end)
            """)
        let run = try folder.stet(
            "test", "a_test.lua",
            environment: ["TMPDIR": folder.url.path, "XDG_STATE_HOME": folder.url.path + "/state"])
        #expect(
            run.output.hasPrefix("a_test.lua:16: failed: outside: x.csv: a test writes only below"))
        #expect(!run.output.contains("inside"), "\(run.output)")
        #expect(run.status == 1)
        #expect(try text(folder, "x.csv") == "id,weight\na,3\nb,4\n")
        let copy = try text(folder, "place")
        #expect(copy.contains("/stet-test-"))
        #expect(!FileManager.default.fileExists(atPath: copy))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains { $0.hasPrefix("stet-") })
        // Nor are there locks of files that have gone, or changes to recover.
        #expect(!left.contains("state"))
    }

    private func text(_ folder: Folder, _ name: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }

    // MARK: Which are run

    @Test func aFolderIsSearched() throws {
        let one = "test('it', function() end)"
        let folder = try Folder([
            "b/x_test.lua": one, "a/test_y.lua": one, "tests/z.lua": one, "tests/deep/no.lua": one,
            ".hidden/x_test.lua": one, "plain.lua": "error('not a test')",
            "x.rules.lua": "return {}",
        ])
        let run = try folder.stet("test", "--list", ".")
        #expect(run.output == "a/test_y.lua: it\nb/x_test.lua: it\ntests/z.lua: it\n")
        #expect(run.status == 0)
        #expect(try folder.stet("test", ".", "b", "b/x_test.lua").errors.hasPrefix("3 tests in 3"))
        #expect(try folder.stet("test", "tests/").errors.hasPrefix("1 test in 1"))
    }

    @Test func filterListAndFailFast() throws {
        let folder = try folder(
            """
            group("one", function()
              test("a", function(t) t.fail() end)
              test("b", function() end)
            end)
            test("c", function() end)
            """)
        let list = try folder.stet("test", "--list", "--filter", "one", "a_test.lua")
        #expect(list.output == "a_test.lua: one > a\na_test.lua: one > b\n")
        #expect(try folder.stet("test", "--filter", "> b", "a_test.lua").status == 0)
        let fast = try folder.stet("test", "--fail-fast", "a_test.lua")
        #expect(fast.errors.hasPrefix("3 tests in 1 file: 0 passed, 1 failed, 2 not run; stopped"))
        #expect(fast.status == 1)
        let none = try folder.stet("test", "--filter", "zzz", "a_test.lua")
        #expect(none.errors.contains("no test has a name with “zzz” in it"))
        #expect(none.status == 2)
    }

    @Test func whatIsNoOrdinaryFileIsNotWaitedFor() throws {
        let folder = try folder("\u{FEFF}test('it', function() end)")
        let run = try folder.shell("mkfifo b_test.lua && $STET test b_test.lua; $STET test .")
        #expect(run.errors.contains("b_test.lua: it is no ordinary file"))
        #expect(run.errors.hasSuffix("1 test in 1 file: 1 passed\n"))
    }

    @Test func nothingToRunIsNoSuccess() throws {
        let folder = try Folder(["plain.lua": "local x = 1"])
        #expect(try folder.stet("test", ".").errors.contains("there is no test file in ."))
        #expect(try folder.stet("test", ".").status == 2)
        #expect(try folder.stet("test", "plain.lua").output.contains("it declares no test"))
        #expect(try folder.stet("test", "plain.lua").status == 2)
        #expect(try folder.stet("test", "nothing").status == 2)
        #expect(try folder.stet("test").status == 2)
        #expect(try folder.stet("test", "-").status == 2)
        #expect(try folder.stet("test", "--timeout", "0", ".").status == 2)
    }

    // MARK: Reports

    private static let mixed = """
        test("fine # <&\\"", function() end)
        test("skipped", function(t) t.skip("no \\27[31m need") end)
        test("fails", function(t) print("said \\27[31m\\0 ]]>") t.equal("\\1", "\\27") end)
        """

    @Test func tap() throws {
        let run = try folder(Self.mixed).stet("test", "-f", "tap", "a_test.lua")
        #expect(
            run.output == """
                TAP version 14
                ok 1 - a_test.lua: fine \\# <&"
                ok 2 - a_test.lua: skipped # SKIP no \\x1B[31m need
                not ok 3 - a_test.lua: fails
                  ---
                  message: "got \\"\\\\x01\\", expected \\"\\\\x1B\\""
                  severity: fail
                  at:
                    file: "a_test.lua"
                    line: 3
                  output: "said \\u001B[31m\\u0000 ]]>\\n"
                  ...
                1..3

                """)
        #expect(run.status == 1)
    }

    @Test func junitIsWellFormed() throws {
        let folder = try folder(Self.mixed, ["b_test.lua": "test('x', function("])
        let run = try folder.stet(
            "test", "-f", "tap", "--report", "junit=r.xml", "a_test.lua", "b_test.lua")
        #expect(run.status == 2)
        let data = try Data(contentsOf: folder.url.appendingPathComponent("r.xml"))
        #expect(XMLParser(data: data).parse())
        let text = String(decoding: data, as: UTF8.self)
        #expect(
            text.allSatisfy {
                $0 == "\n" || $0 == "\t" || !$0.isASCII || ($0.asciiValue ?? 0) >= 0x20
            })
        #expect(text.contains("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""))
        #expect(text.contains("name=\"fine # &lt;&amp;&quot;\""))
        #expect(text.contains("<skipped message=\"no \\x1B[31m need\"/>"))
        #expect(text.contains("<system-out>said \\x1B[31m\\x00 ]]&gt;\n</system-out>"))
    }

    @Test func whatTestsPrintStaysOutOfTheReport() throws {
        let run = try folder(
            """
            print("at the top")
            test("quiet", function() print("x") io.write("y") end)
            test("reads", function(t) t.equal(io.read("a"), "") end)
            """
        ).stet("test", "-f", "tap", "a_test.lua", input: "text")
        #expect(
            run.output
                == "TAP version 14\nok 1 - a_test.lua: quiet\nok 2 - a_test.lua: reads\n1..2\n")
    }

    @Test func controlsNeverReachTheTerminal() throws {
        let run = try folder(Self.mixed).stet("test", "a_test.lua")
        #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        let colored = try folder(Self.mixed).stet("test", "--color", "always", "a_test.lua")
        #expect(colored.output.contains("\u{1B}[1;31mfailed: "))
    }

    // MARK: Transcripts

    private static let transcript = """
        #!/usr/bin/env stet test
        -- A comment.
        local c = stet.open "x.csv"
        #c
        --> 2
        c:get("a").weight --> 3
        for i = 1, 2 do
          print(i)
        end
        --> 1
        --> 2
        nil
        --> nil
        { 1, a = "x" } --> {1, a = "x"}
        error("boo")
        --> error: boo
        x = 1
        x, "two"
        --> 1: 1
        --> 2: "two"

        """

    @Test func aTranscriptHolds() throws {
        let run = try folder(Self.transcript).stet("test", "a_test.lua")
        #expect(run.output == "")
        #expect(run.errors == "1 test in 1 file: 1 passed\n")
        #expect(run.status == 0)
    }

    @Test func aTranscriptIsUpdated() throws {
        let wrong = Self.transcript.replacingOccurrences(of: "--> 2\nc:", with: "--> 3\n--> 4\nc:")
            .replacingOccurrences(of: "weight --> 3", with: "weight  --> 4")
            .replacingOccurrences(of: "--> error: boo", with: "  --> 1")
        let folder = try folder(wrong)
        let run = try folder.stet("test", "a_test.lua")
        #expect(
            run.output.hasPrefix(
                "a_test.lua:5: failed: transcript: expected:\n    3\n    4\n  got: 2\n"),
            "\(run.output)")
        #expect(run.output.contains("a_test.lua:7: failed: transcript: expected: 4\n  got: 3\n"))
        #expect(run.status == 1)
        let updated = try folder.stet("test", "--update", "a_test.lua")
        #expect(updated.errors.hasPrefix("a_test.lua: 3 expectations updated\n"))
        #expect(updated.status == 0)
        #expect(
            try text(folder, "a_test.lua")
                == Self.transcript.replacingOccurrences(of: "weight --> 3", with: "weight  --> 3")
                .replacingOccurrences(of: "--> error: boo", with: "  --> error: boo"))
        #expect(try folder.stet("test", "a_test.lua").status == 0)
    }

    @Test func aTranscriptOfAnotherSystemKeepsItsLineEnds() throws {
        let folder = try folder("1\r\n--> 2\r\n3 --> 3\r\n")
        #expect(try folder.stet("test", "--update", "a_test.lua").status == 0)
        #expect(try text(folder, "a_test.lua") == "1\r\n--> 1\r\n3 --> 3\r\n")
    }

    @Test func aTranscriptWritesNoFile() throws {
        let folder = try folder(
            """
            local c = stet.open "x.csv"
            c:set("a", { weight = 9 }).weight --> 9
            (c:commit())
            --> nil
            """)
        let run = try folder.stet("test", "a_test.lua")
        #expect(run.status == 0, "\(run.output)")
        #expect(try text(folder, "x.csv") == "id,weight\na,3\nb,4\n")
    }

    @Test func aTranscriptWithoutExpectationStillMayNotRaise() throws {
        let run = try folder("1 --> 1\nnothing.x\n2 --> 2\nx = 3 4\n").stet("test", "a_test.lua")
        #expect(run.output.contains("a_test.lua:2: failed: transcript: attempt to index a nil"))
        #expect(run.output.contains("a_test.lua:4: failed: transcript: "))
        #expect(run.status == 1)
    }
}
