/// The number of a record, from 1. It stays with the record for the whole session: records of
/// the source have their place in it, inserted ones the numbers after these, in order of insertion.
package struct RowID: Hashable, Comparable, Sendable, CustomStringConvertible {
    let raw: UInt32

    /// A number outside of 1 ..< 2^32 names no record.
    package init(_ number: Int) {
        raw = UInt32(exactly: number) ?? 0
    }

    init(raw: UInt32) {
        self.raw = raw
    }

    package var number: Int { Int(raw) }

    package var description: String { "#\(raw)" }

    package static func < (left: RowID, right: RowID) -> Bool {
        left.raw < right.raw
    }
}
