import StetCore

/// A query as a chunk of Lua.
///
/// Operators become calls of helpers, which know what to do without a value; fields become
/// elements of columns. The chunk takes what `QueryPrelude.names` lists and returns a function of
/// the number of records.
struct QueryTranslation {
    private(set) var text = ""
    /// Fields that are asked whether they are missing.
    private(set) var askedFields: Set<Int> = []

    init(_ query: Query) {
        let expression = expression(query.root)
        let names = QueryPrelude.names.joined(separator: ", ")
        text = """
            local \(names) = ...
            return function(__n) for __i = 1, __n do __place[1] = __i
            __wanted[__i] = (\(expression)) and true or false end end
            """
    }

    private static let comparisons = [
        "==": "eq", "~=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
    ]
    private static let operators = [
        "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "idiv", "%": "mod", "^": "pow",
        "..": "concat", "&": "band", "|": "bor", "~": "bxor", "<<": "shl", ">>": "shr",
    ]

    private mutating func expression(_ node: QueryNode) -> String {
        switch node {
        case .field(let index): return "__columns[\(index + 1)][__i]"
        case .value(let value): return Self.literal(value)
        case .not(let operand): return "(not \(expression(operand)))"
        case .and(let left, let right): return "(\(expression(left)) and \(expression(right)))"
        case .or(let left, let right): return "(\(expression(left)) or \(expression(right)))"
        case .compare(let symbol, let left, let right): return comparison(symbol, left, right)
        case .arithmetic(let symbol, let left, let right),
            .operation(let symbol, let left, let right):
            return helper(Self.operators[symbol] ?? symbol, [left, right])
        case .negative(let operand): return helper("unm", [operand])
        case .length(let operand): return helper("len", [operand])
        case .complement(let operand): return helper("bnot", [operand])
        case .library(let name): return "__library.\(name)"
        case .index(let base, let key): return helper("index", [base, key])
        case .call(let function, let arguments):
            let name = Self.literal(.text(ByteString(Self.name(of: function))))
            return "__callable(\(single(function)), \(name))(\(list(arguments)))"
        case .method(let base, let name, let arguments):
            let rest = arguments.isEmpty ? "" : ", " + list(arguments)
            let name = Self.literal(.text(ByteString(name)))
            return "__method(\(single(base)), \(name)\(rest))"
        case .table(let items):
            let texts = items.map { item in
                item.key.map { "[\(single($0))] = \(single(item.value))" }
                    ?? expression(item.value)
            }
            return "{\(texts.joined(separator: ", "))}"
        // On lines of its own, for a comment in it.
        case .function(let text): return "(\(text)\n)"
        case .group(let call): return "(\(expression(call)))"
        }
    }

    /// All results of the last one count.
    private mutating func list(_ nodes: [QueryNode]) -> String {
        nodes.map { expression($0) }.joined(separator: ", ")
    }

    /// One value, whatever a call returns.
    private mutating func single(_ node: QueryNode) -> String {
        switch node {
        case .call, .method: "(\(expression(node)))"
        default: expression(node)
        }
    }

    private mutating func helper(_ name: String, _ operands: [QueryNode]) -> String {
        "__\(name)(\(operands.map { single($0) }.joined(separator: ", ")))"
    }

    private mutating func comparison(
        _ symbol: String, _ left: QueryNode, _ right: QueryNode
    ) -> String {
        if symbol == "==" || symbol == "~=" {
            for (asked, other) in [(left, right), (right, left)] {
                guard case .value(.missing) = other else { continue }
                guard case .field(let index) = asked else {
                    return "(\(single(asked)) \(symbol) nil)"
                }
                askedFields.insert(index)
                let isMissing = "__missing[\(index + 1)][__i]"
                return symbol == "==" ? isMissing : "(not \(isMissing))"
            }
        }
        return helper(Self.comparisons[symbol] ?? symbol, [left, right])
    }

    // MARK: Words

    static func literal(_ value: Value) -> String {
        switch value {
        case .missing: return "nil"
        case .boolean(let value): return value ? "true" : "false"
        // The least integer has no literal.
        case .integer(.min): return "(-9223372036854775807 - 1)"
        case .integer(let value): return "\(value)"
        case .number(let value): return value.isInfinite ? "1e999" : "\(value)"
        case .text(let text):
            var result = "\""
            for byte in text.bytes {
                let isPlain = byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
                let digits = String(byte)
                result +=
                    isPlain
                    ? String(Unicode.Scalar(byte))
                    : "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
            return result + "\""
        }
    }

    /// What messages call a function.
    private static func name(of node: QueryNode) -> String {
        switch node {
        case .library(let name): name
        case .index(.library(let library), .value(.text(let name))): "\(library).\(name)"
        default: "what is called"
        }
    }
}
