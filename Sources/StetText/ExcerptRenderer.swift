/// Shows a line of a file with a part of it underlined, as compilers do.
///
/// ```
/// 12 | Banana,-3,yellow
///    |        ^^
/// ```
package struct ExcerptRenderer: Sendable {
    /// The columns of the whole; at least 20 are taken.
    package var width = 100
    /// The columns for line numbers, so that the excerpts of one report can share it. A longer
    /// number takes more.
    package var gutterWidth = 0
    /// How tabs, wide text and cuts are measured.
    package var measure = DisplayWidth()
    package var style: Style

    package init(style: Style) {
        self.style = style
    }

    /// Two lines, without their ends: the numbered line, and the underline. At least one column
    /// is marked.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line, or the part of it that holds the mark.
    ///   - marked: What to underline, in offsets of `line`. An empty range is a place between
    ///     two bytes.
    ///   - number: The line's number, counted from 1.
    ///   - isCutAtStart: Whether the line begins before these bytes.
    ///   - isCutAtEnd: Whether the line goes on after these bytes.
    package func lines(
        _ line: [UInt8], marked: Range<Int>, number: Int, isCutAtStart: Bool = false,
        isCutAtEnd: Bool = false
    ) -> [String] {
        let digits = String(number)
        let gutter = max(gutterWidth, digits.utf8.count)
        let pad = String(repeating: " ", count: gutter - digits.utf8.count)
        let source = Source(
            bytes: line, mark: marked.clamped(to: 0..<line.count), isCutBefore: isCutAtStart,
            isCutAfter: isCutAtEnd, measure: measure)
        let (text, columns) = source.window(width: max(20, width) - gutter - 3)
        let indent = String(repeating: " ", count: columns.lowerBound)
        return [
            style.dim("\(pad)\(digits) |") + (text.isEmpty ? "" : " " + text),
            style.dim(String(repeating: " ", count: gutter) + " |") + " " + indent
                + style.red(String(repeating: "^", count: max(1, columns.count))),
        ]
    }
}

/// What an excerpt shows a window of.
private struct Source {
    var bytes: [UInt8]
    var mark: Range<Int>
    var isCutBefore: Bool
    var isCutAfter: Bool
    var measure: DisplayWidth

    /// The part of the line that is shown, and the columns of the mark in it.
    func window(width limit: Int) -> (String, Range<Int>) {
        // A line may be as long as the file: only the bytes that could be shown are looked at.
        let reach = limit * 8
        let first = scalarStart(max(0, mark.lowerBound - reach))
        let last = scalarStart(
            min(bytes.count, min(mark.upperBound, mark.lowerBound + reach) + reach))
        let part = SafeText(
            bytes.span.extracting(first..<last), tabStop: 4, measure: measure)
        let marked = part.columns(of: mark.lowerBound - first..<min(mark.upperBound, last) - first)
        let cutBefore = isCutBefore || first > 0
        let cutAfter = isCutAfter || last < bytes.count

        let before = cutBefore ? 1 : 0
        if before + part.width + (cutAfter ? 1 : 0) <= limit {
            let text = (cutBefore ? measure.cutMark : "") + part.text
            return (
                text + (cutAfter ? measure.cutMark : ""),
                marked.lowerBound + before..<marked.upperBound + before
            )
        }
        return cut(part, around: marked, limit, cutBefore, cutAfter)
    }

    private func cut(
        _ part: SafeText, around marked: Range<Int>, _ limit: Int, _ cutBefore: Bool,
        _ cutAfter: Bool
    ) -> (String, Range<Int>) {
        let inner = limit - 2
        // The mark in the middle, but no room wasted at either end; a long mark from its start.
        let lead = marked.count >= inner ? min(4, inner / 4) : (inner - marked.count) / 2
        var start = max(0, marked.lowerBound - lead)
        start = max(0, min(start, part.width - inner))
        start = min(start, marked.lowerBound)
        var text = ""
        var column = 0
        var firstShown: Int?
        var end = start
        for piece in part.pieces {
            defer { column += piece.width }
            if column < start { continue }
            if column + piece.width > start + inner { break }
            if firstShown == nil { firstShown = column }
            text += piece.text
            end = column + piece.width
        }
        let shown = firstShown ?? start
        let marksStart = cutBefore || shown > 0
        if marksStart { text = measure.cutMark + text }
        if cutAfter || end < part.width { text += measure.cutMark }
        let offset = (marksStart ? 1 : 0) - shown
        let low = max(marked.lowerBound, shown)
        let high = max(low, min(marked.upperBound, end))
        return (text, low + offset..<high + offset)
    }

    /// The start of the scalar that an offset lies in, if the bytes there are UTF-8.
    private func scalarStart(_ offset: Int) -> Int {
        var start = offset
        while start > 0, start < bytes.count, offset - start < 3, bytes[start] & 0xC0 == 0x80 {
            start -= 1
        }
        return start
    }
}
