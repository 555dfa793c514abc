/// A value's text before it is laid out in lines.
enum PrintedNode {
    struct Item {
        /// `name = `, or nothing for an element of a sequence.
        var label: String
        var node: PrintedNode
    }

    case text(String)
    /// A table, with how many of its entries are not shown.
    case table([Item], left: Int)

    /// The lines of a value whose first begins at a column; deeper ones are indented.
    func lines(width: Int, column: Int, indentation: Int = 0) -> [String] {
        let flat = flat
        guard case .table(let items, let left) = self, !items.isEmpty,
            TerminalText.width(of: flat) > width - column
        else { return [flat] }
        let inner = String(repeating: " ", count: indentation + 2)
        var result = ["{"]
        for (index, item) in items.enumerated() {
            let start = inner + item.label
            let isLast = index == items.count - 1 && left == 0
            var lines = item.node.lines(
                // A comma may follow.
                width: width - 1, column: TerminalText.width(of: start),
                indentation: indentation + 2)
            lines[0] = start + lines[0]
            if !isLast { lines[lines.count - 1] += "," }
            result += lines
        }
        if left > 0 { result.append(inner + "... \(left) more") }
        return result + [String(repeating: " ", count: indentation) + "}"]
    }

    private var flat: String {
        switch self {
        case .text(let text): return text
        case .table(let items, let left):
            let parts = items.map { $0.label + $0.node.flat }
            let all = left > 0 ? parts + ["... \(left) more"] : parts
            return "{" + all.joined(separator: ", ") + "}"
        }
    }
}
