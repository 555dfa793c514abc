extension ChangeDraft {
    /// Has records be as in another state: their cells, whether they are there, their places.
    mutating func revert(_ rows: Set<RowID>, to target: CollectionState) {
        let then = Snapshot(collection: before.collection, state: target)
        var gone: [RowID] = []
        var misplaced: Set<RowID> = []
        for row in rows.sorted() {
            switch (before.contains(row), then.contains(row)) {
            case (true, true):
                let overlay = target.overlays[row]
                guard state.overlays[row] !== overlay else { continue }
                let edits = (state.overlays[row]?.edits ?? []) + (overlay?.edits ?? [])
                for edit in edits { changedColumns.insert(edit.column) }
                state.overlays[row] = overlay
                updated.append(row)
            case (true, false): gone.append(row)
            case (false, true):
                state.overlays[row] = target.overlays[row]
                inserted.append(row)
                misplaced.insert(row)
            case (false, false): continue
            }
        }
        if !gone.isEmpty { delete(gone) }
        let away = movedRows(since: target.order)
        let back = rows.intersection(away)
        moved += back.sorted()
        place(misplaced.union(back), asIn: target.order, avoiding: away.subtracting(back))
    }

    private func movedRows(since order: RecordOrder) -> Set<RowID> {
        var result: Set<RowID> = []
        for segment in OrderAlignment(from: order, to: state.order).segments where segment.isMoved {
            for offset in 0..<segment.count {
                result.insert(RowID(raw: segment.first + UInt32(offset)))
            }
        }
        return result
    }

    /// Puts rows behind the nearest row that stands before them in another order and that did
    /// not move.
    private mutating func place(
        _ rows: Set<RowID>, asIn order: RecordOrder, avoiding away: Set<RowID>
    ) {
        guard !rows.isEmpty else { return }
        state.order = state.order.removing(rows.map(\.raw).sorted())
        let places = rows.compactMap { row in order.position(of: row).map { ($0, row) } }
        for (place, row) in places.sorted(by: { $0.0 < $1.0 }) {
            var position = 0
            var earlier = place - 1
            while earlier >= 0, let neighbour = order.row(at: earlier) {
                if !away.contains(neighbour), let found = state.order.position(of: neighbour) {
                    position = found + 1
                    break
                }
                earlier -= 1
            }
            state.order = state.order.inserting([row.raw], at: position)
        }
    }
}
