import Testing

@testable import LuaKit

@Suite("What is typed at a prompt") struct EntryTests {
    private func parse(_ text: String) throws -> String {
        try withLua { _, stack in
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            let entry = stack.parseEntry(Array(text.utf8), name: "=stdin", environment: 1)
            defer { stack.setTop(0) }
            switch entry {
            case .complete(let isExpression):
                #expect(stack.top == 2 && stack.type(at: 2) == .function)
                return isExpression ? "expression" : "statements"
            case .incomplete:
                #expect(stack.top == 1)
                return "incomplete"
            case .wrong(let error):
                #expect(stack.top == 1)
                return error.description
            }
        }
    }

    @Test(arguments: [
        ("1 + 1", "expression"), ("f(x)", "expression"), ("x", "expression"),
        ("1, 2", "expression"),
        ("x = 1", "statements"), ("for i = 1, 2 do end", "statements"), ("", "expression"),
        ("-- a comment", "expression"), ("return 5", "statements"), ("local x", "statements"),
        ("if x then", "incomplete"), ("for i = 1, 2 do", "incomplete"), ("{1,", "incomplete"),
        ("1 +", "incomplete"), ("f(", "incomplete"), ("x =", "incomplete"), ("[[abc", "incomplete"),
        ("function f()\n  return 1", "incomplete"), ("--[[ a", "incomplete"),
        ("return", "statements"),
        ("not", "incomplete"), ("a.b.", "incomplete"), ("return function()", "incomplete"),
    ]) func isUnderstood(text: String, expected: String) throws {
        #expect(try parse(text) == expected)
    }

    @Test func theReadingThatGotFurtherIsReported() throws {
        #expect(try parse("'abc") == "stdin:1: unfinished string near ''abc'")
        #expect(try parse("1;2").contains("near '2'"))
        #expect(try parse("x = = 1").contains("near '='"))
        #expect(try parse("end").contains("near 'end'"))
        #expect(try parse("f(1\n2)").contains("near '2'"))
    }

    @Test func bytecodeIsNoText() throws {
        #expect(try parse("\u{1b}Lua").contains("near"))
    }
}
