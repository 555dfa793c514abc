import StetCore

/// Learns from records of a file how each column is quoted, so that what is added looks like
/// what is there.
package struct ColumnHabits: Sendable {
    private struct Evidence: Sendable {
        /// Cells in quotes that need none.
        var quoted = 0
        /// Cells with text, not in quotes.
        var plain = 0
        var quotedEmpty = 0
        var plainEmpty = 0
        /// Cells in quotes for nothing but a blank at an end.
        var quotedBlank = 0
        var plainBlank = 0
    }

    private let dialect: Dialect
    private var columns: [Evidence]

    package init(dialect: Dialect, width: Int) {
        self.dialect = dialect
        columns = Array(repeating: Evidence(), count: width)
    }

    /// Learns from records of a block.
    package mutating func observe(_ block: RecordBlock, records: Range<Int>) {
        for record in records {
            for column in columns.indices {
                guard let cell = block.cell(record: record, column: column) else { break }
                observe(block.rawCell(cell), flags: block.cellFlags[cell], column: column)
            }
        }
    }

    /// How new cells of a column are quoted. A column without evidence follows the others.
    package func habit(ofColumn column: Int) -> CellHabit {
        guard columns.indices.contains(column) else { return CellHabit() }
        let own = columns[column]
        let all = columns.reduce(into: Evidence()) { all, column in
            all.quoted += column.quoted
            all.plain += column.plain
            all.quotedEmpty += column.quotedEmpty
            all.plainEmpty += column.plainEmpty
            all.quotedBlank += column.quotedBlank
            all.plainBlank += column.plainBlank
        }
        let text = own.quoted + own.plain > 0 ? own : all
        let empty = own.quotedEmpty + own.plainEmpty > 0 ? own : all
        let blank = own.quotedBlank + own.plainBlank > 0 ? own : all
        var habit = CellHabit()
        habit.isQuoted = text.quoted > 0 && text.plain == 0
        // Without an empty cell to look at, the texts tell: who quotes all quotes these too.
        habit.quotesEmpty =
            empty.quotedEmpty + empty.plainEmpty > 0
            ? empty.quotedEmpty > 0 && empty.plainEmpty == 0 : habit.isQuoted
        habit.quotesBlanks = blank.quotedBlank > 0 && blank.plainBlank == 0
        return habit
    }

    private mutating func observe(
        _ text: UnsafeBufferPointer<UInt8>, flags: UInt8, column: Int
    ) {
        let isQuoted = flags & RecordBlock.quoted != 0
        guard let first = text.first, let last = text.last else {
            if isQuoted {
                columns[column].quotedEmpty += 1
            } else {
                columns[column].plainEmpty += 1
            }
            return
        }
        let hasBlank = CellWriter.isBlank(first) || CellWriter.isBlank(last)
        guard isQuoted else {
            columns[column].plain += 1
            if hasBlank { columns[column].plainBlank += 1 }
            return
        }
        let isNeeded = text.contains {
            $0 == dialect.delimiter || $0 == dialect.quote || $0 == 0x0A || $0 == 0x0D
        }
        guard !isNeeded else { return }
        if hasBlank { columns[column].quotedBlank += 1 } else { columns[column].quoted += 1 }
    }
}
