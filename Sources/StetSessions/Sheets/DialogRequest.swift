/// A question to a person, or a statement: an alert, or an action sheet with several answers. It
/// is a value; whoever shows it tells the asker which button was chosen, once it has closed.
package struct DialogRequest: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Says something; usually one button.
        case alert
        /// Offers ways to go on.
        case actionSheet = "action_sheet"
    }

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

        /// The cancel button, labelled Cancel unless it is told otherwise.
        package static func cancel(_ label: String = "Cancel") -> Button {
            Button(.cancel, label)
        }
    }

    package var kind: Kind
    package var title: String
    package var message: String?
    /// In the order in which they are shown; at most one of role `cancel`.
    package var buttons: [Button]

    package init(
        _ kind: Kind = .actionSheet, title: String, message: String? = nil, buttons: [Button]
    ) {
        self.kind = kind
        self.title = title
        self.message = message
        self.buttons = buttons
    }

    /// A statement with the one button OK.
    package static func alert(title: String, message: String? = nil) -> DialogRequest {
        DialogRequest(.alert, title: title, message: message, buttons: [Button(.default, "OK")])
    }

    /// The index of the button that Escape chooses; nil: Escape closes the dialog without a choice.
    package var cancelIndex: Int? { buttons.firstIndex { $0.role == .cancel } }

    /// The index of the button that means yes: the first default one, else the first that goes on
    /// at all.
    package var affirmativeIndex: Int {
        buttons.firstIndex { $0.role == .default }
            ?? buttons.firstIndex { $0.role == .destructive } ?? 0
    }

    /// - Throws: a refusal (`value`) of a dialog that nobody could answer unambiguously: without
    ///   buttons, with two cancel buttons, with a label that is empty or there twice.
    package func checkAnswerable() throws(Refusal) {
        func refusal(_ problem: String) -> Refusal {
            Refusal(.value, "the dialog “\(title)” \(problem)")
        }
        guard !buttons.isEmpty else { throw refusal("needs a button") }
        guard buttons.count(where: { $0.role == .cancel }) <= 1 else {
            throw refusal("has more than one cancel button")
        }
        var labels: Set<String> = []
        for button in buttons {
            guard !button.label.isEmpty else { throw refusal("has a button without a label") }
            guard labels.insert(button.label).inserted else {
                throw refusal("has two buttons labelled \(button.label)")
            }
        }
    }

    /// The index of the button that a person means.
    ///
    /// - Parameter answer: a label, in any case if only one fits, or a number, from 1.
    /// - Throws: a refusal (`value`) that lists the labels.
    package func button(meantBy answer: String) throws(Refusal) -> Int {
        if let index = buttons.firstIndex(where: { $0.label == answer }) { return index }
        let lowered = answer.lowercased()
        let alike = buttons.indices.filter { buttons[$0].label.lowercased() == lowered }
        if alike.count == 1 { return alike[0] }
        if let number = Int(answer), buttons.indices.contains(number - 1) { return number - 1 }
        let labels = buttons.map(\.label).joined(separator: ", ")
        throw Refusal(
            .value, "the dialog “\(title)” has no button \(answer); it has: \(labels)")
    }
}
