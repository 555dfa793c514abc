import Foundation
import Testing

/// The built `stet` on a terminal, driven by keys.
@Suite(.serialized) struct TerminalTests {
    /// A prompt that is ready for the first line.
    private func withPrompt(
        _ arguments: [String] = [], _ body: (PseudoTerminal, URL) throws -> Void
    ) throws {
        try withFolder { folder in
            let terminal = try PseudoTerminal(arguments, folder: folder)
            try terminal.expect("stet> ")
            try body(terminal, folder)
        }
    }

    @Test func expressionPrintsItsValue() throws {
        try withPrompt { terminal, _ in
            terminal.send("6 * 7\r")
            try terminal.expect("\n42\n")
            // What is typed before the prompt is there would be echoed by the terminal itself.
            try terminal.expect("stet> ")
            terminal.send("nil\r")
            try terminal.expect("stet> ")
            terminal.send("{_1, 'after'}\r")
            try terminal.expect("{42, \"after\"}\n")
            #expect(!terminal.text.contains("\nnil"))
            try terminal.expect("stet> ")
            terminal.send("return nil\r")
            try terminal.expect("\nnil\n")
        }
    }

    @Test func unfinishedEntryAsksForMore() throws {
        try withPrompt { terminal, _ in
            terminal.send("local function double(n)\r")
            try terminal.expect(" ...> ")
            terminal.send("return 2 *\r")
            try terminal.expect(" ...> ")
            terminal.send("n end\r")
            try terminal.expect("stet> ")
            terminal.send("double(21)\r")
            try terminal.expect("\n42\n")
        }
    }

    @Test func errorsTellWhereAndThePromptGoesOn() throws {
        try withPrompt { terminal, _ in
            terminal.send("error('no good')\r")
            try terminal.expect("error: stdin:1: no good\n")
            try terminal.expect("stet> ")
            terminal.send("1 + + 2\r")
            try terminal.expect("error: stdin:2: unexpected symbol near '+'")
            terminal.send("'still ' .. 'here'\r")
            try terminal.expect("\n\"still here\"\n")
        }
    }

    @Test func controlCDropsTheLine() throws {
        try withPrompt { terminal, _ in
            terminal.send("error('never run')")
            try terminal.expect("never run')")
            terminal.send("\u{3}")
            try terminal.expect("^C\n")
            try terminal.expect("stet> ")
            terminal.send("'fresh'\r")
            try terminal.expect("\n\"fresh\"\n")
        }
    }

    @Test func controlCDropsTheWholeEntry() throws {
        try withPrompt { terminal, _ in
            terminal.send("function f(\r")
            try terminal.expect(" ...> ")
            terminal.send("\u{3}")
            try terminal.expect("^C\n")
            try terminal.expect("stet> ")
            terminal.send("1 + 1\r")
            try terminal.expect("\n2\n")
        }
    }

    @Test func controlCTwiceOnEmptyLinesTellsHowToLeave() throws {
        try withPrompt { terminal, _ in
            terminal.send("\u{3}")
            try terminal.expect("^C\n")
            try terminal.expect("stet> ")
            terminal.send("\u{3}")
            try terminal.expect("Ctrl-D or .quit leaves")
        }
    }

    @Test(arguments: [
        "while true do end", "while true do pcall(error) end",
        "string.find(('a'):rep(1e5), '.-.-.-.-b')",
    ])
    func controlCStopsWhatRuns(code: String) throws {
        try withPrompt { terminal, _ in
            terminal.send(code + "\r")
            try terminal.expect("\n")
            // No event tells that the loop has begun.
            usleep(300_000)
            let sent = Date()
            terminal.send("\u{3}")
            try terminal.expect("error: interrupted")
            #expect(Date().timeIntervalSince(sent) < 5)
            try terminal.expect("stet> ")
            terminal.send("'alive'\r")
            try terminal.expect("\n\"alive\"\n")
        }
    }

    @Test(arguments: ["\u{4}", ".quit\r", "exit\r", "quit\r"])
    func waysToLeave(keys: String) throws {
        try withPrompt { terminal, _ in
            terminal.send(keys)
            let status = try terminal.exitStatus()
            #expect(status == 0)
        }
    }

    @Test func exitIsAVariableWhereThereIsOne() throws {
        try withPrompt { terminal, _ in
            terminal.send("exit = 'a way out'\r")
            try terminal.expect("stet> ")
            terminal.send("exit\r")
            try terminal.expect("\n\"a way out\"\n")
            terminal.send("os.exit(7)\r")
            let status = try terminal.exitStatus()
            #expect(status == 7)
        }
    }

    @Test func controlDInAnEntryDropsIt() throws {
        try withPrompt { terminal, _ in
            terminal.send("if true then\r")
            try terminal.expect(" ...> ")
            terminal.send("\u{4}")
            try terminal.expect("not finished")
            try terminal.expect("stet> ")
            terminal.send("2 + 3\r")
            try terminal.expect("\n5\n")
        }
    }

