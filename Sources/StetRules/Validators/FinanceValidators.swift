/// Numbers of accounts, banks, securities and cards.
extension ValidatorCatalog {
    static let finance: [StandardValidator] = [
        .init(
            "iban", "an account's number; a space may follow each four characters",
            standard: "ISO 13616-1:2020, lengths of the registry's release 99", noun: "an IBAN",
            .cell(AccountNumber())),
        .init(
            "bic", "a bank's code of 8 or 11 characters", standard: "ISO 9362:2022", noun: "a BIC",
            .cell(BankCode())),
        .init(
            "isin", "a security's number", standard: "ISO 6166:2021", noun: "an ISIN",
            .cell(SecurityNumber())),
        .init(
            "lei", "a legal entity's number", standard: "ISO 17442-1:2020", noun: "an LEI",
            .cell(EntityNumber())),
        .init(
            "luhn", "digits of which the last is the check digit of the others",
            standard: "ISO/IEC 7812-1:2017, annex B", noun: "a number with a Luhn check digit",
            .cell(LuhnNumber())),
        .init(
            "credit_card",
            "a card's number of 12 to 19 digits; hyphens or spaces may part it",
            standard: "ISO/IEC 7812-1:2017", noun: "a card's number", .cell(CardNumber())),
    ]
}

/// The remainder by 97 of digits and letters, letters as 10 to 35 (ISO 7064, MOD 97-10).
struct Remainder97 {
    private(set) var value = 0

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        let number = byte.alphanumericValue
        value = (byte.isDigit ? value &* 10 : value &* 100) &+ number
        // Before the next digits overflow, and no sooner: a division is slow.
        if value > 1_000_000_000_000_000 { value %= 97 }
    }

    /// The number that eight digits make.
    @inline(__always)
    mutating func add(eightDigits: Int) {
        value = value % 97 &* 100_000_000 &+ eightDigits
    }

    var isOne: Bool { value % 97 == 1 }
}

struct AccountNumber: CellValidator {
    /// Each country's code with the length of its numbers.
    private static let lengthTable = """
        AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27
        DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28
        IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22
        MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
        SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
        """
    /// By the two letters; 0: no country that has such numbers.
    private let lengths: [UInt8]

    init() {
        var lengths = [UInt8](repeating: 0, count: 26 * 26)
        for entry in Self.lengthTable.split(whereSeparator: \.isWhitespace) {
            let bytes = Array(entry.utf8)
            lengths[Int(bytes[0] - 65) * 26 + Int(bytes[1] - 65)] =
                (bytes[2] - 48) * 10 + bytes[3] - 48
        }
        self.lengths = lengths
    }

    func flaw(in text: CellText) -> Flaw? {
        guard text.count >= 4, text[0].isCapital, text[1].isCapital else {
            return .says("it begins with two capitals that name a country")
        }
        let wanted = Int(lengths[Int(text[0] &- 65) &* 26 &+ Int(text[1] &- 65)])
        guard wanted > 0 else { return .says("no country with such numbers has this code") }
        guard text[2].isDigit, text[3].isDigit else {
            return .says("two check digits must follow the country's code")
        }
        // Written for people, each four characters have a space after them.
        let isParted = text.count > 4 && text[4] == UInt8(ascii: " ")
        var remainder = Remainder97()
        var count = 4
        var index = 4
        while index < text.count {
            if !isParted, let digits = text.eightDigits(at: index) {
                remainder.add(eightDigits: digits)
                count += 8
                index += 8
                continue
            }
            let byte = text[index]
            if isParted, index % 5 == 4 {
                guard byte == UInt8(ascii: " "), index + 1 < text.count else {
                    return .character(at: index)
                }
            } else {
                guard byte.isDigit || byte.isCapital else {
                    return byte.isLetter
                        ? .says("its letters must be capitals") : .character(at: index)
                }
                remainder.add(byte)
                count += 1
            }
            index += 1
        }
        guard count == wanted else { return .ofCountry(count, wanted: wanted) }
        for index in 0..<4 { remainder.add(text[index]) }
        return remainder.isOne ? nil : .checkDigits
    }
}

struct BankCode: CellValidator {
    private let countries = CountryCodes.isAlpha2

