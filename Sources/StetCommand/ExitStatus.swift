import Glibc

/// What a command's end means, for every command.
enum ExitStatus {
    /// Done, and nothing found at or above the failing severity.
    static let done: Int32 = 0
    /// Findings, or a script that failed.
    static let findings: Int32 = 1
    /// It could not be done: bad usage, unreadable data, broken rules.
    static let notDone: Int32 = 2
    /// A limit was reached.
    static let limit: Int32 = 124
    static let hangUp: Int32 = 129
    static let interrupted: Int32 = 130
    static let pipe: Int32 = 141
    static let terminated: Int32 = 143

    /// The status of several files: the gravest.
    static func worst(_ statuses: [Int32]) -> Int32 {
        let order = [done, findings, notDone, limit, hangUp, interrupted, terminated]
        return statuses.max { left, right in
            (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
        } ?? done
    }

    static func of(signal: Int32) -> Int32 { 128 + signal }
}
