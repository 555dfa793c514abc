import StetCore

/// Turns a constraint as it was written into one that is cheap to check, or says why it cannot.
struct ConstraintCompiler {
    let field: Field

    func compile(_ kind: Constraint.Kind) throws(PlanError) -> CompiledField.Check.Kind {
        switch kind {
        case .minimum(let value): return try bound(value, kind, isUpper: false, isInclusive: true)
        case .maximum(let value): return try bound(value, kind, isUpper: true, isInclusive: true)
        case .above(let value): return try bound(value, kind, isUpper: false, isInclusive: false)
        case .below(let value): return try bound(value, kind, isUpper: true, isInclusive: false)
        case .minimumLength(let length):
            try require(.string, for: kind)
            return .length(low: length, high: .max)
        case .maximumLength(let length):
            try require(.string, for: kind)
            return .length(low: 0, high: length)
        case .pattern(let source):
            guard field.type == .string || field.type == .date else {
                throw mistake(kind, "applies to text, and the field is \(article) \(field.type)")
            }
            do throws(Pattern.Invalid) {
                return .pattern(try Pattern(source))
            } catch {
                throw mistake(
                    kind,
                    "does not compile: \(error.message) (at byte \(error.offset) of "
                        + "\"\(source)\")")
            }
        case .oneOf(let values): return try members(values, kind)
        case .required, .unique, .validate:
            preconditionFailure("\(kind.name) is not a check of one cell")
        }
    }

    private func bound(
        _ value: Value, _ kind: Constraint.Kind, isUpper: Bool, isInclusive: Bool
    ) throws(PlanError) -> CompiledField.Check.Kind {
        switch (field.type, value) {
        case (.integer, .integer(let limit)):
            if isUpper {
                if isInclusive { return .integerBounds(low: .min, high: limit) }
                guard limit > .min else { throw mistake(kind, "leaves no integer") }
                return .integerBounds(low: .min, high: limit - 1)
            }
            if isInclusive { return .integerBounds(low: limit, high: .max) }
            guard limit < .max else { throw mistake(kind, "leaves no integer") }
            return .integerBounds(low: limit + 1, high: .max)
        case (.integer, .number(let limit)), (.number, .number(let limit)):
            guard !limit.isNaN else { throw mistake(kind, "is not a number") }
            return .numberBounds(
                .init(value: limit, integer: nil, isUpper: isUpper, isInclusive: isInclusive))
        case (.number, .integer(let limit)):
            return .numberBounds(
                .init(
                    value: Double(limit), integer: limit, isUpper: isUpper,
                    isInclusive: isInclusive))
        case (.date, .text(let text)):
            let date = text.bytes.withUnsafeBufferPointer { bytes in
                CalendarDate.read(bytes.baseAddress ?? emptyBytes, bytes.count)
            }
            guard let date else {
                throw mistake(kind, "is \"\(text)\", which is not a date like \"2024-02-29\"")
            }
            if isUpper { return .dateBounds(low: .min, high: isInclusive ? date : date - 1) }
            return .dateBounds(low: isInclusive ? date : date + 1, high: .max)
        default:
            let wanted =
                switch field.type {
                case .integer, .number: "a number"
                case .date: "a date in quotes"
                case .string, .boolean: "nothing: \(article) \(field.type) has no order"
                }
            throw mistake(kind, "takes \(wanted) here, not \(describe(value))")
        }
    }

    private func members(
        _ values: [Value], _ kind: Constraint.Kind
    ) throws(PlanError) -> CompiledField.Check.Kind {
        guard !values.isEmpty else { throw mistake(kind, "has no values") }
        switch field.type {
        case .string, .date:
            var texts: [ByteString] = []
            for value in values {
                guard case .text(let text) = value else {
                    throw mistake(
                        kind,
                        "has \(describe(value)); the values of \(article) \(field.type) are "
                            + "written in quotes")
                }
                texts.append(text)
            }
            return .members(ByteSet(texts))
        case .integer, .number:
            var numbers: [Double] = []
            for value in values {
                switch value {
                case .integer(let number): numbers.append(Double(number))
                case .number(let number): numbers.append(number)
                default: throw mistake(kind, "has \(describe(value)), which is not a number")
                }
            }
            return .numbers(numbers)
        case .boolean: throw mistake(kind, "is of no use for a boolean; see true_values")
        }
    }

    /// A range that no value is in is a slip of the pen, not a rule.
    func refuseEmptyRange() throws(PlanError) {
        var low = -Double.infinity
        var high = Double.infinity
        var lengths = (low: 0, high: Int.max)
        for constraint in field.constraints {
            switch constraint.kind {
            case .minimum(.integer(let value)), .above(.integer(let value)):
                low = max(low, Double(value))
            case .minimum(.number(let value)), .above(.number(let value)): low = max(low, value)
            case .maximum(.integer(let value)), .below(.integer(let value)):
                high = min(high, Double(value))
            case .maximum(.number(let value)), .below(.number(let value)): high = min(high, value)
            case .minimumLength(let length): lengths.low = max(lengths.low, length)
            case .maximumLength(let length): lengths.high = min(lengths.high, length)
            default: break
            }
        }
        if low > high || lengths.low > lengths.high {
            throw PlanError(
                "field \"\(field.name)\": its lower bound is above its upper bound, "
                    + "so no value could be right")
        }
    }

    private func require(_ type: FieldType, for kind: Constraint.Kind) throws(PlanError) {
        guard field.type == type else {
            throw mistake(kind, "applies to text, and the field is \(article) \(field.type)")
        }
    }

    private var article: String { field.type == .integer ? "an" : "a" }

    private func describe(_ value: Value) -> String {
        switch value {
        case .text(let text): "the text \"\(text)\""
        case .boolean: "a boolean"
        case .missing: "nil"
        default: "the number \(value)"
        }
    }

    private func mistake(_ kind: Constraint.Kind, _ text: String) -> PlanError {
        PlanError("field \"\(field.name)\": \(kind.name) \(text)")
    }
}

extension FieldType: CustomStringConvertible {
    package var description: String { rawValue }
}
