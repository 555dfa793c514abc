import StetCore
import Testing

@testable import StetRules

@Suite struct MissingTests {
    @Test func anEmptyCellIsMissingHoweverItIsWritten() throws {
        let plan = try CheckPlan(Field("x", .integer, .required, .minimum(.integer(3))))
        #expect(
            plan.failures([
                [WrittenCell("")], [WrittenCell("", isQuoted: true)], [WrittenCell("3")],
            ])
                == [["required"], ["required"], []])
    }

    @Test func quotedEmptyCanBeText() throws {
        let plan = try CheckPlan(Field("x", .string, .required, .minimumLength(1))) {
            $0.quotedEmptyIsText = true
        }
        #expect(
            plan.failures([[WrittenCell("")], [WrittenCell("", isQuoted: true)]])
                == [["required"], ["min_length"]])
        let integers = try CheckPlan(Field("x", .integer)) { $0.quotedEmptyIsText = true }
        #expect(
            integers.failures([[WrittenCell("")], [WrittenCell("", isQuoted: true)]])
                == [[], ["type"]])
    }

    @Test func aListReplacesTheDefault() throws {
        let plan = try CheckPlan(Field("x", .integer, .required)) {
            $0.missing = ["NA", "not available"]
        }
        #expect(plan.codes("NA") == ["required"])
        #expect(plan.codes("not available") == ["required"])
        #expect(plan.codes("") == ["type"])
        #expect(plan.codes("na") == ["type"])
        #expect(
            plan.failures([[WrittenCell("NA")], [WrittenCell("")], [WrittenCell("5")]])
                == [["required"], ["type"], []])
    }

    @Test func aFieldsOwnTokensReplaceTheSchemas() throws {
        let plan = try CheckPlan(
            Field("x", .integer, .required, .maximum(.integer(120))).with {
                $0.missing = ["", "999"]
            }
        ) { $0.missing = ["NA"] }
        #expect(plan.codes("999") == ["required"])
        #expect(plan.codes("NA") == ["type"])
        #expect(plan.failures([[WrittenCell("999")], [WrittenCell("7")]]) == [["required"], []])
    }

    @Test func missingTokensOfATextThatIsRequired() throws {
        let plan = try CheckPlan(Field("x", .string, .required).with { $0.trim = true }) {
            $0.missing = ["", "-"]
        }
        let cells = ["-", " - ", "  ", "a", " a "].map { [WrittenCell($0)] }
        #expect(plan.failures(cells) == [["required"], ["required"], ["required"], [], []])
    }

    @Test func otherConstraintsPassOverMissingValues() throws {
        let plan = try CheckPlan(
            Field(
                "x", .string, .minimumLength(5), .pattern("a+"), .oneOf([.text("aaaaa")]), .unique))
        #expect(plan.codes("") == [])
        #expect(plan.failures([[WrittenCell("")], [WrittenCell("")]]) == [[], []])
    }

    @Test func aRecordTooShortHasNoFailureForTheCellsItLacks() throws {
        let plan = try CheckPlan(Field("x", .string, .required), Field("y", .integer, .required))
        #expect(
            plan.failures([[WrittenCell("")], [], [WrittenCell("a"), WrittenCell("")]])
                == [["required"], [], ["required"]])
    }
}
