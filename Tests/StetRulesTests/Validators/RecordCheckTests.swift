import StetCore
import Testing

@testable import StetRules

@Suite struct RecordCheckTests {
    private func call(_ name: String, _ fields: String...) -> ValidatorCall {
        var call = ValidatorCall(name)
        call.arguments = fields.map { .text(ByteString($0)) }
        return call
    }

    /// What is said of a record, by the rules over several fields.
    private func said(_ plan: CheckPlan, _ record: [String]) -> [String] {
        let written = WrittenBlock([record.map { WrittenCell($0) }])
        var failures: [Failure] = []
        for check in plan.recordChecks {
            check.check(written.block, quote: UInt8(ascii: "\""), into: &failures)
        }
        return failures.map {
            plan.message(of: $0, in: written.block, quote: UInt8(ascii: "\""))
        }
    }

    @Test(arguments: [
        ["3", "1", "2"], ["0.3", "0.1", "0.2"], ["0.30", "0.1", ".2"], ["1", "1", ""],
        ["0", "", ""], ["-1", "1", "-2"], ["1e2", "99.5", "0.5"], ["", "1", "2"],
        ["x", "1", "2"], ["9", "1", "x"],
        ["12345678901234567890.5", "12345678901234567890", "0.5"],
        ["1e-30", "5e-31", "5e-31"],
    ])
    func sumsThatAreRight(_ record: [String]) throws {
        let plan = try CheckPlan(
            Field("total", .number, .standard(call("sum_of", "a", "b"))), Field("a", .number),
            Field("b", .number))
        #expect(said(plan, record) == [])
    }

    @Test(arguments: [
        (["4", "1", "2"], "\"4\" is not the sum of \"a\" and \"b\", which is 3"),
        (["0.31", "0.1", "0.2"], "\"0.31\" is not the sum of \"a\" and \"b\", which is 0.3"),
        (["1", "", ""], "\"1\" is not the sum of \"a\" and \"b\", which is 0"),
        (["1", "0.001", "-0.02"], "\"1\" is not the sum of \"a\" and \"b\", which is -0.019"),
        (["1", "1e3", "0"], "\"1\" is not the sum of \"a\" and \"b\", which is 1000"),
        (
            ["12345678901234567890.4", "12345678901234567890", "0.5"],
            "\"12345678901234567890.4\" is not the sum of \"a\" and \"b\", which is "
                + "12345678901234567890.5"
        ),
        (["0", "1", "2"], "\"0\" is not the sum of \"a\" and \"b\", which is 3"),
        (["-3", "1", "2"], "\"-3\" is not the sum of \"a\" and \"b\", which is 3"),
        (["1", "0.1", ""], "\"1\" is not the sum of \"a\" and \"b\", which is 0.1"),
        (
            ["0.30000000000000004", "0.1", "0.2"],
            "\"0.30000000000000004\" is not the sum of \"a\" and \"b\", which is 0.3"
        ),
    ])
    func sumsThatAreWrong(_ record: [String], _ message: String) throws {
        let plan = try CheckPlan(
            Field("total", .number, .standard(call("sum_of", "a", "b"))), Field("a", .number),
            Field("b", .number))
        #expect(said(plan, record) == [message])
    }

