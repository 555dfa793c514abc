/// A condition on records, written as a Lua expression over their fields: `weight > 100 and
/// color ~= "red"`. Comparisons, `and`, `or`, `not`, parentheses, arithmetic and `#` run without
/// Lua; what goes beyond them is understood here, but evaluated elsewhere. A field whose name is
/// no Lua name is `record["its name"]`.
///
/// A comparison with a missing or ill-typed value is false, whatever it asks; `x == nil` asks
/// for a missing one, and `x ~= nil` for one that is there. Calculating with a missing or
/// ill-typed value gives none.
package struct Query: Sendable {
    package typealias Node = QueryNode

    /// The names of Lua's own that a query has, where no field is called so.
    package static var library: Set<String> { QueryParser.library }

    /// The fields that it reads, in the order of the readings that `holds` wants.
    package private(set) var fields: [String] = []
    package private(set) var root = Node.value(.missing)
    /// Whether `holds` can evaluate it.
    package private(set) var isNative = true

    /// - Parameter layout: the columns that it may name.
    package init(_ text: String, in layout: ColumnLayout) throws(QueryError) {
        var parser = try QueryParser(text, names: layout.names)
        root = try parser.parse()
        fields = parser.fields
        isNative = !parser.needsLua
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
            return try QueryArithmetic.negative(of: try evaluate(operand, readings))
        case .length(let operand):
            switch try evaluate(operand, readings) {
            case .value(.text(let text)): return .value(.integer(text.bytes.count))
            case .value(let value):
                throw QueryError("# gives the length of a text, not of \(value.describedWithType)")
            default: return .missing
            }
        default: throw QueryError("only Lua can evaluate that")
        }
    }

    static func compare(
        _ symbol: String, _ left: Node, _ right: Node, _ readings: [CellReading]
    ) throws(QueryError) -> Bool {
        let (first, second) = (try evaluate(left, readings), try evaluate(right, readings))
        if isNil(left) || isNil(right), symbol == "==" || symbol == "~=" {
            let (asked, reading) = isNil(left) ? (right, second) : (left, first)
            let isMissing =
                switch (reading, asked) {
                case (.missing, _): true
                // A field of the wrong type is there, but nothing can be made of it.
                case (.illTyped, .field): false
                case (.illTyped, _): true
                case (.value, _): false
                }
            return isMissing == (symbol == "==")
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
            switch symbol {
            case "<": return a.isLess(than: b)
            case "<=": return a.isLess(than: b, orEqual: true)
            case ">": return b.isLess(than: a)
            default: return b.isLess(than: a, orEqual: true)
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
