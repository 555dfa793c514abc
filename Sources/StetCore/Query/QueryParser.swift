/// Reads the words of a query by Lua's precedence.
struct QueryParser {
    private let scanner: QueryScanner
    private let tokens: [QueryToken]
    private let names: [String]
    private var next = 0
    private var depth = 0
    private(set) var fields: [String] = []
    /// It has parts that only Lua can evaluate.
    private(set) var needsLua = false

    /// Deeper than anyone writes; the parser recurses.
    private static let depthLimit = 100
    /// Operators of one kind in a row, which make a tree as deep.
    private static let chainLimit = 500
    private static let comparisons: Set<String> = ["==", "~=", "<", "<=", ">", ">="]
    /// What of Lua a query has, beside its operators. None of it reaches beyond the query.
    static let library: Set<String> = [
        "string", "math", "utf8", "table", "os", "tostring", "tonumber", "type", "select", "next",
        "pairs", "ipairs", "assert", "error", "pcall",
    ]

    init(_ text: String, names: [String]) throws(QueryError) {
        var scanner = QueryScanner(text)
        tokens = try scanner.tokens()
        self.scanner = scanner
        self.names = names
    }

    mutating func parse() throws(QueryError) -> QueryNode {
        guard !tokens.isEmpty else { throw QueryError("the query is empty") }
        let node = try alternatives()
        guard next == tokens.count else { throw unexpected() }
        return node
    }

    // MARK: Words

    private var peek: QueryToken.Kind? { next < tokens.count ? tokens[next].kind : nil }

    private func error(_ message: String, at token: Int) -> QueryError {
        let offset =
            token < tokens.count ? tokens[token].range.lowerBound : scanner.bytes.count
        return QueryError(message, column: scanner.column(of: offset))
    }

    private func text(of token: QueryToken) -> String {
        String(decoding: scanner.bytes[token.range], as: UTF8.self)
    }

    private func unexpected() -> QueryError {
        guard next < tokens.count else { return error("the query ends too early", at: next) }
        let text = text(of: tokens[next])
        let message =
            switch text {
            case "=": "“=” compares nothing; write “==”"
            case "&", "|":
                "“\(text)” is no operator here; write “\(text == "&" ? "and" : "or")”"
            default: "“\(text)” is not expected there"
            }
        return error(message, at: next)
    }

    private mutating func take(_ symbol: String) -> Bool {
        guard peek == .symbol(symbol) else { return false }
        next += 1
        return true
    }

    private mutating func takeOne(of symbols: Set<String>) -> String? {
        guard case .symbol(let symbol)? = peek, symbols.contains(symbol) else { return nil }
        next += 1
        return symbol
    }

    private mutating func takeName() throws(QueryError) -> String {
        guard case .name(let name)? = peek else { throw unexpected() }
        next += 1
        return name
    }

    private mutating func close(
        _ symbol: String, _ name: String, at opening: Int
    ) throws(QueryError) {
        if take(symbol) { return }
        guard next >= tokens.count else { throw unexpected() }
        throw error("a \(name) is not closed", at: opening)
    }

    // MARK: Operators

    private mutating func nested(
        _ body: (inout QueryParser) throws(QueryError) -> QueryNode
    ) throws(QueryError) -> QueryNode {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else {
            throw error("the query is nested too deeply", at: next)
        }
        return try body(&self)
    }

    /// Operators of one rank, the left one first.
    private mutating func chain(
        _ symbols: Set<String>, _ operand: (inout QueryParser) throws(QueryError) -> QueryNode,
        _ join: (String, QueryNode, QueryNode) -> QueryNode
    ) throws(QueryError) -> QueryNode {
        var node = try operand(&self)
        var count = 0
        while let symbol = takeOne(of: symbols) {
            count += 1
            guard count < Self.chainLimit else {
                throw error("more than \(Self.chainLimit) “\(symbol)” in a row", at: next - 1)
            }
            node = join(symbol, node, try operand(&self))
        }
        return node
    }

