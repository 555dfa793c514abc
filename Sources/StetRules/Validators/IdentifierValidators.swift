/// Numbers of publications, goods, people and vehicles, most of them with a check digit.
extension ValidatorCatalog {
    static let identifiers: [StandardValidator] = [
        .init(
            "isbn10", "a book's number of ten digits; hyphens or spaces may part it",
            standard: "ISO 2108:1992", noun: "an ISBN-10", .cell(WeightedISBN())),
        .init(
            "isbn13", "a book's number of thirteen digits; hyphens or spaces may part it",
            standard: "ISO 2108:2017", noun: "an ISBN-13",
            .cell(ArticleNumber(length: 13, wanted: "13", isBook: true))),
        .init(
            "issn", "a periodical's number, such as 0317-8471; the hyphen may be left out",
            standard: "ISO 3297:2022", noun: "an ISSN", .cell(SerialNumber())),
        .init(
            "ean13", "a trade item's number of thirteen digits",
            standard: "GS1 General Specifications (GTIN-13)", noun: "an EAN-13",
            .cell(ArticleNumber(length: 13, wanted: "13"))),
        .init(
            "ean8", "a trade item's number of eight digits",
            standard: "GS1 General Specifications (GTIN-8)", noun: "an EAN-8",
            .cell(ArticleNumber(length: 8, wanted: "8"))),
        .init(
            "upc", "a trade item's number of twelve digits",
            standard: "GS1 General Specifications (GTIN-12, UPC-A)", noun: "a UPC",
            .cell(ArticleNumber(length: 12, wanted: "12"))),
        .init(
            "vin",
            "a vehicle's number of 17 letters and digits, without I, O and Q; the check digit of "
                + "North American ones (1 to 5 in front) must be right",
            standard: "ISO 3779:2009, and 49 CFR 565 for the check digit", noun: "a VIN",
            .cell(VehicleNumber())),
        .init(
            "doi", "the name of a digital object, such as 10.1000/182, without an address in front",
            standard: "ISO 26324:2022", noun: "a DOI", .cell(ObjectName())),
        .init(
            "orcid", "a researcher's number, alone or after https://orcid.org/",
            standard: "ISO 27729 (ISNI), as ORCID uses it", noun: "an ORCID iD",
            .cell(ResearcherNumber())),
        .init(
            "phone_e164", "a telephone number of the whole world, such as +442071838750",
            standard: "ITU-T E.164", noun: "an E.164 number", .cell(TelephoneNumber())),
    ]
}

/// Digits that may be parted by single hyphens or single spaces, one kind of them in a text.
enum PartedDigits {
    /// Calls `body` for each digit, with its number from 0.
    ///
    /// - Parameter lastX: the number of the digit that may be X, which counts ten; -1: none.
    /// - Returns: how many digits there are, or what is wrong.
    @inline(__always)
    static func read(
        _ text: CellText, lastX: Int = -1, isParted: Bool = true, _ body: (Int, Int) -> Void
    ) -> (count: Int, flaw: Flaw?) {
        var number = 0
        var separator: UInt8 = 0
        var wasSeparator = true
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte.isDigit {
                body(number, Int(byte &- 48))
                number += 1
                wasSeparator = false
            } else if byte == UInt8(ascii: "X"), number == lastX {
                body(number, 10)
                number += 1
                wasSeparator = false
            } else if isParted, byte == UInt8(ascii: "-") || byte == UInt8(ascii: " "),
                !wasSeparator, separator == 0 || separator == byte
            {
                separator = byte
                wasSeparator = true
            } else {
                return (number, .character(at: index))
            }
            index += 1
        }
        if wasSeparator, number > 0 { return (number, .character(at: text.count - 1)) }
        return (number, nil)
    }
}

/// The digit as ASCII; ten is X.
@inline(__always)
func checkCharacter(_ value: Int) -> UInt8 {
    value == 10 ? UInt8(ascii: "X") : UInt8(truncatingIfNeeded: 48 + value)
}

/// The numbers of GS1: weights 3 and 1 in turn from the right, and a sum that tens divide.
struct ArticleNumber: CellValidator {
    let length: Int
    let wanted: StaticString
    /// A prefix of books is asked for, and the parts may be parted.
    var isBook = false

    func flaw(in text: CellText) -> Flaw? {
        if text.count == length, holds(text) { return nil }
        var (even, odd, last, prefix) = (0, 0, 0, 0)
        let isOdd = length & 1
        let (count, flaw) = PartedDigits.read(text, isParted: isBook) { number, digit in
            if number & 1 == isOdd { odd &+= digit } else { even &+= digit }
            if number < 3 { prefix = prefix &* 10 &+ digit }
            last = digit
        }
        if let flaw { return flaw }
        guard count == length else { return .count(count, "digits", wanted: wanted) }
        if isBook, prefix != 978, prefix != 979 {
            return .says("it must begin with 978 or 979")
        }
        // The last digit has the weight 1, so `even` holds those of weight 1.
        let rest = (even &+ odd &* 3 &- last) % 10
        let check = (10 &- rest) % 10
        return check == last
            ? nil : .checkDigit(found: checkCharacter(last), wanted: checkCharacter(check))
    }

    /// Whether a text of the right length is digits alone, all of them right.
    @inline(__always)
    private func holds(_ text: CellText) -> Bool {
        var (sum, bad) = (0, 0)
        var index = length - 1
        while index >= 0 {
            let digit = Int(text[index] &- 48)
            bad |= digit > 9 ? 1 : 0
            sum &+= digit
            guard index > 0 else { break }
            let other = Int(text[index - 1] &- 48)
            bad |= other > 9 ? 1 : 0
            sum &+= other &* 3
            index -= 2
        }
        guard bad == 0, sum % 10 == 0 else { return false }
        return !isBook || text.starts("978") || text.starts("979")
    }
}

