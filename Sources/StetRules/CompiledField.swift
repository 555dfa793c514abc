import StetCore

/// A field of a schema, ready to judge cells: the one check that batch, form and script share.
///
/// Immutable and so shared by workers; what matching needs is in a `Workspace` of the thread.
package final class CompiledField: Sendable {
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
    /// Missing tokens other than the empty text.
    let missing: ByteSet?
    let quotedEmptyIsText: Bool
    let trueValues: ByteSet
    let falseValues: ByteSet
    /// A cell that passes all of these breaks no rule, unless it is missing.
    let quickTests: [QuickTest]

    /// A constraint with its number in the plan.
    struct Check: Sendable {
        var rule: Int
        var kind: Kind

        enum Kind: Sendable {
            case integerBounds(low: Int, high: Int)
            case numberBound(NumberBound)
            case dateBounds(low: Int, high: Int)
            case length(low: Int, high: Int)
            case pattern(Pattern)
            case texts(ByteSet)
            case numbers(NumberSet)
            case validator(ValueValidator)
        }
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
        quickTests = QuickTest.tests(for: field, isRequired: !requiredRules.isEmpty, checks)
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
