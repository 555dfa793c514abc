/// A question to a person: an alert, or an action sheet with several answers. Whoever shows it
/// tells the asker which button was chosen.
package struct DialogRequest: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable, CaseIterable {
        /// Loses something.
        case destructive
        case `default`
        /// Leaves all as it is; also what the escape key means.
        case cancel
    }

    package struct Button: Hashable, Sendable {
        package var role: Role
        package var label: String

        package init(_ role: Role, _ label: String) {
            self.role = role
            self.label = label
        }
    }

    package var title: String
    package var message: String?
    /// In the order in which they are shown; at most one of role `cancel`.
    package var buttons: [Button]

    package init(title: String, message: String? = nil, buttons: [Button]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }
}
