/// How many columns text takes on a terminal.
///
/// The unit is the grapheme cluster. A terminal may still disagree on complex scripts and on
/// ligatures, so nothing is drawn after a column whose text may be of that kind if it can be
/// avoided.
package struct DisplayWidth: Hashable, Sendable {
    /// The columns of an ambiguous cluster such as `±` or `…`: 1, or 2 on an East Asian terminal.
    package var ambiguous: Int

    /// - Parameter ambiguous: 1 or 2.
    package init(ambiguous: Int = 1) {
        self.ambiguous = ambiguous
    }

    /// The columns of a text that holds no control characters, with ambiguous clusters as one.
    package static func of(_ text: some StringProtocol) -> Int {
        DisplayWidth().columns(of: text)
    }

    /// The columns of a text that holds no control characters.
    package func columns(of text: some StringProtocol) -> Int {
        var ascii = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return clusterColumns(of: text) }
            ascii += 1
        }
        return ascii
    }

    /// The columns of one grapheme cluster.
    package func columns(of cluster: Character) -> Int {
        var scalars = cluster.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return 0 }
        guard let second = scalars.next() else { return columns(of: first) }
        if Self.isRegionalIndicator(first), Self.isRegionalIndicator(second) { return 2 }
        // Joined emoji are drawn as one; so are emoji of which some are plain by default.
        if first.properties.isEmojiPresentation || asksForEmoji(second) { return 2 }
        while let scalar = scalars.next() {
            if asksForEmoji(scalar) { return 2 }
        }
        return columns(of: first)
    }

    /// The columns of a scalar that stands alone.
    package func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        if value < 0xA0 { return 0 }
        if value < 0x300 {
            return ambiguous == 2 && Self.contains(EastAsianWidth.ambiguous, value) ? 2 : 1
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        case .format where scalar.properties.isDefaultIgnorableCodePoint: return 0
        default: break
        }
        if Self.contains(EastAsianWidth.wide, value) { return 2 }
        if scalar.properties.isEmojiPresentation, !Self.isRegionalIndicator(scalar) { return 2 }
        if ambiguous == 2, Self.contains(EastAsianWidth.ambiguous, value) { return 2 }
        return 1
    }

    private func clusterColumns(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    private func asksForEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || scalar.value >= 0x2000 && scalar.properties.isEmojiPresentation
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }
}

extension DisplayWidth {
    /// The sign that stands for text left out: one column wide under either setting.
    package var cutMark: String { ambiguous == 1 ? "…" : "~" }

    /// The text, or as much of its beginning as fits with a cut mark after it.
    ///
    /// - Parameter limit: in columns; below 1 the result is empty.
    package func cut(_ text: String, to limit: Int) -> String {
        guard columns(of: text) > limit else { return text }
        guard limit > 0 else { return "" }
        var result = ""
        var used = 1
        for cluster in text {
            let width = columns(of: cluster)
            if used + width > limit { break }
            used += width
            result.append(cluster)
        }
        return result + cutMark
    }
}
