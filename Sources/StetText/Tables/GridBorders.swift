/// The lines around the cells of a grid.
struct GridBorders {
    struct Rule {
        var start: String
        var line: String
        var cross: String
        var end: String
    }

    var top: Rule?
    var underHeader: Rule
    var bottom: Rule?
    var rowStart: String
    var between: String
    var rowEnd: String
    /// What rows that are not shown leave in each column.
    var hidden: String

    static let box = GridBorders(
        top: Rule(start: "┌─", line: "─", cross: "─┬─", end: "─┐"),
        underHeader: Rule(start: "├─", line: "─", cross: "─┼─", end: "─┤"),
        bottom: Rule(start: "└─", line: "─", cross: "─┴─", end: "─┘"),
        rowStart: "│ ", between: " │ ", rowEnd: " │", hidden: "⋮")

    static let ascii = GridBorders(
        top: Rule(start: "+-", line: "-", cross: "-+-", end: "-+"),
        underHeader: Rule(start: "+-", line: "-", cross: "-+-", end: "-+"),
        bottom: Rule(start: "+-", line: "-", cross: "-+-", end: "-+"),
        rowStart: "| ", between: " | ", rowEnd: " |", hidden: ":")

    static let column = GridBorders(
        top: nil, underHeader: Rule(start: "", line: "-", cross: "  ", end: ""), bottom: nil,
        rowStart: "", between: "  ", rowEnd: "", hidden: ":")

    /// The borders of a mode. Where ambiguous characters are wide, so are the lines of a box,
    /// which then is drawn with plain ones.
    static func of(_ specification: TableSpecification) -> GridBorders {
        switch specification.mode {
        case .column: column
        case .ascii: ascii
        default: specification.measure.ambiguous == 2 ? ascii : box
        }
    }

    /// The columns of the screen that borders take beside so many cells.
    func overhead(columns: Int) -> Int {
        rowStart.count + rowEnd.count + between.count * max(0, columns - 1)
    }

    func rule(_ rule: Rule, _ layout: ColumnLayout) -> String {
        let lines = layout.columns.map { String(repeating: rule.line, count: $0.width) }
        return rule.start + lines.joined(separator: rule.cross) + rule.end
    }
}
