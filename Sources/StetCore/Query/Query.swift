/// A condition on records, written as a Lua expression over their fields: `weight > 100 and
/// color ~= "red"`. It runs without Lua, so it knows comparisons, `and`, `or`, `not`, parentheses,
/// arithmetic and `#`, but no calls. A field whose name is no Lua name is `record["its name"]`.
///
/// A comparison with a missing or ill-typed value is false, whatever it asks; `x == nil` asks
/// for a missing one, and `x ~= nil` for one that is there.
package struct Query: Sendable {
    indirect enum Node: Sendable {
        case field(Int)
        case value(Value)
        case not(Node)
        case and(Node, Node)
        case or(Node, Node)
        case compare(String, Node, Node)
        case arithmetic(String, Node, Node)
        case negative(Node)
        case length(Node)
    }

    /// The fields that it reads, in the order of the readings that `holds` wants.
    package private(set) var fields: [String] = []
    private(set) var root = Node.value(.missing)

    /// - Parameter layout: the columns that it may name.
    package init(_ text: String, in layout: ColumnLayout) throws(QueryError) {
        var parser = QueryParser(tokens: try QueryToken.tokens(of: text), names: layout.names)
        root = try parser.parse()
        fields = parser.fields
    }

    /// Whether a record is wanted.
    ///
    /// - Parameter readings: of the record's `fields`.
    package func holds(for readings: [CellReading]) throws(QueryError) -> Bool {
        try Self.isTrue(Self.evaluate(root, readings))
    }

    private static func isTrue(_ reading: CellReading) -> Bool {
        switch reading {
        case .missing, .illTyped, .value(.boolean(false)): false
        default: true
        }
    }

    private static func evaluate(
        _ node: Node, _ readings: [CellReading]
    ) throws(QueryError) -> CellReading {
        switch node {
        case .field(let index): return readings[index]
        case .value(.missing): return .missing
        case .value(let value): return .value(value)
        case .not(let operand):
            return .value(.boolean(!isTrue(try evaluate(operand, readings))))
        case .and(let left, let right):
            let first = try evaluate(left, readings)
            return isTrue(first) ? try evaluate(right, readings) : first
        case .or(let left, let right):
            let first = try evaluate(left, readings)
            return isTrue(first) ? first : try evaluate(right, readings)
        case .compare(let symbol, let left, let right):
            return .value(.boolean(try compare(symbol, left, right, readings)))
        case .arithmetic(let symbol, let left, let right):
            let (left, right) = (try evaluate(left, readings), try evaluate(right, readings))
            return try QueryArithmetic.result(of: symbol, left, right)
        case .negative(let operand):
            let zero = CellReading.value(.integer(0))
            return try QueryArithmetic.result(of: "-", zero, try evaluate(operand, readings))
        case .length(let operand):
            switch try evaluate(operand, readings) {
            case .value(.text(let text)): return .value(.integer(text.bytes.count))
            case .value(let value):
                throw QueryError("# gives the length of a text, not of \(value.describedWithType)")
            case let other: return other
            }
        }
    }

    static func compare(
        _ symbol: String, _ left: Node, _ right: Node, _ readings: [CellReading]
    ) throws(QueryError) -> Bool {
        let (first, second) = (try evaluate(left, readings), try evaluate(right, readings))
        if isNil(left) || isNil(right), symbol == "==" || symbol == "~=" {
            return ((isNil(left) ? second : first) == .missing) == (symbol == "==")
        }
        guard case .value(let a) = first, case .value(let b) = second else { return false }
        switch symbol {
        case "==": return a.isEqual(to: b)
        case "~=": return !a.isEqual(to: b)
        default:
            guard isComparable(a, b) else {
                throw QueryError(
                    "\(a.describedWithType) and \(b.describedWithType) have no order")
            }
            let order = a.compare(b)
            switch symbol {
            case "<": return order < 0
            case "<=": return order <= 0
            case ">": return order > 0
            default: return order >= 0
            }
        }
    }

    private static func isNil(_ node: Node) -> Bool {
        if case .value(.missing) = node { return true }
        return false
    }

    private static func isComparable(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.text, .text): true
        case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number):
            true
        default: false
        }
    }
}

/// Arithmetic as Lua does it: integers stay integers and wrap, except under `/`. Without a value
/// on either side there is none.
enum QueryArithmetic {
    static func result(
        of symbol: String, _ left: CellReading, _ right: CellReading
    ) throws(QueryError) -> CellReading {
        guard case .value(let a) = left, case .value(let b) = right else { return .missing }
        if case .integer(let a) = a, case .integer(let b) = b, symbol != "/" {
            return .value(.integer(try integer(symbol, a, b)))
        }
        let (x, y) = (try number(a), try number(b))
        switch symbol {
        case "+": return .value(.number(x + y))
        case "-": return .value(.number(x - y))
        case "*": return .value(.number(x * y))
        case "/": return .value(.number(x / y))
        case "//": return .value(.number((x / y).rounded(.down)))
        default:
            let rest = x.truncatingRemainder(dividingBy: y)
            return .value(.number(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest))
        }
    }

    private static func integer(_ symbol: String, _ a: Int, _ b: Int) throws(QueryError) -> Int {
        switch symbol {
        case "+": return a &+ b
        case "-": return a &- b
        case "*": return a &* b
        default:
            guard b != 0 else { throw QueryError("a division by zero") }
            // The quotient of the least integer and -1 wraps, as it does in Lua.
            if b == -1 { return symbol == "//" ? 0 &- a : 0 }
            let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
            let isBelow = rest != 0 && (rest < 0) != (b < 0)
            if symbol == "//" { return isBelow ? quotient - 1 : quotient }
            return isBelow ? rest + b : rest
        }
    }

    private static func number(_ value: Value) throws(QueryError) -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw QueryError("\(value.describedWithType) is no number to calculate with")
        }
    }
}