    func flaw(in text: CellText) -> Flaw? {
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte.isCapital || (byte.isDigit && !(4...5).contains(index)) else {
                return byte.isLetter ? .says("its letters must be capitals") : .character(at: index)
            }
            index += 1
        }
        guard text.count == 8 || text.count == 11 else {
            return .count(text.count, "characters", wanted: "8 or 11")
        }
        // Kosovo has no code of ISO 3166 and uses XK.
        let isKosovo = text[4] == UInt8(ascii: "X") && text[5] == UInt8(ascii: "K")
        guard isKosovo || countries[Int(text[4] &- 65) &* 26 &+ Int(text[5] &- 65)] else {
            return .says("its characters 5 and 6 are no country's code")
        }
        return nil
    }
}

struct SecurityNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte.isCapital || (byte.isDigit && index >= 2) else {
                return byte.isLetter ? .says("its letters must be capitals") : .character(at: index)
            }
            index += 1
        }
        guard text.count == 12 else { return .count(text.count, "characters", wanted: "12") }
        guard text[11].isDigit else { return .says("the last character is the check digit") }
        // From the right, every second digit is doubled; a letter is two digits.
        var (sum, isDoubled) = (0, true)
        index = 10
        while index >= 0 {
            var value = text[index].alphanumericValue
            repeat {
                let digit = value % 10
                sum &+= isDoubled ? digit &* 2 &- (digit > 4 ? 9 : 0) : digit
                isDoubled.toggle()
                value /= 10
            } while value > 0
            index -= 1
        }
        let check = checkCharacter((10 &- sum % 10) % 10)
        return check == text[11] ? nil : .checkDigit(found: text[11], wanted: check)
    }
}

struct EntityNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        var remainder = Remainder97()
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte.isCapital || byte.isDigit else {
                return byte.isLetter ? .says("its letters must be capitals") : .character(at: index)
            }
            remainder.add(byte)
            index += 1
        }
        guard text.count == 20 else { return .count(text.count, "characters", wanted: "20") }
        guard text[18].isDigit, text[19].isDigit else {
            return .says("the last two characters are check digits")
        }
        return remainder.isOne ? nil : .checkDigits
    }
}

/// The sum of Luhn: from the right, every second digit is doubled and its digits are added.
struct LuhnSum {
    /// Sums in which the digits of even or of odd numbers are doubled.
    private var doubled = (even: 0, odd: 0)
    private var last = 0

    @inline(__always)
    mutating func add(_ digit: Int, number: Int) {
        let double = digit &* 2 &- (digit > 4 ? 9 : 0)
        doubled.even &+= number & 1 == 0 ? double : digit
        doubled.odd &+= number & 1 == 0 ? digit : double
        last = digit
    }

    /// Whether a text is digits alone and its last is right.
    @inline(__always)
    static func holds(_ text: CellText) -> Bool {
        var (sum, bad) = (0, 0)
        var index = text.count - 1
        while index >= 0 {
            let digit = Int(text[index] &- 48)
            bad |= digit > 9 ? 1 : 0
            sum &+= digit
            guard index > 0 else { break }
            let double = Int(text[index - 1] &- 48)
            bad |= double > 9 ? 1 : 0
            sum &+= double &* 2 &- (double > 4 ? 9 : 0)
            index -= 2
        }
        return bad == 0 && sum % 10 == 0
    }

    /// - Parameter count: how many digits there were.
    @inline(__always)
    func flaw(count: Int) -> Flaw? {
        // The check digit, the last, is not doubled; its neighbour is.
        let sum = count & 1 == 0 ? doubled.even : doubled.odd
        guard sum % 10 != 0 else { return nil }
        let check = (10 &- (sum &- last) % 10) % 10
        return .checkDigit(found: checkCharacter(last), wanted: checkCharacter(check))
    }
}

struct LuhnNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        if LuhnSum.holds(text), text.count > 1 { return nil }
        var sum = LuhnSum()
        let (count, flaw) = PartedDigits.read(text, isParted: false) { sum.add($1, number: $0) }
        if let flaw { return flaw }
        guard count > 1 else { return .says("it has no digits before the check digit") }
        return sum.flaw(count: count)
    }
}

struct CardNumber: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        if LuhnSum.holds(text), (12...19).contains(text.count), text[0] != UInt8(ascii: "0") {
            return nil
        }
        var sum = LuhnSum()
        var first = 0
        let (count, flaw) = PartedDigits.read(text) { number, digit in
            if number == 0 { first = digit }
            sum.add(digit, number: number)
        }
        if let flaw { return flaw }
        guard (12...19).contains(count) else {
            return .count(count, "digits", wanted: "12 to 19")
        }
        guard first != 0 else { return .says("no issuer's number begins with 0") }
        return sum.flaw(count: count)
    }
}
