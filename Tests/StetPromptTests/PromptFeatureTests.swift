import Foundation
import Testing

@testable import StetPrompt

/// What a person sets up for a prompt, and what it does with what is printed and typed.
@Suite(.serialized) struct PromptFeatureTests {
    private func withFruits(
        environment: [String: String] = [:], files: [String: String] = [:],
        arguments: [String] = ["fruits.csv"], waiting prompt: String? = "stet fruits(3)> ",
        _ body: (PseudoTerminal, URL) throws -> Void
    ) throws {
        try withFolder { folder in
            for (name, text) in [PromptFiles.fruits, PromptFiles.rules] {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            }
            for (name, text) in files {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: file.path)
            }
            let terminal = try PseudoTerminal(arguments, folder: folder, environment: environment)
            if let prompt { try terminal.expect(prompt) }
            try body(terminal, folder)
        }
    }

    // MARK: What is printed

    @Test func whatIsPrintedIsPagedWhereItIsTall() throws {
        try withFruits(environment: ["PAGER": "head -n 2; echo paged"]) { terminal, _ in
            terminal.send("for i = 1, 200 do print('line', i) end\r")
            try terminal.expect("line\t1\n")
            try terminal.expect("paged\n")
            try terminal.expect("stet fruits(3)> ")
            #expect(!terminal.text.contains("\t150"))
        }
    }

    @Test func aLoopWhosePagerHasGoneIsStopped() throws {
        try withFruits(environment: ["PAGER": "head -n 2"]) { terminal, _ in
            terminal.send("while true do print('line') end\r")
            try terminal.expect("line\nline\n")
            usleep(500_000)
            terminal.send("\u{3}")
            try terminal.expect("error: interrupted")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func whatIsPrintedIsSeenWhileTheEntryRuns() throws {
        try withFruits(environment: ["PAGER": "cat"]) { terminal, _ in
            terminal.send("print('at work') while true do end\r")
            try terminal.expect("\nat work\n")
            terminal.send("\u{3}")
            try terminal.expect("error: interrupted")
            // Whoever is asked sees the question.
            terminal.send("io.write('name? ') name = io.read()\r")
            try terminal.expect("\nname? ")
            terminal.send("Ada\r")
            try terminal.expect("stet fruits(3)> ")
            terminal.send("name\r")
            try terminal.expect("\n\"Ada\"\n")
        }
    }

    @Test func escapesThatArePrintedAreShown() throws {
        try withFruits { terminal, _ in
            terminal.send("print('a\\27[2Jb', 'c\\nd')\r")
            try terminal.expect("a\\x1B[2Jb\tc\nd\n")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    // MARK: What a person sets up

    @Test func aFunctionMakesThePrompt() throws {
        try withFruits { terminal, _ in
            terminal.send("stet.prompt = function(now) return now.collection .. ' $ ' end\r")
            try terminal.expect("fruits $ ")
            terminal.send("function f()\r")
            try terminal.expect(" ...> ")
            terminal.send("end\r")
            try terminal.expect("fruits $ ")
            terminal.send("stet.prompt = function() return '\\27[2Jx' end\r")
            try terminal.expect("\\x1B[2Jx")
            terminal.send("stet.prompt = function() while true do end end\r")
            try terminal.expect(
                "stet.prompt failed, and the usual prompt is shown: it took too long")
            try terminal.expect("stet fruits(3)> ")
            terminal.send("stet.prompt = function() error('no good') end\r")
            try terminal.expect("no good")
            try terminal.expect("stet fruits(3)> ")
            terminal.send("1 + 1\r")
            try terminal.expect("\n2\nstet fruits(3)> ")
        }
    }

    @Test func theStartUpFileIsRunUnlessOthersMayWriteIt() throws {
        let files = ["config/stet/rc.lua": "print('begun') function twice(n) return 2 * n end"]
        let environment = { (folder: URL) in ["XDG_CONFIG_HOME": folder.path + "/config"] }
        try withFruits(files: files, arguments: ["--version"], waiting: nil) { _, folder in
            let first = try PseudoTerminal(folder: folder, environment: environment(folder))
            try first.expect("begun\n")
            try first.expect("stet> ")
            first.send("twice(4)\r")
            try first.expect("\n8\n")
            let without = try PseudoTerminal(
                ["--no-rc"], folder: folder, environment: environment(folder))
            try without.expect("stet> ")
            #expect(!without.text.contains("begun"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o666],
                ofItemAtPath: folder.appendingPathComponent("config/stet/rc.lua").path)
            let refused = try PseudoTerminal(folder: folder, environment: environment(folder))
            try refused.expect("rc.lua is not run: others own it or may write it")
            try refused.expect("stet> ")
            #expect(!refused.text.contains("begun"))
        }
    }

    @Test func theEntryThatIsTypedIsTakenToTheEditor() throws {
        let editor = "#!/bin/sh\nsed -i 's/one/two/' \"$1\"\n"
        try withFruits(environment: ["EDITOR": "./editor"], files: ["editor": editor]) {
            terminal, _ in
            terminal.send("'one ' ..\r")
            try terminal.expect(" ...> ")
            terminal.send("'more'\u{18}\u{5}")
            try terminal.expect("\n\"two more\"\n")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func anEditorThatFailsLeavesTheLine() throws {
        try withFruits(environment: ["EDITOR": "false"]) { terminal, _ in
            terminal.send("'kept'\u{18}\u{5}")
            try terminal.expect("nothing was run")
            try terminal.expect("stet fruits(3)> 'kept'")
            terminal.send("\r")
            try terminal.expect("\n\"kept\"\n")
        }
    }

    // MARK: What is typed

    @Test func whatIsOpenStandsBeforeTheNextLine() throws {
        try withFruits { terminal, _ in
            terminal.send("function f()\r")
            try terminal.expect("function ...> ")
            terminal.send("x = {\r")
            try terminal.expect("       { ...> ")
            terminal.send("\u{3}")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func anErrorShowsItsLineAndWhatWasMeant() throws {
        try withFruits { terminal, _ in
            terminal.send("1 + + 2\r")
            try terminal.expect("error: stdin:1: unexpected symbol near '+'\n")
            try terminal.expect("stet fruits(3)> ")
            terminal.send("x = 3 4\r")
            try terminal.expect("  │ x = 3 4\n  │       ^\n")
            terminal.send("y = (4 ]\r")
            try terminal.expect("  │ y = (4 ]\n  │        ^\n")
            terminal.send("frutis:count()\r")
            try terminal.expect("did you mean fruits?\n")
            terminal.send("fruits:cuont()\r")
            try terminal.expect("did you mean :count?\n")
            terminal.send("function f()\rerror('in it')\rend\rf()\r")
            try terminal.expect("error: stdin:7: in it\n  │ ")
        }
    }

    @Test(arguments: ["help", "?"])
    func whoHasNoIdeaGetsHelp(word: String) throws {
        try withFruits { terminal, _ in
            terminal.send(word + "\r")
            try terminal.expect("A line that begins with a dot is a")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func whoSeesAPartIsToldOfTheRest() throws {
        try withFruits { terminal, _ in
            terminal.send(".where weight > 100\r")
            try terminal.expect("2 records; .all goes back to all records\n")
            terminal.send(".find nowhere\r")
            try terminal.expect("no records; .all goes back to all records\n")
            terminal.send(".all\r")
            try terminal.expect("Cherry")
            try terminal.expect("stet fruits(3)> ")
        }
    }

    @Test func aListOfTallRowsFillsNoMoreThanTheScreen() throws {
        let words = (1...40).map { "word\($0)" }.joined(separator: " ")
        let table = "id,text\n" + (1...50).map { "\($0),\(words)\n" }.joined()
        try withFruits(
            environment: ["PAGER": "echo paged; cat"], files: ["t.csv": table],
            arguments: ["t.csv"], waiting: "stet t(50)> "
        ) { terminal, _ in
            terminal.send(".list\r")
            try terminal.expect("of 50; .more goes on\n")
            try terminal.expectPrompt("stet t(50)>")
            #expect(!terminal.text.contains("paged"))
            #expect(terminal.screen.text.contains("stet t(50)> .list"))
        }
    }

    @Test func sortingALargeFileIsStopped() throws {
        let table = "id,name\n" + (1...400_000).map { "\($0),\($0 * 7919 % 400_009)\n" }.joined()
        try withFruits(files: ["big.csv": table]) { terminal, _ in
            terminal.send(".open big.csv\r")
            try terminal.expect("stet big(400000)> ")
            terminal.send(".sort name\r")
            usleep(150_000)
            terminal.send("\u{3}")
            try terminal.expect("error: interrupted")
            try terminal.expect("stet big(400000)> ")
            terminal.send("it:at(1).id\r")
            try terminal.expect("\n1\n")
        }
    }

    @Test func aFormCompletesTheValuesOfItsFields() throws {
        try withFruits { terminal, _ in
            terminal.send(".edit b --form\r\r\r\r")
            try terminal.expect("  color: yellow")
            terminal.send("\u{1}\u{B}gr\t\r")
            try terminal.expect("green\n")
            try terminal.expect("color   green\n")
        }
    }

    @Test func historyOfTheProjectComesFirst() throws {
        try withFolder { folder in
            let places = try ["here/data", "there"].map { name in
                let place = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: true)
                return place
            }
            try Data().write(to: folder.appendingPathComponent("here/stet.lua"))
            let environment = ["STET_HISTORY": folder.path + "/h.jsonl"]
            for (place, code) in zip(places, ["'here'", "'there'"]) {
                let terminal = try PseudoTerminal(folder: place, environment: environment)
                try terminal.expect("stet> ")
                terminal.send(code + "\r")
                try terminal.expect("stet> ")
                terminal.send("\u{4}")
                #expect(try terminal.exitStatus() == 0)
            }
            // Anywhere in the project, Up finds what was typed in it, though not last of all.
            let again = try PseudoTerminal(
                folder: folder.appendingPathComponent("here"), environment: environment)
            try again.expect("stet> ")
            again.send("\u{1B}[A\r")
            try again.expect("\n\"here\"\n")
            try again.expect("stet> ")
            // And Ctrl-R finds all.
            again.send("\u{12}ther")
            try again.expect("'there'")
            again.send("\r")
            try again.expect("\n\"there\"\n")
            again.send(".history\r")
            try again.expect("'there'  -- in \(places[1].path)\n")
        }
    }

    @Test func historyGoesWhereItIsToldOrNowhere() throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("kept.jsonl")
            for arguments in [["--history", file.path], ["--no-history"]] {
                let terminal = try PseudoTerminal(arguments, folder: folder)
                try terminal.expect("stet> ")
                terminal.send("'\(arguments[0])'\r")
                try terminal.expect("stet> ")
            }
            let silent = try PseudoTerminal(folder: folder, environment: ["STET_HISTORY": ""])
            try silent.expect("stet> ")
            silent.send("'silent'\r")
            try silent.expect("stet> ")
            #expect(try String(contentsOf: file, encoding: .utf8).contains("'--history'"))
            #expect(
                !FileManager.default.fileExists(
                    atPath: folder.appendingPathComponent("stet/history.jsonl").path))
        }
    }
}
