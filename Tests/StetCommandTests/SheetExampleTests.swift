import Foundation
import Testing

/// The examples of sheets, dialogs and split views, each with what it prints.
struct SheetExampleTests {
    @Test(arguments: ["fruit_list", "group_browser", "order_wizard"])
    func theExampleDoesWhatItSays(_ name: String) throws {
        let command = try Command.stet("run", "examples/sessions/\(name).lua")
        let expected = try String(
            contentsOf: Command.root.appendingPathComponent(
                "examples/sessions/\(name).expected"), encoding: .utf8)
        #expect(command.output == expected)
        #expect(command.errors == "")
        #expect(command.status == 0)
    }
}
