import StetText

/// What was typed behind a command's name.
struct CommandLineText {
    struct Word {
        /// Without quotes.
        var text: String
        /// Where it stands in the whole line, in characters from 0.
        var place: Range<Int>
    }

    /// The whole line, with the dot and the name.
    let line: String
    /// What follows the name, without blanks around it.
    let rest: String
    /// The same, at blanks. Quotes, `"` or `'`, keep blanks in a word.
    let words: [Word]
    private let nameEnd: Int

    init(line: String, nameEnd: Int) {
        self.line = line
        self.nameEnd = nameEnd
        let characters = Array(line)
        rest = String(characters[min(nameEnd, characters.count)...]).trimmed
        words = Self.words(characters, from: nameEnd)
    }

    private static func words(_ characters: [Character], from start: Int) -> [Word] {
        var words: [Word] = []
        var place = start
        while true {
            while place < characters.count, characters[place].isWhitespace { place += 1 }
            guard place < characters.count else { return words }
            let begin = place
            var text = ""
            var quote: Character?
            while place < characters.count {
                let character = characters[place]
                if let open = quote {
                    if character == open { quote = nil } else { text.append(character) }
                } else if character == "\"" || character == "'" {
                    quote = character
                } else if character.isWhitespace {
                    break
                } else {
                    text.append(character)
                }
                place += 1
            }
            words.append(Word(text: text, place: begin..<place))
        }
    }

    /// The text from a word on, as it was typed.
    func text(from word: Int) -> String {
        guard words.indices.contains(word) else { return "" }
        return String(Array(line)[words[word].place.lowerBound...]).trimmed
    }

    /// The text without its last words.
    func dropping(last count: Int) -> CommandLineText {
        guard count > 0, count <= words.count else { return self }
        let end = words[words.count - count].place.lowerBound
        return CommandLineText(line: String(Array(line)[..<end]), nameEnd: nameEnd)
    }

    /// Whether one of the words is an option, and the text without it.
    func taking(_ option: String) -> (isThere: Bool, CommandLineText) {
        guard let word = words.first(where: { $0.text == option }) else { return (false, self) }
        var characters = Array(line)
        characters.replaceSubrange(
            word.place, with: Array(repeating: " ", count: word.place.count))
        return (true, CommandLineText(line: String(characters), nameEnd: nameEnd))
    }

    /// An error at a word: the line again, with the word marked.
    func wrong(_ word: Int, _ message: String) -> CommandError {
        guard words.indices.contains(word) else { return CommandError(message) }
        let characters = Array(line)
        let place = words[word].place
        let before = DisplayWidth.of(TerminalText.line(String(characters[..<place.lowerBound])))
        let width = DisplayWidth.of(TerminalText.line(String(characters[place])))
        return CommandError(
            message,
            details: [
                TerminalText.line(line),
                String(repeating: " ", count: before)
                    + String(repeating: "^", count: max(1, width)),
            ])
    }

    func require(_ count: ClosedRange<Int>, of command: Command) throws(CommandError) {
        if words.count < count.lowerBound {
            throw CommandError("usage: \(command.synopsis)")
        }
        if words.count > count.upperBound {
            throw wrong(
                count.upperBound,
                count.upperBound == 0
                    ? ".\(command.name) takes nothing after it" : "usage: \(command.synopsis)")
        }
    }
}
