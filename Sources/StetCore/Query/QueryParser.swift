/// Reads the words of a query by Lua's precedence.
struct QueryParser {
    private let tokens: [QueryToken]
    private let names: [String]
    private var next = 0
    private var depth = 0
    private(set) var fields: [String] = []

    /// Deeper than anyone writes; the parser recurses.
    private static let depthLimit = 100
    private static let comparisons: Set<String> = ["==", "~=", "<", "<=", ">", ">="]

    init(tokens: [QueryToken], names: [String]) {
        self.tokens = tokens
        self.names = names
    }

    mutating func parse() throws(QueryError) -> Query.Node {
        guard !tokens.isEmpty else { throw QueryError("the query is empty") }
        let node = try alternatives()
        if let rest = peek { throw QueryError("“\(Self.text(of: rest))” is not expected there") }
        return node
    }

    private var peek: QueryToken? { next < tokens.count ? tokens[next] : nil }

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

    private mutating func alternatives() throws(QueryError) -> Query.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw QueryError("the query is nested too deeply") }
        var node = try conjunction()
        while take("or") { node = .or(node, try conjunction()) }
        return node
    }

    private mutating func conjunction() throws(QueryError) -> Query.Node {
        var node = try comparison()
        while take("and") { node = .and(node, try comparison()) }
        return node
    }

    private mutating func comparison() throws(QueryError) -> Query.Node {
        var node = try sum()
        while let symbol = takeOne(of: Self.comparisons) {
            node = .compare(symbol, node, try sum())
        }
        return node
    }

    private mutating func sum() throws(QueryError) -> Query.Node {
        var node = try product()
        while let symbol = takeOne(of: ["+", "-"]) {
            node = .arithmetic(symbol, node, try product())
        }
        return node
    }

    private mutating func product() throws(QueryError) -> Query.Node {
        var node = try unary()
        while let symbol = takeOne(of: ["*", "/", "//", "%"]) {
            node = .arithmetic(symbol, node, try unary())
        }
        return node
    }

    private mutating func unary() throws(QueryError) -> Query.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw QueryError("the query is nested too deeply") }
        if take("not") { return .not(try unary()) }
        if take("-") { return .negative(try unary()) }
        if take("#") { return .length(try unary()) }
        return try operand()
    }

    private mutating func operand() throws(QueryError) -> Query.Node {
        guard let token = peek else { throw QueryError("the query ends too early") }
        next += 1
        switch token {
        case .integer(let value): return .value(.integer(value))
        case .number(let value): return .value(.number(value))
        case .text(let text): return .value(.text(text))
        case .symbol("nil"): return .value(.missing)
        case .symbol("true"): return .value(.boolean(true))
        case .symbol("false"): return .value(.boolean(false))
        case .symbol("("):
            let node = try alternatives()
            guard take(")") else { throw QueryError("a parenthesis is not closed") }
            return node
        case .name(let name):
            if peek == .symbol("(") {
                throw QueryError("a query calls no functions, so not \(name); use a Lua function")
            }
            if name == "record", take("[") {
                guard case .text(let field)? = peek else {
                    throw QueryError("record[…] takes the name of a field in quotes")
                }
                next += 1
                guard take("]") else { throw QueryError("a bracket is not closed") }
                return try self.field(field.description)
            }
            return try field(name)
        case .symbol(let symbol): throw QueryError("“\(symbol)” is not expected there")
        }
    }

    private mutating func field(_ name: String) throws(QueryError) -> Query.Node {
        guard names.contains(name) else {
            var message = "no field “\(name)”"
            if let near = NearestName.of(name, among: names) {
                message += "; did you mean “\(near)”?"
            }
            throw QueryError(message)
        }
        if let known = fields.firstIndex(of: name) { return .field(known) }
        fields.append(name)
        return .field(fields.count - 1)
    }

    private static func text(of token: QueryToken) -> String {
        switch token {
        case .name(let name): name
        case .text(let text): text.description
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .symbol(let symbol): symbol
        }
    }
}
