import Foundation
import Testing

@testable import StetPrompt

/// What the command line of a prompt asks for, without a terminal.
@Suite struct StartTests {
    private func run(
        _ arguments: [String], input: String = "", files: [String: String] = [:],
        look: (URL) throws -> Void = { _ in }
    ) throws -> PipedPrompt {
        try PipedPrompt(
            files.map { (name: $0.key, text: $0.value) }, input, arguments: arguments, look: look)
    }

    private static let files = [
        "mod.lua": "order = (order or '') .. 'm' return { v = 1 }",
        "wrong.lua": "error('it is')",
        "script.lua": "local kept = 7 print(arg[0], order, ...)", "t.csv": "id,n\na,1\nb,2\n",
    ]

    @Test(arguments: [
        (["-l", "mod", "-e", "print(mod.v, order)"], "1\tm\n"),
        (["-e", "order = 'e'", "-lmod", "-e", "print(order)"], "em\n"),
        (["-l", "name=mod", "-e", "print(name.v, mod)"], "1\tnil\n"),
        (["-l", "mod", "script.lua", "-x", "--", "y"], "script.lua\tm\t-x\t--\ty\n"),
        (["-i", "script.lua", "a"], "script.lua\tnil\ta\n5\n7\n"),
        (["-i", "-e", "local kept = 7"], "5\n7\n"),
        (["-l", "mod", "--"], "5\nnil\n"),
        (["t.csv", "-e", "print(#t, it == t)"], "2\ttrue\n"),
        (["--to", "csv", "t.csv", "-c", ".where n > 1"], "id,n\nb,2\n"),
        (["--csv", "t.csv", "-c", ".where n > 1"], "id,n\nb,2\n"),
        (["--json", "t.csv", "-c", ".where n > 1"], "[\n{\"id\":\"b\",\"n\":2}\n]\n"),
        (["--mode", "jsonl", "-c", "1 + 1", "-c", "'two'"], "2\n\"two\"\n"),
    ])
    func optionsAreThoseOfLua(arguments: [String], expected: String) throws {
        // What is typed after it; of those that end in no prompt it stays unread.
        let outcome = try run(
            arguments, input: "2 + 3\nkept == nil and print(nil) or kept\n", files: Self.files)
        #expect(outcome.output == expected, "\(outcome.errors)")
        #expect(outcome.status == 0)
    }

    @Test func aHyphenIsAScriptOrData() throws {
        #expect(try run(["-", "a"], input: "print(arg[0], ...)").output == "-\ta\n")
        let data = try run(["-", "--to", "csv", "-c", ".list"], input: "a,b\n1,2\n")
        #expect(data.output == "a,b\n1,2\n")
    }

