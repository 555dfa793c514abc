/// What a source knows of a column of which each text is greater than the one before: longer, or
/// as long and later by its bytes, as numbers from 1 up and times are. No text is empty.
package struct AscendingTexts: Sendable {
    /// By byte: a text begins with it.
    package var starts: [Bool]

    package init(starts: [Bool]) {
        self.starts = starts
    }

    /// Whether a text comes before another in this order.
    package static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count
            ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
}

extension RecordSource {
    /// The record with a text in the first column, whose texts ascend; nil without any.
    func search(firstColumn text: [UInt8]) throws(CollectionError) -> Int? {
        var (low, high) = (0, recordCount)
        while low < high {
            let middle = (low + high) / 2
            let other = try cell(record: middle, column: 0)?.text.bytes ?? []
            if other == text { return middle }
            if AscendingTexts.isLess(other, text) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
