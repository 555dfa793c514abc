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
        guard case .table(let items, let left) = self, !items.isEmpty else { return [flat] }
        var flat = ""
        if writeFlat(to: &flat, limit: 32 * max(0, width - column)),
            TerminalText.width(of: flat) <= width - column
        {
            return [flat]
        }
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
        var text = ""
        _ = writeFlat(to: &text, limit: .max)
        return text
    }

    /// The value on one line.
    ///
    /// - Returns: false if that is longer than so many bytes, which no column has room for.
    private func writeFlat(to text: inout String, limit: Int) -> Bool {
        switch self {
        case .text(let own): text += own
        case .table(let items, let left):
            text += "{"
            for (index, item) in items.enumerated() {
                text += index > 0 ? ", " + item.label : item.label
                guard item.node.writeFlat(to: &text, limit: limit) else { return false }
            }
            if left > 0 { text += (items.isEmpty ? "" : ", ") + "... \(left) more" }
            text += "}"
        }
        return text.utf8.count <= limit
    }
}
