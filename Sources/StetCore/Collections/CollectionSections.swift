/// A part of a view whose records have something in common.
package struct CollectionSection {
    package let value: Value
    package let rows: [RowID]

    package init(value: Value, rows: [RowID]) {
        self.value = value
        self.rows = rows
    }
}

extension CollectionView {
    /// The view's records in sections by a field, in the order of the values; those without one
    /// come last. Within a section the view's order stays.
    package func sections(_ field: String) throws -> [CollectionSection] {
        Self.inOrder(try group(field))
    }

    /// The same by what a function says of each record.
    package func sections(
        by value: (RecordView) throws -> Value
    ) throws -> [CollectionSection] {
        var places: [Value: Int] = [:]
        var groups: [(value: Value, rows: [RowID])] = []
        try forEach { record in
            let value = try value(record)
            if let place = places[value.canonical] {
                groups[place].rows.append(record.row)
            } else {
                places[value.canonical] = groups.count
                groups.append((value, [record.row]))
            }
            return true
        }
        return Self.inOrder(groups)
    }

    private static func inOrder(
        _ groups: [(value: Value, rows: [RowID])]
    ) -> [CollectionSection] {
        // `missing` ranks after every value.
        groups.enumerated().sorted { left, right in
            let result = left.element.value.compare(right.element.value)
            return result == 0 ? left.offset < right.offset : result < 0
        }.map { CollectionSection(value: $0.element.value, rows: $0.element.rows) }
    }
}
