import StetCore

extension CompiledField {
    /// What a thread needs to check cells.
    ///
    /// Unsafe code: owns `suspects` and `digests`, with an entry for each record that a block can
    /// hold, and `decoded`, of `decodedCapacity` bytes; all belong to the thread that has the
    /// workspace.
    package final class Workspace {
        package let pattern = Pattern.Workspace()
        /// Not 0 for a record whose cell is to be judged exactly.
        let suspects: UnsafeMutablePointer<UInt8>
        /// What each record's key hashes to, as far as it has been read.
        let digests: UnsafeMutablePointer<UInt64>
        /// Room for the text of a cell with doubled quotes.
        private var decoded: UnsafeMutablePointer<UInt8>
        private var decodedCapacity = 256

        package init() {
            suspects = .allocate(capacity: RecordBlock.recordCapacity)
            suspects.initialize(repeating: 0, count: RecordBlock.recordCapacity)
            digests = .allocate(capacity: RecordBlock.recordCapacity)
            digests.initialize(repeating: 0, count: RecordBlock.recordCapacity)
            decoded = .allocate(capacity: decodedCapacity)
        }

        deinit {
            suspects.deallocate()
            digests.deallocate()
            decoded.deallocate()
        }

        /// The text that a cell means. It is that of the block unless quotes are doubled in it,
        /// and then this workspace's, until the next call.
        func text(
            of cell: Int, in block: RecordBlock, quote: UInt8
        ) -> UnsafeBufferPointer<UInt8> {
            let raw = block.rawCell(cell)
            guard block.cellFlags[cell] & RecordBlock.doubled != 0 else { return raw }
            if raw.count > decodedCapacity {
                decoded.deallocate()
                decodedCapacity = raw.count * 2
                decoded = .allocate(capacity: decodedCapacity)
            }
            var count = 0
            var index = 0
            while index < raw.count {
                decoded[count] = raw[index]
                count += 1
                let isDoubled =
                    raw[index] == quote && index + 1 < raw.count && raw[index + 1] == quote
                index += isDoubled ? 2 : 1
            }
            return UnsafeBufferPointer(start: decoded, count: count)
        }
    }
}
