/// Dates of the true calendar (proleptic Gregorian), as ISO 8601 writes them: `2024-02-29`.
///
/// Unsafe code: reads `count` bytes at `text` and no more.
enum CalendarDate {
    /// The date as a number that orders as dates do (year · 10,000 + month · 100 + day), or nil.
    @inline(__always)
    static func read(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        guard count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else {
            return nil
        }
        @inline(__always) func digit(_ index: Int) -> Int { Int(text[index] &- 48) }
        let d = (
            digit(0), digit(1), digit(2), digit(3), digit(5), digit(6), digit(8), digit(9)
        )
        guard d.0 <= 9, d.1 <= 9, d.2 <= 9, d.3 <= 9, d.4 <= 9, d.5 <= 9, d.6 <= 9, d.7 <= 9
        else { return nil }
        let year = d.0 * 1000 + d.1 * 100 + d.2 * 10 + d.3
        let month = d.4 * 10 + d.5
        let day = d.6 * 10 + d.7
        guard (1...12).contains(month), day >= 1, day <= 28 || day <= days(in: month, of: year)
        else { return nil }
        return year * 10_000 + month * 100 + day
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

    /// Why a text is no date, as the end of a sentence; nil if its shape is wrong.
    static func reason(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        guard (1...12).contains(month) else { return "there is no month \(parts[1])" }
        guard day >= 1 else { return "days count from 01" }
        return "\(months[month - 1]) \(year) has \(days(in: month, of: year)) days"
    }
}
