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

    static func negative(of operand: CellReading) throws(QueryError) -> CellReading {
        guard case .value(let value) = operand else { return .missing }
        if case .integer(let integer) = value { return .value(.integer(0 &- integer)) }
        return .value(.number(-(try number(value))))
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

extension Value {
    /// Whether one number or text comes before another; exact between integers and floats, and
    /// false of what is not a number.
    func isLess(than other: Value, orEqual: Bool = false) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): orEqual ? left <= right : left < right
        case (.number(let left), .number(let right)): orEqual ? left <= right : left < right
        case (.text(let left), .text(let right)): orEqual ? !(right < left) : left < right
        case (.integer(let left), .number(let right)):
            Self.compare(right, with: left) { whole, isExact in
                left < whole || (orEqual || !isExact) && left == whole
            } ?? (right > 0)
        case (.number(let left), .integer(let right)):
            Self.compare(left, with: right) { whole, isExact in
                whole < right || orEqual && isExact && whole == right
            } ?? (left < 0)
        default: false
        }
    }

    /// Asks about the whole part of a float, rounded down, and whether that is all of it; nil if
    /// no integer is so large. Nothing is true of what is not a number.
    private static func compare(
        _ number: Double, with integer: Int, _ body: (Int, Bool) -> Bool
    ) -> Bool? {
        if number.isNaN { return false }
        let whole = number.rounded(.down)
        guard let exact = Int(exactly: whole) else { return nil }
        return body(exact, whole == number)
    }
}
