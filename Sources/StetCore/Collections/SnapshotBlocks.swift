extension Snapshot {
    /// The records for which a query holds, in order, found in blocks of the source. nil: the
    /// source has none, or the query is not one for them; then records are looked at one by one.
    func rows(
        for query: Query, _ columns: [CollectionColumn]
    ) throws(CollectionError) -> [RowID]? {
        guard columns.allSatisfy({ $0.id.number < source.columns.count }),
            let blockQuery = BlockQuery(query, columns: columns)
        else { return nil }
        let overlays = state.overlays
        let isEdited = !overlays.isEmpty
        // A record may hold what is looked for by an edit.
        let texts = isEdited ? [] : blockQuery.texts
        var result: [RowID] = []
        var failure: CollectionError?
        var isExact = true
        var steps = WorkSteps("searching", of: count)

        func holds(_ row: RowID) -> Bool {
            do throws(CollectionError) {
                var readings: [CellReading] = []
                for column in columns { readings.append(try reading(row, column)) }
                do throws(QueryError) {
                    return try query.holds(for: readings)
                } catch {
                    isExact = false
                }
            } catch {
                failure = error
            }
            return false
        }

        for run in state.order.runs {
            let (first, end) = (Int(run.first), Int(run.end))
            let border = min(max(first, source.recordCount + 1), end)
            if first < border {
                let hasBlocks = try source.scanBlocks(
                    records: first - 1..<border - 1, containing: texts
                ) { block, start, records in
                    let mask = blockQuery.mask(of: block)
                    for record in records {
                        let row = RowID(start + record + 1)
                        let isFound =
                            isEdited && overlays[row] != nil ? holds(row) : mask[record] != 0
                        if isFound { result.append(row) }
                    }
                    return failure == nil && isExact && !blockQuery.hasFailed
                        && steps.step(records.count)
                }
                if steps.isStopped { throw .interrupted }
                guard hasBlocks else { return nil }
            }
            for number in border..<end where holds(RowID(number)) { result.append(RowID(number)) }
            if let failure { throw failure }
            // A comparison that raises is told by those who look at records one by one.
            guard isExact, !blockQuery.hasFailed else { return nil }
        }
        return result
    }
}
