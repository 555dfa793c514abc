/// Shows a line of a file with a part of it underlined, as compilers do.
package struct ExcerptRenderer {
    /// Columns that the line may take.
    package var width = 100
    package var style: Style

    package init(style: Style) {
        self.style = style
    }

    /// Two lines: the numbered line, and the underline. At least one column is marked.
    ///
    /// - Parameters:
    ///   - line: the bytes of the line, perhaps cut.
    ///   - marked: the bytes to underline.
    ///   - number: the line's number.
    package func lines(
        _ line: [UInt8], marked: Range<Int>, number: Int, isCutAtStart: Bool, isCutAtEnd: Bool
    ) -> [String] {
        let safe = SafeText(line, keepsColumns: true)
        let start = safe.columns[min(marked.lowerBound, line.count)]
        let end = safe.columns[min(marked.upperBound, line.count)]
        // The window shows the mark with what comes before it, if there is room.
        let total = safe.columns.last ?? 0
        var from = 0
        if total > width, end > width { from = max(0, min(start - width / 3, total - width)) }
        var shown = ""
        var column = 0
        for cluster in safe.text {
            if column >= from, column < from + width { shown.append(cluster) }
            column += DisplayWidth.of(cluster)
        }
        let before = isCutAtStart || from > 0 ? "…" : ""
        let after = isCutAtEnd || total > from + width ? "…" : ""
        let gutter = String(number)
        let blank = String(repeating: " ", count: gutter.count)
        let indent = start - from + before.count
        let length = max(1, min(end, from + width) - start)
        let underline = String(repeating: "^", count: length)
        return [
            style.dim("\(gutter) |") + " \(before)\(shown)\(after)",
            style.dim("\(blank) |") + " " + String(repeating: " ", count: indent)
                + style.red(underline),
        ]
    }
}
