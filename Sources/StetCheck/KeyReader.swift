import StetCore
import StetRules
import StetStores

/// Looks up records whose keys may be equal, in the file: nothing is kept of them but a digest.
///
/// Repeated keys come in file order, and so do the records that they repeat; so one block of each
/// is kept, and a flood of repeats does not read the file a record at a time.
final class KeyReader {
    /// A record found again.
    struct Place {
        var record: Int
        var position: Position
        var cells: [ByteString]
        var excerpt: Finding.Excerpt
    }

    private let file: TableFile
    private var checkpoints: [Checkpoint] = []
    /// The blocks that were read last: that of later records, and that of those they repeat.
    private var later: ReadBackBlock?
    private var earlier: ReadBackBlock?

    init(file: TableFile) {
        self.file = file
    }

    func add(_ checkpoints: [Checkpoint]) {
        self.checkpoints += checkpoints
    }

    /// The cells of the record that begins at an offset.
    ///
    /// - Parameter isEarlier: it was there before the one that is being looked at.
    func cells(at offset: Int, isEarlier: Bool) throws(StoreError) -> [ByteString] {
        let (block, _) = try block(at: offset, isEarlier: isEarlier)
        return block.cells(ofRecord: try record(at: offset, in: block))
    }

    func place(at offset: Int, column: Int, isEarlier: Bool) throws(StoreError) -> Place {
        let (block, checkpoint) = try block(at: offset, isEarlier: isEarlier)
        let record = try record(at: offset, in: block)
        return Place(
            record: checkpoint.record + record,
            position: block.position(
                ofRecord: record, column: column, linesBefore: checkpoint.line - 1),
            cells: block.cells(ofRecord: record),
            excerpt: block.excerpt(ofRecord: record, column: column))
    }

    private func record(at offset: Int, in block: ReadBackBlock) throws(StoreError) -> Int {
        guard let record = block.record(at: offset) else {
            throw StoreError(
                path: file.path, reason: "it was changed while it was being checked")
        }
        return record
    }

    private func block(at offset: Int, isEarlier: Bool) throws(StoreError)
        -> (ReadBackBlock, Checkpoint)
    {
        var (low, high) = (0, checkpoints.count)
        while low < high {
            let middle = (low + high) / 2
            if checkpoints[middle].range.lowerBound <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let checkpoint = checkpoints[max(low - 1, 0)]
        for known in [later, earlier] {
            if let known, known.range == checkpoint.range { return (known, checkpoint) }
        }
        let block = try file.block(in: checkpoint.range)
        if isEarlier { earlier = block } else { later = block }
        return (block, checkpoint)
    }
}
