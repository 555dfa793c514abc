import Testing

@testable import StetRules

@Suite struct CodeValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "country_alpha2",
            valid: ["NZ", "US", "GB", "DE", "AX", "SS", "TL", "BQ", "ZW", "AD", "TW", "ME"],
            invalid: ["", "N", "NZL", "UK", "EU", "XK", "AN", "YU", "SU", "ZZ", "N Z"],
            reasons: [("nz", "\"nz\" is not a country's code; did you mean \"NZ\"?")]),
        ValidatorCases(
            "country_alpha3",
            valid: ["NZL", "USA", "GBR", "DEU", "ALA", "SSD", "TLS", "BES", "ZWE", "AND"],
            invalid: ["", "NZ", "NZLL", "GER", "ENG", "XKX", "ANT", "YUG", "SUN", "nzl"]),
        ValidatorCases(
            "currency",
            valid: ["NZD", "USD", "EUR", "CHF", "JPY", "XAU", "ZWG", "SLE", "VED", "XTS", "XCG"],
            invalid: ["", "NZ", "NZDD", "DEM", "HRK", "ZWL", "CUC", "BTC", "RMB", "ANG"],
            reasons: [("eur", "\"eur\" is not a currency's code; did you mean \"EUR\"?")]),
        ValidatorCases(
            "language",
            valid: ["mi", "en", "de", "zh", "ar", "he", "id", "yi", "zu", "eo"],
            invalid: ["", "m", "eng", "EN", "en-GB", "iw", "in", "ji", "jp", "xx"]),
        ValidatorCases(
            "color_name",
            valid: [
                "red", "rebeccapurple", "aliceblue", "gray", "grey", "darkslategrey", "tomato",
                "lightgoldenrodyellow", "yellowgreen", "aqua",
            ],
            invalid: [
                "", "rred", "light blue", "transparent", "currentcolor", "#fff", "inherit",
                "darkpurple", "black ", "crimson1",
            ],
            reasons: [("Red", "\"Red\" is not a colour's name; did you mean \"red\"?")]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }

    @Test func listsAreWhole() {
        #expect(Set(CountryCodes.alpha2).count == 249)
        #expect(Set(CountryCodes.alpha3).count == 249)
        #expect(Set(TimeZoneNames.all).count == 597)
        #expect(CountryCodes.alpha2.allSatisfy { $0.utf8.count == 2 })
        #expect(CountryCodes.alpha3.allSatisfy { $0.utf8.count == 3 })
    }
}
