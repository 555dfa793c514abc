import StetCore

/// Reads a table as a commit would write it, to be sure that each record will be read as it is.
///
/// A record in which a quote is never closed is read by what follows it, up to the next quotes,
/// however far away: an edit there may close it, and records in between would become part of a
/// cell. Files without quotes out of place need no such care, for what is written has none.
package enum ReadBack {
    /// - Parameters:
    ///   - plan: how the source's file is to change.
    ///   - wanted: the records that it is to have then.
    /// - Throws: `.unwritable`, naming the first record that would be read otherwise.
    package static func verify(
        _ plan: SplicePlan, of source: TableSource, as wanted: Snapshot
    ) throws(CollectionError) {
        guard source.hasOddQuotes, !plan.isEmpty else { return }
        let place = try firstDifference(plan, of: source, from: wanted)
        guard let place else { return }
        let name =
            if let row = wanted.row(at: place) {
                "record “\(try wanted.key(of: row))”"
            } else {
                "the end of the file"
            }
        throw CollectionError(
            .unwritable,
            "\(source.name): with these changes \(name) would be read otherwise, for there, or "
                + "before it, a quote is out of place; mend that first: \"stet check\" shows where")
    }

    /// The position of the first record that would not be read as wanted; nil: there is none.
    private static func firstDifference(
        _ plan: SplicePlan, of source: TableSource, from wanted: Snapshot
    ) throws(CollectionError) -> Int? {
        var failure: CollectionError?
        var position = 0
        let columns = wanted.layout.columns
        let rows = wanted.rows
        var next = rows.makeIterator()
        do throws(StoreError) {
            let file = try TableFile(of: source, after: plan)
            let (chunk, block) = (Chunk(), RecordBlock())
            let parser = RecordParser(dialect: file.dialect, width: file.columns.count)
            let quote = file.dialect.quote ?? 0
            var failures: [StructuralFailure] = []
            while try file.nextChunk(into: chunk) {
                while parser.parse(chunk, into: block, failures: &failures) {
                    failures.removeAll(keepingCapacity: true)
                    for record in 0..<block.recordCount {
                        guard let row = next.next() else { return position }
                        for (number, column) in columns.enumerated() {
                            let written = block.cell(record: record, column: number)
                                .map { block.cellText($0, quote: quote) }
                            do throws(CollectionError) {
                                let cell = try wanted.cell(row, column.id)
                                guard written ?? "" == cell?.text ?? "" else { return position }
                            } catch {
                                failure = error
                                return nil
                            }
                        }
                        position += 1
                    }
                }
            }
        } catch {
            throw CollectionError(.unreadable, error.description)
        }
        if let failure { throw failure }
        return next.next() == nil ? nil : position
    }
}
