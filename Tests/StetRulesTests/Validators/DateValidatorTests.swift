import Testing

@testable import StetRules

@Suite struct DateValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "iso_date",
            valid: [
                "2024-02-29", "2000-02-29", "1999-12-31", "0000-01-01", "9999-12-31", "2023-02-28",
                "2021-01-31", "2021-04-30", "1970-01-01", "2100-02-28",
            ],
            invalid: [
                "2021-04-31", "1900-02-29", "2021-00-10", "2021-1-1", "20210101", "01/02/2021",
                "2021-01-01T00:00", "", "2021-01-32", "2021-W01-1", "+2021-01-01",
            ],
            reasons: [
                ("2023-02-29", "\"2023-02-29\" is not a date: February 2023 has 28 days"),
                ("2023-13-01", "\"2023-13-01\" is not a date: there is no month 13"),
            ]),
        ValidatorCases(
            "iso_datetime",
            valid: [
                "2024-02-29T12:30:00Z", "2024-02-29T12:30", "2024-02-29T12:30Z",
                "2024-02-29T12:30:00+02:00", "2024-02-29T12:30:00.123Z",
                "2024-02-29T12:30:00,5-03:30", "2024-02-29T00:00:00",
                "2016-12-31T23:59:60Z",
                "2024-02-29T12:30:00+02", "2024-02-29T23:59:59.999999999Z",
            ],
            invalid: [
                "2024-02-29", "2024-02-29 12:30:00", "2024-02-29T12", "2024-02-29T1:30:00",
                "2024-02-29T24:00:00", "2024-02-29T12:60:00", "2024-02-29T12:30:61Z",
                "2024-02-29T12:30:00z", "2024-02-29T12:30:00.Z", "2024-02-29T12:30:00+2:00",
                "2024-02-29T12:30:00+25:00", "2024-02-29T12:30:00ZZ", "20240229T123000Z",
                "2024-02-29T12:30:60Z", "", "2024-02-29T12:30:00 UTC", "2024-02-29T12:30:0",
            ],
            reasons: [
                (
                    "2023-02-29T12:30:00Z",
                    "\"2023-02-29T12:30:00Z\" is not a date and time: February 2023 has 28 days"
                ),
                (
                    "2024-02-29t12:30:00Z",
                    "\"2024-02-29t12:30:00Z\" is not a date and time: a T must stand between date "
                        + "and time, at place 11"
                ),
            ]),
        ValidatorCases(
            "iso_duration",
            valid: [
                "P1Y", "P2M", "P4W", "P3D", "PT12H", "PT30M", "PT5S", "P1Y2M10DT2H30M",
                "P1Y2M10DT2H30M5.5S", "PT0,5S", "P0D", "P1.5Y", "PT36H",
            ],
            invalid: [
                "", "P", "PT", "1Y", "P1", "P1YT", "P1M1Y", "P1W2D", "PT1D", "P1H", "P1S",
                "PT1.5H30M", "-P1D", "P 1D", "P1Y1Y", "PT1HT1M", "p1d", "P1.D",
            ]),
        ValidatorCases(
            "timezone",
            valid: [
                "Europe/Paris", "America/New_York", "UTC", "Asia/Kolkata", "Etc/GMT+5",
                "America/Argentina/Buenos_Aires", "Australia/Lord_Howe", "GMT", "US/Pacific",
                "Pacific/Kiritimati", "Europe/Kyiv", "America/Port-au-Prince",
            ],
            invalid: [
                "", "Europe", "Paris", "CEST", "UTC+2", "+02:00", "America/New York",
                "Mars/Olympus_Mons", "Factory", "Europe/Paris ",
            ],
            reasons: [
                (
                    "europe/paris",
                    "\"europe/paris\" is not the name of a time zone; did you mean \"Europe/Paris\"?"
                ),
                (
                    "Europe/Pariss",
                    "\"Europe/Pariss\" is not the name of a time zone; did you mean \"Europe/Paris\"?"
                ),
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }
}
