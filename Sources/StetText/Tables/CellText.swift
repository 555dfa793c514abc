/// What people see of a cell: one line, safe to show.
struct CellText {
    var text: String
    /// In columns.
    var width: Int
    var isMissing = false
    /// For a number, the columns before its decimal point, and from it on.
    var number: (whole: Int, fraction: Int)?
}

extension TableSpecification {
    /// What people see of a cell.
    ///
    /// - Parameter limit: The most columns that will be shown of it, or nil for all.
    func cellText(_ cell: TableCell, limit: Int?) -> CellText {
        if cell.kind == .missing {
            let text = nullText.map { SafeText.escaped($0, escape: escape) } ?? "-"
            return CellText(text: text, width: measure.columns(of: text), isMissing: true)
        }
        let text = safe(cell.bytes, limit: limit)
        var result = CellText(text: text, width: measure.columns(of: text))
        if cell.isNumber {
            let whole = text.utf8.prefix { $0 != UInt8(ascii: ".") }.count
            result.number = (whole, text.utf8.count - whole)
        }
        return result
    }

    /// The heading of a column.
    func heading(_ column: TableColumn) -> CellText {
        var text = SafeText.escaped(column.name, escape: escape)
        if let titleLimit { text = measure.cut(text, to: max(1, titleLimit)) }
        return CellText(text: text, width: measure.columns(of: text))
    }

    private func safe(_ bytes: ArraySlice<UInt8>, limit: Int?) -> String {
        // A cell may be as long as the file. A cluster seldom has more than 16 bytes; if it has,
        // less is shown than would fit.
        guard let limit, bytes.count > (limit + 1) * 16 else {
            return SafeText.escaped(bytes, escape: escape)
        }
        return SafeText.escaped(bytes.prefix((limit + 1) * 16), escape: escape)
            + measure.cutMark
    }
}

/// One line of a cell.
struct CellLine {
    var text: String
    /// In columns.
    var width: Int
}

extension TableSpecification {
    /// A text broken to a width.
    ///
    /// - Parameters:
    ///   - width: In columns. No line is wider.
    ///   - maximum: The most lines; the last ends with a cut mark if there would be more.
    func lines(of cell: CellText, width: Int, maximum: Int?) -> [CellLine] {
        guard cell.width > width else { return [CellLine(text: cell.text, width: cell.width)] }
        var clusters = cell.text.map { (text: $0, width: measure.columns(of: $0)) }[...]
        var result: [CellLine] = []
        while !clusters.isEmpty {
            if let maximum, result.count == maximum - 1 {
                let rest = measure.cut(String(clusters.map(\.text)), to: width)
                result.append(CellLine(text: rest, width: measure.columns(of: rest)))
                break
            }
            result.append(nextLine(of: &clusters, width: width))
        }
        return result
    }

    private func nextLine(
        of clusters: inout ArraySlice<(text: Character, width: Int)>, width: Int
    ) -> CellLine {
        var end = clusters.startIndex
        var used = 0
        var space: Int?
        while end < clusters.endIndex, used + clusters[end].width <= width {
            used += clusters[end].width
            if clusters[end].text == " " { space = end }
            end += 1
        }
        if end == clusters.startIndex {
            // Wider than the column.
            clusters.removeFirst()
            return CellLine(text: measure.cutMark, width: 1)
        }
        var next = end
        if end < clusters.endIndex, wrap == .word {
            if clusters[end].text == " " {
                next = end + 1
            } else if let space, space > clusters.startIndex {
                end = space
                next = space + 1
            }
        }
        let line = clusters[clusters.startIndex..<end]
        clusters = clusters[next...]
        return CellLine(
            text: String(line.map(\.text)), width: line.reduce(0) { $0 + $1.width })
    }
}
