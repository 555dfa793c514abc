/// Reads the lines of an entry once, as they come, and knows of most unfinished ones that they are:
/// a bracket, a block or an operator is open. So a long function is not parsed anew at each of its
/// lines. What it lets through the parser judges.
struct EntryScanner {
    /// Blocks and brackets that are open.
    private var depth = 0
    /// Loops whose `do` has not come.
    private var loops = 0
    /// The level of the long string or comment that is open.
    private var longLevel: Int?
    /// The quote of the string that a line's end continues.
    private var quote: UInt8?
    /// Whether the last token cannot be the last of an entry.
    private var wantsMore = false

    /// The parser would surely ask for more.
    var isOpen: Bool { depth > 0 || loops > 0 || longLevel != nil || quote != nil || wantsMore }

    private static let opening: Set<String> = ["function", "if", "repeat"]
    private static let wanting: Set<String> = [
        "and", "or", "not", "local", "in", "until", "goto",
    ]

    mutating func add(_ line: some Collection<UInt8>) {
        let text = Array(line)
        var place = 0
        while place < text.count {
            if let level = longLevel {
                place = endOfLong(level, text, from: place)
                continue
            }
            if let open = quote {
                place = endOfString(open, text, from: place)
                continue
            }
            let byte = text[place]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                quote = byte
                wantsMore = false
                place += 1
            case UInt8(ascii: "-") where text[place...].starts(with: [byte, byte]):
                place = comment(text, from: place + 2)
            case UInt8(ascii: "["):
                if let level = Self.longLevel(text, at: place) {
                    longLevel = level
                    wantsMore = false
                    place += level + 2
                } else {
                    open()
                    place += 1
                }
            case UInt8(ascii: "("), UInt8(ascii: "{"):
                open()
                place += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                wantsMore = false
                place += 1
            case _ where Self.isWord(byte): place = word(text, from: place)
            case UInt8(ascii: "."):
                let isDots = text[place...].starts(with: [byte, byte, byte])
                // `...` is a value, and so is `1.`.
                wantsMore = !isDots && !(place > 0 && (0x30...0x39).contains(text[place - 1]))
                place += isDots ? 3 : 1
            default:
                wantsMore = "+-*/%^#&~|<>=,".utf8.contains(byte)
                place += 1
            }
        }
        // A string ends with its line, unless the line says otherwise.
        if quote != nil, text.last != UInt8(ascii: "\\"), !endsWithSkip(text) { quote = nil }
    }

    private mutating func open() {
        depth += 1
        wantsMore = false
    }

    private mutating func word(_ text: [UInt8], from start: Int) -> Int {
        let end = text[start...].firstIndex { !Self.isWord($0) } ?? text.count
        let word = String(decoding: text[start..<end], as: UTF8.self)
        wantsMore = Self.wanting.contains(word)
        switch word {
        case _ where Self.opening.contains(word): depth += 1
        case "for", "while": loops += 1
        case "do":
            if loops > 0 { loops -= 1 }
            depth += 1
        case "end", "until": depth -= 1
        default: break
        }
        return end
    }

    private mutating func comment(_ text: [UInt8], from start: Int) -> Int {
        guard let level = Self.longLevel(text, at: start) else { return text.count }
        longLevel = level
        return start + level + 2
    }

    private mutating func endOfLong(_ level: Int, _ text: [UInt8], from start: Int) -> Int {
        let close = UInt8(ascii: "]")
        let mark = [close] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [close]
        var place = start
        while let found = text[place...].firstIndex(of: close) {
            if text[found...].starts(with: mark) {
                longLevel = nil
                return found + mark.count
            }
            place = found + 1
        }
        return text.count
    }

    private mutating func endOfString(_ open: UInt8, _ text: [UInt8], from start: Int) -> Int {
        var place = start
        while place < text.count {
            if text[place] == UInt8(ascii: "\\") {
                place += 2
            } else if text[place] == open {
                quote = nil
                return place + 1
            } else {
                place += 1
            }
        }
        return text.count
    }

    /// `\z` at the end of a line skips it.
    private func endsWithSkip(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        while let last = rest.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
            rest.removeLast()
        }
        return rest.suffix(2).elementsEqual(#"\z"#.utf8) || rest.isEmpty
    }

    /// The level of a long bracket that opens at a place.
    private static func longLevel(_ text: [UInt8], at place: Int) -> Int? {
        guard place < text.count, text[place] == UInt8(ascii: "[") else { return nil }
        var end = place + 1
        while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
        return end < text.count && text[end] == UInt8(ascii: "[") ? end - place - 1 : nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
