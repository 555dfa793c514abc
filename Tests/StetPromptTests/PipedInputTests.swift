import Foundation
import Testing

/// `stet` reading entries from a pipe.
@Suite struct PipedInputTests {
    private func run(_ input: String) throws -> PipedPrompt {
        try PipedPrompt([], input) { folder in
            #expect(
                !FileManager.default.fileExists(
                    atPath: folder.appendingPathComponent("stet/history.jsonl").path))
        }
    }

    @Test func valuesAloneAreWritten() throws {
        let outcome = try run("1 + 1\nlocal x = 5\nfor i = 1, 2 do\n  print(i * x)\nend\n'end'")
        #expect(outcome.output == "2\n5\n10\n\"end\"\n")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test func firstFailureEndsItAndNamesItsLine() throws {
        let outcome = try run(
            "print('before')\nfunction f()\n\n  error('no good')\nend\nf()\nprint('after')\n")
        #expect(outcome.output == "before\n")
        #expect(outcome.errors.hasPrefix("stet: line 4: no good\n"))
        #expect(outcome.errors.contains("in function <line 2>"))
        #expect(outcome.status == 1)
    }

    @Test func mistakesOfSyntaxNameTheirLine() throws {
        let outcome = try run("x = 1\n\nx = = 2\n")
        #expect(outcome.errors == "stet: line 3: unexpected symbol near '='\n")
        #expect(outcome.status == 1)
    }

    @Test func unfinishedEntryIsAFailure() throws {
        let outcome = try run("print(1)\nwhile true do\n")
        #expect(outcome.output == "1\n")
        #expect(outcome.errors == "stet: line 2: the entry that begins here is not finished\n")
        #expect(outcome.status == 1)
    }

    @Test func theScriptsStatusIsKept() throws {
        #expect(try run("stet.exit(3)\nprint('not reached')").status == 3)
        #expect(try run("").status == 0)
        #expect(try run("#!/usr/bin/env stet\nos.exit(true)").status == 0)
        #expect(try run("print(1)\n.quit\nerror()").status == 0)
    }
}
