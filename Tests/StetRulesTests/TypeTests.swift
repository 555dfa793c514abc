import StetCore
import TestSupport
import Testing

@testable import StetRules

@Suite struct TypeTests {
    private func isRight(
        _ text: String, _ type: FieldType, change: (inout Field) -> Void = { _ in }
    ) throws -> Bool {
        let plan = try CheckPlan(Field("x", type).with(change))
        let single = plan.codes(text)
        // The columnar loop must say the same, whatever its short cuts.
        let column = plan.failures([[WrittenCell(text)]])[0]
        #expect(single == column, "\(text)")
        #expect(single.allSatisfy { $0 == "type" })
        return single.isEmpty
    }

    @Test(arguments: [
        "0", "7", "42", "-1", "+1", "-0", "+0", "12345678", "123456789", "-12345678",
        "9223372036854775807", "-9223372036854775808", "+9223372036854775807", "",
    ])
    func integers(_ text: String) throws {
        #expect(try isRight(text, .integer))
    }

    @Test(arguments: [
        "12.5", "1e2", "0x10", "1_000", "007", "00", "-01", "+-1", "--1", "-", "+", " 7", "7 ",
        "7\n", "1,000", "١٢", "9223372036854775808", "-9223372036854775809", "+",
        "18446744073709551616", "99999999999999999999999", "a", "1a", "12345678a", "/", ":", "1:",
        "\0", "1\u{0}", "−1", "1234567/", "1.0", "NaN",
    ])
    func notIntegers(_ text: String) throws {
        #expect(try !isRight(text, .integer))
    }

    @Test(arguments: [("007", 7), ("-00", 0), ("+0000000000000000000000012", 12), ("0", 0)])
    func leadingZeros(_ text: String, _ value: Int) throws {
        let plan = try CheckPlan(Field("x", .integer).with { $0.leadingZeros = true })
        let read = Array(text.utf8).withUnsafeBufferPointer {
            plan.fields[0].read($0, isQuoted: false)
        }
        guard case .integer(value) = read else {
            Issue.record("\(text) was read as \(read)")
            return
        }
        #expect(plan.failures([[WrittenCell(text)]]) == [[]])
    }

    @Test(arguments: [
        "0", "-1", "12.5", ".5", "-.5", "+.5", "0.5", "1.5e3", "1E5", "1e-5", "1e+5", "0e0",
        "123456.7", "1234567.8", "12345678.9", "0.1234567", "9223372036854775808", "1e308",
        "1e-400", "0.000000000000000000000000000000000000001", "180.000", "3.14159265358979",
    ])
    func numbers(_ text: String) throws {
        #expect(try isRight(text, .number))
    }

    @Test(arguments: [
        "5.", ".", "-.", "1..2", "1.2.3", "1e", "1e+", "e5", ".e5", "1.e5", "NaN", "nan", "inf",
        "Infinity", "-inf", "0x1p3", "1_000", "1,5", "1 000", " 1", "1 ", "1e400", "-1e400", "007",
        "00.5", "--1", "1-", "1.5f", "12.34,5", "1.2e3.4", "1234567.", "..5", "1/2", "1:2",
    ])
    func notNumbers(_ text: String) throws {
        #expect(try !isRight(text, .number))
    }

    @Test func numbersAreCorrectlyRounded() throws {
        let plan = try CheckPlan(Field("x", .number))
        var generator = SeededGenerator(seed: 1)
        func check(_ text: String) {
            let read = Array(text.utf8).withUnsafeBufferPointer {
                plan.fields[0].read($0, isQuoted: false)
            }
            switch read {
            case .number(let value):
                #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
            case .integer(let value): #expect(String(value) == text)
            default: Issue.record("\(text) was read as \(read)")
            }
        }
        for text in [
            "2.2250738585072011e-308", "1.7976931348623157e308", "0.1", "0.3", "9007199254740993.0",
            "9007199254740992.99999999", "8.98846567431158e307", "4.9e-324", "123456789012345e-22",
            "123456789012345e22", "1e22", "1e23", "999999999999999e22",
        ] {
            check(text)
        }
        for _ in 0..<2000 {
            let digits = Int.random(in: 0..<1_000_000_000_000, using: &generator)
            let fraction = Int.random(in: 0..<1_000_000_000, using: &generator)
            let exponent = Int.random(in: -30...30, using: &generator)
            check("\(digits).\(fraction)")
            check("\(digits % 1000).\(fraction)e\(exponent)")
        }
    }

    @Test(arguments: [
        "2024-02-29", "2000-02-29", "2400-02-29", "2023-12-31", "0001-01-01", "9999-12-31",
        "2021-04-30", "2021-01-31", "1900-02-28", "2021-02-28", "0000-02-29",
    ])
    func dates(_ text: String) throws {
        #expect(try isRight(text, .date))
    }

    @Test(arguments: [
        "2021-02-30", "2021-02-29", "1900-02-29", "2100-02-29", "2021-13-01", "2021-00-01",
        "2021-01-00", "2021-04-31", "2021-01-32", "01/02/2020", "20200101", "2020-1-1",
        "2021-1-001", "2021-01-1", "2021-01-011", "-021-01-01", "2021/01/01", "2021-01-01T00:00",
        " 2021-01-01", "2o21-01-01", "2021-0a-01", "2021-01-0:", "2021-01-01 ", "12021-01-01",
    ])
    func notDates(_ text: String) throws {
        #expect(try !isRight(text, .date))
    }

    @Test func everyDayOfFourCenturiesIsADateAndNoOther() throws {
        let plan = try CheckPlan(Field("x", .date))
        var days = 0
        var records: [[WrittenCell]] = []
        func flush() {
            days += plan.failures(records).filter(\.isEmpty).count
            records = []
        }
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        for year in 1700..<2100 {
            for month in 0...13 {
                for day in [0, 1, 28, 29, 30, 31, 32] {
                    records.append(
                        [WrittenCell("\(year)-\(padded(month, 2))-\(padded(day, 2))")])
                }
            }
            flush()
        }
        // For each year: 12 times two days; 29th: 11 and leap days; 30th: 11; 31st: 7.
        #expect(days == 400 * (24 + 11 + 11 + 7) + 97)
    }

    @Test func booleans() throws {
        #expect(try isRight("true", .boolean))
        #expect(try isRight("false", .boolean))
        for text in ["True", "1", "0", "yes", "t", " true"] {
            #expect(try !isRight(text, .boolean))
        }
        let yesNo = { (field: inout Field) in
            field.trueValues = ["yes", "a quite long yes"]
            field.falseValues = ["no"]
        }
        #expect(try isRight("a quite long yes", .boolean, change: yesNo))
        #expect(try isRight("no", .boolean, change: yesNo))
        #expect(try !isRight("true", .boolean, change: yesNo))
    }

    @Test func trimAllowsSpacesAndTabsAround() throws {
        let trim = { (field: inout Field) in field.trim = true }
        for text in [" 7", "7 ", "\t7 \t", "   ", ""] {
            #expect(try isRight(text, .integer, change: trim), "\(text)")
        }
        for text in ["7 7", "7\n", "\u{A0}7"] {
            #expect(try !isRight(text, .integer, change: trim), "\(text)")
        }
        #expect(try isRight(" 2024-02-29 ", .date, change: trim))
        #expect(try isRight(" 1.5 ", .number, change: trim))
        #expect(try isRight(" true ", .boolean, change: trim))
    }

    @Test func anyBytesAreAString() throws {
        let plan = try CheckPlan(Field("x"))
        #expect(plan.codes(ByteString([0xFF, 0x00, 0x80])) == [])
    }
}
