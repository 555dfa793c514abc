import Foundation
import Testing

/// `stet trust`, and what rules may use because of it.
@Suite struct TrustTests {
    /// The rules want more memory than rules have, and use it.
    private static let large = """
        return {
          settings = { memory = "256 MiB" },
          fields = { { "n", validate = function()
            local size = 100
            return #string.rep("x", size << 20) > 0
          end } },
        }
        """

    private let folder: Folder

    init() throws {
        folder = try Folder(["t.csv": "n\n1\n", "t.rules.lua": Self.large])
    }

    private func stet(_ arguments: String..., input: String = "") throws -> Command {
        try folder.shell(
            "cd '\(folder.url.path)' && XDG_STATE_HOME=\"$PWD/.state\" $STET "
                + arguments.joined(separator: " ") + " <<'END'\n\(input)\nEND")
    }

    @Test(arguments: ["trust", "trust --list"])
    func aFolderThatIsNowhereIsNamed(_ line: String) throws {
        let result = try stet(line, "nowhere")
        #expect(result.status == 2)
        #expect(result.errors == "stet: nowhere: there is no such file\n")
    }

    @Test func liftedCapsCountOnceTheyAreTrusted() throws {
        let before = try stet("check t.csv t.csv")
        #expect(before.status == 124)
        #expect(
            before.errors.components(separatedBy: "its settings ask for more than rules may use")
                .count == 2)
        #expect(before.errors.contains("(memory = \"256 MiB\"), but it is not trusted;"))

        let unasked = try stet("trust")
        #expect(unasked.status == 2)
        #expect(unasked.output.contains("rules t.rules.lua: not trusted\n"))
        #expect(unasked.output.contains("may hold 256 MiB of memory a worker (usually 64 MiB)"))
        #expect(unasked.errors.contains("standard input is no terminal"))
        #expect(try stet("trust --list").errors == "nothing is trusted\n")

