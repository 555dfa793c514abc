@testable import StetText

/// Tables for the tests.
enum TableSamples {
    static let columns = [TableColumn("name"), TableColumn("weight"), TableColumn("note")]

    static let rows: [[TableCell]] = [
        [TableCell(.text, "Banana"), TableCell(.number, "120"), TableCell(.text, "yellow")],
        [TableCell(.text, "日本梨"), TableCell(.number, "-3.25"), .missing],
        [TableCell(.text, "a|b\n\"c\""), .missing, TableCell(.text, "x,\u{1B}[31m")],
    ]

    static func text(
        _ mode: TableSpecification.Mode, _ change: (inout TableSpecification) -> Void = { _ in }
    ) -> String {
        var specification = TableSpecification(mode: mode)
        change(&specification)
        return specification.text(columns: columns, rows: rows)
    }

    /// Rows that count from 1.
    static func counting(to last: Int) -> [[TableCell]] {
        (1...last).map { [TableCell(.integer, String($0)), TableCell(.text, "row \($0)")] }
    }

    static let countingColumns = [TableColumn("id"), TableColumn("text")]
}
