import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("The world of rules")
struct EnvironmentTests {
    private func value(_ expression: String) throws -> String {
        let lines = try check(
            "a\n1\n", "return { validate = function() return tostring(\(expression)) end }"
        ).lines
        return lines.first ?? ""
    }

    @Test(
        "Rules reach nothing outside",
        arguments: [
            "io", "os.execute", "os.exit", "os.getenv", "os.remove", "require", "dofile",
            "loadfile", "package", "stet.check", "stet.exit", "debug.sethook",
        ])
    func restricted(name: String) throws {
        let parts = name.split(separator: ".")
        let safe = parts.count == 2 ? "\(parts[0]) and \(name)" : name
        #expect(try value(safe) == "1 - validate: nil")
    }

    @Test(
        "What they have is Lua",
        arguments: ["string.format", "table.sort", "math.floor", "utf8.len", "pcall"])
    func allowed(name: String) throws {
        #expect(try value(name).contains("function"))
    }

    private static let data = "id\n" + (1...200).map { "\($0)\n" }.joined()
    private static let counting = """
        local n = 0
        return { %@ fields = { {'id'} }, validate = function(ctx, r)
          n = n + 1
          count = (count or 0) + 1
          if r.id == '200' then return n .. ' ' .. count end
        end }
        """

    @Test("Each part of the file begins anew, and a rule that remembers is warned about")
    func isolation() throws {
        let rules = Self.counting.replacing("%@", with: "")
        let whole = try check(Self.data, rules)
        #expect(whole.lines[0] == "200 - validate: 200 200")
        #expect(whole.lines[1].hasPrefix("- - rules.state: a rule changes \"n\""))
        #expect(whole.findings[1].severity == .warning)
        let cut = try check(Self.data, rules, chunkSize: 64)
        #expect(cut.lines[0] != "200 - validate: 200 200")
        #expect(cut.lines.filter { $0.contains("rules.state") }.count == 1)
        #expect(try check(Self.data, rules, chunkSize: 64, workers: 3).lines == cut.lines)
    }

    @Test("sequential = true: one environment, in file order")
    func sequential() throws {
        let rules = Self.counting.replacing("%@", with: "sequential = true,")
        for (chunkSize, workers) in [(8 << 20, 1), (64, 1), (64, 3)] {
            let checked = try check(Self.data, rules, chunkSize: chunkSize, workers: workers)
            #expect(checked.lines == ["200 - validate: 200 200"])
        }
    }

    @Test("Chance is the same in every run, and another in each part")
    func random() throws {
        let rules =
            "return { fields = { {'id'} }, validate = function() return math.random(1000000) .. '' end }"
        let one = try check(Self.data, rules, chunkSize: 64)
        #expect(try check(Self.data, rules, chunkSize: 64, workers: 3).lines == one.lines)
        #expect(Set(one.findings.map(\.message)).count > 150)
    }

    @Test("A rule over its cap is off for the rest of the file")
    func caps() throws {
        var caps = RuleCaps()
        caps.call = 100
        let checked = try check(
            Self.data,
            "return { fields = { {'id', validate = function() while true do end end} } }",
            chunkSize: 64, caps: caps)
        #expect(checked.report.counts.map(\.count) == [1])
        #expect(
            checked.lines == ["1 id lua.limit: the rule took longer than a call may; it is now off"]
        )
        #expect(checked.report.records == 200)
        #expect(checked.report.incompleteReason == .limit)
    }
}
