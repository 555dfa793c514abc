import StetCore
import Testing

@testable import StetRules

@Suite struct PlanTests {
    private func mistake(_ fields: Field..., change: (inout Schema) -> Void = { _ in }) -> String? {
        var schema = Schema()
        schema.fields = fields
        change(&schema)
        do throws(PlanError) {
            _ = try CheckPlan(schema: schema, columns: fields.map { ByteString($0.name) })
            return nil
        } catch {
            return error.description
        }
    }

    @Test func constraintsThatMakeNoSenseAreRefused() {
        let cases: [(Field, String)] = [
            (
                Field("x", .number, .minimum(.text("1"))),
                "field \"x\": min is the text \"1\", but a number field is compared with a number"
            ),
            (
                Field("x", .integer, .below(.boolean(true))),
                "field \"x\": below is true, but an integer field is compared with a number"
            ),
            (
                Field("x", .date, .maximum(.text("2021-02-30"))),
                "field \"x\": max \"2021-02-30\" is not a date: February 2021 has 28 days"
            ),
            (
                Field("x", .date, .maximum(.text("today"))),
                "field \"x\": max \"today\" is not a date: write it like 2024-02-29"
            ),
            (
                Field("x", .date, .minimum(.integer(2020))),
                "field \"x\": min is the number 2020, but a date field is compared with a date in "
                    + "quotes"
            ),
            (
                Field("x", .string, .maximum(.integer(5))),
                "field \"x\": max does not apply to a string field, which has no order; say "
                    + "type = \"number\" or \"integer\", or use max_length for the length of a text"
            ),
            (
                Field("x", .boolean, .minimum(.integer(0))),
                "field \"x\": min does not apply to a boolean field, which has no order"
            ),
            (
                Field("x", .integer, .minimumLength(2)),
                "field \"x\": min_length applies to texts, and this field is an integer"
            ),
            (
                Field("x", .string, .maximumLength(-1)),
                "field \"x\": max_length is -1; lengths count from 0"
            ),
            (
                Field("x", .string, .oneOf([.text("a"), .integer(1)])),
                "field \"x\": enum has the number 1; the values of a string field are written in "
                    + "quotes"
            ),
            (
                Field("x", .integer, .oneOf([.number(1.5)])),
                "field \"x\": enum has the number 1.5, which is not an integer"
            ),
            (
                Field("x", .date, .oneOf([.text("2021-13-01")])),
                "field \"x\": enum has \"2021-13-01\": there is no month 13"
            ),
            (
                Field("x", .string, .oneOf([])),
                "field \"x\": enum has no values, so none is allowed"
            ),
            (
                Field("x", .integer, .above(.integer(.max))),
                "field \"x\": above 9223372036854775807 leaves no integer"
            ),
            (
                Field("x", .number, .maximum(.number(.nan))),
                "field \"x\": max is nan, which is no bound"
            ),
        ]
        for (field, message) in cases { #expect(mistake(field) == message) }
    }

    @Test func emptyRangesAreRefused() {
        let cases: [(FieldType, Constraint.Kind, Constraint.Kind, Bool)] = [
            (.integer, .minimum(.integer(2)), .maximum(.integer(1)), true),
            (.integer, .minimum(.integer(1)), .maximum(.integer(1)), false),
            (.integer, .minimum(.integer(1)), .below(.integer(1)), true),
            (.integer, .above(.integer(1)), .below(.integer(2)), true),
            (.number, .above(.integer(1)), .below(.integer(2)), false),
            (.number, .above(.number(1.5)), .maximum(.number(1.5)), true),
            (.number, .minimum(.integer(.max)), .maximum(.number(1e18)), true),
            (.date, .minimum(.text("2021-01-01")), .maximum(.text("2020-12-31")), true),
            (.string, .minimumLength(3), .maximumLength(2), true),
            (.string, .minimumLength(2), .maximumLength(2), false),
        ]
        for (type, lower, upper, isRefused) in cases {
            #expect((mistake(Field("x", type, lower, upper)) != nil) == isRefused)
            #expect((mistake(Field("x", type, upper, lower)) != nil) == isRefused)
        }
        #expect(
            mistake(Field("x", .integer, .minimum(.integer(2)), .maximum(.integer(1))))
                == "field \"x\": no value can be right, because min = 2 and max = 1 exclude each "
                + "other")
    }

