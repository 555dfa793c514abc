/// Dates of the true calendar (proleptic Gregorian), as ISO 8601 writes them: `2024-02-29`.
/// As a number, a date is year · 10,000 + month · 100 + day, which orders as dates do.
///
/// Unsafe code: reads `count` bytes at `text` and no more.
enum CalendarDate {
    /// The date, or nil if the text is none.
    static func read(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        guard count == 10 else { return nil }
        var date = 0
        for index in 0..<10 {
            if index == 4 || index == 7 {
                guard text[index] == UInt8(ascii: "-") else { return nil }
            } else {
                guard text[index] &- 48 <= 9 else { return nil }
                date = date * 10 + Int(text[index] - 48)
            }
        }
        return isDate(date) ? date : nil
    }

    static func isDate(_ date: Int) -> Bool {
        let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
        return (1...12).contains(month) && day >= 1 && day <= days(in: month, of: year)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Whether a text is written like a date, be it one or not.
    static func hasShape(_ bytes: [UInt8]) -> Bool {
        bytes.count == 10
            && bytes.indices.allSatisfy { index in
                index == 4 || index == 7
                    ? bytes[index] == UInt8(ascii: "-") : bytes[index] &- 48 <= 9
            }
    }

    /// Why a text with the shape of a date is none; nil for every other text.
    static func reason(_ bytes: [UInt8]) -> String? {
        guard hasShape(bytes) else { return nil }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        guard (1...12).contains(month) else {
            return month == 0 ? "months count from 01" : "there is no month \(month)"
        }
        guard day >= 1 else { return "days count from 01" }
        let days = days(in: month, of: year)
        let digits = String(decoding: bytes[0..<4], as: UTF8.self)
        return day <= days ? nil : "\(months[month - 1]) \(digits) has \(days) days"
    }
}
