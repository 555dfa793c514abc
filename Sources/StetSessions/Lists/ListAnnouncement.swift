import StetCore

/// What a list tells of itself.
package enum ListAnnouncement: Announcement {
    /// One for each update, if anything is other than before.
    case rowsDiff(RowCounts)
    case rowsReloaded
    /// The row is no longer highlighted.
    case rowDeselected(Identity)
    /// Its handler has run.
    case rowSelected(Identity)
    case selectionChanged([Identity])
    case accessoryTapped(Identity)
    /// A switch: `true` or `false`; segments: the chosen title.
    case accessoryChanged(Identity, value: String)
    case actionPerformed(Identity, title: ByteString)
    case copied(Identity)
    /// What a handler asked for, and why it was not done.
    case requestRefused(String, message: String)

    package var name: String {
        switch self {
        case .rowsDiff: "rows_diff"
        case .rowsReloaded: "rows_reloaded"
        case .rowDeselected: "row_deselected"
        case .rowSelected: "row_selected"
        case .selectionChanged: "selection_changed"
        case .accessoryTapped: "accessory_tapped"
        case .accessoryChanged: "accessory_changed"
        case .actionPerformed: "action_performed"
        case .copied: "copied"
        case .requestRefused: "request_refused"
        }
    }

    package var details: [String] {
        switch self {
        case .rowsDiff(let counts): [counts.description]
        case .rowsReloaded: []
        case .rowDeselected(let row), .rowSelected(let row), .accessoryTapped(let row),
            .copied(let row):
            [row.description]
        case .selectionChanged(let rows): rows.map(\.description)
        case .accessoryChanged(let row, let value): [row.description, value]
        case .actionPerformed(let row, let title): [row.description, title.description]
        case .requestRefused(let request, let message): [request, message]
        }
    }
}

/// How much a diff says.
package struct RowCounts: Hashable, Sendable, CustomStringConvertible {
    package var inserted = 0
    package var removed = 0
    package var moved = 0
    package var changed = 0
    /// Sections that came, went, moved or have other ends.
    package var sections = 0

    /// `1 inserted, 2 changed`
    package var description: String {
        let all = [
            (inserted, "inserted"), (removed, "removed"), (moved, "moved"), (changed, "changed"),
            (sections, sections == 1 ? "section" : "sections"),
        ]
        return all.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
