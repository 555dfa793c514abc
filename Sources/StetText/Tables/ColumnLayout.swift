/// The width and the alignment of each column of a grid, found from a sample of its rows.
struct ColumnLayout {
    struct Column {
        /// Columns of the screen.
        var width: Int
        var alignment: ColumnAlignment
        /// For numbers, the columns from the decimal point on.
        var fraction = 0
    }

    var columns: [Column]

    /// Columns of text are not squeezed below this.
    static let least = 8

    /// - Parameters:
    ///   - overhead: The columns of the screen that borders take.
    /// - Returns: Nil if the columns do not fit, however squeezed.
    init?(
        _ specification: TableSpecification, headings: [CellText], sample: [[CellText]],
        overhead: Int
    ) {
        let limit = specification.screenWidth
        var minimums: [Int] = []
        columns = []
        for (index, heading) in headings.enumerated() {
            let format = specification.columnFormats[index] ?? ColumnFormat()
            let cells = sample.lazy.map { $0[index] }
            var column = Column(
                width: cells.reduce(0) { max($0, $1.width) }, alignment: format.alignment)
            let values = cells.filter { !$0.isMissing }
            let isNumeric = !values.isEmpty && values.allSatisfy { $0.number != nil }
            var minimum = 0
            if isNumeric {
                if column.alignment == .automatic {
                    column.fraction = values.reduce(0) { max($0, $1.number?.fraction ?? 0) }
                    let whole = values.reduce(0) { max($0, $1.number?.whole ?? 0) }
                    column.width = max(column.width, whole + column.fraction)
                }
                // A number that is broken or cut is another number.
                minimum = column.width
            } else if column.alignment == .automatic {
                column.alignment = .left
            }
            if specification.showsHeader { column.width = max(column.width, heading.width) }
            column.width = max(1, column.width)
            minimum = max(minimum, min(column.width, Self.least))
            if let width = format.width {
                column.width = max(1, width)
                minimum = column.width
                column.fraction = min(column.fraction, column.width)
            }
            columns.append(column)
            minimums.append(minimum)
        }
        guard let limit else { return }
        guard minimums.reduce(overhead, +) <= limit else { return nil }
        squeeze(to: limit - overhead, minimums)
    }

    /// Narrows the widest columns until all fit.
    private mutating func squeeze(to limit: Int, _ minimums: [Int]) {
        for index in columns.indices {
            columns[index].width = max(minimums[index], min(columns[index].width, limit))
        }
        var excess = columns.reduce(-limit) { $0 + $1.width }
        while excess > 0 {
            let widest = columns.indices.filter { columns[$0].width > minimums[$0] }
                .max { columns[$0].width < columns[$1].width }
            guard let widest else { return }
            columns[widest].width -= 1
            excess -= 1
        }
    }
}
