extension Snapshot {
    /// Where many records stand, from 0; nil where one is not there. Cheaper than asking for each.
    package func positions(of rows: [RowID]) -> [Int?] {
        let positions = RowPositions(state.order)
        return rows.map { positions.position(of: $0) }
    }

    /// The records that stand before one and have some texts in some columns, in order.
    package func rows(
        with texts: [ByteString], in columns: [ColumnID], before row: RowID
    ) throws(CollectionError) -> [RowID] {
        let rows = try collection.rows(with: texts, in: columns, of: self)
        guard rows.contains(where: { $0 != row }) else { return [] }
        let places = positions(of: rows + [row])
        guard let limit = places.last.flatMap({ $0 }) else { return [] }
        return zip(rows, places)
            .compactMap { row, place in place.map { (row: row, place: $0) } }
            .filter { $0.place < limit }
            .sorted { $0.place < $1.place }
            .map(\.row)
    }
}
