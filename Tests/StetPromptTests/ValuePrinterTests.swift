import LuaKit
import Testing

@testable import StetPrompt

@Suite struct ValuePrinterTests {
    /// The printed value of an expression.
    private func printed(_ text: String, width: Int = 80) throws -> String {
        let state = try LuaState()
        defer { state.close() }
        let stack = try state.stack()
        let environment = try stack.trustedEnvironment()
        stack.push(environment)
        try stack.load(Array(text.utf8), name: "=test", environment: 1)
        try stack.call(arguments: 0, results: 1)
        var printer = ValuePrinter(stack, limits: ValuePrinter.Limits(width: width))
        let result = printer.text(at: -1)
        #expect(stack.top == 2)
        return result
    }

    @Test(arguments: [
        ("nil", "nil"), ("true", "true"), ("42", "42"), ("42.0", "42.0"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1e100", "1e+100"), ("math.mininteger", "math.mininteger"), ("-1/0", "-math.huge"),
        ("'plain'", "\"plain\""), ("'a\"b\\\\'", "\"a\\\"b\\\\\""),
        ("'\\r\\t\\0\\200'", "\"\\r\\t\\x00\\xC8\""),
        ("'日本é👩‍👩‍👧'", "\"日本é👩‍👩‍👧\""), ("'\\u{202E}'", "\"\\u{202E}\""), ("{}", "{}"),
        ("{1, 'two', nil, 4}", "{1, \"two\", nil, 4}"),
        (
            "{b = 1, a = 2, [10] = 3, [true] = 4, ['two words'] = 5, ['end'] = 6}",
            "{[10] = 3, a = 2, b = 1, [\"end\"] = 6, [\"two words\"] = 5, [true] = 4}"
        ),
        ("print", "function: built in"), ("function() end", "function: test:1"),
        ("coroutine.create(print)", "<thread>"),
    ])
    func valuesReadLikeSource(expression: String, expected: String) throws {
        #expect(try printed("return " + expression) == expected)
    }

    @Test func linesAreShownInLongBrackets() throws {
        #expect(try printed("return 'one\\ntwo ]] three'") == "[=[\none\ntwo ]] three]=]")
        #expect(try printed("return {'one\\ntwo'}") == "{\"one\\ntwo\"}")
        #expect(try printed("return 'one\\n\\27[2J'") == "\"one\\n\\x1B[2J\"")
    }

    @Test func wideTablesTakeALinePerEntry() throws {
        #expect(
            try printed("return {name = 'Banana', sizes = {1, 2, 3}, color = 'yellow'}", width: 30)
                == """
                {
                  color = "yellow",
                  name = "Banana",
                  sizes = {1, 2, 3}
                }
                """)
    }

    @Test func cyclesAreNamed() throws {
        #expect(try printed("local t = {} t.self = t return t") == "{self = <cycle>}")
        #expect(
            try printed("local t = {a = {b = {}}} t.a.b.up = t.a return t")
                == "{a = {b = {up = <cycle a>}}}")
        // What is only shared is shown each time.
        #expect(try printed("local s = {1} return {s, s}") == "{{1}, {1}}")
    }

    @Test func limitsSayWhatIsLeftOut() throws {
        let items = try printed("local t = {} for i = 1, 250 do t[i] = i end return t")
        #expect(items.contains("100,\n  ... 150 more\n}"))
        #expect(
            try printed("return {{{{{1, 2, 3}}}}}") == "{{{{{... 3 more}}}}}")
        #expect(
            try printed("return ('x'):rep(1000)")
                == "\"" + String(repeating: "x", count: 200) + "\"... 800 more bytes")
        let huge = try printed(
            "local t = {} for i = 1, 100 do t[i] = {} for j = 1, 100 do t[i][j] = ('x'):rep(200) end end return t"
        )
        #expect(huge.utf8.count < 80 << 10)
        #expect(huge.contains("more"))
    }

    @Test func ownDescriptionsAreUsedAndCannotFail() throws {
        let type = "return setmetatable({1}, {__name = 'Fruit', __tostring = "
        #expect(try printed(type + "function() return 'a\\27fruit' end})") == "a\\x1Bfruit")
        #expect(
            try printed(type + "function() error('spoilt', 0) end})")
                == "<Fruit: error in __tostring: spoilt>")
        #expect(try printed(type + "function() return 5 end})").hasPrefix("<Fruit: "))
        // No other metamethod runs.
        #expect(
            try printed(
                "return setmetatable({1}, {__index = error, __len = error, __pairs = error})")
                == "{1}")
    }
}
