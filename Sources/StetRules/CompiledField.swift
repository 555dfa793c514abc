import StetCore

/// A field of a schema, ready to judge cells: the one check that batch, form and script share.
///
/// Immutable and so shared by workers; what matching needs is in a `Workspace` of the thread.
package final class CompiledField: Sendable {
    /// What a thread needs to check cells.
    package final class Workspace {
        package let pattern = Pattern.Workspace()
        /// Room for the text of a cell with doubled quotes.
        var decoded: [UInt8] = []

        package init() {}
    }

    /// A constraint with its number in the plan.
    struct Check: Sendable {
        var rule: Int
        var kind: Kind

        enum Kind: Sendable {
            case integerBounds(low: Int, high: Int)
            case numberBounds(Bound)
            case dateBounds(low: Int, high: Int)
            case length(low: Int, high: Int)
            case pattern(Pattern)
            case members(ByteSet)
            case numbers([Double])
        }
    }

    /// One side of a range of numbers; compared exactly.
    struct Bound: Sendable {
        var value: Double
        /// The bound is a whole number, compared without rounding.
        var integer: Int?
        var isUpper: Bool
        /// The bound itself is allowed.
        var isInclusive: Bool

        func allows(_ number: Double) -> Bool {
            if isUpper { return isInclusive ? number <= value : number < value }
            return isInclusive ? number >= value : number > value
        }

        func allows(_ number: Int) -> Bool {
            guard let integer else { return allows(Double(number)) }
            if isUpper { return isInclusive ? number <= integer : number < integer }
            return isInclusive ? number >= integer : number > integer
        }
    }

    package let field: Field
    /// Its number in the schema.
    package let index: Int
    /// The column of the file; nil: the file has none.
    package let column: Int?
    let typeRule: Int
    /// The rules that a missing value breaks.
    let requiredRules: [Int]
    let checks: [Check]
    let emptyIsMissing: Bool
    let missing: ByteSet?
    let quotedEmptyIsText: Bool
    let trueValues: ByteSet
    let falseValues: ByteSet
    /// What lets the hot loop accept a cell at once.
    let accepts: Acceptance

    enum Acceptance: Sendable {
        case integers(low: Int, high: Int)
        case numbers(low: Double, high: Double)
        case dates(low: Int, high: Int)
        /// Any text of at least and at most so many bytes.
        case text(low: Int, high: Int)
        case pattern(Pattern)
        case members(ByteSet)
        /// Nothing can be said before looking closer.
        case none
    }

    init(
        _ field: Field, index: Int, column: Int?, schema: Schema, typeRule: Int,
        requiredRules: [Int], checks: [Check]
    ) {
        self.field = field
        self.index = index
        self.column = column
        self.typeRule = typeRule
        self.requiredRules = requiredRules
        self.checks = checks
        let tokens = field.missing ?? schema.missing
        emptyIsMissing = tokens.contains("")
        let others = tokens.filter { !$0.isEmpty }
        missing = others.isEmpty ? nil : ByteSet(others)
        quotedEmptyIsText = schema.quotedEmptyIsText
        trueValues = ByteSet(field.trueValues)
        falseValues = ByteSet(field.falseValues)
        accepts = Self.acceptance(of: field, checks)
    }

    private static func acceptance(of field: Field, _ checks: [Check]) -> Acceptance {
        guard !field.trim else { return .none }
        var integers = (low: Int.min, high: Int.max)
        var numbers = (low: -Double.infinity, high: Double.infinity)
        var lengths = (low: 0, high: Int.max)
        var members: ByteSet?
        var pattern: Pattern?
        for check in checks {
            switch check.kind {
            case .integerBounds(let low, let high), .dateBounds(let low, let high):
                integers = (max(integers.low, low), min(integers.high, high))
            case .numberBounds(let bound):
                // Beyond 2^53 a double could round onto a bound that it is not.
                guard abs(bound.value) <= 0x1p53 else { return .none }
                if bound.isUpper {
                    let high = bound.isInclusive ? bound.value : bound.value.nextDown
                    numbers.high = min(numbers.high, high)
                } else {
                    let low = bound.isInclusive ? bound.value : bound.value.nextUp
                    numbers.low = max(numbers.low, low)
                }
            case .length(let low, let high):
                // A character has at most four bytes and at least one.
                lengths = (max(lengths.low, low > 1 ? low * 4 : low), min(lengths.high, high))
            case .members(let set):
                guard members == nil else { return .none }
                members = set
            case .pattern(let expression):
                guard pattern == nil else { return .none }
                pattern = expression
            case .numbers: return .none
            }
        }
        switch field.type {
        case .integer:
            return members == nil && !field.leadingZeros
                ? .integers(low: integers.low, high: integers.high) : .none
        case .number: return members == nil ? .numbers(low: numbers.low, high: numbers.high) : .none
        case .date:
            return members == nil && pattern == nil
                ? .dates(low: integers.low, high: integers.high) : .none
        case .boolean: return .none
        case .string:
            let hasLength = lengths.low > 0 || lengths.high < Int.max
            if let members { return pattern == nil && !hasLength ? .members(members) : .none }
            if let pattern {
                return lengths.high == .max && lengths.low <= 1 ? .pattern(pattern) : .none
            }
            return .text(low: lengths.low, high: lengths.high)
        }
    }
}

/// A cell as its field's type reads it.
package enum TypedCell {
    case missing
    case illTyped
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    /// The cell's own bytes, without surrounding blanks where the field trims.
    case text(UnsafeBufferPointer<UInt8>)
}
