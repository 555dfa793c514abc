import StetCore

/// The constraints of a field taken together: a range that no value is in is a slip of the pen,
/// not a rule.
struct ConstraintRange {
    let field: Field

    /// - Throws: `PlanError` that names the two constraints which exclude each other.
    func refuseEmpty() throws(PlanError) {
        for lower in field.constraints {
            for upper in field.constraints where excludes(lower.kind, upper.kind) {
                throw PlanError(
                    "field \"\(field.name)\": no value can be right, because "
                        + "\(words(lower.kind)) and \(words(upper.kind)) exclude each other")
            }
        }
        if field.type == .boolean,
            let both = field.trueValues.first(where: field.falseValues.contains)
        {
            throw PlanError(
                "field \"\(field.name)\": \(CheckPlan.quoted(both)) cannot be both true and false")
        }
    }

    private func excludes(_ lower: Constraint.Kind, _ upper: Constraint.Kind) -> Bool {
        switch (lower, upper) {
        case (.minimum(let low), .maximum(let high)): order(low, high) > 0
        case (.minimum(let low), .below(let high)), (.above(let low), .maximum(let high)):
            order(low, high) >= 0
        case (.above(let low), .below(let high)): order(low, high) >= 0 || isGap(low, high)
        case (.minimumLength(let low), .maximumLength(let high)): low > high
        default: false
        }
    }

    /// Between neighbouring integers there is no other.
    private func isGap(_ low: Value, _ high: Value) -> Bool {
        guard field.type == .integer, case .integer(let low) = low, case .integer(let high) = high,
            low < Int.max
        else { return false }
        return low + 1 == high
    }

    /// Below zero, zero or above zero; values that have no order are never in the wrong one.
    private func order(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
        case (.integer(let left), .number(let right)): Number.compare(left, right)
        case (.number(let left), .integer(let right)): -Number.compare(right, left)
        case (.number(let left), .number(let right)): left < right ? -1 : left == right ? 0 : 1
        case (.text(let left), .text(let right)): left < right ? -1 : left == right ? 0 : 1
        default: -1
        }
    }

    private func words(_ kind: Constraint.Kind) -> String {
        switch kind {
        case .minimum(let value), .maximum(let value), .above(let value), .below(let value):
            "\(kind.name) = \(value)"
        case .minimumLength(let length), .maximumLength(let length): "\(kind.name) = \(length)"
        default: kind.name
        }
    }
}
