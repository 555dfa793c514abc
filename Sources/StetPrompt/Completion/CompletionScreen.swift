import StetText

/// The list of candidates under a line.
enum CompletionScreen {
    /// The candidates in columns, and how many are left out.
    ///
    /// - Parameters:
    ///   - columns: of the screen.
    ///   - lines: that the list may take.
    static func text(_ completion: Completion, columns: Int, lines: Int) -> String {
        let labels = completion.candidates.map { RecordNames.label($0.label) }
        let widths = labels.map { DisplayWidth.of($0) }
        let cell = min(max(1, columns - 1), (widths.max() ?? 0) + 2)
        let perLine = max(1, (columns - 1) / cell)
        let room = max(1, lines - 1)
        let rows = min(room, (labels.count + perLine - 1) / perLine)
        let shown = min(labels.count, rows * perLine)
        var result = ""
        for row in 0..<rows {
            var line = ""
            // Down the columns, as in a dictionary.
            for place in stride(from: row, to: shown, by: rows) {
                line += labels[place]
                if place + rows < shown {
                    line += String(repeating: " ", count: max(1, cell - widths[place]))
                }
            }
            result += line + "\n"
        }
        let left = completion.left + labels.count - shown
        if left > 0 {
            result += "… \(left)\(completion.isPartial ? " and perhaps yet more" : " more")\n"
        } else if completion.isPartial {
            result += "… perhaps more\n"
        }
        return result
    }
}
