/// Dates, times and durations as ISO 8601 writes them.
extension ValidatorCatalog {
    static let dates: [StandardValidator] = [
        .init(
            "iso_date", "a day of the calendar, such as 2024-02-29",
            standard: "ISO 8601-1:2019, extended format", noun: "a date", .cell(ISODate())),
        .init(
            "iso_datetime",
            "a day and a time, such as 2024-02-29T12:30:00Z; seconds, their fraction and the zone "
                + "may be left out",
            standard: "ISO 8601-1:2019, extended format", noun: "a date and time",
            .cell(ISODateTime())),
        .init(
            "iso_duration", "a length of time, such as P1Y2M10DT2H30M or P4W",
            standard: "ISO 8601-1:2019, section 5.5.2", noun: "a duration", .cell(ISODuration())),
        .init(
            "timezone", "the name of a time zone, such as Europe/Paris",
            standard: "IANA Time Zone Database 2025b, old names among them",
            noun: "the name of a time zone", .cell(CodeList(TimeZoneNames.all))),
    ]
}

struct ISODate: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        CalendarDate.read(text.baseAddress ?? emptyBytes, text.count) == nil ? .plain : nil
    }

    func reason(_ flaw: Flaw, in text: CellText) -> String {
        CalendarDate.reason(Array(text)) ?? "dates are written like 2024-02-29"
    }
}

struct ISODateTime: CellValidator {
    /// All but the 29th of February, leap seconds, and what is rarely written.
    private static let table = PatternTable(
        "[1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)"
            + "|(0[13578]|1[02])-31)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]+)?)?"
            + "(Z|[+-]([01][0-9]|2[0-3])(:[0-5][0-9])?)?")

    var automaton: PatternTable? { Self.table }

    func flaw(in text: CellText) -> Flaw? {
        guard text.count >= 16, let start = text.baseAddress else {
            return .says("it is written like 2024-02-29T12:30:00Z")
        }
        guard CalendarDate.read(start, 10) != nil else { return .plain }
        guard text[10] == UInt8(ascii: "T") else {
            return .place(10, "a T must stand between date and time")
        }
        guard let hour = text.twoDigits(at: 11), text[13] == UInt8(ascii: ":"),
            let minute = text.twoDigits(at: 14)
        else { return .says("it is written like 2024-02-29T12:30:00Z") }
        guard hour < 24 else { return .place(11, "hours end at 23") }
        guard minute < 60 else { return .place(14, "minutes end at 59") }
        var index = 16
        if index < text.count, text[index] == UInt8(ascii: ":") {
            guard let second = text.twoDigits(at: 17) else {
                return .place(17, "two digits of seconds are missing")
            }
            // A leap second is the last of its hour.
            guard second < 60 || (second == 60 && minute == 59) else {
                return .place(17, "seconds end at 59")
            }
            index = 19
            if index < text.count,
                text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",")
            {
                index += 1
                let fraction = index
                while index < text.count, text[index].isDigit { index += 1 }
                guard index > fraction else { return .place(index, "a digit is missing") }
            }
        }
        return zone(text, index)
    }

    private func zone(_ text: CellText, _ start: Int) -> Flaw? {
        guard start < text.count else { return nil }
        if text[start] == UInt8(ascii: "Z") {
            return start + 1 == text.count ? nil : .character(at: start + 1)
        }
        guard text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-") else {
            return .character(at: start)
        }
        guard let hours = text.twoDigits(at: start + 1) else {
            return .place(start + 1, "the zone is Z or is written like +02:00")
        }
        guard hours < 24 else { return .place(start + 1, "hours end at 23") }
        if start + 3 == text.count { return nil }
        guard text[start + 3] == UInt8(ascii: ":"), start + 6 == text.count,
            let minutes = text.twoDigits(at: start + 4)
        else { return .place(start, "the zone is Z or is written like +02:00") }
        return minutes < 60 ? nil : .place(start + 4, "minutes end at 59")
    }

    func reason(_ flaw: Flaw, in text: CellText) -> String {
        guard case .plain = flaw else { return flaw.reason(in: text) }
        return CalendarDate.reason(Array(text.prefix(10))) ?? "its date is written like 2024-02-29"
    }
}

struct ISODuration: CellValidator {
    func flaw(in text: CellText) -> Flaw? {
        guard text.count > 0, text[0] == UInt8(ascii: "P") else {
            return .says("it must begin with P")
        }
        // The units in their order; each may stand once.
        var (next, isTime, parts, timeParts) = (0, false, 0, 0)
        var (hasFraction, hasWeeks) = (false, false)
        var index = 1
        while index < text.count {
            if text[index] == UInt8(ascii: "T") {
                guard !isTime else { return .character(at: index) }
                isTime = true
                next = 4
                index += 1
                continue
            }
            guard !hasFraction else { return .says("only the last number may have a fraction") }
            let start = index
            while index < text.count, text[index].isDigit { index += 1 }
            guard index > start else { return .character(at: index) }
            if index < text.count,
                text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",")
            {
                hasFraction = true
                index += 1
                let fraction = index
                while index < text.count, text[index].isDigit { index += 1 }
                guard index > fraction else { return .place(index, "a digit is missing") }
            }
            guard index < text.count else { return .says("the last number has no unit") }
            guard let unit = Self.unit(text[index], isTime), unit >= next else {
                return .character(at: index)
            }
            hasWeeks = hasWeeks || unit == 2
            next = unit + 1
            parts += 1
            timeParts += isTime ? 1 : 0
            index += 1
        }
        guard parts > 0 else { return .says("it has no number") }
        guard !isTime || timeParts > 0 else { return .says("nothing follows the T") }
        return !hasWeeks || parts == 1 ? nil : .says("weeks stand alone")
    }

    private static func unit(_ byte: UInt8, _ isTime: Bool) -> Int? {
        switch (UnicodeScalar(byte), isTime) {
        case ("Y", false): 0
        case ("M", false): 1
        case ("W", false): 2
        case ("D", false): 3
        case ("H", true): 4
        case ("M", true): 5
        case ("S", true): 6
        default: nil
        }
    }
}
