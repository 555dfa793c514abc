/// How many columns of a terminal text takes.
package enum DisplayWidth {
    /// The columns of one grapheme cluster.
    ///
    /// A cluster with an emoji presentation, or two regional indicators, is two columns wide;
    /// otherwise its first scalar decides. Ambiguous characters count as one.
    package static func of(_ cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII { return scalars.contains("\u{FE0F}") ? 2 : 1 }
        if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        return of(first)
    }

    package static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 }
            ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if contains(WideRanges.zero, scalar.value) { return 0 }
        return contains(WideRanges.wide, scalar.value) ? 2 : 1
    }

    private static func contains(_ ranges: [(UInt32, UInt32)], _ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].1 < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].0 <= value
    }
}
