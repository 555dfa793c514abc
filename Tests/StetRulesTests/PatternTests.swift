import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetRules

@Suite struct PatternTests {
    private let workspace = Pattern.Workspace()

    private func matches(_ pattern: Pattern, _ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer {
            pattern.match($0.baseAddress ?? emptyBytes, $0.count, workspace) == .matches
        }
    }

    private func libraryMatches(_ pattern: Pattern, _ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer {
            pattern.matchInLibrary($0.baseAddress ?? emptyBytes, $0.count, workspace) == .matches
        }
    }

    @Test(arguments: [
        ("abc", ["abc"], ["ab", "abcd", "xabc", "abc\n", ""]),
        ("^abc$", ["abc"], ["abc\n", "xabc"]),
        ("a|bc", ["a", "bc"], ["abc", "ab", "c"]),
        ("a\\$", ["a$"], ["a"]),
        (
            "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}",
            ["a@b.co", "user+tag@mail.example.co.uk", "a@b..co"],
            ["a@b.c", "@b.co", "a@b", "a@b.c0", "a b@c.de", "a@b.co ", "é@b.co"]
        ),
        ("\\d{3}-\\d{4}", ["555-0199"], ["555-019", "５５５-0199"]),
        (".", ["a", "é", "🍌", "\r"], ["", "\n", "ab", "e\u{301}"]),
        ("[^a]", ["b", "é", "\n"], ["a", ""]),
        ("\\D+", ["é🍌", "abc"], ["a1", ""]),
        ("[äöü]+", ["äö", "ü"], ["a", "Ä"]),
        ("[α-ω]{2}", ["αω"], ["α", "αa"]),
        ("(?i)abc", ["ABC", "aBc"], ["abd"]),
        ("(a+)\\1", ["aa", "aaaa"], ["aaa"]),
        ("(?=.*\\d).{4,}", ["abc1"], ["abcd", "ab1"]),
        ("a\\Kb", ["ab"], ["b"]),
        ("", [""], ["a"]),
        ("(?:ab)?c*", ["", "ab", "abcc"], ["a", "abab"]),
        ("\\p{Lu}.*", ["Éa"], ["éa"]),
    ])
    func wholeValues(_ source: String, _ right: [String], _ wrong: [String]) throws {
        let pattern = try Pattern(source)
        for text in right { #expect(matches(pattern, Array(text.utf8)), "\(source) on \(text)") }
        for text in wrong { #expect(!matches(pattern, Array(text.utf8)), "\(source) on \(text)") }
    }

    @Test(arguments: [
        "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}", "[^@ ]+@[^@ ]+", "\\d{4}-\\d\\d", ".*",
        "[A-Z][a-z]?", "(red|green|blue)+", "[äöüß]*", "\\S+", "a{2,5}?b", "[\\w.-]+", "x{0,200}",
    ])
    func commonPatternsHaveATable(_ source: String) throws {
        #expect(try Pattern(source).table != nil)
    }

    @Test(arguments: [
        "(?i)a", "a++", "(a)\\1", "\\bword\\b", "[[:alpha:]]+", "(?>a|ab)c", "a^b", "\\Aa",
        "\\x41", "(?=a)a", "\\p{L}", "[\\b]", "a{,3}", "(a|b){900}{900}",
    ])
    func othersAreLeftToTheLibrary(_ source: String) {
        #expect(PatternTable(source) == nil)
    }

    @Test func invalidBytesMatchNothing() throws {
        for source in [".*", "[^a]*", "abc", "(?s).*", "(?i)abc", "abc.*", ".*abc", "(?s)(.)*"] {
            let pattern = try Pattern(source)
            for bytes: [UInt8] in [
                [0xFF], Array("abc".utf8) + [0xFF], [0x80] + Array("abc".utf8), [0xC3],
                [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
                Array("abc".utf8) + [0xFF] + Array("abc".utf8),
            ] {
                #expect(!matches(pattern, bytes), "\(source) on \(bytes)")
                #expect(!libraryMatches(pattern, bytes), "\(source) on \(bytes)")
            }
        }
    }

    @Test func aPatternThatExplodesEnds() throws {
        let plan = try CheckPlan(Field("x", .string, .pattern("(?i)(a+)+[bc]")))
        let text = String(repeating: "a", count: 40)
        #expect(plan.codes(text) == ["pattern"])
        #expect(plan.messages(text)[0].contains("takes too many steps to match"))
    }

    @Test func aLongValueIsMatched() throws {
        let long = Array(repeating: UInt8(ascii: "a"), count: 3_000_000)
        #expect(matches(try Pattern("(a|b)*"), long))
        #expect(libraryMatches(try Pattern("(?i)[ab]*"), long))
    }

    @Test func thePatternThatDoesNotCompileIsQuotedWithTheReason() {
        #expect(throws: PlanError.self) { try CheckPlan(Field("x", .string, .pattern("a(b"))) }
        do throws(PlanError) {
            _ = try CheckPlan(Field("x", .string, .pattern("a(b")))
        } catch {
            #expect(
                error.description == "field \"x\": pattern \"a(b\" is no regular expression: "
                    + "missing closing parenthesis (after 3 bytes)")
        }
    }

    /// The table and PCRE2 must agree on every pattern that has a table. `STET_LONG=1` tries more.
    @Test func tablesAgreeWithTheLibrary() throws {
        var generator = SeededGenerator(seed: 42)
        let pieces = [
            "a", "b", "c", "0", ".", "\\.", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "[ab]",
            "[^a]", "[a-c]", "[^0-9]", "[\\d.]", "[^\\w]", "é", "[é-ü]", "[^é]", "-", "[a-]",
            "[-a]", "[.\\]]", "[a-c-e]", "\\n", "🍌", "[\\-\\^]", "[^^]", "x", "@", " ", "[--0]",
        ]
        let quantifiers = ["", "", "", "", "?", "*", "+", "{2}", "{1,3}", "{2,}", "??", "*?"]
        func random(_ depth: Int) -> String {
            let count = Int.random(in: 0...3, using: &generator)
            return (0..<count).map { _ in
                let quantifier = quantifiers.randomElement(using: &generator) ?? ""
                if depth > 0, Bool.random(using: &generator) {
                    let open = Bool.random(using: &generator) ? "(" : "(?:"
                    let branches = (0...Int.random(in: 0...2, using: &generator)).map { _ in
                        random(depth - 1)
                    }
                    return open + branches.joined(separator: "|") + ")" + quantifier
                }
                return (pieces.randomElement(using: &generator) ?? "a") + quantifier
            }.joined()
        }
        let alphabet: [[UInt8]] =
            ["a", "b", "c", "0", ".", "-", "é", "ü", "🍌", "\n", " ", "@", "x"]
            .map { Array($0.utf8) } + [[0xFF], [0xC3], [0x80]]
        let rounds = ProcessInfo.processInfo.environment["STET_LONG"] == "1" ? 3000 : 100
        var tables = 0
        for _ in 0..<rounds {
            let source = random(2)
            let pattern = try Pattern(source)
            guard pattern.table != nil else { continue }
            tables += 1
            for _ in 0..<40 {
                let length = Int.random(in: 0...6, using: &generator)
                let text = (0..<length).flatMap { _ in
                    alphabet.randomElement(using: &generator) ?? []
                }
                #expect(
                    matches(pattern, text) == libraryMatches(pattern, text),
                    "\(source) on \(ByteString(text))")
            }
        }
        #expect(tables > rounds / 2)
    }

    @Test func everyEncodedScalarIsReadBack() {
        for set in [
            CodePointSet.all, CodePointSet([0x7F...0x80]), CodePointSet([0x7FF...0x800]),
            CodePointSet([0xFFFF...0x10000]), CodePointSet([0xD000...0xF123]),
            CodePointSet([0x12345...0x54321]),
        ] {
            let sequences = set.encoded
            var value: UInt32 = 0
            while value <= 0x10FFFF {
                if let scalar = Unicode.Scalar(value) {
                    let bytes = Array(String(scalar).utf8)
                    let isIn = sequences.contains { sequence in
                        sequence.count == bytes.count
                            && zip(sequence, bytes).allSatisfy { $0.contains($1) }
                    }
                    let isMember = set.ranges.contains { $0.contains(value) }
                    if isIn != isMember { Issue.record("\(value) in \(set.ranges)") }
                }
                value += value < 0x3000 ? 1 : 97
            }
        }
    }
}
