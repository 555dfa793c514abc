/// What a store gives a collection: the records as they stand, by number, from 0.
///
/// A source never changes: a collection lays its edits over it. It need not build anything for
/// a record before it is asked. A collection often asks for several cells of one record in a row,
/// so a source that reads a file does well to keep the last record it split.
package protocol RecordSource: AnyObject {
    /// What messages call the source: the path as the user gave it, or a name.
    var name: String { get }
    /// The names in the header, as they are: blank and repeated ones too.
    var columns: [ByteString] { get }
    var recordCount: Int { get }
    /// Why the source cannot be written (compressed, standard input …); nil if it can. Every
    /// edit of such a collection is refused with it.
    var readOnlyReason: String? { get }

    /// All cells of a record, also those that stand beyond the last column.
    func cells(ofRecord record: Int) throws(CollectionError) -> [Cell]

    /// One cell, or nil where the record is too short.
    func cell(record: Int, column: Int) throws(CollectionError) -> Cell?

    /// Calls `body` with the wanted cells of each record, in order, until it returns false.
    func scan(
        records: Range<Int>, columns: [Int], _ body: (Int, [Cell?]) -> Bool
    ) throws(CollectionError)

    /// Calls `body` with blocks in which records stand split into cells, in order, until it returns
    /// false: with the block, the number that its first record has in the source, and which of the
    /// block's records are among those that were asked for.
    ///
    /// - Parameter texts: if any, records may be left out of which no cell is one of these, but for
    ///   signs and zeros before it and blanks around it.
    /// - Returns: false if the source has no blocks; then `body` was not called.
    func scanBlocks(
        records: Range<Int>, containing texts: [[UInt8]],
        _ body: (RecordBlock, Int, Range<Int>) -> Bool
    ) throws(CollectionError) -> Bool

    /// Nil where it is not so of the first column, or not known without looking through it.
    var ascendingFirstColumn: AscendingTexts? { get }

    /// Why the source cannot hold a text: a character that its encoding lacks, say.
    func objection(to text: ByteString) -> String?
}

extension RecordSource {
    package var readOnlyReason: String? { nil }

    package var ascendingFirstColumn: AscendingTexts? { nil }

    package func objection(to text: ByteString) -> String? { nil }

    package func scanBlocks(
        records: Range<Int>, containing texts: [[UInt8]],
        _ body: (RecordBlock, Int, Range<Int>) -> Bool
    ) throws(CollectionError) -> Bool { false }

    package func cell(record: Int, column: Int) throws(CollectionError) -> Cell? {
        let cells = try cells(ofRecord: record)
        return column < cells.count ? cells[column] : nil
    }

    package func scan(
        records: Range<Int>, columns: [Int], _ body: (Int, [Cell?]) -> Bool
    ) throws(CollectionError) {
        var wanted = [Cell?](repeating: nil, count: columns.count)
        for record in records {
            if columns.count == 1 {
                wanted[0] = try cell(record: record, column: columns[0])
            } else {
                let cells = try cells(ofRecord: record)
                for (index, column) in columns.enumerated() {
                    wanted[index] = column < cells.count ? cells[column] : nil
                }
            }
            guard body(record, wanted) else { return }
        }
    }
}
