import StetCore
import Testing

@testable import StetRules

@Suite struct TextValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "ascii",
            valid: [
                "", "a", "Hello, world!", "~", " ", "\t", "0123456789abcdef", "\u{7F}", "A\nB",
                "{}",
            ],
            invalid: [
                "é", "aé", "0123456789é", "ﬁ", "“x”", "–", "日本", "🍌", "a\u{A0}b", "µ", "abcdefgh€",
            ],
            reasons: [("naïve", "\"naïve\" is not ASCII: \"ï\" may not stand at place 3")]),
        ValidatorCases(
            "printable",
            valid: [
                "", "a", "Hello, world!", "é", "日本", "🍌", "👩‍👧", "a b", "café", "שלום", "€ 5",
                "می‌خواهم",
            ],
            invalid: [
                "\t", "a\nb", "\u{0}", "\u{7F}", "\u{85}", "a\u{200B}b", "\u{202E}abc", "\u{FEFF}a",
                "\u{E000}", "\u{2028}", "\u{AD}", "\u{1B}[31m",
            ],
            reasons: [
                (
                    "a\u{200B}",
                    "\"a\\u{200B}\" has a character that cannot be printed, at place 2"
                )
            ]),
        ValidatorCases(
            "trimmed",
            valid: [
                "", "a", "a b", "é", "ab c d", "🍌", ".", "a\u{A0}b", "日 本", "\u{301}", "a\nb",
            ],
            invalid: [
                " ", " a", "\ta", "a\n", "\u{A0}a", "a\u{3000}", "\u{FEFF}a", "a\u{200B}",
                "\u{2003}a\u{2003}", "\r",
            ],
            reasons: [
                (" a", "\" a\" begins with a blank"), ("a ", "\"a \" ends with a blank"),
            ]),
        ValidatorCases(
            "lower",
            valid: ["", "a", "abc def", "é", "straße", "123", "日本", "x-y_z", "ñandú", "ﬁ", "αβγ"],
            invalid: ["A", "aB", "É", "ÉCOLE", "straSSe", "Ω", "ǅ", "xX", "123A", "Я", "ⅷⅧ"],
            reasons: [("abÇ", "\"abÇ\" has a capital letter, at place 3")]),
        ValidatorCases(
            "upper",
            valid: ["", "A", "ABC DEF", "É", "123", "日本", "X-Y_Z", "ÑANDÚ", "ΑΒΓ", "Я", "A1"],
            invalid: ["a", "Ab", "é", "ÉCOLe", "ß", "α", "ǅ", "Xx", "123a", "я"]),
        ValidatorCases(
            "capitalized",
            valid: [
                "", "A", "Ab", "Élan", "123 Main", "\"Quoted\"", "日本", "3M", "Ω", "¿Qué?", "ǅ",
                "42",
            ],
            invalid: [
                "a", "aB", "élan", "123 main", "\"quoted\"", "3m", "ω", "¿qué?", "iPhone", "ß",
            ]),
        ValidatorCases(
            "no_control",
            valid: ["", "a", "é", "🍌", "a b", "\u{A0}", "\u{200B}", "日本", "~", "\u{AD}"],
            invalid: [
                "\t", "\n", "a\rb", "\u{0}", "\u{1B}", "\u{7F}", "\u{80}", "\u{9F}", "é\u{85}",
                "a\u{1F}",
            ]),
        ValidatorCases(
            "single_line",
            valid: ["", "a", "a b", "a\tb", "é", "🍌", "\u{A0}", "日本", "x\u{1B}", "\\n"],
            invalid: [
                "\n", "a\nb", "a\r\nb", "\r", "\u{B}", "\u{C}", "\u{85}", "a\u{2028}b", "é\u{2029}",
                "é\n",
            ]),
        ValidatorCases(
            "nfc",
            valid: [
                "", "a", "é", "Å", "日本", "🍌", "x\u{301}", "ệ", "각", "q\u{323}\u{307}", "한국",
            ],
            invalid: [
                "e\u{301}", "A\u{30A}", "\u{212B}", "\u{2126}", "\u{1100}\u{1161}", "a\u{308}",
                "\u{1EBF}\u{323}", "q\u{307}\u{323}", "\u{F900}", "n\u{303}", "\u{958}",
            ],
            reasons: [
                (
                    "cafe\u{301}",
                    "\"cafe\u{301}\" has letters and marks that are not composed (NFC)"
                )
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }

    @Test(arguments: [
        "printable", "lower", "upper", "no_control", "single_line", "nfc", "xml_name",
        "capitalized",
        "json", "regex", "doi",
    ])
    func brokenTextIsRefused(_ name: String) throws {
        let plan = try CheckPlan(Field("x", .string, .standard(ValidatorCall(name))))
        let starts: [String: String] = ["doi": "10.1000/", "json": "\"", "xml_name": "a"]
        for bytes: [UInt8] in [
            [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xC3, 0x28],
        ] {
            let text = ByteString(Array((starts[name] ?? "").utf8) + bytes)
            #expect(plan.codes(text) == ["validate"], "\(name) \(bytes)")
        }
    }

    @Test func oneOfWithCase() throws {
        func plan(_ members: [String], any: Bool = false) throws -> CheckPlan {
            var call = ValidatorCall("one_of_with_case")
            call.arguments = members.map { .text(ByteString($0)) }
            if any { call.options["case"] = .text("any") }
            return try CheckPlan(Field("x", .string, .standard(call)))
        }
        let colors = ["Red", "Green", "Blue", "Élan", "x"]
        let exact = try plan(colors)
        for text in colors { #expect(exact.messages(text) == []) }
        for text in ["red", "GREEN", "blue ", "élan", "X", "yellow", "Re", "Redd", "rED", "0"] {
            #expect(exact.codes(text) == ["validate"], "\(text)")
            #expect(exact.failures([[WrittenCell(text)]]) == [["validate"]], "\(text)")
        }
        #expect(exact.messages("red") == ["\"red\" must be written \"Red\""])
        #expect(
            exact.messages("Grean") == [
                "\"Grean\" is not one of Red, Green, Blue, Élan, x; did you mean \"Green\"?"
            ])
        let any = try plan(colors, any: true)
        for text in ["red", "GREEN", "Blue", "élan", "ÉLAN", "X", "x", "rEd", "BLUE", "green"] {
            #expect(any.codes(text) == [], "\(text)")
            #expect(any.failures([[WrittenCell(text)]]) == [[]], "\(text)")
        }
        for text in ["yellow", "re", "blue ", "elan", "xx", "gr een"] {
            #expect(any.codes(text) == ["validate"], "\(text)")
        }
        #expect(throws: PlanError.self) { try plan([]) }
    }
}
