import LuaKit
import StetText

/// What helps with an error of Lua beside its message: the line that it names, and names that were
/// perhaps meant.
struct ErrorExcerpt {
    let record: EntryRecord
    /// Names that a global could have been meant to have.
    let globals: [String]
    /// Names that a method could have been meant to have.
    let methods: [String]

    /// - Parameter entry: what was typed, which is not in the record yet, and where.
    func lines(for error: LuaError, entry: String, at place: EntryPlace) -> [String] {
        var result: [String] = []
        if let position = error.position,
            let line = source(of: position, entry: entry, at: place), !line.trimmed.isEmpty
        {
            let mark = Self.near(error.message).flatMap { Self.mark($0, in: line) }
            // A line that stands right above need not be said again.
            if mark != nil || line != entry { result.append("  │ " + TerminalText.line(line)) }
            if let mark { result.append("  │ " + mark) }
        }
        if let hint = suggestion(for: error.message) { result.append(hint) }
        return result
    }

    private func source(
        of position: LuaPosition, entry: String, at place: EntryPlace
    ) -> String? {
        guard position.chunk == place.chunk else { return nil }
        let lines = entry.split(separator: "\n", omittingEmptySubsequences: false)
        let number = position.line - place.padding
        if lines.indices.contains(number - 1) { return String(lines[number - 1]) }
        return record.source(of: position.chunk, line: position.line)
    }

    /// The token that a mistake of syntax names: `unexpected symbol near 'end'`.
    private static func near(_ message: String) -> String? {
        guard let start = message.firstRange(of: " near '") else { return nil }
        let rest = message[start.upperBound...]
        guard let end = rest.lastIndex(of: "'") else { return nil }
        return String(rest[..<end])
    }

    /// A line with `^` under a token, if it stands there once.
    private static func mark(_ token: String, in line: String) -> String? {
        guard !token.isEmpty, let place = line.firstRange(of: token),
            line[place.upperBound...].firstRange(of: token) == nil
        else { return nil }
        let before = DisplayWidth.of(TerminalText.line(String(line[..<place.lowerBound])))
        return String(repeating: " ", count: before)
            + String(repeating: "^", count: max(1, DisplayWidth.of(TerminalText.line(token))))
    }

    private func suggestion(for message: String) -> String? {
        for (kind, names) in [("global", globals), ("method", methods)] {
            guard let start = message.firstRange(of: "(\(kind) '") else { continue }
            let rest = message[start.upperBound...]
            guard let end = rest.firstIndex(of: "'") else { continue }
            return Suggestion.nearest(to: String(rest[..<end]), among: names)
                .map { "did you mean \(kind == "method" ? ":" : "")\($0)?" }
        }
        return nil
    }
}
