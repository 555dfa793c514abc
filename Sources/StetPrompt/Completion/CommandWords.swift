/// The words of a command line that is being typed, by its bytes to the point.
struct CommandWords {
    struct Word: Equatable {
        /// Without quotes.
        var text: String
        /// In bytes of the line.
        var start: Int
        /// The quote that is still open at its end.
        var openQuote: Character?
    }

    /// The words before the one at the point.
    private(set) var earlier: [Word] = []
    /// The word that the point ends; empty behind a blank.
    private(set) var last: Word

    /// The dot and the letters of a command's name, in bytes; nil for a line that is Lua.
    static func name(of line: [UInt8]) -> Range<Int>? {
        guard let dot = line.firstIndex(where: { !LuaLexer.isBlank($0) }),
            line[dot] == UInt8(ascii: ".")
        else { return nil }
        let end = line[dot...].firstIndex(where: LuaLexer.isBlank) ?? line.endIndex
        let rest = String(decoding: line[(dot + 1)..<end], as: UTF8.self)
        guard rest.first?.isLetter ?? (end == line.endIndex) else { return nil }
        return dot..<end
    }

    /// - Parameter start: where the words begin.
    init(_ line: [UInt8], from start: Int) {
        var place = start
        last = Word(text: "", start: start)
        while true {
            while place < line.count, LuaLexer.isBlank(line[place]) { place += 1 }
            guard place < line.count else {
                last = Word(text: "", start: place)
                return
            }
            let word = Self.word(line, &place)
            guard place < line.count else {
                last = word
                return
            }
            earlier.append(word)
        }
    }

    private static func word(_ line: [UInt8], _ place: inout Int) -> Word {
        let start = place
        var bytes: [UInt8] = []
        var quote: UInt8?
        while place < line.count {
            let byte = line[place]
            if let open = quote {
                if byte == open { quote = nil } else { bytes.append(byte) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if LuaLexer.isBlank(byte) {
                break
            } else {
                bytes.append(byte)
            }
            place += 1
        }
        return Word(
            text: String(decoding: bytes, as: UTF8.self), start: start,
            openQuote: quote.map { Character(UnicodeScalar($0)) })
    }

    /// A word as the reader of command lines gives it back; nil if no quotes can hold it.
    ///
    /// - Parameter open: the quote that was typed already.
    static func quoted(_ text: String, open: Character?) -> String? {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
            return nil
        }
        let isPlain =
            !text.isEmpty && text.allSatisfy { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        if isPlain, open == nil { return text }
        for quote in [open, "\"", "'"].compactMap({ $0 }) where !text.contains(quote) {
            return "\(quote)\(text)\(quote)"
        }
        return nil
    }
}
