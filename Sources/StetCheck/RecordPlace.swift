import StetCore
import StetStores

/// Where a record that is known by its offset stands: found again in the file, from the nearest
/// checkpoint, because nothing is kept of records that are past.
struct RecordPlace {
    var record: Int
    var position: Position
    var cells: [ByteString]
    var excerpt: Finding.Excerpt
}

extension TableFile {
    func place(ofRecordAt offset: Int, column: Int, from checkpoint: Checkpoint)
        throws(StoreError) -> RecordPlace
    {
        let reader = try records(from: checkpoint.offset, upTo: offset)
        let position = reader.position(ofColumn: column, linesBefore: checkpoint.line - 1)
        return RecordPlace(
            record: checkpoint.record + reader.recordsBefore, position: position,
            cells: reader.cells, excerpt: reader.excerpt(ofColumn: column))
    }
}
