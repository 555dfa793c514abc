import StetCore
import StetText

/// How a list is drawn as text.
package struct ListLayout {
    package enum Grouping: String, CaseIterable, Sendable {
        /// A section without a header or footer has nothing there.
        case plain
        /// It has a blank line there.
        case grouped
    }

    /// In columns.
    package var width: Int
    package var grouping = Grouping.plain
    package var style = Style(isColored: false)
    package var measure = DisplayWidth()
    /// `1.2` before each row.
    package var showsPaths = false

    package init(width: Int = 80) {
        self.width = width
    }

    /// Bytes of data as a line that is safe to show, cut to a width.
    func cut(_ bytes: ByteString, to width: Int) -> String {
        measure.cut(SafeText.escaped(bytes.bytes, escape: .caret), to: width)
    }

    /// Text filled up with blanks on one side.
    func padded(_ text: String, to width: Int, leading: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - measure.columns(of: text)))
        return leading ? blanks + text : text + blanks
    }

    /// Bytes of data as lines of at most so many columns, broken at blanks where there are any.
    func wrapped(_ bytes: ByteString, to width: Int) -> [String] {
        let width = max(1, width)
        var result: [String] = []
        var line = ""
        for word in SafeText.escaped(bytes.bytes, escape: .caret).split(
            separator: " ", omittingEmptySubsequences: false)
        {
            let longer = result.isEmpty && line.isEmpty ? String(word) : "\(line) \(word)"
            if measure.columns(of: line.isEmpty ? String(word) : longer) <= width {
                line = line.isEmpty ? String(word) : longer
                continue
            }
            if !line.isEmpty { result.append(line) }
            line = ""
            for cluster in word {
                if measure.columns(of: line) + measure.columns(of: cluster) > width, !line.isEmpty {
                    result.append(line)
                    line = ""
                }
                line.append(cluster)
            }
        }
        if !line.isEmpty || result.isEmpty { result.append(line) }
        return result
    }

    // MARK: What is above and below

    /// The lines of a header or footer; nil: of one that is not there.
    func lines(of extremity: Extremity?, _ name: String) throws(HandlerError) -> [String] {
        switch extremity {
        case nil: return grouping == .grouped ? [""] : []
        case .title(let title): return wrapped(title, to: width)
        case .view(let content, let height):
            let drawn = try drawn(by: content, width: width, name)
            var lines = drawn.map { cut($0, to: width) }
            guard let height else { return lines }
            while lines.count < height { lines.append("") }
            return Array(lines.prefix(max(0, height)))
        case .flowing(let content):
            return try drawn(by: content, width: width, name).flatMap { wrapped($0, to: width) }
        }
    }

    func drawn(
        by content: DrawnContent, width: Int, _ name: String
    ) throws(HandlerError) -> [ByteString] {
        do {
            return try content.lines(width)
        } catch {
            throw HandlerError(handler: name, message: "\(error)")
        }
    }

    // MARK: Accessories

    /// The sign, or a plain one where the terminal may draw it wider.
    private func sign(_ sign: String, _ plain: String) -> String {
        measure.columns(of: sign) == plain.count ? sign : plain
    }

    private var checkmark: String { sign("✓", "v") }

    /// Always of the same width for a kind with the same items.
    func lines(
        of accessory: Accessory, _ name: String
    ) throws(HandlerError) -> [String] {
        switch accessory {
        case .none: []
        case .disclosureIndicator: [sign("›", ">")]
        case .detailDisclosureButton: ["(i) " + sign("›", ">")]
        case .checkmark: [checkmark]
        case .checkmarkPlaceholder: [String(repeating: " ", count: measure.columns(of: checkmark))]
        case .detailButton: ["(i)"]
        case .switchToggle(let isOn, _): [isOn ? "[on ]" : "[off]"]
        case .segmentedControl(let items, let selected, _):
            [
                items.enumerated().map { index, item in
                    let text = cut(item, to: max(1, width / 2))
                    return index == selected ? "[\(text)]" : " \(text) "
                }.joined()
            ]
        case .view(let content):
            try drawn(by: content, width: width / 2, name).map { cut($0, to: width / 2) }
        }
    }

    // MARK: Cells

    /// The cells that every list has.
    func lines(of row: ListRow, as cell: CellRegistry.Provided, width: Int) -> [String] {
        let image = row.image.map { cut($0, to: width / 4) + " " } ?? ""
        let text = image + SafeText.escaped((row.text ?? "").bytes, escape: .caret)
        let detail = row.detailText.map { SafeText.escaped($0.bytes, escape: .caret) } ?? ""
        switch cell {
        case .value1:
            let wide = measure.columns(of: detail)
            guard wide > 0 else { return [measure.cut(text, to: width)] }
            // The text keeps at least half; the detail takes what the text leaves.
            let used = min(measure.columns(of: text), max(width - wide - 2, width / 2))
            let shown = measure.cut(detail, to: max(0, width - used - 2))
            let left = measure.cut(text, to: used)
            return [left + padded(shown, to: width - measure.columns(of: left), leading: true)]
        case .value2:
            let label = min(20, max(1, width / 3))
            return [
                padded(measure.cut(text, to: label), to: label, leading: true) + "  "
                    + measure.cut(detail, to: max(0, width - label - 2))
            ]
        case .subtitle:
            return [measure.cut(text, to: width)]
                + (row.detailText == nil ? [] : [style.dim(measure.cut(detail, to: width))])
        case .button:
            return [
                style.isColored
                    ? style.cyan(measure.cut(text, to: width))
                    : "[" + measure.cut(text, to: max(0, width - 2)) + "]"
            ]
        }
    }
}
