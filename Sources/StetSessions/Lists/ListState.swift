import StetCore

/// All that a list is at one moment.
package struct ListState {
    package private(set) var sections: [ListSection] = []
    /// The chosen rows, in the order in which they were chosen.
    package var selection: [Identity] = []
    package var indexTitles: [ByteString] = []
    package let mode: SelectionMode
    /// A chosen row is let go at once. Of no meaning with several: then nothing would stay.
    package let deselectsAutomatically: Bool
    package let delegate: ListDelegate
    private var paths: [Identity: RowPath] = [:]

    package init(
        mode: SelectionMode = .single, deselectsAutomatically: Bool = true,
        delegate: ListDelegate = ListDelegate()
    ) {
        self.mode = mode
        self.deselectsAutomatically = deselectsAutomatically && mode == .single
        self.delegate = delegate
    }

    /// Takes other sections; what is chosen and no longer there is not chosen any more.
    mutating func set(_ sections: [ListSection]) {
        self.sections = sections
        paths = sections.paths
        selection.removeAll { paths[$0] == nil }
    }

    package func path(of uuid: Identity) -> RowPath? { paths[uuid] }

    package func row(_ uuid: Identity) -> (row: ListRow, path: RowPath)? {
        paths[uuid].map { (sections[$0.section].rows[$0.row], $0) }
    }

    mutating func replace(_ row: ListRow, at path: RowPath) {
        sections[path.section].rows[path.row] = row
    }
}
