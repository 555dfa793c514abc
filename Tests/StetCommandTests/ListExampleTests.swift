import Foundation
import Testing

/// The screens of the examples, drawn and used by their own scripts.
struct ListExampleTests {
    @Test func theAccountScreenDoesWhatItSays() throws {
        let command = try Command.stet("run", "examples/sessions/account_screen.lua")
        let expected = try String(
            contentsOf: Command.root.appendingPathComponent(
                "examples/sessions/account_screen.expected"), encoding: .utf8)
        #expect(command.output == expected)
        #expect(command.errors == "")
        #expect(command.status == 0)
    }
}
