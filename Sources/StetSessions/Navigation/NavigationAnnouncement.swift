/// What a split view tells of itself.
package enum NavigationAnnouncement: Announcement, Hashable {
    case selectionChanged(SplitViewColumn, [Identity])
    /// It is selected, and no item has it where the column looks.
    case selectionUnresolved(SplitViewColumn, Identity)
    case pathChanged(SplitViewColumn, [NavigationEntry])
    case detailChanged(DetailSource)
    case visibilityChanged(ColumnVisibility)
    case sizeClassChanged(SizeClass)
    /// Other columns are shown than before.
    case columnsChanged([SplitViewColumn])
    case expansionChanged(Identity, Bool)

    package var name: String {
        switch self {
        case .selectionChanged: "selection_changed"
        case .selectionUnresolved: "selection_unresolved"
        case .pathChanged: "path_changed"
        case .detailChanged: "detail_changed"
        case .visibilityChanged: "visibility_changed"
        case .sizeClassChanged: "size_class_changed"
        case .columnsChanged: "columns_changed"
        case .expansionChanged: "expansion_changed"
        }
    }

    package var details: [String] {
        switch self {
        case .selectionChanged(let column, let identities):
            [column.rawValue, Self.list(identities)]
        case .selectionUnresolved(let column, let identity):
            [column.rawValue, identity.description]
        case .pathChanged(let column, let entries): [column.rawValue, Self.list(entries)]
        case .detailChanged(let source):
            switch source {
            case .placeholder: [source.name]
            case .selection(let identity): [source.name, identity.description]
            case .link(let entry): [source.name, entry.description]
            }
        case .visibilityChanged(let visibility): [visibility.rawValue]
        case .sizeClassChanged(let sizeClass): [sizeClass.rawValue]
        case .columnsChanged(let columns): columns.map(\.rawValue)
        case .expansionChanged(let identity, let isExpanded):
            [identity.description, isExpanded ? "expanded" : "collapsed"]
        }
    }

    /// `[note:3, note:4]`
    private static func list(_ elements: [some CustomStringConvertible]) -> String {
        "[" + elements.map(\.description).joined(separator: ", ") + "]"
    }
}
