/// An expression that leads to a value by names, as it was typed: `a.b["c"]:d()`.
struct LuaPath: Equatable {
    enum Root: Equatable {
        case name(String)
        /// A text in quotes.
        case text
    }

    enum Step: Equatable {
        case member([UInt8])
        case element(Int)
        /// `:name(…)`
        case method(String)
        /// `(…)`
        case call
    }

    var root: Root
    var steps: [Step] = []

    /// The expression whose last token this is; nil for one of another form.
    init?(_ lexer: LuaLexer, endingAt last: Int) {
        var index = last
        var steps: [Step] = []
        var isCalled = false
        while lexer.tokens.indices.contains(index) {
            let token = lexer.tokens[index]
            switch token.kind {
            case .name:
                let name = lexer.text(token)
                if lexer.is(index - 1, ":") {
                    guard isCalled else { return nil }
                    steps.append(.method(name))
                } else {
                    if isCalled { steps.append(.call) }
                    guard lexer.is(index - 1, ".") else {
                        root = .name(name)
                        self.steps = steps.reversed()
                        return
                    }
                    steps.append(.member(Array(lexer.source[token.range])))
                }
                isCalled = false
                index -= 2
            case .string, .symbol:
                guard let open = Self.opening(lexer, closedAt: index) else { return nil }
                if lexer.is(open, "["), !isCalled, let step = Self.element(lexer, open, index) {
                    steps.append(step)
                    index = open - 1
                } else if !isCalled, lexer.isName(open - 1), !lexer.is(open, "[") {
                    isCalled = true
                    index = open - 1
                } else if lexer.is(open, "("), index == open + 2,
                    lexer.tokens[open + 1].kind == .string, !isCalled
                {
                    root = .text
                    self.steps = steps.reversed()
                    return
                } else {
                    return nil
                }
            case .keyword, .number, .comment, .unknown: return nil
            }
        }
        return nil
    }

    /// The token that opens what a token closes: a bracket's partner; a text is its own.
    private static func opening(_ lexer: LuaLexer, closedAt last: Int) -> Int? {
        if lexer.tokens[last].kind == .string { return last }
        guard ")]}".contains(lexer.text(lexer.tokens[last])) else { return nil }
        var depth = 0
        for index in stride(from: last, through: 0, by: -1)
        where lexer.tokens[index].kind == .symbol {
            switch lexer.text(lexer.tokens[index]) {
            case ")", "]", "}": depth += 1
            case "(", "[", "{":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    private static func element(_ lexer: LuaLexer, _ open: Int, _ close: Int) -> Step? {
        guard close == open + 2 else { return nil }
        let token = lexer.tokens[open + 1]
        switch token.kind {
        case .string where !lexer.source[token.content].contains(UInt8(ascii: "\\")):
            return .member(Array(lexer.source[token.content]))
        case .number: return Int(lexer.text(token)).map(Step.element)
        default: return nil
        }
    }
}

/// A call whose brackets, or whose one text, the point is in.
struct LuaCallSite {
    /// `where` of `fruits:where(`.
    var name: String
    /// What stands before the name and its dot or colon.
    var subject: LuaPath?
    var isMethod: Bool
    /// From 1.
    var argument: Int

    /// The call of which the token at a place in the list begins an argument.
    init?(_ lexer: LuaLexer, argumentAt index: Int) {
        if lexer.isName(index - 1) {
            self.init(lexer, calleeAt: index - 1, argument: 1)
        } else if lexer.is(index - 1, "(") {
            self.init(lexer, calleeAt: index - 2, argument: 1)
        } else if lexer.is(index - 1, ","),
            let open = LuaBracket.innermost(lexer, before: index), lexer.is(open.index, "(")
        {
            self.init(lexer, calleeAt: open.index - 1, argument: open.commas + 1)
        } else {
            return nil
        }
    }

    init?(_ lexer: LuaLexer, calleeAt index: Int, argument: Int) {
        guard lexer.isName(index) else { return nil }
        name = lexer.text(lexer.tokens[index])
        isMethod = lexer.is(index - 1, ":")
        let hasSubject = isMethod || lexer.is(index - 1, ".")
        subject = hasSubject ? LuaPath(lexer, endingAt: index - 2) : nil
        if hasSubject, subject == nil { return nil }
        self.argument = argument
    }
}

/// A bracket that is open.
struct LuaBracket {
    /// Its place in the list of tokens.
    var index: Int
    /// Commas and semicolons in it so far, outside of brackets within it.
    var commas: Int

    /// The innermost bracket that is open before a token.
    static func innermost(_ lexer: LuaLexer, before end: Int) -> LuaBracket? {
        var open: [LuaBracket] = []
        for index in 0..<max(0, min(end, lexer.tokens.count))
        where lexer.tokens[index].kind == .symbol {
            switch lexer.text(lexer.tokens[index]) {
            case "(", "[", "{": open.append(LuaBracket(index: index, commas: 0))
            case ")", "]", "}": _ = open.popLast()
            case ",", ";":
                if !open.isEmpty { open[open.count - 1].commas += 1 }
            default: break
            }
        }
        return open.last
    }
}
