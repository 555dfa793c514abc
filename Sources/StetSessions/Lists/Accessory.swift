import StetCore

/// Told of a row that something was done to, and where it stands.
package typealias RowHandler = (ListRow, RowPath) throws -> Void

/// What stands at the end of a row.
package enum Accessory {
    package typealias ToggleHandler = (Bool, ListRow, RowPath) throws -> Void
    /// Told of the place of the segment, from 0, and its title.
    package typealias SegmentHandler = (Int, ByteString, ListRow, RowPath) throws -> Void

    case none
    case disclosureIndicator
    case detailDisclosureButton(RowHandler? = nil)
    case checkmark
    /// Takes the room of a checkmark, so that texts stay where they are.
    case checkmarkPlaceholder
    case detailButton(RowHandler? = nil)
    case switchToggle(Bool, ToggleHandler? = nil)
    /// `selected`: the place of a segment, from 0; nil: none is chosen yet.
    case segmentedControl([ByteString], selected: Int?, SegmentHandler? = nil)
    case view(DrawnContent)

    /// The kinds, under the names that scripts use.
    package enum Kind: String, CaseIterable, Sendable {
        case none
        case disclosureIndicator = "disclosure_indicator"
        case detailDisclosureButton = "detail_disclosure_button"
        case checkmark
        case checkmarkPlaceholder = "checkmark_placeholder"
        case detailButton = "detail_button"
        case switchToggle = "switch_toggle"
        case segmentedControl = "segmented_control"
        case view

        /// The kind in a message: `detail disclosure button`.
        package var words: String { rawValue.split(separator: "_").joined(separator: " ") }
    }

    package var kind: Kind {
        switch self {
        case .none: .none
        case .disclosureIndicator: .disclosureIndicator
        case .detailDisclosureButton: .detailDisclosureButton
        case .checkmark: .checkmark
        case .checkmarkPlaceholder: .checkmarkPlaceholder
        case .detailButton: .detailButton
        case .switchToggle: .switchToggle
        case .segmentedControl: .segmentedControl
        case .view: .view
        }
    }
}

/// Reflexive for every kind. Handlers have no equality, so they do not count; a view is equal to
/// itself alone.
extension Accessory: Equatable {
    package static func == (left: Accessory, right: Accessory) -> Bool {
        switch (left, right) {
        case (.switchToggle(let left, _), .switchToggle(let right, _)): left == right
        case (
            .segmentedControl(let left, let chosen, _), .segmentedControl(let right, let other, _)
        ):
            left == right && chosen == other
        case (.view(let left), .view(let right)): left === right
        default: left.kind == right.kind
        }
    }
}
