import StetCore
import Testing

@testable import StetRules

@Suite struct MessageTests {
    private func message(_ field: Field, _ text: String) throws -> String {
        try CheckPlan(field).messages(text).joined(separator: " | ")
    }

    @Test(arguments: [
        ("12.5", "\"12.5\" is not an integer"),
        ("007", "\"007\" has leading zeros; leading_zeros = true allows them"),
        ("9223372036854775808", "\"9223372036854775808\" is outside the range of 64-bit integers"),
        (" 7", "\" 7\" has blanks around it; trim = true allows them"),
        ("7\n", "\"7\\n\" has a line end around it"),
        ("\u{A0}7", "\"\u{A0}7\" has a no-break space around it"),
        ("7\u{2003}", "\"7\u{2003}\" has a blank around it that is not a plain space"),
        ("\u{1B}[31m", "\"\\u{1B}[31m\" is not an integer"),
        ("a\u{202E}b", "\"a\\u{202E}b\" is not an integer"),
        ("\"", "\"\\\"\" is not an integer"),
    ])
    func integers(_ text: String, _ expected: String) throws {
        #expect(try message(Field("x", .integer), text) == expected)
    }

    @Test(arguments: [
        ("5.", "\"5.\" is not a number: digits must follow the point"),
        ("1,5", "\"1,5\" is not a number: the decimal sign is a point"),
        ("NaN", "\"NaN\" is not a number"),
        ("1e400", "\"1e400\" is outside the range of 64-bit numbers"),
        ("00.5", "\"00.5\" has leading zeros; leading_zeros = true allows them"),
    ])
    func numbers(_ text: String, _ expected: String) throws {
        #expect(try message(Field("x", .number), text) == expected)
    }

    @Test(arguments: [
        ("2021-02-30", "2021-02-30 is not a date: February 2021 has 28 days"),
        ("2021-13-01", "2021-13-01 is not a date: there is no month 13"),
        ("2019-00-10", "2019-00-10 is not a date: months count from 01"),
        ("2019-01-00", "2019-01-00 is not a date: days count from 01"),
        ("01/02/2020", "\"01/02/2020\" is not a date; dates are written like 2024-02-29"),
    ])
    func dates(_ text: String, _ expected: String) throws {
        #expect(try message(Field("x", .date), text) == expected)
    }

    @Test func booleans() throws {
        #expect(try message(Field("x", .boolean), "yes") == "\"yes\" is not one of true, false")
    }

    @Test func bounds() throws {
        let field = Field("x", .integer, .minimum(.integer(0)), .below(.integer(10)))
        #expect(try message(field, "-1") == "must be at least 0")
        #expect(try message(field, "10") == "must be below 10")
        let number = Field("x", .number, .above(.number(0.5)), .maximum(.integer(9)))
        #expect(try message(number, "0.5") == "must be above 0.5")
        #expect(try message(number, "10") == "must be at most 9")
        let date = Field("x", .date, .minimum(.text("2020-01-01")))
        #expect(try message(date, "2019-12-31") == "must be at least 2020-01-01")
    }

    @Test func lengths() throws {
        let field = Field("x", .string, .minimumLength(2), .maximumLength(3))
        #expect(try message(field, "é") == "must have at least 2 characters, not 1")
        #expect(try message(field, "abcd") == "must have at most 3 characters, not 4")
        #expect(
            try message(Field("x", .string, .maximumLength(1)), "ab")
                == "must have at most 1 character, not 2")
    }

    @Test func patterns() throws {
        #expect(
            try message(Field("x", .string, .pattern("[A-Z]+")), "abc")
                == "\"abc\" does not match the pattern [A-Z]+")
    }

    @Test func enums() throws {
        func colors(_ count: Int) -> Field {
            let all = ["brown", "red", "orange", "green", "purple", "blue"]
            return Field("x", .string, .oneOf(all.prefix(count).map { .text(ByteString($0)) }))
        }
        #expect(
            try message(colors(6), "XX") == "\"XX\" is not one of brown, red, orange … (6 values)")
        #expect(
            try message(colors(6), "gren")
                == "\"gren\" is not one of brown, red, orange … (6 values); did you mean \"green\"?"
        )
        #expect(
            try message(colors(3), "RED")
                == "\"RED\" is not one of brown, red, orange; did you mean \"red\"?")
        #expect(try message(colors(1), "red") == "\"red\" is not brown")
        // Two letters are too few to tell a slip from another word.
        let codes = Field("x", .string, .oneOf([.text("AB"), .text("US")]))
        #expect(try message(codes, "XB") == "\"XB\" is not one of AB, US")
        #expect(try message(codes, "us") == "\"us\" is not one of AB, US; did you mean \"US\"?")
    }

    @Test func missing() throws {
        #expect(try message(Field("x", .string, .required), "") == "a value is required")
    }

    @Test func longValuesAreCut() throws {
        let text = String(repeating: "é", count: 5000)
        let quoted = "\"" + String(repeating: "é", count: 60) + "…\""
        #expect(try message(Field("x", .integer), text) == quoted + " is not an integer")
    }

    @Test func bytesThatAreNoTextAreWrittenInHexadecimal() {
        #expect(CheckPlan.quoted(ByteString([0x61, 0xFF, 0x00])) == "\"a\\xFF\\u{0}\"")
    }
}
