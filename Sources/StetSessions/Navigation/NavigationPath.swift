/// A column of a split view, from the edge inwards.
package enum SplitViewColumn: String, Hashable, Sendable, CaseIterable {
    case sidebar
    case content
    case detail
}

/// A value that a column can show: a record of a type, by its identity.
package struct NavigationValue: Hashable, Sendable, CustomStringConvertible {
    /// What a destination is registered for: `note`.
    package var type: String
    package var identity: Identity

    package init(_ type: String, _ identity: Identity) {
        self.type = type
        self.identity = identity
    }

    /// `note:3`
    package var description: String { "\(type):\(identity)" }
}

/// What lies on a column's stack, over its root.
package enum NavigationEntry: Hashable, Sendable, CustomStringConvertible {
    /// Shown by the destination of its type.
    case value(NavigationValue)
    /// A view that a link made; it cannot be saved.
    case view(label: String, number: Int)

    package var description: String {
        switch self {
        case .value(let value): value.description
        case .view(let label, _): label
        }
    }
}

/// A link in one of the columns.
package struct NavigationLink: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case value(NavigationValue)
        /// The number tells views apart. `isDetailLink`: it is shown in the detail column instead
        /// of the link's own.
        case view(number: Int, isDetailLink: Bool)
    }

    package var label: String
    package var target: Target

    package init(_ label: String, _ target: Target) {
        self.label = label
        self.target = target
    }
}