        #expect(try stet("trust --yes .").status == 0)
        let after = try stet("check t.csv")
        #expect(after.status == 0)
        #expect(!after.errors.contains("settings"))
        #expect(try stet("trust").errors.contains("all of it is trusted"))
    }

    @Test func oneRunIsTrustedByOption() throws {
        #expect(try stet("check --trust t.csv").status == 0)
        #expect(try stet("check --memory-limit 256M t.csv").status == 0)
        #expect(try stet("check t.csv").status == 124)
        #expect(try stet("trust --list").errors == "nothing is trusted\n")
    }

    @Test func changedRulesAreNotTrustedAndTheChangeIsShown() throws {
        #expect(try stet("trust --yes").status == 0)
        try folder.write("t.rules.lua", Array(Self.large.replacing("100", with: "90").utf8))
        let check = try stet("check t.csv")
        #expect(check.status == 124)
        #expect(check.errors.contains("it changed since it was trusted"))
        let review = try stet("trust")
        #expect(review.status == 2)
        #expect(review.output.contains("rules t.rules.lua: changed since it was trusted\n"))
        #expect(review.output.contains("    -     local size = 100\n"))
        #expect(review.output.contains("    +     local size = 90\n"))
        #expect(!review.output.contains("return {"))
    }

    @Test func theListNamesWhatIsTrusted() throws {
        #expect(try stet("trust --yes t.rules.lua").status == 0)
        #expect(
            try stet("trust --list").output.contains("  rules t.rules.lua: memory = \"256 MiB\"\n"))
        struct Item: Decodable {
            var path: String
            var kind: String
            var may: [String]
        }
        let items = try JSONDecoder().decode(
            [Item].self, from: Data(try stet("trust --list --json").output.utf8))
        #expect(items.map(\.kind) == ["rules"])
        #expect(items.first?.may == ["memory = \"256 MiB\""])
        #expect(items.first?.path.hasSuffix("/t.rules.lua") == true)
    }

    @Test(arguments: [".", "t.rules.lua"])
    func trustIsTakenBack(of place: String) throws {
        #expect(try stet("trust --yes").status == 0)
        #expect(try stet("trust --revoke \(place)").errors.contains("no longer trusted"))
        #expect(try stet("trust --list").errors == "nothing is trusted\n")
        #expect(try stet("trust --revoke \(place)").errors.contains("nothing was trusted"))
    }

    @Test func whatIsGoneCanBeTakenBack() throws {
        #expect(try stet("trust --yes").status == 0)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("t.rules.lua"))
        #expect(try stet("trust --revoke t.rules.lua").errors.contains("no longer trusted"))
        #expect(try stet("trust --list").errors == "nothing is trusted\n")
    }

    @Test func trustHoldsInItsProjectAlone() throws {
        try folder.write("a/stet.lua", [])
        try folder.write("a/t.rules.lua", Array(Self.large.utf8))
        #expect(try stet("trust --yes a").status == 0)
        #expect(try stet("check -r a/t.rules.lua t.csv").status == 0)
        #expect(try stet("check t.csv").status == 124)
        // The same file in another project.
        let moved = try folder.shell(
            "cd '\(folder.url.path)' && mv a b && XDG_STATE_HOME=\"$PWD/.state\" "
                + "$STET check -r b/t.rules.lua t.csv")
        #expect(moved.status == 124)
    }

    @Test func aStoreThatCannotBeReadTrustsNothing() throws {
        #expect(try stet("trust --yes").status == 0)
        try folder.write(".state/stet/trust.sqlite", Array("no database at all".utf8))
        let check = try stet("check t.csv")
        #expect(check.status == 124)
        #expect(
            check.errors.contains("cannot be used, so nothing is trusted: file is not a database"))
        let review = try stet("trust")
        #expect(review.status == 2)
        #expect(review.errors.contains("move that file away"))
    }

    @Test func lowerCapsNeedNoTrust() throws {
        func rules(_ settings: String) -> [UInt8] {
            Array(Self.large.replacing("memory = \"256 MiB\"", with: settings).utf8)
        }
        try folder.write("t.rules.lua", rules("memory = \"1 MiB\""))
        let check = try stet("check --trust t.csv")
        #expect(check.status == 124)
        #expect(!check.errors.contains("settings"))
        #expect(try stet("trust").errors.contains("nothing in it asks for more"))
        // What the user says himself counts most.
        #expect(try stet("check --memory-limit 256M t.csv").status == 0)
        try folder.write("t.rules.lua", Array(Self.large.utf8))
        #expect(try stet("check --trust --memory-limit 80M t.csv").status == 124)
    }

    @Test(arguments: [
        ("call_seconds = 0.1", "check t.csv"), ("call_seconds = 100", "check t.csv"),
        ("call_seconds = 100", "check --trust --call-limit 0.1 t.csv"),
        ("load_seconds = 1", "check --call-limit 0.1 t.csv"),
    ])
    func endlessCallsEnd(settings: String, line: String) throws {
        try folder.write(
            "t.rules.lua",
            Array(
                """
                return { settings = { \(settings) }, fields = { { "n", validate = function()
                  while true do end
                end } } }
                """.utf8))
        #expect(try stet(line).status == 124)
    }

    @Test(arguments: [
        "trust --list --revoke", "trust a b", "trust --json", "trust none",
        "check --call-limit 0 t.csv",
        "check --memory-limit 1 t.csv", "check --memory-limit lots t.csv",
    ])
    func badUsageIsTold(line: String) throws {
        let command = try stet(line)
        #expect(command.status == 2)
        #expect(command.errors.hasPrefix("stet: "))
    }

    @Test func rulesThatCannotBeReadAreNamed() throws {
        try folder.write("bad.rules.lua", Array("return { settings = 1 }".utf8))
        let command = try stet("trust --yes")
        #expect(command.status == 2)
        #expect(command.errors.contains("bad.rules.lua: settings must be a table"))
        // The others are trusted all the same.
        #expect(try stet("trust --list").output.contains("t.rules.lua"))
    }

    @Test func tablesOfRulesHaveNoSettings() throws {
        try folder.write(
            "s.lua",
            Array(
                "print(select(2, stet.check('t.csv', { rules = { settings = {} } })))".utf8))
        #expect(try stet("run s.lua").output.contains("settings are for rules files"))
    }
}
