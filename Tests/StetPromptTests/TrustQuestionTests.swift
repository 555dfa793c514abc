import Foundation
import Testing

/// The question that `stet trust` asks on a terminal.
@Suite(.serialized) struct TrustQuestionTests {
    private func withQuestion(_ body: (PseudoTerminal, URL) throws -> Void) throws {
        try withFolder { folder in
            let project = folder.appendingPathComponent("project")
            try FileManager.default.createDirectory(
                at: project, withIntermediateDirectories: true)
            try Data("return { settings = { memory = \"1 GiB\" } }".utf8)
                .write(to: project.appendingPathComponent("t.rules.lua"))
            let terminal = try PseudoTerminal(["trust", "project"], folder: folder)
            try terminal.expect("its rules may hold 1 GiB of memory a worker")
            try terminal.expect("Trust it? [y/N] ")
            try body(terminal, folder)
        }
    }

    private func list(_ folder: URL) throws -> String {
        let terminal = try PseudoTerminal(["trust", "--list"], folder: folder)
        _ = try terminal.exitStatus()
        return terminal.text
    }

    @Test func yesTrusts() throws {
        try withQuestion { terminal, folder in
            terminal.send("y\r")
            try terminal.expect("t.rules.lua is trusted now")
            #expect(try terminal.exitStatus() == 0)
            #expect(try list(folder).contains("rules t.rules.lua: memory = \"1 GiB\""))
        }
    }

    @Test(arguments: ["\r", "n\r", "yess\r", "\u{4}"])
    func anythingElseDoesNot(answer: String) throws {
        try withQuestion { terminal, folder in
            terminal.send(answer)
            try terminal.expect("nothing more is trusted")
            #expect(try terminal.exitStatus() == 1)
            #expect(try list(folder).contains("nothing is trusted"))
        }
    }

    @Test func anInterruptDoesNot() throws {
        try withQuestion { terminal, folder in
            terminal.send("\u{3}")
            _ = try terminal.exitStatus()
            #expect(try list(folder).contains("nothing is trusted"))
        }
    }
}