    @Test(arguments: [
        (["-c", "1", "-c", "error('no')"], "stet: -c 2:1: no\n"),
        (["-c", ".nope"], "stet: -c: there is no command .nope"),
        (["-c", "1\n\n.nope"], "stet: -c, line 3: there is no command .nope"),
        (
            ["-c", "1", "-c", "function f()\n  error('no') end\nf()"],
            "stet: -c 2, line 2: no\n  at -c 2, line 2: in function <-c 2, line 1>\n"
        ),
        (["-c", "1\nrequire 'wrong'"], "stet: -c, line 2: wrong.lua:1: it is\n"),
        (["-c", "1", "-c", "f("], "stet: -c 2: the entry that begins here is not finished\n"),
        (["t.csv", "-e", "x ="], "stet: -e:1: unexpected symbol near <eof>\n"),
        (
            ["-l", "nope", "-i"],
            "stet: -l nope: there is no module \"nope\": tried nope.lua, lua/nope.lua"
        ),
    ])
    func failuresNameThePlaceOnTheCommandLine(arguments: [String], message: String) throws {
        let outcome = try run(arguments, input: "print('not reached')\n", files: Self.files)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("not reached"))
    }

    @Test func codeOverAFileMustCommit() throws {
        let lost = try run(["t.csv", "-e", "t:set('a', { n = 5 })"], files: Self.files)
        #expect(lost.errors.contains("changes were not committed"))
        #expect(lost.status == 1)
        let kept = try run(
            ["t.csv", "-e", "t:set('a', { n = 5 })", "-c", ".commit"], files: Self.files
        ) { folder in
            let text = try String(
                contentsOf: folder.appendingPathComponent("t.csv"), encoding: .utf8)
            #expect(text == "id,n\na,5\nb,2\n")
        }
        #expect(kept.status == 0)
    }

    @Test func aFieldIsSetAndCommittedFromTheCommandLine() throws {
        let run = { (arguments: [String]) in
            try PipedPrompt(
                [PromptFiles.fruits, PromptFiles.rules], "", arguments: ["fruits.csv"] + arguments)
        }
        let set = try run(["-c", ".set b weight 120", "-c", ".commit"])
        #expect(set.status == 0)
        #expect(set.text.contains("b,Banana,120,yellow\n"))
        let name = try run(["-c", ".set b name Big yellow fruit", "-c", ".commit"])
        #expect(name.text.contains("b,Big yellow fruit,118,yellow\n"))
        let refused = try run(["-c", ".set b weight -3", "-c", ".commit"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("must be above 0"))
        #expect(refused.text == PromptFiles.fruits.text)
        #expect(try run(["-c", ".set z weight 3"]).errors.contains("\n.set z weight 3\n     ^\n"))
        #expect(try run(["-c", ".set b wieght 3"]).errors.contains("FIELD=VALUE is wanted"))
    }

    @Test func modePrintsTheCommandThatGivesIt() throws {
        let outcome = try run(
            ["t.csv"],
            input: """
                .mode csv --null "no value" --header off --quote always
                .mode
                .mode box --lines 2
                .mode
                .mode --rows off -x
                """, files: Self.files)
        #expect(
            outcome.output == """
                .mode csv --header off --null "no value" --quote always
                .mode box --header off --null "no value" --lines 2 --quote always

                """)
        #expect(outcome.errors.contains("line 5: there is no option -x"))
        #expect(outcome.errors.contains("\n.mode --rows off -x\n                 ^^"))
    }

    @Test func reloadKeepsTheOldOneOnFailure() throws {
        let write = "f = io.open('mod.lua', 'w') f:write(TEXT) f:close()\n"
        let outcome = try run(
            [],
            input: "m = require 'mod'\nTEXT = 'return { v = 2, w = 3 }'\n" + write
                + ".reload mod\nm.v, m.w, m == require 'mod'\nTEXT = 'return {'\n" + write
                + "print(pcall(load, 1) ~= nil)\n.reload\n", files: Self.files)
        #expect(outcome.output == "1: 2\n2: 3\n3: true\ntrue\n")
        #expect(outcome.errors.contains("mod.lua:1:"))
        #expect(outcome.status == 1)
    }

    @Test func whatWasLoggedRunsAgain() throws {
        try withFolder { folder in
            try Data("id,n\na,1\n".utf8).write(to: folder.appendingPathComponent("t.csv"))
            let terminal = try PseudoTerminal(["t.csv"], folder: folder)
            try terminal.expect("stet t(1)> ")
            for line in [".log log.txt", "x = 5", "error('left out')", "print(x * 2)"] {
                terminal.send(line + "\r")
                try terminal.expect("stet t(1)> ")
            }
            terminal.send(".log off\r")
            try terminal.expect("stet t(1)> ")
            let log = try String(
                contentsOf: folder.appendingPathComponent("log.txt"), encoding: .utf8)
            #expect(log == "x = 5\nprint(x * 2)\n")
            let path = folder.appendingPathComponent("log.txt").path
            let again = try PseudoTerminal(
                ["-e", "os.execute(arg[1])"].dropLast(2) + ["t.csv", "-c", log], folder: folder)
            try again.expect("10\n")
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func longInputIsReadInOneGo() throws {
        let lines = (1...6_000).map { "x = \($0)\n" }.joined()
        let outcome = try run([], input: lines + "error('here')\n")
        #expect(outcome.errors.hasPrefix("stet: line 6001: here\n"), "\(outcome.errors)")
        let long =
            "function f()\n" + (1...6_000).map { "  x = \($0) +\n 1\n" }.joined() + "end\nf()\nx"
        #expect(try run([], input: long).output == "6001\n")
    }

    @Test(arguments: [
        "f(", "x = {1,", "for i = 1, 2", "while true do", "if x then", "x = 1 +", "x = -- why\n",
        "s = [==[\n]]", "--[[ comment", "s = 'abc\\", "s = 'abc\\z  ", "local function f()",
        "repeat local x", "return not",
    ])
    func theScannerKnowsWhatIsOpen(text: String) {
        var scanner = EntryScanner()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            scanner.add(line.utf8)
        }
        #expect(scanner.isOpen)
    }

    @Test(arguments: [
        "f()", "x = {1, 'a)'} -- (", "for i = 1, 2 do end", "x = 1.", "return ...", "x = 'it''s'",
        "s = [==[\n]] ]==]", "repeat until x", "if x then elseif y then else end", "x = '(\\'",
        "while f(function() return { [1] = 2 } end) do break end", "--[[ a\nb ]] x = 1", "1 + + 2",
        ")",
    ])
    func theScannerLetsThroughWhatMayBeDone(text: String) {
        var scanner = EntryScanner()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            scanner.add(line.utf8)
        }
        #expect(!scanner.isOpen)
    }

    @Test func hostileValuesArePrintedWithinBounds() throws {
        let outcome = try run(
            [],
            input: """
                wide = {} for i = 1, 300 do wide[i] = {} for j = 1, 300 do wide[i][j] = {} end end
                deep = {} do local t = deep for i = 1, 100000 do t.t = {} t = t.t end end
                twice = {} for i = 1, 60 do twice = { twice, twice } end
                wide
                deep
                twice
                .full
                """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.utf8.count < 40 << 20)
        #expect(outcome.output.contains("... 200 more"))
    }
}
