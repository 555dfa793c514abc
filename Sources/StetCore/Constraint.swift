/// Names a function of a rules file: its place in the order in which the file's functions
/// were found. The domain does not know what language the function is written in.
package struct ScriptReference: Hashable, Sendable {
    package let index: Int

    package init(index: Int) {
        self.index = index
    }
}

/// One requirement on the cells of a field.
///
/// Only `required` looks at missing values; every other constraint, `validate` included, sees
/// present, well-typed values alone.
package struct Constraint: Sendable {
    package enum Kind: Sendable {
        case required
        case unique
        case minimum(Value)
        case maximum(Value)
        case above(Value)
        case below(Value)
        /// Length in Unicode code points.
        case minimumLength(Int)
        case maximumLength(Int)
        /// A PCRE2 pattern that must match the whole value.
        case pattern(String)
        case oneOf([Value])
        /// The value, with those of other fields perhaps, must be that of a record elsewhere.
        case references(Reference)
        /// A function of the rules file.
        case validate(ScriptReference)
        /// A standard validator.
        case standard(ValidatorCall)
    }

    package var kind: Kind
    package var severity: Severity = .error
    /// Replaces the built-in message.
    package var message: String?
    /// Replaces the built-in code, which is `kind.name`.
    package var code: String?
    /// The constraint holds only for records for which this function returns a true value.
    package var condition: ScriptReference?

    package init(_ kind: Kind) {
        self.kind = kind
    }
}

extension Constraint.Kind {
    /// The name that a rules file and a finding's code use.
    package var name: String {
        switch self {
        case .required: "required"
        case .unique: "unique"
        case .minimum: "min"
        case .maximum: "max"
        case .above: "above"
        case .below: "below"
        case .minimumLength: "min_length"
        case .maximumLength: "max_length"
        case .pattern: "pattern"
        case .oneOf: "enum"
        case .references: "references"
        case .validate, .standard: "validate"
        }
    }
}
