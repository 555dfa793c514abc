import Foundation
import Testing

/// Tab, F1 and indentation in the built `stet` on a terminal.
@Suite(.serialized) struct CompletionTerminalTests {
    private func withPrompt(
        environment: [String: String] = [:], _ body: (PseudoTerminal) throws -> Void
    ) throws {
        try withFolder { folder in
            try Data(CompletionWorld.table.utf8)
                .write(to: folder.appendingPathComponent("fruits.csv"))
            try Data(CompletionWorld.rules.utf8)
                .write(to: folder.appendingPathComponent("fruits.rules.lua"))
            let terminal = try PseudoTerminal(
                ["fruits.csv"], folder: folder, environment: environment)
            try terminal.expect("stet fruits(3)> ")
            try body(terminal)
        }
    }

    @Test func tabCompletesCommandsKeysAndValues() throws {
        try withPrompt { terminal in
            terminal.send(".sho\t")
            try terminal.expect(".show ")
            terminal.send("c\t\r")
            try terminal.expect("Cherry")
            try terminal.expect("stet fruits(3)> ")
            terminal.send(".edit a\r")
            try terminal.expect("Apple")
            try terminal.expect("▸ ")
            terminal.send("color = \"gr\t\r")
            try terminal.expect("color  green")
            try terminal.expect("▸ ")
            terminal.send(".set color \t")
            try terminal.expect("red     yellow  green")
            try terminal.expect(".set color ")
            terminal.send("ye\t\r")
            try terminal.expect("color  yellow")
        }
    }

    @Test func tabCompletesMethodsAndFiles() throws {
        try withPrompt { terminal in
            terminal.send("it:cou\t)\r")
            try terminal.expect("it:count()")
            try terminal.expect("\n3\n")
            try terminal.expect("stet fruits(3)> ")
            terminal.send(".open fruits.\t")
            try terminal.expect("fruits.csv        fruits.rules.lua")
            terminal.send("c\t\r")
            try terminal.expect("fruits: 3 records")
        }
    }

    @Test func f1TellsOfTheWordAndKeepsTheLine() throws {
        try withPrompt { terminal in
            terminal.send(".sort weight\u{1B}OP")
            try terminal.expect("weight: integer (g)")
            try terminal.expect(".sort weight")
            terminal.send("\r")
            try terminal.expect("Cherry")
        }
    }

    @Test func continuedLinesAreIndentedAndStillEndAtControlD() throws {
        try withPrompt { terminal in
            terminal.send("for i = 1, 2 do\r")
            try terminal.expect(" ...>   ")
            terminal.send("print(i)\r")
            try terminal.expect(" ...>   ")
            terminal.send("\t\u{15}end\r")
            try terminal.expect("1\n2\n")
            terminal.send("if true then\r")
            try terminal.expect(" ...>   ")
            terminal.send("\u{4}")
            try terminal.expect("not finished")
        }
    }

    @Test(arguments: [
        (["NO_COLOR": "", "TERM": "xterm"], true), (["TERM": "xterm"], false),
        (["NO_COLOR": "", "TERM": "dumb"], false), (["FORCE_COLOR": "1", "TERM": "dumb"], false),
    ])
    func anAcceptedEntryIsDrawnAgainInColour(
        environment: [String: String], isColored: Bool
    ) throws {
        try withPrompt(environment: environment) { terminal in
            terminal.send("return 6 * 7\r")
            try terminal.expect("42")
            #expect(
                terminal.raw.contains(
                    "\u{1B}[1A\rstet \u{1B}[1mfruits\u{1B}[0m(3)> \u{1B}[1mreturn") == isColored)
        }
    }
}
