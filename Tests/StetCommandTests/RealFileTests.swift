import Foundation
import Testing

private let corpora = ProcessInfo.processInfo.environment["STET_CORPORA"]

/// Files that people really use, with the rules in `Rules/`. Every number was counted by another
/// program.
@Suite("Real files", .enabled(if: corpora != nil, "STET_CORPORA names no folder"))
struct RealFileTests {
    static let files: [(file: String, rules: String, records: String, findings: [String: Int])] = [
        (
            "airports.dat", "airports", "7,698",
            ["5 pattern": 1, "6 pattern": 5, "9 max": 4, "validate": 1]
        ),
        (
            "airlines.dat", "airlines", "6,162",
            ["4 pattern": 17, "5 pattern": 79, "7 validate": 2, "8 enum": 1]
        ),
        ("routes.dat", "routes", "67,663", ["5 circle": 1]),
        (
            "country-codes.csv", "country-codes", "249",
            ["columns.unknown": 1, "FIPS pattern": 4, "Capital required": 6]
        ),
        ("tate-artists.csv", "tate-artists", "3,532", ["yearOfDeath age": 3]),
        ("nextBechdel_crewGender.csv", "crew", "10,029", ["encoding": 177]),
    ]

    @Test("The findings are those that are there", arguments: files)
    func findings(
        _ expected: (file: String, rules: String, records: String, findings: [String: Int])
    ) throws {
        let file = try #require(corpora) + "/real/" + expected.file
        let rules = "Tests/StetCommandTests/Rules/\(expected.rules).rules.lua"
        let command = try Command.stet("check", "--format", "jsonl", "--rules", rules, file)
        #expect(try command.counts() == expected.findings)
        #expect(command.errors.contains(": \(expected.records) records checked, "))
        let twice = try Command.stet("check", "-j", "1", "-f", "jsonl", "-r", rules, file)
        #expect(twice.output == command.output)
    }
}
