/// One piece of the story of what was edited, in a form that outlives the collection: rows and
/// columns are numbers, cells are what they mean. The first piece is a `base`; the last word about
/// a row, the layout or a place in the order counts.
package enum EditRecord: Hashable, Sendable {
    /// What the edits are laid over.
    package struct Base: Hashable, Sendable {
        package var columns: [Column]
        /// The file's records in order, by their numbers in the session.
        package var rows: [Rows]
        /// The columns of the key that the rules declare.
        package var key: [Int]
        /// It was found that nothing but the row number names the records.
        package var isUnkeyed: Bool

        package init(columns: [Column], rows: [Rows], key: [Int], isUnkeyed: Bool) {
            self.columns = columns
            self.rows = rows
            self.key = key
            self.isUnkeyed = isUnkeyed
        }
    }

    package struct Column: Hashable, Sendable {
        package var number: Int
        package var name: ByteString
        /// What records hold that were never given a value, in a column added to the file.
        package var filler: Cell?

        package init(number: Int, name: ByteString, filler: Cell? = nil) {
            self.number = number
            self.name = name
            self.filler = filler
        }
    }

    /// Consecutive rows.
    package struct Rows: Hashable, Sendable {
        package var first: UInt32
        package var count: UInt32

        package init(first: UInt32, count: UInt32) {
            self.first = first
            self.count = count
        }
    }

    package struct FieldCell: Hashable, Sendable {
        package var column: Int
        /// nil: the record has no such cell.
        package var cell: Cell?

        package init(column: Int, cell: Cell?) {
            self.column = column
            self.cell = cell
        }
    }

    /// What became of a row, compared with the base.
    package struct Row: Hashable, Sendable {
        package enum State: UInt8, Sendable {
            /// As in the file, or not there if it is not in the file.
            case untouched
            case changed, deleted, inserted
            /// Nothing is said but how to know the record again: others stand beside it.
            case landmark
            /// The record was put elsewhere. What else becomes of it is said by another word.
            case moved
        }

        package var row: UInt32
        package var state: State
        /// Cells of the file: those that the edit replaces, and enough to know the record again.
        package var old: [FieldCell]
        /// The edited cells of a changed row, all cells of an inserted one.
        package var new: [FieldCell]

        package init(row: UInt32, state: State, old: [FieldCell] = [], new: [FieldCell] = []) {
            self.row = row
            self.state = state
            self.old = old
            self.new = new
        }
    }

    /// A stretch of the order of records that was replaced.
    package struct Order: Hashable, Sendable {
        /// How many records before it, and behind it, stay where they are.
        package var front: Int
        package var back: Int
        package var rows: [Rows]

        package init(front: Int, back: Int, rows: [Rows]) {
            self.front = front
            self.back = back
            self.rows = rows
        }
    }

    case base(Base)
    case layout([Column])
    case order(Order)
    case row(Row)
}
