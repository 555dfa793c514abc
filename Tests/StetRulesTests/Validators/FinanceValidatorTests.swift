import Testing

@testable import StetRules

@Suite struct FinanceValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "iban",
            valid: [
                "GB82WEST12345698765432", "DE89370400440532013000",
                "FR1420041010050500013M02606", "NL91ABNA0417164300", "NO9386011117947",
                "BE68539007547034", "CH9300762011623852957", "ES9121000418450200051332",
                "IT60X0542811101000000123456", "MT84MALT011000012345MTLCAST001S",
                "GB82 WEST 1234 5698 7654 32", "SE4550000000058398257466",
                "PL61109010140000071219812874", "RU0304452522540817810538091310419",
                "XK051212012345678906", "LC55HEMM000100010012001200023015",
            ],
            invalid: [
                "GB82WEST1234569876543", "GB82WEST123456987654322", "gb82WEST12345698765432",
                "GB8XWEST12345698765432", "GB82-WEST-1234-5698-7654-32",
                "GB82 WEST12345698765432", "GB82 WEST 1234 5698 7654 32 ", "8282WEST12345698765432",
                "DE89 3704 0044 0532 0130 0", "", "DE",
            ],
            reasons: [
                (
                    "DE88370400440532013000",
                    "\"DE88370400440532013000\" is not an IBAN: the check digits do not fit the rest"
                ),
                (
                    "DE8937040044053201300",
                    "\"DE8937040044053201300\" is not an IBAN: it has 21 characters, those of its "
                        + "country have 22"
                ),
                (
                    "US89370400440532013000",
                    "\"US89370400440532013000\" is not an IBAN: no country with such numbers has "
                        + "this code"
                ),
                (
                    "GB82west12345698765432",
                    "\"GB82west12345698765432\" is not an IBAN: its letters must be capitals"
                ),
            ]),
        ValidatorCases(
            "bic",
            valid: [
                "DEUTDEFF", "DEUTDEFF500", "NEDSZAJJXXX", "CHASUS33", "BNPAFRPP", "HSBCHKHHHKH",
                "UBSWCHZH80A", "BOFAUS3NXXX", "PCBKXKPR", "INGBNL2A",
            ],
            invalid: [
                "DEUTDEF", "DEUTDEFFF", "DEUTDEFF50", "DEUTDEFF5000", "deutdeff", "DEUTD3FF",
                "DEUT-DEFF", "DEUTDEFF ", "", "ÄEUTDEFF",
            ],
            reasons: [
                (
                    "DEUTQQFF",
                    "\"DEUTQQFF\" is not a BIC: its characters 5 and 6 are no country's code"
                )
            ]),
        ValidatorCases(
            "isin",
            valid: [
                "US0378331005", "US5949181045", "GB0002634946", "AU0000XVGZA3", "FR0000988040",
                "DE000BAY0017", "JP3633400001", "CH0031240127", "CA9861913023", "XS1636274711",
                "US38259P5089",
            ],
            invalid: [
                "US037833100", "US03783310055", "us0378331005", "US037833100X", "0S0378331005",
                "US-0378331005", "US0378331 05", "", "AU0000VXGZA2", "US0378331050",
            ],
            reasons: [
                (
                    "US0378331004",
                    "\"US0378331004\" is not an ISIN: the check digit is 4, it must be 5"
                )
            ]),
        ValidatorCases(
            "lei",
            valid: [
                "54930084UKLVMY22DS16", "213800WSGIIZCXF1P572", "5493001KJTIIGC8Y1R12",
                "529900T8BM49AURSDO55", "HWUPKR0MPOU8FGXBT394", "INR2EJN1ERAN0W5ZP974",
                "7LTWFZYICNSX8D621K86", "R0MUWSFPU8MPRO8K5P83", "G5GSEF7VJP5I7OUK5573",
                "W22LROWP2IHZNBB6K528", "8I5DZWZKVSZI1NUHU748",
            ],
            invalid: [
                "54930084UKLVMY22DS1", "54930084UKLVMY22DS166", "54930084uklvmy22ds16",
                "54930084UKLVMY22DSA6", "5493 0084 UKLV MY22 DS16", "", "213800WSGIIZCXF1P573",
                "213800WSGIIZCXF1P5720", "2138-0WSGIIZCXF1P572", "HWUPKR0MPOU8FGXBT349",
            ],
            reasons: [
                (
                    "54930084UKLVMY22DS17",
                    "\"54930084UKLVMY22DS17\" is not an LEI: the check digits do not fit the rest"
                )
            ]),
        ValidatorCases(
            "luhn",
            valid: [
                "79927398713", "18", "0000", "490154203237518", "1234567812345670", "26", "34",
                "4111111111111111", "2377225624", "59",
            ],
            invalid: [
                "79927398710", "19", "0001", "490154203237519", "1", "", "7992739871a",
                "7992-7398-713", " 18", "1.8",
            ],
            reasons: [
                (
                    "79927398714",
                    "\"79927398714\" is not a number with a Luhn check digit: the check digit is "
                        + "4, it must be 3"
                )
            ]),
        ValidatorCases(
            "credit_card",
            valid: [
                "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111",
                "5500000000000004", "340000000000009", "30000000000004", "6011000000000004",
                "3530111333300000", "6759649826438453", "2223003122003222", "6304000000000000",
            ],
            invalid: [
                "4111111111111112", "41111111111", "41111111111111111111", "4111  1111 1111 1111",
                "4111 1111-1111 1111", "0000000000000000", "4111111111111111 ", "",
                "4111x11111111111", "-4111111111111111",
            ]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }
}
