import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("Conditions")
struct ConditionTests {
    private func lines(_ condition: String) throws -> [String] {
        try check(
            "a,w\nx,1\nx,bad\nx,9\n",
            """
            return { fields = { {'a', max_length = { 0, when = function(r, ctx) \(condition) end } },
              {'w', type = 'integer'} } }
            """
        ).lines.map { String($0.prefix { $0 != ":" }) }
    }

    @Test("A constraint holds where its condition does")
    func holds() throws {
        #expect(try lines("return true").count == 4)
        #expect(try lines("return false") == ["2 w type"])
        #expect(try lines("return ctx.record == 3") == ["2 w type", "3 a max_length"])
    }

    @Test("A condition over an ill-typed cell does not hold, and is no error")
    func illTyped() throws {
        #expect(try lines("return r.w > 5") == ["2 w type", "3 a max_length"])
    }

    @Test("One that raises is told, and counts as holding")
    func raises() throws {
        let lines = try lines("error('x')")
        #expect(lines.filter { $0.hasSuffix("max_length") }.count == 3)
        #expect(lines.filter { $0.hasSuffix("lua.error") }.count == 3)
    }

    @Test("The rules' own condition is for its record rules")
    func top() throws {
        let checked = try check(
            "a\n1\n2\n",
            "return { when = function(r) return r.a == '2' end, fields = { {'a'} }, "
                + "validate = function() return 'm' end }")
        #expect(checked.lines == ["2 - validate: m"])
    }
}
