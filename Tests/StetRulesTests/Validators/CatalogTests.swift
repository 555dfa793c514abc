import Foundation
import StetCore
import Testing

@testable import StetRules

@Suite struct CatalogTests {
    @Test func allNamesAreThereOnce() {
        let wanted = """
            email uri url hostname ipv4 ipv6 cidr mac uuid slug semver hex base64 json regex
            lua_pattern iso_date iso_datetime iso_duration timezone country_alpha2 country_alpha3
            currency language latitude longitude geohash iban bic isbn10 isbn13 issn ean13 ean8 upc
            luhn credit_card vin doi orcid isin lei phone_e164 color_hex color_name ascii printable
            trimmed lower upper capitalized no_control single_line nfc xml_name file_exists
            path_safe formula_safe monotonic no_gap one_of_with_case sum_of depends_on
            exactly_one_of at_least_one_of
            """.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(ValidatorCatalog.names.sorted() == wanted.sorted())
    }

    /// `STET_UPDATE=1` writes the page anew.
    @Test func thePageIsThatOfTheCatalog() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/validators.md").standardizedFileURL
        if ProcessInfo.processInfo.environment["STET_UPDATE"] != nil {
            try Data(ValidatorHelp.page.utf8).write(to: page)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == ValidatorHelp.page)
    }

    @Test func helpFitsATerminal() {
        let lines = ValidatorHelp.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 79 })
        for name in ValidatorCatalog.names {
            #expect(lines.contains { $0.hasPrefix("  \(name)") }, "\(name)")
        }
    }

    @Test(arguments: [
        (["emial"], "there is no validator \"emial\"; did you mean \"email\"?"),
        (["email", "x"], "email takes no arguments"),
        (
            ["exactly_one_of", "a"],
            "exactly_one_of judges records: it belongs to the validate of the rules, beside fields"
        ),
        (["sum_of"], "sum_of takes the names of fields: stet.validators.sum_of(\"a\", \"b\")"),
        (["sum_of", "a", "a"], "sum_of names \"a\" twice"),
        (
            ["monotonic", "faling"],
            "monotonic takes \"rising\" or \"falling\", and \"strictly\", not faling; did you mean \"falling\"?"
        ),
        (["monotonic", "falling", "rising"], "monotonic is \"rising\" or \"falling\", not both"),
        (["no_gap", "x"], "no_gap takes a step, a whole number other than 0"),
    ])
    func mistakes(_ written: [String], _ message: String) {
        var call = ValidatorCall(written[0])
        call.arguments = written.dropFirst().map { .text(ByteString($0)) }
        #expect { try ValidatorCatalog.check(call, in: .field) } throws: { "\($0)" == message }
    }

    @Test func otherTypesAreJudgedByTheirText() throws {
        let plan = try CheckPlan(
            Field("x", .integer, .standard(ValidatorCall("luhn"))).with { $0.trim = true })
        #expect(plan.codes("18") == [])
        #expect(plan.codes(" 18 ") == [])
        #expect(plan.codes("19") == ["validate"])
        #expect(plan.codes("x") == ["type"])
        #expect(
            plan.failures([[WrittenCell("18")], [WrittenCell("19")], [WrittenCell(" 26")]]) == [
                [], ["validate"], [],
            ])
    }

    @Test func messagesOfTheRulesComeFirst() throws {
        var field = Field("x", .string, .standard(ValidatorCall("email")))
        field.constraints[0].message = "write to us"
        #expect(try CheckPlan(field).messages("x") == ["write to us"])
    }
}
