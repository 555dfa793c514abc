import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("Folds")
struct FoldTests {
    private static let data = "id,w\n" + (1...500).map { "\($0),\($0 % 7)\n" }.joined()

    /// What the fold says at the end, for one chunk and for many.
    private func verdicts(_ fold: String, _ top: String = "") throws -> [[String]] {
        try [(8 << 20, 1), (64, 1), (64, 3)].map { chunkSize, workers in
            try check(
                Self.data,
                "return { \(top) fields = { {'id', type = 'integer'}, {'w', type = 'integer'} }, "
                    + "checks = { stet.fold { 'f', \(fold) } } }",
                chunkSize: chunkSize, workers: workers
            ).lines
        }
    }

    @Test(
        "The verdict does not depend on how the file was cut",
        arguments: [
            (
                "init = 0, step = function(s, r) return s + r.w end, "
                    + "merge = function(a, b) return a + b end, finish = function(s) return 's' .. s end",
                "- - f: s1497"
            ),
            (
                "init = { n = 0, seen = {} }, step = function(s, r) s.n = s.n + 1 "
                    + "s.seen[r.w] = true return s end, merge = function(a, b) "
                    + "for k in pairs(b.seen) do a.seen[k] = true end "
                    + "return { n = a.n + b.n, seen = a.seen } end, "
                    + "finish = function(s) return s.n .. ' ' .. #s.seen end",
                "- - f: 500 6"
            ),
            (
                "init = function() return { last = 0, ok = true } end, step = function(s, r) "
                    + "s.first = s.first or r.id s.last = r.id return s end, "
                    + "merge = function(a, b) return { first = a.first, last = b.last, "
                    + "ok = a.ok and b.ok and a.last + 1 == b.first } end, "
                    + "finish = function(s) return tostring(s.ok) .. s.first .. s.last end",
                "- - f: true1500"
            ),
            (
                "step = function(s, r) return math.max(s or 0, r.w) end, "
                    + "merge = function(a, b) return math.max(a or 0, b or 0) end, "
                    + "finish = function(s) return { { message = 'm' .. s, code = 'c' } } end",
                "- - c: m6"
            ),
        ])
    func cut(fold: String, expected: String) throws {
        for lines in try verdicts(fold) { #expect(lines == [expected]) }
        for lines in try verdicts(fold, "sequential = true,") { #expect(lines == [expected]) }
    }

    @Test("A state that cannot be carried is told once, and the fold is dropped")
    func states() throws {
        let fold =
            "init = 0, step = function(s) return type end, merge = function(a, b) return a end, "
            + "finish = function(s) return 'never' end"
        for lines in try verdicts(fold) {
            #expect(lines.allSatisfy { $0.contains("not a function") })
            #expect(!lines.isEmpty)
        }
        let circle =
            "init = 0, step = function() local t = {} t.t = t return t end, "
            + "merge = function(a) return a end, finish = function() return 'never' end"
        #expect(try verdicts(circle)[0] == ["- - lua.error: a fold's state may not contain itself"])
    }

    @Test("A step that raises or reads an ill-typed cell leaves the state as it was")
    func steps() throws {
        let checked = try check(
            "w\n1\nx\n2\n13\n4\n",
            """
            return { fields = { {'w', type = 'integer'} }, checks = { stet.fold { 'f', init = 0,
              step = function(s, r) if r.w == 13 then error('13') end return s + r.w end,
              merge = function(a, b) return a + b end, finish = function(s) return 's' .. s end } } }
            """)
        #expect(
            checked.lines.map { String($0.prefix { $0 != ":" }) } == [
                "2 w type", "4 - lua.error", "- - f",
            ])
        #expect(checked.lines.last == "- - f: s7")
    }

    @Test("Nothing of a fold may run for ever", arguments: ["init", "step", "finish"])
    func caps(part: String) throws {
        var caps = RuleCaps()
        caps.call = 100
        let parts = ["init", "step", "merge", "finish"].map {
            "\($0) = function(...) \($0 == part ? "while true do end" : "return 1") end"
        }.joined(separator: ", ")
        let checked = try check(
            "w\n1\n2\n", "return { checks = { stet.fold { 'f', \(parts) } } }", caps: caps)
        #expect(checked.report.incompleteReason == .limit)
        #expect(checked.lines.contains { $0.contains("lua.limit: the rule took longer") })
    }
}