    @Test func contradictionsOfTheSchemaAreRefused() {
        #expect(mistake(Field("x"), Field("x")) == "the field \"x\" is declared twice")
        #expect(
            mistake(Field("x", .boolean).with { $0.falseValues = ["true"] })
                == "field \"x\": \"true\" cannot be both true and false")
        #expect(
            mistake(Field("number"), Field("name")) { $0.key = ["nmae"] }
                == "the key names \"nmae\", which is neither a field of the rules nor a column of "
                + "the file; did you mean \"name\"?")
    }

    @Test func rulesAreNumberedInTheOrderOfTheSchema() throws {
        let plan = try CheckPlan(
            Field("a", .integer, .required, .minimum(.integer(0))),
            Field("b", .string, .pattern("x"), .unique)
        ) {
            $0.key = ["a"]
            $0.recordRules = [RecordRule(name: "validate", script: ScriptReference(index: 0))]
            $0.folds = [Fold(name: "total", script: ScriptReference(index: 1))]
        }
        #expect(
            plan.rules.dropFirst(CheckPlan.Structural.allCases.count).map {
                ($0.field.map { $0 + "." } ?? "") + $0.code
            } == [
                "a.type", "a.required", "a.min", "b.type", "b.pattern", "b.unique", "a.key",
                "validate", "total", "lua.error", "lua.limit", "rules.state",
            ])
        for structural in CheckPlan.Structural.allCases {
            #expect(plan.rules[structural.rawValue].code == structural.rule.code)
        }
        #expect(plan.unique.map { plan.rules[$0.rule].code } == ["unique", "key"])
    }

    @Test func aKeyIsRequiredEvenWhereRequiredIsConditional() throws {
        var field = Field("id", .integer, .required)
        field.constraints[0].condition = ScriptReference(index: 0)
        let plan = try CheckPlan(field) { $0.key = ["id"] }
        #expect(plan.codes("") == ["required", "key"])
        #expect(
            plan.messages("") == [
                "a value is required", "a value is required: it is part of the key",
            ])
    }

    @Test func aKeyThatIsDeclaredUniqueIsReportedOnce() throws {
        let plan = try CheckPlan(Field("id", .integer, .unique)) { $0.key = ["id"] }
        #expect(plan.unique.count == 1)
    }

    @Test func aKeyNeedsNoFieldIfTheFileHasTheColumn() throws {
        var schema = Schema()
        schema.key = ["id"]
        let plan = try CheckPlan(schema: schema, columns: ["name", "id"])
        #expect(plan.key.map(\.column) == [1])
        #expect(plan.unique.count == 1)
        #expect(plan.failures([[WrittenCell("x"), WrittenCell("")]]) == [["key"]])
    }

    @Test func severityMessageAndCodeAreTheRulesOwn() throws {
        var field = Field("x", .integer, .maximum(.integer(5)))
        field.constraints[0].severity = .warning
        field.constraints[0].message = "that is a lot"
        field.constraints[0].code = "lot"
        let plan = try CheckPlan(field)
        #expect(plan.codes("6") == ["lot"])
        #expect(plan.messages("6") == ["that is a lot"])
        #expect(plan.rules.first { $0.code == "lot" }?.severity == .warning)
    }

    @Test func columnsAndFieldsAreCompared() throws {
        var schema = Schema()
        schema.fields = [Field("name"), Field("weigth"), Field("é")]
        let columns: [ByteString] = ["name", "weight", "size", "name", "", "e\u{301}"]
        let plan = try CheckPlan(schema: schema, columns: columns)
        #expect(plan.fields.map(\.column) == [0, nil, nil])
        #expect(
            plan.columnFindings.map(\.message) == [
                "the rules declare \"weigth\" but the file has no such column; did you mean "
                    + "\"weight\"?",
                "the rules declare \"é\" but the file has no such column; did you mean "
                    + "\"e\u{301}\"?",
                "the rules do not declare 3 columns: \"weight\", \"size\", \"e\u{301}\"",
            ])
        #expect(
            plan.columnFindings.map { plan.rules[$0.rule].code } == [
                "columns.missing", "columns.missing", "columns.unknown",
            ])
        #expect(plan.rules[plan.columnFindings[2].rule].severity == .warning)
        schema.strict = true
        let strict = try CheckPlan(schema: schema, columns: columns)
        #expect(
            strict.columnFindings.dropFirst(2).map(\.message) == [
                "the rules do not declare the column \"weight\"",
                "the rules do not declare the column \"size\"",
                "the rules do not declare the column \"e\u{301}\"",
            ])
        #expect(strict.rules[strict.columnFindings[2].rule].severity == .error)
    }

    @Test func luaClassesInAPatternAreWarnedAbout() throws {
        let plan = try CheckPlan(
            Field("x", .string, .pattern("%d+")), Field("y", .string, .pattern("[%]d")),
            Field("z", .string, .oneOf([.text("a"), .text("a")])))
        #expect(
            plan.warnings == [
                "field \"x\": the pattern has %d, which is Lua's way to write a class; here "
                    + "patterns are PCRE2's, which writes \\d",
                "field \"z\": enum has a more than once",
            ])
    }
}
