/// Prose set to a width. Paragraphs are parted by empty lines; lines that begin with a space are
/// kept as they are, since they show commands or output.
///
/// - Parameters:
///   - width: In columns; a word that is longer stands on a line of its own.
///   - indentation: Spaces before each line of the prose.
/// - Returns: Lines joined by `\n`, without one at the end.
package func wrapped(
    _ text: String, width: Int, indentation: Int = 0, measure: DisplayWidth = DisplayWidth()
) -> String {
    let indent = String(repeating: " ", count: max(0, indentation))
    var lines: [String] = []
    var paragraph: [Substring] = []
    func finishParagraph() {
        lines += setLines(of: paragraph, width: width - indent.count, measure).map { indent + $0 }
        paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.allSatisfy({ $0 == " " }) {
            finishParagraph()
            lines.append("")
        } else if line.hasPrefix(" ") {
            finishParagraph()
            lines.append(indent + line)
        } else {
            paragraph += line.split(separator: " ")
        }
    }
    finishParagraph()
    return lines.joined(separator: "\n")
}

/// Terms at the left, what they mean at the right, as help lists options and commands.
///
/// ```
///   -j N            How many workers.
///   --format FORMAT
///                   The report on standard output.
/// ```
///
/// - Parameters:
///   - width: In columns, of the whole.
///   - termWidth: The widest term that shares its line with its meaning.
/// - Returns: Lines joined by `\n`, without one at the end.
package func definitionList(
    _ entries: [(term: String, meaning: String)], width: Int, termWidth: Int = 24,
    measure: DisplayWidth = DisplayWidth()
) -> String {
    let widths = entries.map { measure.columns(of: $0.term) }
    let column = 2 + (widths.filter { $0 <= termWidth }.max() ?? termWidth) + 2
    let indent = String(repeating: " ", count: column)
    var lines: [String] = []
    for (entry, termColumns) in zip(entries, widths) {
        let words = entry.meaning.split { $0 == " " || $0 == "\n" }
        var meaning = setLines(of: words, width: max(20, width - column), measure)[...]
        var first = "  " + entry.term
        if termColumns <= termWidth, let start = meaning.popFirst() {
            first += String(repeating: " ", count: column - 2 - termColumns) + start
        }
        lines.append(first)
        lines += meaning.map { indent + $0 }
    }
    return lines.joined(separator: "\n")
}

/// Words set to lines, each as full as it can be.
private func setLines(of words: [Substring], width: Int, _ measure: DisplayWidth) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in words {
        let columns = measure.columns(of: word)
        if used > 0, used + 1 + columns > width {
            lines.append(line)
            line = ""
            used = 0
        }
        if used > 0 {
            line += " "
            used += 1
        }
        line += word
        used += columns
    }
    if used > 0 { lines.append(line) }
    return lines
}
