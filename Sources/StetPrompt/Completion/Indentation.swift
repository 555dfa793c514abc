/// Where the next line of an unfinished entry begins.
enum Indentation {
    static let step = 2

    /// What was opened last and is not closed: `function`, `{`, `[[`; nil if that is nothing.
    static func openConstruct(after entry: [UInt8]) -> String? {
        let lexer = LuaLexer(entry + [UInt8(ascii: "\n")])
        if let last = lexer.tokens.last, last.isOpen, last.kind != .comment || last.isLong {
            return last.kind == .comment ? "--[[" : last.isLong ? "[[" : nil
        }
        var open: [String] = []
        for token in lexer.tokens where token.kind == .keyword || token.kind == .symbol {
            let text = lexer.text(token)
            switch text {
            case "function", "repeat", "{", "(", "[", "if", "while", "for": open.append(text)
            case "do" where open.last != "while" && open.last != "for": open.append(text)
            case "end", "until", "}", ")", "]": _ = open.popLast()
            default: break
            }
        }
        return open.last
    }

    /// The blanks before the next line: two for each line that opened blocks which are still open.
    /// None within a long text or comment, where they would be part of it.
    static func text(after entry: [UInt8]) -> String {
        let lexer = LuaLexer(entry + [UInt8(ascii: "\n")])
        if lexer.tokens.last?.isOpen == true { return "" }
        // The lines on which what is open was opened.
        var open: [Int] = []
        var line = 0
        var counted = 0
        for token in lexer.tokens {
            while counted < token.range.lowerBound {
                if entry[counted] == UInt8(ascii: "\n") { line += 1 }
                counted += 1
            }
            guard token.kind == .keyword || token.kind == .symbol else { continue }
            switch lexer.text(token) {
            case "function", "do", "then", "repeat", "{", "(", "[": open.append(line)
            case "end", "until", "}", ")", "]", "elseif": _ = open.popLast()
            default: break
            }
        }
        return String(repeating: " ", count: step * Set(open).count)
    }
}