    private mutating func alternatives() throws(QueryError) -> QueryNode {
        try nested { (parser) throws(QueryError) in
            var nodes = [try parser.conjunction()]
            while parser.take("or") { nodes.append(try parser.conjunction()) }
            return QueryNode.joined(nodes[...]) { .or($0, $1) }
        }
    }

    private mutating func conjunction() throws(QueryError) -> QueryNode {
        var nodes = [try comparison()]
        while take("and") { nodes.append(try comparison()) }
        return QueryNode.joined(nodes[...]) { .and($0, $1) }
    }

    private mutating func comparison() throws(QueryError) -> QueryNode {
        try chain(
            Self.comparisons, { (parser) throws(QueryError) in try parser.bits(0) },
            { .compare($0, $1, $2) })
    }

    private static let bitOperators: [Set<String>] = [["|"], ["~"], ["&"], ["<<", ">>"]]

    private mutating func bits(_ rank: Int) throws(QueryError) -> QueryNode {
        guard rank < Self.bitOperators.count else { return try concatenation() }
        let start = next
        let symbols = Self.bitOperators[rank]
        let node = try chain(
            symbols, { (parser) throws(QueryError) in try parser.bits(rank + 1) },
            { .operation($0, $1, $2) })
        if case .operation(let symbol, _, _) = node, symbols.contains(symbol), next > start {
            needsLua = true
        }
        return node
    }

    private mutating func concatenation() throws(QueryError) -> QueryNode {
        let node = try sum()
        guard take("..") else { return node }
        needsLua = true
        return try nested { (parser) throws(QueryError) in
            .operation("..", node, try parser.concatenation())
        }
    }

    private mutating func sum() throws(QueryError) -> QueryNode {
        try chain(
            ["+", "-"], { (parser) throws(QueryError) in try parser.product() },
            { .arithmetic($0, $1, $2) })
    }

    private mutating func product() throws(QueryError) -> QueryNode {
        try chain(
            ["*", "/", "//", "%"], { (parser) throws(QueryError) in try parser.unary() },
            { .arithmetic($0, $1, $2) })
    }

    private mutating func unary() throws(QueryError) -> QueryNode {
        try nested { (parser) throws(QueryError) in
            if parser.take("not") { return .not(try parser.unary()) }
            if parser.take("-") { return .negative(try parser.unary()) }
            if parser.take("#") { return .length(try parser.unary()) }
            if parser.take("~") {
                parser.needsLua = true
                return .complement(try parser.unary())
            }
            let base = try parser.operand()
            guard parser.take("^") else { return base }
            parser.needsLua = true
            return .operation("^", base, try parser.unary())
        }
    }

    // MARK: Operands

    private mutating func operand() throws(QueryError) -> QueryNode {
        let start = next
        guard let token = peek else { throw unexpected() }
        next += 1
        switch token {
        case .integer(let value): return .value(.integer(value))
        case .number(let value): return .value(.number(value))
        case .text(let text): return .value(.text(text))
        case .symbol("nil"): return .value(.missing)
        case .symbol("true"): return .value(.boolean(true))
        case .symbol("false"): return .value(.boolean(false))
        case .symbol("{"): return try table(from: start)
        case .symbol("("):
            let node = try alternatives()
            try close(")", "parenthesis", at: start)
            switch node {
            case .call, .method: return try suffixed(.group(node), from: start)
            default: return try suffixed(node, from: start)
            }
        case .name("function") where !names.contains("function"):
            return try function(from: start)
        case .name(let name): return try suffixed(try named(name, at: start), from: start)
        case .symbol:
            next = start
            throw unexpected()
        }
    }

