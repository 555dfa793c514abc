import TestSupport
import Testing

@testable import StetPrompt

@Suite struct LuaLexerTests {
    private func tokens(_ source: String) -> [String] {
        let lexer = LuaLexer(Array(source.utf8))
        return lexer.tokens.map { "\($0.kind) \(lexer.text($0))\($0.isOpen ? " open" : "")" }
    }

    @Test(arguments: [
        ("local x = 1.5e-3", ["keyword local", "name x", "symbol =", "number 1.5e-3"]),
        (
            "a.b:c(...)",
            [
                "name a", "symbol .", "name b", "symbol :", "name c", "symbol (", "symbol ...",
                "symbol )",
            ]
        ),
        ("1..2", ["number 1", "symbol ..", "number 2"]),
        ("0xFFp+1-3", ["number 0xFFp+1", "symbol -", "number 3"]),
        ("'a\\'b' \"c", ["string 'a\\'b'", "string \"c open"]),
        ("'cut\nx", ["string 'cut", "name x"]),
        ("[==[ ]] ]==] [[x", ["string [==[ ]] ]==]", "string [[x open"]),
        ("x -- y\nz -- w", ["name x", "comment -- y", "name z", "comment -- w open"]),
        ("--[[ a\nb ]] c", ["comment --[[ a\nb ]]", "name c"]),
        (
            "a //= é ~= \\",
            [
                "name a", "symbol //", "symbol =", "unknown é", "symbol ~=", "unknown \\",
            ]
        ),
        ("", []),
    ])
    func whatIsTypedIsCut(source: String, expected: [String]) {
        #expect(tokens(source) == expected)
    }

    @Test func everyByteIsWithinSomeTokenOrBlank() {
        var generator = SeededGenerator(seed: 11)
        let pieces = ["\"", "'", "[[", "]]", "--", "\n", "\\", "a", "1", ".", "é", "\u{0}", "[=["]
        for _ in 0..<500 {
            let source = (0..<12).map { _ in pieces[Int(generator.next() % 13)] }.joined()
            let lexer = LuaLexer(Array(source.utf8))
            var end = 0
            for token in lexer.tokens {
                #expect(token.range.lowerBound >= end && !token.range.isEmpty)
                #expect(lexer.source[end..<token.range.lowerBound].allSatisfy(LuaLexer.isBlank))
                #expect(token.range.lowerBound <= token.content.lowerBound)
                #expect(token.content.upperBound <= token.range.upperBound)
                end = token.range.upperBound
            }
            #expect(lexer.source[end...].allSatisfy(LuaLexer.isBlank))
        }
    }

    @Test(arguments: [
        ("if x then", "  "), ("if x then\n  foo({", "    "), ("foo({", "  "),
        ("f(function()", "  "),
        ("for i = 1, 2 do\n  while true do\n    x = 1\n  end", "  "), ("x = 1 +", ""),
        ("if a then\n  b()\nelseif c then", "  "), ("if a then\n  b()\nelse", "  "),
        ("s = [[\nif x then", ""), ("--[[ do", ""), ("x = { -- do {", "  "),
        ("repeat\n  f(function()\n    g {", "      "), ("end end )", ""),
    ])
    func nextLineIsIndentedByOpenBlocks(entry: String, expected: String) {
        #expect(Indentation.text(after: Array(entry.utf8)) == expected)
    }

    @Test func colouredTextShowsWhatWasThere() {
        let line = "local x = 'é' .. 12 -- \u{202E}note"
        let text = EntryColors.text(Array(line.utf8))
        #expect(text.contains("\u{1B}[1mlocal\u{1B}[0m") && text.contains("\u{1B}[32m'é'\u{1B}[0m"))
        #expect(plain(text) == line)
        // The line before it has opened a text.
        #expect(EntryColors.text(Array("do]]".utf8), after: Array("[[\n".utf8)).contains("32mdo]]"))
        #expect(plain(EntryColors.text(Array(" .where x > 1".utf8))) == " .where x > 1")
    }

    private func plain(_ text: String) -> String {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    }

    @Test func rowsAreKnownOrNothingIsDrawn() {
        #expect(EntryColors.rows(prompt: "> ", line: "abc", columns: 10) == 1)
        #expect(EntryColors.rows(prompt: "> ", line: "abcdefghij", columns: 10) == 2)
        #expect(EntryColors.rows(prompt: "> ", line: "abcdefgh", columns: 10) == nil)
        #expect(EntryColors.rows(prompt: "> ", line: "a\nb", columns: 10) == 2)
        #expect(EntryColors.rows(prompt: "🍌 ▸ ", line: "abc", columns: 80) == 1)
        #expect(EntryColors.rows(prompt: "> ", line: "日本日本", columns: 10) == nil)
        #expect(EntryColors.rows(prompt: "> ", line: "a\u{1B}b", columns: 80) == nil)
    }
}
