/// How grave a finding is. Only an `error` makes a check fail unless the user lowers the bar.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case info, warning, error

    package static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
