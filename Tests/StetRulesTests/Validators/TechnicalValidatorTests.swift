import Testing

@testable import StetRules

@Suite struct TechnicalValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "uuid",
            valid: [
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "C232AB00-9414-11EC-B3C8-9F6BDECED846",
                "5df41881-3aed-3515-88a7-2f4a814cf09e", "919108f7-52d1-4320-9bac-f847db4148a8",
                "2ed6657d-e927-568b-95e1-2665a8aea6a2", "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
                "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
                "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
            ],
            invalid: [
                "", "f81d4fae7dec11d0a76500a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf", "f81d4fae-7dec-11d0-a765-00a0c91e6bf66",
                "g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a76500a0-c91e6bf6",
                "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae 7dec 11d0 a765 00a0c91e6bf6", "f81d4fa--7dec-11d0-a765-00a0c91e6bf6",
            ]),
        ValidatorCases(
            "slug",
            valid: [
                "a", "hello", "hello-world", "a-b-c", "2024-in-review", "1", "x1", "part-2-of-3",
                "the-end", "abc123",
            ],
            invalid: [
                "", "-", "-a", "a-", "a--b", "Hello", "hello world", "hello_world", "é", "a/b",
                "a.b",
            ]),
        ValidatorCases(
            "semver",
            valid: [
                "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta",
                "1.0.0-alpha.beta.1", "1.0.0-alpha0.valid", "1.0.0-rc.1+build.123",
                "1.2.3----RC-SNAPSHOT",
                "1.0.0+0.build.1-rc.10000aaa-kk-0.1", "2.0.0+build.1848", "1.0.0-0A.is.legal",
                "99999999999999999999999.0.0",
            ],
            invalid: [
                "", "1", "1.2", "1.2.3-", "1.2.3+", "01.1.1", "1.01.1", "1.1.01", "1.2.3-0123",
                "1.2.3-0123.0123", "+invalid", "-1.0.3", "1.1.2+.123", "alpha", "1.2.3.DEV",
                "1.2-SNAPSHOT", "v1.2.3", "1.0.0-alpha_beta", "1.0.0-alpha..", "1.2.3+meta+meta",
            ]),
        ValidatorCases(
            "hex",
            valid: [
                "00", "ff", "FF", "666f6f626172", "66", "666F", "deadBEEF", "0123456789abcdef",
                "00000000", "a0",
            ],
            invalid: [
                "0", "fff", "0xff", "fg", "ff ", "f f0", "-f", "66:6f", "ﬀ", "12345",
            ]),
        ValidatorCases(
            "base64",
            valid: [
                "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy", "AAAA", "++//", "/w==",
                "SGVsbG8sIHdvcmxkIQ==",
            ],
            invalid: [
                "Z", "Zg", "Zg=", "Zg===", "Zm9v=", "Zm 9v", "Zm9-", "Zm9_", "=Zg=", "====",
                "Zh==", "Zm9=", "Zm9v\n",
            ]),
        ValidatorCases(
            "json",
            valid: [
                "null", "true", "0", "-0", "1.5e+10", "\"a\"", "[]", "{}", "[1, 2, [3]]",
                "{\"a\": {\"b\": [null, false]}}", " [ ] ", "\"\\u00e9\\n\\\"\"", "\"é🍌\"",
                "{\"a\":1,\"a\":2}", "1E5",
                String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
            ],
            invalid: [
                "", " ", "nul", "True", "01", "1.", ".5", "+1", "-", "1e", "'a'", "\"a", "[1,]",
                "[1 2]", "{a:1}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[", "]", "[}", "1 2",
                "\"\\x\"", "\"\\u12\"", "\"\t\"", "NaN", "[1]]", "{\"a\":1]",
                String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
            ],
            reasons: [
                ("[1, 02]", "\"[1, 02]\" is not JSON: a number has a zero in front, at place 5"),
                ("{\"é\" 1}", "\"{\\\"é\\\" 1}\" is not JSON: a colon is missing, at place 6"),
            ]),
        ValidatorCases(
            "regex",
            valid: [
                "", "a", "[a-z]+", "(?:a|b)*", "\\d{3}-\\d{4}", "^x$", "(?<year>\\d{4})",
                "(?i)abc", "\\p{L}+", "a{2,3}?",
            ],
            invalid: [
                "(", ")", "[a-z", "*a", "a**b)", "(?<n>a)(?<n>b)", "\\p{Xx}", "a{3,2}", "(?z)",
                "[z-a]", "\\",
            ],
            reasons: [
                (
                    "[a",
                    "\"[a\" is not a regular expression: missing terminating ] for character class "
                        + "(after 2 bytes)"
                )
            ]),
        ValidatorCases(
            "lua_pattern",
            valid: [
                "", "a", "%d+", "^[%w_]+$", "(%a+)%s+(%d+)", "%b()", "%f[%w]%w+", "[]]", "[^]a]",
                "()", "(.)%1", "[%]]", "%%", "a-b*", "[a-]", "((a)b)%2",
            ],
            invalid: [
                "%", "a%", "[a", "[", "[]", "[^]", "[%", "(", "a)", "%b", "%ba", "%f", "%fa", "%1",
                "(%1)", "(a)%2", "%0", "((a)",
            ],
            reasons: [
                ("x[a", "\"x[a\" is not a Lua pattern: a [ is not closed, at place 2")
            ]),
        ValidatorCases(
            "color_hex",
            valid: [
                "#fff", "#FFF", "#ffff", "#ffffff", "#ff00aa", "#FF00AA80", "#123", "#abcd",
                "#000000", "#00000000",
            ],
            invalid: [
                "", "#", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "fff", "#ggg", "# fff",
                "red", "#fff ",
            ]),
        ValidatorCases(
            "xml_name",
            valid: [
                "a", "A1", "_x", ":a", "a:b", "a-b.c", "élan", "名前", "x\u{B7}", "a\u{301}",
                "\u{10000}",
            ],
            invalid: [
                "", "1a", "-a", ".a", "a b", "a/b", "a<", "\u{301}a", "×", "÷", "a\u{0}",
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }
}
