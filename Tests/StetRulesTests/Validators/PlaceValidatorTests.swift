import Testing

@testable import StetRules

@Suite struct PlaceValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "latitude",
            valid: [
                "0", "90", "-90", "+40.75", "40.6892", "-33.8568", "00.5", "89.999999", "-0.0",
                ".5",
                "90.000",
            ],
            invalid: [
                "", "90.0001", "-91", "40,5", "40°", "N40", "40.6892N", "abc", "40 41 21", "--5",
                "91", "1e3",
            ],
            reasons: [("100", "\"100\" is not a latitude: it must be from -90 to 90")]),
        ValidatorCases(
            "longitude",
            valid: [
                "0", "180", "-180", "+2.3522", "-74.0445", "151.2153", "179.9999", "-0.1", "90.5",
                "100",
            ],
            invalid: [
                "", "180.1", "-181", "2,3", "2°", "E2", "2.35E", "x", "200", "- 5", "1.2.3",
            ]),
        ValidatorCases(
            "geohash",
            valid: [
                "ezs42", "u4pruydqqvj", "9q8yy", "gbsuv", "s", "0", "dr5regw3p", "6gkzwgjzn820",
                "xn774c", "b",
            ],
            invalid: [
                "", "ezs42a", "ezs4i", "lzs42", "ezso2", "EZS42", "ezs 42", "6gkzwgjzn8201", "é",
                "ezs-42",
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }
}
