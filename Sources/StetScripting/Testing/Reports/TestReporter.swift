import StetText

/// Tells of tests in one form. Text may come after each test, and at the end.
package protocol TestReporter {
    mutating func add(_ result: TestResult) -> [UInt8]
    mutating func finish(_ summary: TestSummary) -> [UInt8]
}

package enum TestReportFormat: String, CaseIterable, Sendable {
    case text, tap, junit

    package func reporter(style: Style) -> any TestReporter {
        switch self {
        case .text: TextTestReporter(style: style)
        case .tap: TAPReporter()
        case .junit: JUnitReporter()
        }
    }
}