/// ISBN-10: weights 10 to 1, and a sum that 11 divides.
struct WeightedISBN: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var (sum, last) = (0, 0)
        let (count, flaw) = PartedDigits.read(text, lastX: 9) { number, digit in
            if number < 9 { sum &+= (10 &- number) &* digit }
            last = digit
        }
        if let flaw { return flaw }
        guard count == 10 else { return .count(count, "digits", wanted: "10") }
        let check = (11 &- sum % 11) % 11
        return check == last
            ? nil : .checkDigit(found: checkCharacter(last), wanted: checkCharacter(check))
    }
}

/// ISSN: weights 8 to 1, and a sum that 11 divides.
struct SerialNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var (sum, last, number) = (0, 0, 0)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "-"), index == 4 {
                index += 1
                continue
            }
            if byte.isDigit {
                last = Int(byte &- 48)
            } else if byte == UInt8(ascii: "X"), number == 7 {
                last = 10
            } else {
                return .character(at: index)
            }
            if number < 7 { sum &+= (8 &- number) &* last }
            number += 1
            index += 1
        }
        guard number == 8 else { return .count(number, "digits", wanted: "8") }
        let check = (11 &- sum % 11) % 11
        return check == last
            ? nil : .checkDigit(found: checkCharacter(last), wanted: checkCharacter(check))
    }
}

/// Letters count as the regulation says; the ninth character is the check.
struct VehicleNumber: CellValidator {
    /// For A to Z; 0 for the letters that are not used.
    private static let letterValues: [UInt8] = [
        1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9,
    ]
    private static let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    private let values = Self.letterValues
    private let weights = Self.weights

    func flaw(in text: CellText) -> Flaw? {
        guard text.count == 17 else {
            return .count(
                UTF8Text.length(text.baseAddress ?? emptyBytes, text.count), "characters",
                wanted: "17")
        }
        var sum = 0
        for index in 0..<17 {
            let byte = text[index]
            if byte.isDigit {
                sum &+= Int(byte &- 48) &* weights[index]
            } else if byte.isCapital, values[Int(byte &- 65)] != 0 {
                sum &+= Int(values[Int(byte &- 65)]) &* weights[index]
            } else {
                return byte.isLetter && !byte.isCapital
                    ? .says("its letters must be capitals") : .character(at: index)
            }
        }
        // Elsewhere the ninth place is the maker's own.
        guard text[0] &- UInt8(ascii: "1") < 5 else { return nil }
        let check = checkCharacter(sum % 11)
        return text[8] == check ? nil : .checkDigit(found: text[8], wanted: check)
    }
}

/// A DOI: `10.` with a registrant's number, a slash, and whatever the registrant chose.
struct ObjectName: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.starts("10.") else {
            if text.starts("http") { return .says("it is written as an address; leave that out") }
            if text.starts("doi:") || text.starts("DOI:") {
                return .says("it begins with 10., without doi: in front")
            }
            return .says("it must begin with 10.")
        }
        var index = 3
        var partStart = 3
        while index < text.count, text[index] != UInt8(ascii: "/") {
            if text[index] == UInt8(ascii: ".") {
                guard index > partStart else { return .character(at: index) }
                partStart = index + 1
            } else if !text[index].isDigit {
                return .character(at: index)
            }
            index += 1
        }
        guard index < text.count else { return .says("there is no slash after the registrant") }
        guard index > partStart, index - 3 >= 4 else {
            return .says("the registrant's number has at least four digits")
        }
        guard index + 1 < text.count else { return .says("nothing follows the slash") }
        var scalars = ScalarReader(text, from: index + 1)
        while let scalar = scalars.next() {
            // The suffix may have any printable character; blanks are not written in one.
            if scalar <= 0x20 || (0x7F...0xA0).contains(scalar) {
                return .character(at: scalars.start)
            }
        }
        return scalars.isBroken ? .notUTF8 : nil
    }
}

/// An ORCID iD: four groups of four digits; ISO 7064's MOD 11-2 gives the last.
struct ResearcherNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var start = 0
        if text.starts("https://orcid.org/") { start = 18 }
        guard text.count - start == 19 else {
            return .says("it has four groups of four digits, with hyphens between them")
        }
        var total = 0
        var index = start
        while index < text.count {
            let byte = text[index]
            if (index - start) % 5 == 4 {
                guard byte == UInt8(ascii: "-") else { return .character(at: index) }
            } else if index == text.count - 1 {
                let check = checkCharacter((12 &- total % 11) % 11)
                guard byte.isDigit || byte == UInt8(ascii: "X") else {
                    return .character(at: index)
                }
                return byte == check ? nil : .checkDigit(found: byte, wanted: check)
            } else {
                guard byte.isDigit else { return .character(at: index) }
                total = (total &+ Int(byte &- 48)) &* 2
            }
            index += 1
        }
        return .plain
    }
}

struct TelephoneNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0, text[0] == UInt8(ascii: "+") else {
            return .says("it must begin with + and the code of the country")
        }
        var index = 1
        while index < text.count {
            if !text[index].isDigit { return .character(at: index) }
            index += 1
        }
        guard text.count > 2 else { return .says("digits are missing") }
        guard text[1] != UInt8(ascii: "0") else {
            return .says("the code of a country does not begin with 0")
        }
        guard text.count <= 16 else {
            return .count(text.count - 1, "digits", wanted: "15 at most")
        }
        return nil
    }
}