    @Test func upRecallsEntriesOfEarlierRuns() throws {
        try withFolder { folder in
            let first = try PseudoTerminal(folder: folder)
            try first.expect("stet> ")
            first.send("function three()\r")
            try first.expect(" ...> ")
            first.send("return 3 end\r")
            try first.expect("stet> ")
            first.send(" 'a secret'\r")
            try first.expect("\n\"a secret\"\n")
            try first.expect("stet> ")
            first.send("\u{4}")
            let status = try first.exitStatus()
            #expect(status == 0)

            let second = try PseudoTerminal(folder: folder)
            try second.expect("stet> ")
            // The entry of two lines comes back whole.
            second.send("\u{1B}[A")
            try second.expect("return 3 end")
            second.send("\r")
            try second.expect("stet> ")
            second.send("three() + 4\r")
            try second.expect("\n7\n")
            // Typed before the prompt is there, Ctrl-D would not mean the end.
            try second.expect("stet> ")
            second.send("\u{4}")
            let ended = try second.exitStatus()
            #expect(ended == 0)
            let path = folder.appendingPathComponent("stet/history.jsonl").path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func charactersBeyondASCIIAreEditedWhole() throws {
        try withPrompt { terminal, _ in
            // Backspace takes a whole character of two or three bytes.
            terminal.send("'aé日\u{7F}\u{7F}ü'\r")
            try terminal.expect("\n\"aü\"\n")
        }
    }

    @Test func pasteIsOneEntry() throws {
        try withPrompt { terminal, _ in
            terminal.send("\u{1B}[200~x = 1\ny = 2\nz = x + y\u{1B}[201~\r")
            try terminal.expect("stet> ")
            terminal.send("z\r")
            try terminal.expect("\n3\n")
            #expect(!terminal.text.contains(" ...> "))
        }
    }

    @Test func valuesCannotActOnTheTerminal() throws {
        try withPrompt { terminal, _ in
            terminal.send("'a' .. string.char(27) .. ']0;title' .. string.char(7)\r")
            try terminal.expect("\"a\\x1B]0;title\\x07\"")
            terminal.send("error('b' .. string.char(27, 7))\r")
            try terminal.expect("error: ")
            #expect(!terminal.text.contains("\u{7}"))
        }
    }

    @Test func commandsOfThePrompt() throws {
        try withPrompt { terminal, _ in
            terminal.send(".help\r")
            try terminal.expect(".quit")
            try terminal.expect("stet> ")
            terminal.send(".hlep\r")
            try terminal.expect("there is no command .hlep; did you mean .help?")
            terminal.send("f(\r")
            try terminal.expect(" ...> ")
            terminal.send(".break\r")
            try terminal.expect("stet> ")
            terminal.send("\r")
            try terminal.expect("stet> ")
        }
    }

    @Test func controlZSuspendsAndTheLineComesBack() throws {
        try withPrompt { terminal, _ in
            terminal.send("'half a ")
            try terminal.expect("half a ")
            terminal.send("\u{1A}")
            try terminal.waitUntilStopped()
            terminal.resume()
            try terminal.expect("stet> 'half a ")
            terminal.send("line'\r")
            try terminal.expect("\n\"half a line\"\n")
        }
    }

    @Test func terminationEndsThePromptInOrder() throws {
        try withPrompt { terminal, _ in
            terminal.send("os.execute('kill -TERM $PPID')\r")
            let status = try terminal.exitStatus()
            #expect(status == 128 + SIGTERM)
        }
    }

    @Test func whatATerminalTakesWithItIsRecoveredAndWhatIsDiscardedIsNot() throws {
        try withFolder { folder in
            try Data("id,w\na,1\n".utf8).write(to: folder.appendingPathComponent("d.csv"))
            func edited(_ end: String) throws -> PseudoTerminal {
                let terminal = try PseudoTerminal(["d.csv"], folder: folder)
                try terminal.expect("stet d(1)> ")
                terminal.send("d:set('a', { w = 2 }) and nil\r")
                try terminal.expect("stet d(1)*> ")
                terminal.send(end)
                return terminal
            }
            let discarded = try edited(".quit\r")
            try discarded.expect("c, d or s> ")
            discarded.send("d\r")
            #expect(try discarded.exitStatus() == 0)

            let gone = try edited("os.execute('kill -HUP $PPID')\r")
            #expect(try gone.exitStatus() == 128 + SIGHUP)
            #expect(!gone.text.contains("a session ended"))

            let next = try PseudoTerminal(["d.csv"], folder: folder)
            try next.expect("a session ended without committing its changes")
            try next.expect("1 changed; \"stet recover d.csv\" shows them")
        }
    }
}
