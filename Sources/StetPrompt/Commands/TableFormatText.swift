import StetText

/// How tables are shown, as `.mode` reads and writes it.
enum TableFormatText {
    struct Option: Sendable {
        let name: String
        let usage: String
        let summary: String
        let write: @Sendable (TableSpecification) -> String
        /// - Returns: false if the word makes no sense.
        let read: @Sendable (String, inout TableSpecification) -> Bool
    }

    static let options: [Option] = [
        Option(
            name: "--header", usage: "on|off", summary: "whether the names of columns are shown",
            write: { $0.showsHeader ? "on" : "off" },
            read: { word, format in
                format.showsHeader = word == "on"
                return word == "on" || word == "off"
            }),
        Option(
            name: "--null", usage: "TEXT", summary: "what stands for a missing cell; auto for -",
            write: { $0.nullText.map(quoted) ?? "auto" },
            read: { word, format in
                format.nullText = word == "auto" ? nil : word
                return true
            }),
        Option(
            name: "--wrap", usage: "word|character", summary: "where a wide cell is broken",
            write: { $0.wrap.rawValue }, read: { set(\.wrap, $0, &$1) }),
        Option(
            name: "--lines", usage: "N", summary: "the most lines of a cell",
            write: { "\($0.lineLimit)" },
            read: { word, format in
                guard let number = Int(word), number > 0 else { return false }
                format.lineLimit = number
                return true
            }),
        Option(
            name: "--titles", usage: "N|off", summary: "the widest heading, in columns",
            write: { $0.titleLimit.map { "\($0)" } ?? "off" },
            read: { setLimit(\.titleLimit, $0, &$1) }),
        Option(
            name: "--rows", usage: "N|off", summary: "the most rows; half of them are the last",
            write: { $0.rowLimit.map { "\($0)" } ?? "off" },
            read: { setLimit(\.rowLimit, $0, &$1) }),
        Option(
            name: "--quote", usage: "relaxed|always",
            summary: "which cells of csv and tsv are quoted",
            write: { $0.quoting.rawValue }, read: { set(\.quoting, $0, &$1) }),
        Option(
            name: "--ambiguous", usage: "1|2",
            summary: "columns of signs such as ± and …, which are wide on East Asian terminals",
            write: { "\($0.measure.ambiguous)" },
            read: { word, format in
                format.measure = DisplayWidth(ambiguous: word == "2" ? 2 : 1)
                return word == "1" || word == "2"
            }),
        Option(
            name: "--escape", usage: "caret|backslash", summary: "how control characters are shown",
            write: { $0.escape == .caret ? "caret" : "backslash" },
            read: { word, format in
                format.escape = word == "caret" ? .caret : .backslash
                return word == "caret" || word == "backslash"
            }),
    ]

    static var help: String {
        options.map { option in
            let term = "\(option.name) \(option.usage)"
            let gap = String(repeating: " ", count: max(1, 28 - term.count))
            return "  \(term)\(gap)\(option.summary)"
        }.joined(separator: "\n")
    }

    /// The command that gives a format.
    static func command(_ format: TableSpecification, isComplete: Bool) -> String {
        let usual = TableSpecification(mode: format.mode)
        let parts = options.filter { isComplete || $0.write(format) != $0.write(usual) }
            .map { "\($0.name) \($0.write(format))" }
        return ([".mode \(format.mode.rawValue)"] + parts).joined(separator: " ")
    }

    static func read(
        _ text: CommandLineText, from format: TableSpecification
    ) throws(CommandError) -> TableSpecification {
        var format = format
        var index = 0
        while index < text.words.count {
            let word = text.words[index].text
            if word.hasPrefix("-") {
                guard let option = options.first(where: { $0.name == word }) else {
                    throw text.wrong(
                        index,
                        "there is no option \(word)"
                            + Suggestion.hint(for: word, among: options.map(\.name)))
                }
                guard index + 1 < text.words.count else {
                    throw text.wrong(index, "\(option.name) wants \(option.usage)")
                }
                index += 1
                guard option.read(text.words[index].text, &format) else {
                    throw text.wrong(index, "\(option.name) wants \(option.usage)")
                }
            } else {
                let known = TableSpecification.Mode.allCases.map(\.rawValue)
                guard let mode = TableSpecification.Mode(rawValue: word) else {
                    throw text.wrong(
                        index,
                        "a mode is \(English.list(known, joiner: "or"))"
                            + Suggestion.hint(for: word, among: known))
                }
                format.mode = mode
            }
            index += 1
        }
        return format
    }

    private static func set<Choice: RawRepresentable<String>>(
        _ path: WritableKeyPath<TableSpecification, Choice>, _ word: String,
        _ format: inout TableSpecification
    ) -> Bool {
        guard let choice = Choice(rawValue: word) else { return false }
        format[keyPath: path] = choice
        return true
    }

    private static func setLimit(
        _ path: WritableKeyPath<TableSpecification, Int?>, _ word: String,
        _ format: inout TableSpecification
    ) -> Bool {
        if word == "off" {
            format[keyPath: path] = nil
            return true
        }
        guard let number = Int(word), number > 0 else { return false }
        format[keyPath: path] = number
        return true
    }

    /// So that it reads back as one word.
    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return isPlain ? text : text.contains("\"") ? "'\(text)'" : "\"\(text)\""
    }
}
