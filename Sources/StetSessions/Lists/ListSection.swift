import StetCore

/// Rows under one header. Like a row, a value that is known by its identity.
package struct ListSection {
    package private(set) var uuid: Identity
    package var header: Extremity?
    package var rows: [ListRow]
    package var footer: Extremity?
    /// What an index at the side calls it: `B`.
    package var indexTitle: ByteString?

    package init(
        uuid: Identity = .fresh(), header: Extremity? = nil, rows: [ListRow] = [],
        footer: Extremity? = nil, indexTitle: ByteString? = nil
    ) {
        self.uuid = uuid
        self.header = header
        self.rows = rows
        self.footer = footer
        self.indexTitle = indexTitle
    }

    /// The same, apart from the rows.
    package func hasSameEnds(as other: ListSection) -> Bool {
        header == other.header && footer == other.footer && indexTitle == other.indexTitle
    }

    package func identified(by uuid: Identity) -> ListSection {
        var copy = self
        copy.uuid = uuid
        return copy
    }

    var withoutRows: ListSection {
        var copy = self
        copy.rows = []
        return copy
    }
}

extension ListSection: Hashable {
    package static func == (left: ListSection, right: ListSection) -> Bool {
        left.uuid == right.uuid
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
}

extension [ListSection] {
    /// Where each row stands.
    var paths: [Identity: RowPath] {
        var result: [Identity: RowPath] = [:]
        for (section, each) in enumerated() {
            for (row, item) in each.rows.enumerated() { result[item.uuid] = RowPath(section, row) }
        }
        return result
    }

    /// Whether both look the same, section by section and row by row.
    package func hasSameContent(as other: [ListSection]) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy { left, right in
                left == right && left.hasSameEnds(as: right) && left.rows == right.rows
                    && zip(left.rows, right.rows).allSatisfy { $0.hasSameContent(as: $1) }
            }
    }

    /// What keeps these from being a list's sections; nil: nothing.
    ///
    /// - Parameter cells: the names of the cells that there are.
    func objection(cells: Set<String>) -> Refusal? {
        var sections: Set<Identity> = []
        var rows: Set<Identity> = []
        for (place, section) in enumerated() {
            guard sections.insert(section.uuid).inserted else {
                return Refusal(.value, "two sections have the uuid \(section.uuid)")
            }
            for (index, row) in section.rows.enumerated() {
                let name = "\(row.label) (\(RowPath(place, index)))"
                guard rows.insert(row.uuid).inserted else {
                    return Refusal(.value, "\(name): another row has its uuid, \(row.uuid)")
                }
                guard cells.contains(row.cell) else {
                    return Refusal(
                        .value, CellRegistry.unknown(row.cell, among: cells, wantedBy: name))
                }
                if case .segmentedControl(let items, let selected?, _) = row.accessory,
                    !items.indices.contains(selected)
                {
                    return Refusal(
                        .value,
                        "\(name): segment \(selected &+ 1) is chosen, but there are \(items.count)")
                }
            }
        }
        return nil
    }
}
