import Foundation
import Testing

/// The options about where entries come from, where results go, and the world of Lua.
@Suite struct WorldOptionTests {
    private static let table = (name: "t.csv", text: "id,n\na,1\nb,2\n")

    private func run(
        _ arguments: [String], _ input: String = "", _ files: [(name: String, text: String)] = [],
        environment: [String: String] = [:], look: (URL) throws -> Void = { _ in }
    ) throws -> PipedPrompt {
        try PipedPrompt(
            [Self.table] + files, input, arguments: arguments, environment: environment, look: look)
    }

    private func file(_ name: String, holds wanted: String) -> (URL) throws -> Void {
        { folder in
            let text = try String(
                contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(text == wanted)
        }
    }

    @Test func afterAFailureItGoesOnIfSoWished() throws {
        let input = "1\n.nope\nx = = 1\nerror('no')\n2\nf("
        let outcome = try run(["--keep-going"], input)
        #expect(outcome.output == "1\n2\n")
        #expect(outcome.status == 1)
        for line in [2, 3, 4, 6] { #expect(outcome.errors.contains("stet: line \(line): ")) }
        let steps = try run(["--keep-going", "-c", ".nope", "-c", "3", "-e", "error()", "-c", "4"])
        #expect(steps.output == "3\n4\n")
        #expect(steps.status == 1)
        #expect(try run(["--keep-going"], ".nope\n.quit\n5").status == 1)
        #expect(try run(["--keep-going"], ".nope\nstet.exit(3)\n5").status == 3)
        #expect(try run(["--keep-going"], "1\n").status == 0)
    }

    @Test func whatFailedIsTakenBackAndTheRestCommitted() throws {
        let input = "t:set('a', { n = 5 })\nt:set('b', { n = 6 }) error('no')\n.commit\n"
        let outcome = try run(["--keep-going", "t.csv"], input)
        #expect(outcome.text == "id,n\na,5\nb,2\n")
        #expect(outcome.status == 1)
    }

    @Test func resultsGoToAFile() throws {
        let prompt = try run(
            ["--output", "o.txt", "--csv", "t.csv"], ".list\nprint(1)\n.nope",
            look: file("o.txt", holds: "id,n\na,1\nb,2\n1\n"))
        #expect(prompt.output == "")
        #expect(prompt.errors.contains("line 3: there is no command .nope"))
        let job = try run(
            ["--output=o.txt", "-e", "print(2) io.write(3)"], look: file("o.txt", holds: "2\n3"))
        #expect(job.output == "")
        for arguments in [["-e", "print(1)"], ["-c", "print(1)"]] {
            let refused = try run(["--output", "no/o.txt"] + arguments)
            #expect(
                refused.errors == "stet: no/o.txt cannot be written: No such file or directory\n")
            #expect(refused.status == 2)
        }
    }

    @Test func aFullFileIsAFailure() throws {
        let outcome = try run(["--output", "/dev/full", "-c", "1"])
        #expect(outcome.errors.contains("/dev/full cannot be written"))
        #expect(outcome.status == 2)
    }

    @Test func acceptedEntriesAreKept() throws {
        let input = "for i = 1, 2 do\n  print(i) end\n.nope\n3\n"
        _ = try run(
            ["--transcript", "log.txt", "--keep-going", "-c", "7"], input,
            look: file("log.txt", holds: "7\n"))
        _ = try run(
            ["--transcript", "log.txt", "--keep-going"], input,
            look: file("log.txt", holds: "for i = 1, 2 do\n  print(i) end\n3\n"))
        let refused = try run(["--transcript", "no/log.txt"], "1\n")
        #expect(refused.output == "")
        #expect(refused.status == 2)
    }

    @Test func optionsForEntriesAreRefusedWhereThereAreNone() throws {
        for option in [["--keep-going"], ["--transcript", "log.txt"]] {
            let outcome = try run(option + ["-e", "print(1)"])
            #expect(outcome.errors.hasPrefix("stet: \(option[0]) is for entries"))
            #expect(outcome.output == "")
            #expect(outcome.status == 2)
        }
    }

    @Test func aSeedRepeatsARun() throws {
        let code = "print(math.random(1 << 40), math.random())"
        let first = try run(["--seed", "7", "-e", code]).output
        #expect(try run(["--seed", "7", "-c", code]).output == first)
        #expect(
            try run(["run", "--seed=7", "s.lua"], "", [(name: "s.lua", text: code)]).output == first
        )
        #expect(try run(["--seed", "-7", "-e", code]).output != first)
        #expect(try run(["-e", code]).output != first)
        #expect(try run(["--seed", "x"]).errors.contains("--seed takes a whole number"))
    }

    @Test(arguments: [["-e"], ["-c"]])
    func memoryIsLimited(option: [String]) throws {
        let code = option + ["print(#('x'):rep(20 << 20))"]
        #expect(try run(code).output == "20971520\n")
        let refused = try run(["--memory-limit", "8 MiB"] + code)
        #expect(refused.errors.contains("not enough memory"))
        #expect(refused.status == 1)
        let small = try run(["--memory-limit", "1K"] + code)
        #expect(small.errors.contains("at least 1 MiB, not \"1K\""))
        #expect(small.status == 2)
    }

    @Test func warningsAreToldIfSoWished() throws {
        let code = "warn('care', 'ful \\27[1m') warn('@off') warn('no') print(1)"
        for option in ["-e", "-c"] {
            let outcome = try run(["-W", option, code])
            #expect(outcome.errors == "warning: careful \\x1B[1m\n")
            #expect(outcome.output == "1\n")
            #expect(try run([option, code]).errors == "")
        }
        #expect(try run(["-e", "warn('@on') warn(('x'):rep(5000))"]).errors.count < 1100)
    }

    @Test func variablesOfStetCanBeIgnored() throws {
        let plugin = (name: "p/mine.lua", text: "return { name = 'mine', version = '1' }")
        let code = "print(os.getenv('STET_PLUGIN_PATH'), (pcall(require, 'mine')))"
        let environment = ["STET_PLUGIN_PATH": "p"]
        #expect(
            try run(["-e", code], "", [plugin], environment: environment).output == "p\ttrue\n")
        #expect(
            try run(["-E", "-e", code], "", [plugin], environment: environment).output
                == "nil\tfalse\n")
    }

    @Test func onATerminalThereIsNoPromptIfSoWished() throws {
        try withFolder { folder in
            let terminal = try PseudoTerminal(["--batch"], folder: folder)
            terminal.send("6 * 7\n.nope\n")
            try terminal.expect("42")
            try terminal.expect("stet: line 2: there is no command .nope")
            #expect(!terminal.text.contains("stet>"))
        }
    }
}
