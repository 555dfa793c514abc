import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("What validators return")
struct ValidatorTests {
    private func field(_ body: String, options: String = "") throws -> [String] {
        try check("a\n1\n", "return { fields = { {'a', validate = \(body) \(options)} } }").lines
    }

    private func record(_ body: String) throws -> [String] {
        try check(
            "a\n1\n", "return { fields = { {'a'} }, validate = function(ctx, r) \(body) end }"
        )
        .lines
    }

    @Test(
        "Of a field",
        arguments: [
            ("return true", []), ("return 0", []), ("return ''", []), ("return {}", []),
            ("return false", ["1 a validate: \"a\" is not valid"]),
            ("return nil", ["1 a validate: \"a\" is not valid"]),
            ("return false, 'm'", ["1 a validate: m"]), ("return nil, 'm'", ["1 a validate: m"]),
            (
                "return false, { message = 'm', code = 'c', severity = 'info' }", ["1 a c: m"]
            ),
            ("", ["1 a lua.error: the rule returned no value; end it with \"return true\""]),
            (
                "return false, { mesage = 'm' }",
                ["1 a lua.error: the rule returned a table with the unknown name \"mesage\""]
            ),
        ])
    func ofField(body: String, expected: [String]) throws {
        #expect(try field("function(v, r, ctx) \(body) end") == expected)
    }

    @Test(
        "Of a record",
        arguments: [
            ("", []), ("return nil", []), ("return true", []), ("return {}", []),
            ("return 'm'", ["1 - validate: m"]),
            ("return false", ["1 - validate: the record is not valid"]),
            ("return false, 'm'", ["1 - validate: m"]),
            (
                "return { 'x', { message = 'y', field = 'a', code = 'c' } }",
                ["1 - validate: x", "1 a c: y"]
            ),
            ("return { message = 'y', field = 'a' }", ["1 a validate: y"]),
            (
                "return 5",
                [
                    "1 - lua.error: the rule returned a number; it may return nothing, true, "
                        + "a message, or a list of findings"
                ]
            ),
            ("return { 5 }", ["1 - lua.error: the rule returned a list with a number in it"]),
        ])
    func ofRecord(body: String, expected: [String]) throws {
        #expect(try record(body) == expected)
    }

    @Test("A field that a result names must be one")
    func unknownField() throws {
        let lines = try record("return { { message = 'm', field = 'b' } }")
        #expect(lines.contains("1 - validate: m"))
        #expect(lines.contains { $0.hasPrefix("1 - lua.error: there is no field \"b\"") })
    }

    @Test("Functions, names and lists of both; all are asked")
    func forms() throws {
        let rules = """
            local function long(v) return #v > 3, 'short' end
            return { validators = { long = long, digits = function(v) return not v:find('%D'), 'no' end },
              fields = { {'a', validate = { 'digits', long, function(v) return v ~= 'x' end }},
                {'b', validate = 'long'}, {'c', validate = { long, severity = 'warning', code = 'C',
                  message = 'unused', when = function(r) return r.a == 'x' end }} } }
            """
        let checked = try check("a,b,c\nx,y,z\n1234,wxyz,z\n", rules)
        #expect(
            Set(checked.lines) == [
                "1 a validate: no", "1 a validate: short", "1 a validate: \"a\" is not valid",
                "1 b validate: short", "1 c C: short",
            ])
        #expect(checked.lines.count == 5)
        #expect(checked.findings.first { $0.code == "C" }?.severity == .warning)
    }

    @Test("Only present, well-typed values are judged")
    func present() throws {
        let rules = """
            return { missing = { '', 'NA' }, fields = { {'a', type = 'integer', missing = '-',
              validate = function(v) return false, math.type(v) .. v end},
              {'b', validate = function(v) return false, v end} } }
            """
        #expect(
            try check("a,b\n-,NA\nx,\n7,-\n", rules).lines == [
                "2 a type: must be an integer, not \"x\"", "3 a validate: integer7",
                "3 b validate: -",
            ]
                || check("a,b\n-,NA\nx,\n7,-\n", rules).lines.dropFirst() == [
                    "3 a validate: integer7", "3 b validate: -",
                ])
    }

    @Test("A rule that raises is told, and the check goes on")
    func raises() throws {
        let rules = """
            return { fields = { {'a', validate = function(v)
              if v == '2' then error('boom') end
              return v ~= '3', 'three'
            end} } }
            """
        let checked = try check("a\n1\n2\n3\n", rules)
        #expect(checked.lines == ["2 a lua.error: r:2: boom", "3 a validate: three"])
        #expect(checked.report.incompleteReason == nil)
    }
}
