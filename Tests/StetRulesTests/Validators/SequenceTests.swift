import StetCore
import Testing

@testable import StetRules

@Suite struct SequenceTests {
    /// What is said of values one after another; those that are not said anything of are left out.
    private func complaints(
        _ type: FieldType, _ name: String, _ arguments: [Value], _ values: [String]
    ) throws -> [String] {
        var call = ValidatorCall(name)
        call.arguments = arguments
        let plan = try CheckPlan(Field("x", type, .standard(call)))
        let rule = plan.sequences[0]
        let written = WrittenBlock(values.map { [WrittenCell($0)] })
        var last: SequenceRule.Item?
        var result: [String] = []
        for record in values.indices {
            guard
                let (item, _) = rule.item(
                    ofRecord: record, in: written.block, quote: UInt8(ascii: "\""))
            else { continue }
            if let last, let words = rule.complaint(about: item, after: last, at: "line 7") {
                result.append(words)
            }
            last = item
        }
        return result
    }

    @Test(arguments: [
        (FieldType.integer, [], ["1", "1", "2", "", "x", "10"], 0),
        (.integer, ["strictly"], ["1", "1", "2", "3"], 1),
        (.integer, [], ["3", "2", "1"], 2),
        (.integer, ["falling"], ["3", "3", "1"], 0),
        (.integer, ["falling", "strictly"], ["3", "3", "1", "2"], 2),
        (.integer, ["rising"], ["-1", "0", "9223372036854775807"], 0),
        (.number, [], ["0.1", "0.10", "1e2", "99.5"], 1),
        (.number, ["strictly"], ["1", "1.0"], 1),
        (.number, ["strictly"], ["9007199254740993", "9007199254740992.0"], 1),
        (.date, [], ["2024-02-28", "2024-02-29", "2023-01-01"], 1),
        (.string, [], ["a", "b", "é", "Z"], 1),
        (.integer, [], ["9", "8", "7", "6", "5", "4", "3"], 6),
        (.integer, [], ["9", "10", "100", "1000"], 0),
        (.number, ["falling"], ["1e3", "999.9", "1000.0"], 1),
    ])
    func monotonic(
        _ type: FieldType, _ words: [String], _ values: [String], _ count: Int
    ) throws {
        let said = try complaints(type, "monotonic", words.map { .text(ByteString($0)) }, values)
        #expect(said.count == count, "\(said)")
    }

    @Test(arguments: [
        (FieldType.integer, [], ["1", "2", "3", "", "4"], 0),
        (.integer, [], ["1", "3"], 1),
        (.integer, [], ["1", "1"], 1),
        (.integer, [5], ["0", "5", "10", "16", "21"], 1),
        (.integer, [-1], ["3", "2", "1"], 0),
        (.integer, [], ["9223372036854775807", "1"], 1),
        (.date, [], ["2024-02-28", "2024-02-29", "2024-03-01"], 0),
        (.date, [], ["1999-12-31", "2000-01-01", "2000-01-03"], 1),
        (.date, [-1], ["2024-03-01", "2024-02-29"], 0),
        (.date, [7], ["2023-12-28", "2024-01-04"], 0),
        (.date, [], ["9999-12-31", "0000-01-01"], 1),
        (.integer, [], ["1", "0", "2", "4", "3", "5", "7"], 6),
    ])
    func noGap(_ type: FieldType, _ step: [Int], _ values: [String], _ count: Int) throws {
        let said = try complaints(type, "no_gap", step.map { .integer($0) }, values)
        #expect(said.count == count, "\(said)")
    }

    @Test func messages() throws {
        #expect(
            try complaints(.integer, "monotonic", [], ["3", "2"])
                == ["\"2\" is below \"3\" on line 7"])
        #expect(
            try complaints(.date, "no_gap", [], ["2024-02-28", "2024-03-01"]) == [
                "\"2024-03-01\" follows \"2024-02-28\" on line 7, it must be 2024-02-29"
            ])
    }

    @Test func daysAreCountedLikeTheCalendar() {
        var date = 0000_01_01
        for day in 0..<800_000 {
            guard CalendarDate.dayNumber(of: date) == day, CalendarDate.date(ofDay: day) == date
            else {
                Issue.record("day \(day) is not \(date)")
                return
            }
            let (year, month, dayOfMonth) = (date / 10_000, date / 100 % 100, date % 100)
            if dayOfMonth < CalendarDate.days(in: month, of: year) {
                date += 1
            } else {
                date =
                    month < 12 ? year * 10_000 + (month + 1) * 100 + 1 : (year + 1) * 10_000 + 101
            }
        }
    }

    @Test func whatHasNoOrderIsRefused() {
        #expect(throws: PlanError.self) {
            try CheckPlan(Field("x", .boolean, .standard(ValidatorCall("monotonic"))))
        }
        #expect(throws: PlanError.self) {
            try CheckPlan(Field("x", .string, .standard(ValidatorCall("no_gap"))))
        }
    }
}