    private mutating func named(_ name: String, at token: Int) throws(QueryError) -> QueryNode {
        if names.contains(name) { return .field(place(of: name)) }
        if name == "record" {
            if take("[") {
                guard case .text(let field)? = peek else {
                    throw error("record[…] takes the name of a field in quotes", at: next)
                }
                next += 1
                try close("]", "bracket", at: token + 1)
                return try existing(field.description, at: token + 2)
            }
            if take(".") { return try existing(try takeName(), at: next - 1) }
        }
        if Self.library.contains(name) {
            needsLua = true
            return .library(name)
        }
        return try existing(name, at: token)
    }

    private mutating func existing(_ name: String, at token: Int) throws(QueryError) -> QueryNode {
        guard names.contains(name) else {
            var message = "no field “\(name)”"
            if let near = NearestName.of(name, among: names) {
                message += "; did you mean “\(near)”?"
            }
            throw error(message, at: token)
        }
        return .field(place(of: name))
    }

    private mutating func place(of name: String) -> Int {
        if let known = fields.firstIndex(of: name) { return known }
        fields.append(name)
        return fields.count - 1
    }

    /// What follows a name or a parenthesis: indexes and calls.
    private mutating func suffixed(
        _ base: QueryNode, from start: Int
    ) throws(QueryError) -> QueryNode {
        var node = base
        var count = 0
        while let symbol = peek {
            let place = next
            switch symbol {
            case .symbol("."):
                next += 1
                node = .index(node, .value(.text(ByteString(try takeName()))))
            case .symbol("["):
                next += 1
                let key = try alternatives()
                try close("]", "bracket", at: place)
                node = .index(node, key)
            case .symbol(":"):
                next += 1
                let name = try takeName()
                node = .method(node, name, try arguments())
            case .symbol("("), .symbol("{"), .text:
                if case .field = node {
                    throw symbol == .symbol("(")
                        ? error(
                            "“\(text(of: tokens[start]))” is a field, not a function", at: start)
                        : unexpected()
                }
                node = .call(node, try arguments())
            default: return node
            }
            needsLua = true
            count += 1
            guard count < Self.depthLimit else {
                throw error("the query is nested too deeply", at: place)
            }
        }
        return node
    }

    private mutating func arguments() throws(QueryError) -> [QueryNode] {
        let start = next
        if case .text(let text)? = peek {
            next += 1
            return [.value(.text(text))]
        }
        if take("{") { return [try table(from: start)] }
        guard take("(") else { throw unexpected() }
        if take(")") { return [] }
        var result = [try alternatives()]
        while take(",") { result.append(try alternatives()) }
        try close(")", "parenthesis", at: start)
        return result
    }

    private mutating func table(from start: Int) throws(QueryError) -> QueryNode {
        needsLua = true
        var items: [QueryNode.Item] = []
        while peek != .symbol("}") {
            if take("[") {
                let key = try alternatives()
                guard take("]"), take("=") else { throw unexpected() }
                items.append(QueryNode.Item(key: key, value: try alternatives()))
            } else if case .name(let name)? = peek, next + 1 < tokens.count,
                tokens[next + 1].kind == .symbol("=")
            {
                next += 2
                items.append(
                    QueryNode.Item(
                        key: .value(.text(ByteString(name))), value: try alternatives()))
            } else {
                items.append(QueryNode.Item(key: nil, value: try alternatives()))
            }
            guard take(",") || take(";") else { break }
        }
        try close("}", "brace", at: start)
        return .table(items)
    }

    /// A function, up to the `end` that belongs to it.
    private mutating func function(from start: Int) throws(QueryError) -> QueryNode {
        needsLua = true
        var open = 1
        while open > 0 {
            guard next < tokens.count else { throw error("a function has no “end”", at: start) }
            if case .name(let name) = tokens[next].kind {
                switch name {
                case "function", "if", "do", "repeat": open += 1
                case "end", "until": open -= 1
                case _ where names.contains(name): _ = place(of: name)
                default: break
                }
            }
            next += 1
        }
        let range = tokens[start].range.lowerBound..<tokens[next - 1].range.upperBound
        return .function(String(decoding: scanner.bytes[range], as: UTF8.self))
    }
}
