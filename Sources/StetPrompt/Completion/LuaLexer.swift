import StetText

/// A word, number, text or sign of Lua source.
struct LuaToken: Equatable {
    enum Kind {
        case name, keyword, number, symbol
        /// In quotes or in long brackets.
        case string
        case comment
        /// A byte that begins nothing of Lua.
        case unknown
    }

    var kind: Kind
    /// In bytes of the source.
    var range: Range<Int>
    /// Of texts and long comments: what stands between their brackets; else the whole.
    var content: Range<Int>
    /// A text or comment that has not ended where the source ends. A comment to the end of its
    /// line is open if its line is the last.
    var isOpen = false

    /// Long brackets: lines within it are its own.
    var isLong: Bool { content.lowerBound - range.lowerBound > 1 }
}

/// Cuts Lua source into tokens, whatever it is: what is typed is often unfinished or wrong.
///
/// Completion, colours, indentation and the search for `local` share it.
struct LuaLexer {
    let source: [UInt8]
    private(set) var tokens: [LuaToken] = []
    private var place = 0

    /// Signs of more than one byte, the longest first.
    private static let longSymbols = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"]
        .map { Array($0.utf8) }
    private static let symbols = Set("+-*/%^#&~|<>=(){}[];:,.".utf8)

    init(_ source: [UInt8]) {
        self.source = source
        while place < source.count {
            let byte = source[place]
            if Self.isBlank(byte) { place += 1 } else { tokens.append(token(from: byte)) }
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
    func text(_ token: LuaToken) -> String { text(token.range) }

    /// Whether the token at a place in the list is this sign or keyword.
    func `is`(_ index: Int, _ text: String) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        let token = tokens[index]
        guard token.kind == .symbol || token.kind == .keyword else { return false }
        return source[token.range].elementsEqual(text.utf8)
    }

    func isName(_ index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .name
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }

    // MARK: One token

    private mutating func token(from byte: UInt8) -> LuaToken {
        let start = place
        if byte == UInt8(ascii: "-"), peek(1) == byte { return comment() }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return quoted(byte) }
        if byte == UInt8(ascii: "["), let level = longLevel(at: place) {
            return long(level, from: start, kind: .string)
        }
        if Self.isDigit(byte) || byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true {
            return number()
        }
        if Self.isWord(byte) {
            while let next = peek(0), Self.isWord(next) { place += 1 }
            let isKeyword = LuaLiteral.keywords.contains(text(start..<place))
            return plain(isKeyword ? .keyword : .name, from: start)
        }
        for symbol in Self.longSymbols where source[place...].starts(with: symbol) {
            place += symbol.count
            return plain(.symbol, from: start)
        }
        place += 1
        if Self.symbols.contains(byte) { return plain(.symbol, from: start) }
        // The rest of a character of several bytes goes with its first.
        while let next = peek(0), next >= 0x80 { place += 1 }
        return plain(.unknown, from: start)
    }

    private func peek(_ offset: Int) -> UInt8? {
        place + offset < source.count ? source[place + offset] : nil
    }

    private func plain(_ kind: LuaToken.Kind, from start: Int) -> LuaToken {
        LuaToken(kind: kind, range: start..<place, content: start..<place)
    }

    private mutating func number() -> LuaToken {
        let start = place
        var before: UInt8 = 0
        while let next = peek(0) {
            let isSign = next == UInt8(ascii: "+") || next == UInt8(ascii: "-")
            let isExponent = "eEpP".utf8.contains(before)
            if next == UInt8(ascii: "."), peek(1) == next { break }
            guard Self.isWord(next) || next == UInt8(ascii: ".") || isSign && isExponent else {
                break
            }
            before = next
            place += 1
        }
        return plain(.number, from: start)
    }

    private mutating func quoted(_ quote: UInt8) -> LuaToken {
        let start = place
        place += 1
        while let next = peek(0) {
            if next == quote {
                place += 1
                return LuaToken(kind: .string, range: start..<place, content: start + 1..<place - 1)
            }
            // Such a text ends with its line; what follows is another matter.
            if next == UInt8(ascii: "\n") {
                return LuaToken(kind: .string, range: start..<place, content: start + 1..<place)
            }
            place += next == UInt8(ascii: "\\") && place + 1 < source.count ? 2 : 1
        }
        return LuaToken(
            kind: .string, range: start..<place, content: start + 1..<place, isOpen: true)
    }

    private mutating func comment() -> LuaToken {
        let start = place
        place += 2
        if peek(0) == UInt8(ascii: "["), let level = longLevel(at: place) {
            return long(level, from: start, kind: .comment)
        }
        while let next = peek(0), next != UInt8(ascii: "\n") { place += 1 }
        var token = plain(.comment, from: start)
        token.isOpen = place == source.count
        return token
    }

    /// How many `=` stand in a long bracket that opens at a place.
    private func longLevel(at place: Int) -> Int? {
        var end = place + 1
        while end < source.count, source[end] == UInt8(ascii: "=") { end += 1 }
        guard end < source.count, source[end] == UInt8(ascii: "[") else { return nil }
        return end - place - 1
    }

    private mutating func long(_ level: Int, from start: Int, kind: LuaToken.Kind) -> LuaToken {
        let content = place + level + 2
        let end = Array(("]" + String(repeating: "=", count: level) + "]").utf8)
        place = content
        while place < source.count {
            if source[place] == end[0], source[place...].starts(with: end) {
                place += end.count
                return LuaToken(
                    kind: kind, range: start..<place, content: content..<place - end.count)
            }
            place += 1
        }
        return LuaToken(kind: kind, range: start..<place, content: content..<place, isOpen: true)
    }
}