    @Test func dependence() throws {
        let plan = try CheckPlan(
            Field("unit", .string, .standard(call("depends_on", "amount", "kind"))),
            Field("amount", .number), Field("kind"))
        #expect(said(plan, ["kg", "1", "x"]) == [])
        #expect(said(plan, ["", "", ""]) == [])
        #expect(said(plan, ["", "1", ""]) == [])
        #expect(said(plan, ["kg", "?", ""]) == [])
        #expect(
            said(plan, ["kg", "", "x"]) == ["it has a value, so \"amount\" must have one"])
        #expect(
            said(plan, ["kg", "", ""]) == [
                "it has a value, so \"amount\" and \"kind\" must have one"
            ])
    }

    /// Which of "own", "a" and "b" have values, and whether the first may then.
    @Test(arguments: [
        ("x11", true), ("x1?", true), ("x?1", true), ("x??", true), ("-11", true), ("-1-", true),
        ("--1", true), ("---", true), ("-?-", true), ("--?", true),
        ("x1-", false), ("x-1", false), ("x--", false), ("x0-", false), ("x-0", false),
        ("01-", false), ("0-1", false), ("0--", false), ("00-", false), ("0-0", false),
    ])
    func dependenceOf(_ record: String, _ isWell: Bool) throws {
        let plan = try CheckPlan(
            Field("own", .string, .standard(call("depends_on", "a", "b"))),
            Field("a", .number), Field("b", .number))
        let cells = record.map { $0 == "-" ? "" : String($0) }
        #expect(said(plan, cells).isEmpty == isWell)
    }

    /// Which of four fields have values: one, or one and more.
    @Test(arguments: [
        ("1---", true, true), ("-1--", true, true), ("--1-", true, true), ("---1", true, true),
        ("?---", true, true), ("-0--", true, true), ("--x-", true, true), ("---?", true, true),
        ("0---", true, true), ("x---", true, true),
        ("11--", false, true), ("1-1-", false, true), ("1--1", false, true), ("-11-", false, true),
        ("-1-1", false, true), ("--11", false, true), ("111-", false, true), ("-111", false, true),
        ("1111", false, true), ("----", false, false),
    ])
    func countOfValues(_ record: String, _ isExactlyOne: Bool, _ isAtLeastOne: Bool) throws {
        let cells = record.map { $0 == "-" ? "" : String($0) }
        for (name, isWell) in [
            ("exactly_one_of", isExactlyOne), ("at_least_one_of", isAtLeastOne),
        ] {
            let call = call(name, "a", "b", "c", "d")
            let plan = try CheckPlan(Field("a"), Field("b"), Field("c"), Field("d")) {
                $0.recordRules = [RecordRule(name: "validate", .standard(call))]
            }
            #expect(said(plan, cells).isEmpty == isWell, "\(name)")
        }
    }

    @Test(
        "However many fields there are, none having a value is one too few",
        arguments: 2...11)
    func noneOfMany(_ count: Int) throws {
        let names = (0..<count).map { "f\($0)" }
        var call = ValidatorCall("at_least_one_of")
        call.arguments = names.map { .text(ByteString($0)) }
        var schema = Schema()
        schema.fields = names.map { Field($0) }
        schema.recordRules = [RecordRule(name: "validate", .standard(call))]
        let plan = try CheckPlan(
            schema: schema, columns: names.map { ByteString($0) }, path: "t.csv")
        #expect(said(plan, Array(repeating: "", count: count)).count == 1)
        var one = Array(repeating: "", count: count)
        one[count - 1] = "x"
        #expect(said(plan, one) == [])
    }

    @Test func oneOfSome() throws {
        func plan(_ name: String) throws -> CheckPlan {
            let call = call(name, "mail", "phone", "fax")
            return try CheckPlan(Field("mail"), Field("phone"), Field("fax")) {
                $0.recordRules = [RecordRule(name: "validate", .standard(call))]
            }
        }
        let exactly = try plan("exactly_one_of")
        #expect(said(exactly, ["a", "", ""]) == [])
        #expect(said(exactly, ["", "", "c"]) == [])
        #expect(
            said(exactly, ["", "", ""])
                == ["one of \"mail\", \"phone\" or \"fax\" must have a value"])
        #expect(
            said(exactly, ["a", "", "c"]) == [
                "only one of \"mail\", \"phone\" and \"fax\" may have a value; \"mail\" and "
                    + "\"fax\" have one"
            ])
        // A record too short to tell has a finding of its own.
        #expect(said(exactly, ["a", "b"]) == [])
        let some = try plan("at_least_one_of")
        #expect(said(some, ["a", "b", ""]) == [])
        #expect(
            said(some, ["", "", ""])
                == ["one of \"mail\", \"phone\" or \"fax\" must have a value"])
    }

    @Test func fieldsMustBeThere() {
        #expect {
            try CheckPlan(
                Field("total", .number, .standard(call("sum_of", "nett"))), Field("net", .number))
        } throws: {
            "\($0)" == "field \"total\": validate: sum_of names \"nett\", which is no field of "
                + "the rules; did you mean \"net\"?"
        }
        #expect {
            try CheckPlan(Field("total", .number, .standard(call("sum_of", "total"))))
        } throws: {
            "\($0)"
                == "field \"total\": validate: sum_of names the field \"total\" that it stands in"
        }
        #expect {
            try CheckPlan(
                Field("total", .number, .standard(call("sum_of", "a"))), Field("a"))
        } throws: {
            "\($0)" == "field \"total\": validate: sum_of adds numbers, and \"a\" is of type string"
        }
    }
}
