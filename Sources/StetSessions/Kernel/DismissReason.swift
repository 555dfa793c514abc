/// How something that was presented, a session or a sheet, came to an end.
package enum DismissReason: String, Hashable, Sendable, CaseIterable {
    /// By what is presented: a save, a deletion, a cancel, a call of its `close`.
    case inside
    /// The reference that it was presented from lost its value.
    case binding
    /// A person waved it away.
    case gesture
    /// The reference has another value, for which something else is presented.
    case replaced
    /// What it was presented from was dismissed.
    case parent
}
