import Foundation
import Testing

/// The examples, with the rules beside them.
struct ExampleTests {
    @Test(arguments: ["fruits/fruits", "elements/elements", "orchards/harvests", "orders/orders"])
    func nothingIsWrong(_ name: String) throws {
        let command = try Command.stet("check", "examples/\(name).csv")
        #expect(command.output == "")
        #expect(command.status == 0)
    }

    @Test(arguments: [
        "account_screen", "fruit_editor", "fruit_list", "group_browser", "order_wizard",
    ])
    func aScriptOfSessionsPrintsWhatIsBesideIt(_ name: String) throws {
        let command = try Command.stet("run", "examples/sessions/\(name).lua")
        let expected = try String(
            contentsOf: Command.root.appendingPathComponent("examples/sessions/\(name).expected"),
            encoding: .utf8)
        #expect(command.output == expected)
        #expect(command.errors == "")
        #expect(command.status == 0)
    }

    @Test func theirOwnTestsPass() throws {
        let command = try Command.stet("test", "examples")
        #expect(command.output == "")
        #expect(command.status == 0)
    }

    @Test func aPluginIsUsedByTheRulesInItsProject() throws {
        let command = try Command.stet("check", "-f", "jsonl", "examples/kitchen/recipes.csv")
        #expect(command.status == 1)
        #expect(
            try command.counts() == ["season validate": 1, "weight min": 1, "rest validate": 1])
    }

    @Test func mistakesAreFound() throws {
        let command = try Command.stet(
            "check", "-f", "jsonl", "-r", "examples/fruits/fruits.rules.lua",
            "examples/fruits/fruits-with-mistakes.csv")
        #expect(
            try command.counts() == [
                "weight above": 1, "name validate": 1, "color enum": 1, "csv.ragged": 1,
                "weight type": 1, "id key": 1, "name required": 1, "weight too heavy": 1,
                "color required": 1, "basket": 1,
            ])
        #expect(command.status == 1)
    }

    @Test func mistakesInOrdersAreFound() throws {
        let command = try Command.stet(
            "check", "-f", "jsonl", "-r", "examples/orders/orders.rules.lua",
            "examples/orders/orders-with-mistakes.csv")
        #expect(
            try command.counts() == [
                "number validate": 1, "day validate": 1, "customer validate": 1,
                "email validate": 1, "country format": 1, "isbn format": 1, "currency format": 1,
                "total validate": 1, "paid_from validate": 1, "paid_by validate": 1, "validate": 1,
            ])
        #expect(command.status == 1)
    }

    /// The elements' rules see what is changed in the table, whatever column it is in.
    @Test(arguments: [
        ("8,O,Oxygen,16,2,p,15.999,1774", "8,O,Oxygen,16,3,p,15.999,1774", ["period position": 1]),
        ("8,O,Oxygen,16,2,p,15.999,1774", "8,O,Oxygen,2,2,p,15.999,1774", ["group position": 1]),
        ("8,O,Oxygen,16,2,p,15.999,1774", "8,O,Oxygen,,2,p,15.999,1774", ["group no group": 1]),
        ("8,O,Oxygen,16,2,p,15.999,1774", "8,o,Oxygen,16,2,p,15.999,1774", ["symbol pattern": 1]),
        ("8,O,Oxygen,16,2,p,15.999,1774", "8,O,Oxygen,16,2,p,,1774", ["weight required": 1]),
        (
            "8,O,Oxygen,16,2,p,15.999,1774", "7,O,Oxygen,16,2,p,15.999,1774",
            ["number key": 1, "complete": 1]
        ),
        (
            "8,O,Oxygen,16,2,p,15.999,1774", "8,O,Oxygen,16,2,p,13.999,1774",
            ["weight ratio": 1, "weights rise": 1]
        ),
    ])
    func anElementOutOfPlace(line: String, changed: String, findings: [String: Int]) throws {
        let table = try String(
            contentsOf: Command.root.appendingPathComponent("examples/elements/elements.csv"),
            encoding: .utf8)
        #expect(table.contains(line))
        let command = try Command.stet(
            "check", "-f", "jsonl", "-r", "examples/elements/elements.rules.lua", "-",
            input: table.replacingOccurrences(of: line, with: changed))
        #expect(try command.counts() == findings)
    }
}
