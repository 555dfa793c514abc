import StetText

/// An accepted entry in colour.
enum EntryColors {
    /// The text of a line, or of several, coloured; what it shows is what was there.
    static func text(_ line: [UInt8], after earlier: [UInt8] = []) -> String {
        let style = Style(isColored: true)
        if earlier.isEmpty, let name = CommandWords.name(of: line) {
            let end = name.upperBound
            let rest = String(decoding: line[end...], as: UTF8.self)
            return String(decoding: line[..<name.lowerBound], as: UTF8.self)
                + style.bold(String(decoding: line[name], as: UTF8.self)) + rest
        }
        let lexer = LuaLexer(earlier + line)
        var result = ""
        var done = earlier.count
        for token in lexer.tokens where token.range.upperBound > done {
            let start = max(done, token.range.lowerBound)
            result += lexer.text(done..<start)
            result += colored(lexer.text(start..<token.range.upperBound), token.kind, style)
            done = token.range.upperBound
        }
        return result + lexer.text(done..<lexer.source.count)
    }

    private static func colored(_ text: String, _ kind: LuaToken.Kind, _ style: Style) -> String {
        switch kind {
        case .keyword: style.bold(text)
        case .string: style.green(text)
        case .number: style.cyan(text)
        case .comment: style.dim(text)
        case .name, .symbol, .unknown: text
        }
    }

    /// The rows that a prompt and a line took; nil where a terminal may have laid them out
    /// otherwise: then nothing is drawn over them.
    static func rows(prompt: String, line: String, columns: Int) -> Int? {
        guard columns > 0 else { return nil }
        var rows = 0
        for (index, part) in line.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let text = index == 0 ? prompt + part : String(part)
            guard
                text.unicodeScalars.allSatisfy({ $0.value >= 32 && !(127..<160).contains($0.value) }
                )
            else { return nil }
            let width = DisplayWidth.of(text)
            if text.utf8.allSatisfy({ $0 < 0x80 }) {
                // A row that is filled to its end is followed by an empty one, or is not.
                guard width == 0 || width % columns != 0 else { return nil }
                rows += width / columns + 1
            } else {
                guard width + text.unicodeScalars.count < columns else { return nil }
                rows += 1
            }
        }
        return rows
    }
}
