/// Bytes of a file made into one line that is safe to write to a terminal.
///
/// Invalid bytes become `\xNN`, control characters `\n`, `\t`, `\xNN` or `\u{…}`, and so do the
/// format characters that reorder or hide text. Everything else stays as it is. Each piece knows
/// the bytes it stands for, so a mark under a range of bytes can be drawn under its columns.
package struct SafeText: Sendable {
    /// How control characters are shown.
    package enum Escape: Hashable, Sendable {
        /// `\n`, `\t`, `\x1B`: as in source text.
        case backslash
        /// `↵`, spaces for a tab, `^[`: as on a screen.
        case caret
    }

    /// A part of the line that is never divided.
    package struct Piece: Hashable, Sendable {
        /// What is shown.
        package var text: String
        /// In columns.
        package var width: Int
        /// The bytes that it stands for.
        package var source: Range<Int>
    }

    /// In the order of the bytes, which they cover without gaps.
    package private(set) var pieces: [Piece] = []
    /// The whole width, in columns.
    package private(set) var width = 0

    private let measure: DisplayWidth
    private let escape: Escape
    private let tabStop: Int?

    /// - Parameters:
    ///   - bytes: Text, usually UTF-8.
    ///   - escape: How control characters are shown.
    ///   - tabStop: Expands tabs to the next multiple of so many columns; nil shows them as
    ///     `escape` says.
    package init(
        _ bytes: borrowing Span<UInt8>, escape: Escape = .backslash, tabStop: Int? = nil,
        measure: DisplayWidth = DisplayWidth()
    ) {
        self.measure = measure
        self.escape = escape
        self.tabStop = tabStop
        pieces.reserveCapacity(bytes.count)
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            let end = offset + 1
            let endsCluster = end == bytes.count || bytes[end] < 0x80
            if byte >= 0x20, byte < 0x7F, endsCluster {
                append(String(Unicode.Scalar(byte)), width: 1, source: offset..<end)
                offset = end
            } else {
                offset = appendRun(of: bytes, from: offset)
            }
        }
    }

    /// As for a span.
    package init(
        _ bytes: [UInt8], escape: Escape = .backslash, tabStop: Int? = nil,
        measure: DisplayWidth = DisplayWidth()
    ) {
        self.init(bytes.span, escape: escape, tabStop: tabStop, measure: measure)
    }

    /// The line.
    package var text: String {
        var result = ""
        for piece in pieces { result += piece.text }
        return result
    }

    /// The columns of the pieces that a range of bytes touches. An empty range, or one at the end,
    /// gives the empty range of columns where it stands.
    package func columns(of bytes: Range<Int>) -> Range<Int> {
        var column = 0
        var start: Int?
        for piece in pieces {
            if start == nil, piece.source.upperBound > bytes.lowerBound { start = column }
            if piece.source.lowerBound >= bytes.upperBound { break }
            column += piece.width
        }
        let first = start ?? width
        return first..<max(first, column)
    }

    /// Appends the longest run of valid UTF-8, or the one invalid byte, at an offset.
    /// Returns the offset after it.
    private mutating func appendRun(of bytes: borrowing Span<UInt8>, from start: Int) -> Int {
        var run = String.UnicodeScalarView()
        var end = start
        while end < bytes.count, let (scalar, length) = bytes.decodeScalar(at: end) {
            // Plain text after a cluster has ended is left to the fast path, so that runs of
            // foreign text stay short.
            if scalar.value < 0x80, end > start {
                let next = end + 1
                if next == bytes.count || bytes[next] < 0x80 { break }
            }
            run.append(scalar)
            end += length
        }
        if end == start {
            let shown = "\\x" + hexadecimal(UInt32(bytes[start]), digits: 2)
            append(shown, width: shown.utf8.count, source: start..<start + 1)
            return start + 1
        }
        var offset = start
        for cluster in String(run) {
            let next = offset + cluster.utf8.count
            append(cluster, source: offset..<next)
            offset = next
        }
        return end
    }

    private mutating func append(_ cluster: Character, source: Range<Int>) {
        if cluster == "\t", let tabStop {
            let count = tabStop - width % tabStop
            append(String(repeating: " ", count: count), width: count, source: source)
            return
        }
        guard needsEscape(cluster) else {
            append(String(cluster), width: measure.columns(of: cluster), source: source)
            return
        }
        var shown = ""
        for scalar in cluster.unicodeScalars { shown += visibleForm(of: scalar, escape) }
        append(shown, width: measure.columns(of: shown), source: source)
    }

    private mutating func append(_ text: String, width: Int, source: Range<Int>) {
        pieces.append(Piece(text: text, width: width, source: source))
        self.width += width
    }
}

extension SafeText {
    /// Bytes made safe, without the map to columns.
    ///
    /// - Parameter escape: How control characters are shown.
    package static func escaped(
        _ bytes: borrowing Span<UInt8>, escape: Escape = .backslash
    ) -> String {
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E {
            return SafeText(bytes, escape: escape, tabStop: escape == .caret ? 4 : nil).text
        }
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        return String(decoding: copy, as: UTF8.self)
    }

    /// As for a span.
    package static func escaped(
        _ bytes: some Sequence<UInt8>, escape: Escape = .backslash
    ) -> String {
        escaped(Array(bytes).span, escape: escape)
    }

    /// As for a span.
    package static func escaped(_ text: String, escape: Escape = .backslash) -> String {
        escaped(Array(text.utf8).span, escape: escape)
    }
}
