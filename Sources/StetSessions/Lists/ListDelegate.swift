import StetCore

/// What else wants to know of a list's events. Each runs after the row's own handler.
package struct ListDelegate {
    package var didSelect: RowHandler?
    package var didDeselect: RowHandler?
    package var didTapAccessory: RowHandler?
    /// The row is about to be drawn.
    package var willDisplay: RowHandler?
    /// A section's header is about to be drawn; told of its place, from 0.
    package var willDisplayHeader: ((ListSection, Int) throws -> Void)?

    package init() {}
}

/// How many rows of a list can be chosen.
package enum SelectionMode: String, CaseIterable, Sendable {
    case single
    /// Choosing a chosen row takes it out again.
    case multiple
}
