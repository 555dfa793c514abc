import StetCore

/// What the columnar loop asks of a cell. One that passes all tests of its field is certainly
/// right; one that fails is judged exactly and may be right too.
///
/// No test allows a cell with surrounding blanks that its field would trim.
enum QuickTest: Sendable {
    case integer(low: Int, high: Int)
    case number(low: Double, high: Double)
    case date(low: Int, high: Int)
    /// Code points of a text.
    case length(low: Int, high: Int)
    case pattern(Pattern)
    case member(ByteSet)
    case validator(ValueValidator)
    /// The text has no surrounding blanks.
    case noBlanks
    /// There is something in the cell, whatever it is.
    case present
    /// Nothing can be said before looking closer.
    case never

    /// The tests for a field. Empty: no cell of any text breaks a rule of the field.
    static func tests(
        for field: Field, isRequired: Bool, _ checks: [CompiledField.Check]
    ) -> [QuickTest] {
        var integers = (low: Int.min, high: Int.max)
        var numbers = (low: -Double.infinity, high: Double.infinity)
        var lengths = (low: 0, high: Int.max)
        var others: [QuickTest] = []
        for check in checks {
            switch check.kind {
            case .integerBounds(let low, let high), .dateBounds(let low, let high):
                integers = (max(integers.low, low), min(integers.high, high))
            case .numberBound(let bound):
                guard field.type == .number, bound.narrow(&numbers) else { return [.never] }
            case .length(let low, let high):
                lengths = (max(lengths.low, low), min(lengths.high, high))
            case .pattern(let pattern): others.append(.pattern(pattern))
            case .texts(let texts): others.append(.member(texts))
            case .numbers: return [.never]
            case .validator(let validator): others.append(.validator(validator))
            }
        }
        switch field.type {
        case .integer: return [.integer(low: integers.low, high: integers.high)] + others
        case .number: return [.number(low: numbers.low, high: numbers.high)] + others
        case .date: return [.date(low: integers.low, high: integers.high)] + others
        case .boolean: return [.member(ByteSet(field.trueValues + field.falseValues))] + others
        case .string:
            if lengths.low > 1 || lengths.high < Int.max {
                others.append(.length(low: lengths.low, high: lengths.high))
            }
            if others.isEmpty, lengths.low == 1 { others.append(.present) }
            if field.trim, isRequired || !others.isEmpty { others.append(.noBlanks) }
            return others
        }
    }
}

extension NumberBound {
    /// Moves the ends of a closed range of doubles so that it keeps to this bound. False if a
    /// value in the range could then still be wrong.
    fileprivate func narrow(_ range: inout (low: Double, high: Double)) -> Bool {
        let limit: Double
        switch self.limit {
        case .number(let number): limit = number
        case .integer(let integer):
            guard integer.magnitude < 1 << 53 else { return false }
            limit = Double(integer)
        }
        // From here on a whole number may be another than its double.
        guard abs(limit) < 0x1p53 else { return false }
        if isUpper {
            range.high = min(range.high, isInclusive ? limit : limit.nextDown)
        } else {
            range.low = max(range.low, isInclusive ? limit : limit.nextUp)
        }
        return true
    }
}
