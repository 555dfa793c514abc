import StetCore
import Testing

@testable import StetRules

@Suite struct ConstraintTests {
    private func expect(
        _ field: Field, right: [String], wrong: [String: [String]],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let plan = try CheckPlan(field)
        for text in right {
            #expect(plan.codes(text) == [], "\(text)", sourceLocation: location)
            #expect(
                plan.failures([[WrittenCell(text)]]) == [[]], "\(text)", sourceLocation: location)
        }
        for (text, codes) in wrong {
            #expect(plan.codes(text) == codes, "\(text)", sourceLocation: location)
            #expect(
                plan.failures([[WrittenCell(text)]]) == [codes], "\(text)",
                sourceLocation: location)
        }
    }

    @Test func boundsOfIntegers() throws {
        try expect(
            Field("x", .integer, .minimum(.integer(0)), .maximum(.integer(120))),
            right: ["0", "120", "-0", "+5"], wrong: ["-1": ["min"], "121": ["max"]])
        try expect(
            Field("x", .integer, .above(.integer(0)), .below(.integer(3))),
            right: ["1", "2"], wrong: ["0": ["above"], "3": ["below"]])
        try expect(
            Field("x", .integer, .minimum(.integer(.min)), .maximum(.integer(.max))),
            right: ["9223372036854775807", "-9223372036854775808"], wrong: [:])
        try expect(
            Field("x", .integer, .below(.integer(.max))), right: ["9223372036854775806"],
            wrong: ["9223372036854775807": ["below"]])
        try expect(
            Field("x", .integer, .minimum(.number(0.5))), right: ["1"], wrong: ["0": ["min"]])
        try expect(
            Field("x", .integer, .above(.number(0x1p53))), right: ["9007199254740993"],
            wrong: ["9007199254740992": ["above"]])
    }

    @Test func boundsOfNumbersAreExact() throws {
        try expect(
            Field("x", .number, .above(.integer(0)), .maximum(.integer(500))),
            right: ["0.001", "500", "500.0", "5e2"],
            wrong: ["0": ["above"], "-0.0": ["above"], "500.001": ["max"], "1e3": ["max"]])
        try expect(
            Field("x", .number, .maximum(.integer(9_007_199_254_740_992))),
            right: ["9007199254740992", "9007199254740991.5"],
            wrong: ["9007199254740993": ["max"]])
        try expect(
            Field("x", .number, .maximum(.integer(.max))), right: ["9223372036854775807"],
            wrong: ["9223372036854775808": ["max"]])
        try expect(
            Field("x", .number, .minimum(.number(0.1)), .below(.number(0.3))),
            right: ["0.1", "0.2", "0.29999"], wrong: ["0.09": ["min"], "0.3": ["below"]])
    }

    @Test func boundsOfDates() throws {
        try expect(
            Field("x", .date, .minimum(.text("2020-01-01")), .below(.text("2021-01-01"))),
            right: ["2020-01-01", "2020-12-31"],
            wrong: ["2019-12-31": ["min"], "2021-01-01": ["below"], "2020-02-30": ["type"]])
        try expect(
            Field("x", .date, .above(.text("2020-02-28"))), right: ["2020-02-29"],
            wrong: ["2020-02-28": ["above"]])
    }

    @Test func lengthsCountCodePoints() throws {
        try expect(
            Field("x", .string, .minimumLength(2), .maximumLength(4)),
            right: ["ab", "abcd", "éé", "🍌🍌🍌🍌", "e\u{301}"],
            wrong: [
                "a": ["min_length"], "é": ["min_length"], "🍌": ["min_length"],
                "abcde": ["max_length"], "🍌🍌🍌🍌🍌": ["max_length"],
            ])
        try expect(
            Field("x", .string, .minimumLength(3)), right: ["a\"b", "\"\"\""],
            wrong: ["a\"": ["min_length"]])
        let long = String(repeating: "é", count: 1000)
        try expect(Field("x", .string, .maximumLength(1000)), right: [long], wrong: [:])
        try expect(
            Field("x", .string, .maximumLength(999)), right: [], wrong: [long: ["max_length"]])
    }

    @Test func enumsOfTexts() throws {
        try expect(
            Field(
                "x", .string,
                .oneOf(
                    ["red", "light green", "1234567", "12345678", "é", "say \"x\""].map(Value.text))
            ),
            right: ["red", "light green", "1234567", "12345678", "é", "say \"x\""],
            wrong: [
                "Red": ["enum"], "re": ["enum"], "redd": ["enum"], "light greem": ["enum"],
                "123456": ["enum"], "123456\u{7}": ["enum"], "red ": ["enum"], "red\0": ["enum"],
                "e\u{301}": ["enum"],
            ])
    }

    @Test func largeEnums() throws {
        let codes = (0..<2000).map { "c\($0)" }
        let plan = try CheckPlan(Field("x", .string, .oneOf(codes.map { .text(ByteString($0)) })))
        for start in stride(from: 0, to: 4000, by: 1000) {
            let cells = (start..<(start + 1000)).map { [WrittenCell("c\($0)")] }
            #expect(plan.failures(cells).allSatisfy { $0 == (start < 2000 ? [] : ["enum"]) })
        }
    }

    @Test func enumsOfNumbers() throws {
        try expect(
            Field("x", .number, .oneOf([.integer(1), .number(2.5)])),
            right: ["1", "1.0", "1e0", "2.50"], wrong: ["2": ["enum"], "01": ["type"]])
        try expect(
            Field("x", .integer, .oneOf([.integer(9_007_199_254_740_993)])),
            right: ["9007199254740993"], wrong: ["9007199254740992": ["enum"]])
    }

    @Test func allBrokenConstraintsAreReportedInOrder() throws {
        try expect(
            Field(
                "x", .string, .pattern("[a-z]+"), .maximumLength(3), .oneOf([.text("abc")]),
                .minimumLength(2)),
            right: ["abc"],
            wrong: [
                "ABCD": ["pattern", "max_length", "enum"], "a": ["enum", "min_length"],
                "1": ["pattern", "enum", "min_length"],
            ])
    }

    @Test func patternsOfOtherTypesSeeTheText() throws {
        try expect(
            Field("x", .integer, .pattern("\\d{3}"), .minimum(.integer(200))),
            right: ["200", "999"], wrong: ["+200": ["pattern"], "100": ["min"], "a": ["type"]])
    }

    @Test func trimmedTextsAreWhatConstraintsSee() throws {
        try expect(
            Field("x", .string, .oneOf([.text("red")]), .pattern("r.*d"), .maximumLength(3)).with {
                $0.trim = true
            }, right: ["red", " red", "red\t "],
            wrong: ["r d ": ["enum"], "r e d": ["enum", "max_length"]])
    }
}
