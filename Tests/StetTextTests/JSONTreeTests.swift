import Testing

@testable import StetText

@Suite struct JSONTreeTests {
    @Test func documentsAreReadWhole() throws {
        let tree = try JSONTree(
            parsing:
                #" {"a": [1, -0.5e+3, true, false, null], "b": {"c": "x\"\\\/\b\f\n\r\t\u00e9\ud83c\udf4e"}} "#
        )
        #expect(
            tree["a"]?.array == [
                .number("1"), .number("-0.5e+3"), .boolean(true), .boolean(false), .null,
            ])
        #expect(tree["b"]?["c"]?.string == "x\"\\/\u{8}\u{C}\n\r\té🍎")
        #expect(tree["a"]?.array?.first?.integer == 1)
        #expect(try JSONTree(parsing: "[]") == .array([]))
        #expect(try JSONTree(parsing: "{}") == .object([]))
    }

    @Test(arguments: [
        ("", 0, "the text ends too early"), ("[1,]", 3, "a value is expected"),
        ("[01]", 1, "a value is expected"), ("[1 2]", 3, "“,” or “]” is expected"),
        ("{\"a\" 1}", 5, "“:” is expected"), ("{a: 1}", 1, "a name is expected"),
        ("{\"a\": 1, \"a\": 2}", 9, "“a” is there twice"),
        ("{\"a\": 1", 7, "“,” or “}” is expected"),
        ("\"a", 2, "the text ends in a string"), ("\"\n\"", 1, "a control character in a text"),
        ("\"\\x\"", 2, "no such escape"), ("\"\\ud83c\"", 7, "half a surrogate pair"),
        ("\"\\u12\"", 5, "four hexadecimal digits are expected"), ("1.", 2, "a digit is expected"),
        ("1e", 2, "a digit is expected"), ("nul", 0, "a value is expected"),
        ("1 1", 2, "something follows the document"), ("+1", 0, "a value is expected"),
    ])
    func whatIsNotJSONIsRefusedWithItsPlace(text: String, offset: Int, message: String) {
        #expect(throws: JSONTree.SyntaxError(offset: offset, message: message)) {
            try JSONTree(parsing: text)
        }
    }

    @Test func deepNestingIsAnErrorAndNoCrash() throws {
        let deep = String(repeating: "[", count: 512)
        let closed = deep + String(repeating: "]", count: 512)
        _ = try JSONTree(parsing: closed)
        #expect(throws: JSONTree.SyntaxError(offset: 512, message: "nested too deeply")) {
            try JSONTree(parsing: "[" + closed + "]")
        }
    }
}
