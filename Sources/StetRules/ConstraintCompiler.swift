import StetCore

/// Turns a constraint as it was written into one that is cheap to check, or says why it cannot.
struct ConstraintCompiler {
    let field: Field
    /// Where relative paths in values begin: empty, or with a slash at its end.
    var folder = ""

    /// - Returns: nil for a constraint that one cell alone cannot break or that is a function.
    /// - Throws: `PlanError` if the constraint makes no sense for the field's type.
    func compile(_ kind: Constraint.Kind) throws(PlanError) -> CompiledField.Check.Kind? {
        switch kind {
        case .minimum(let value): return try bound(value, kind, isUpper: false, isInclusive: true)
        case .maximum(let value): return try bound(value, kind, isUpper: true, isInclusive: true)
        case .above(let value): return try bound(value, kind, isUpper: false, isInclusive: false)
        case .below(let value): return try bound(value, kind, isUpper: true, isInclusive: false)
        case .minimumLength(let length):
            try checkLength(length, kind)
            return .length(low: length, high: .max)
        case .maximumLength(let length):
            try checkLength(length, kind)
            return .length(low: 0, high: length)
        case .pattern(let source): return .pattern(try pattern(source, kind))
        case .oneOf(let values): return try members(values, kind)
        case .standard(let call):
            guard ValidatorCatalog.validator(named: call.name)?.judgesValues ?? true else {
                return nil
            }
            do throws(PlanError) {
                return .validator(try ValidatorCatalog.valueValidator(call, folder: folder))
            } catch {
                throw mistake(kind, error.description)
            }
        case .required, .unique, .references, .validate: return nil
        }
    }

    /// What a user may have meant otherwise, without being wrong.
    func warnings(of kind: Constraint.Kind) -> [String] {
        switch kind {
        case .pattern(let source):
            let classes = ["%a", "%c", "%d", "%l", "%p", "%s", "%u", "%w", "%x"]
            guard let found = classes.first(where: source.contains) else { return [] }
            let hint =
                ["%d", "%s", "%w"].contains(found)
                ? "\\\(found.dropFirst())" : "a class in brackets"
            return [
                "field \"\(field.name)\": the pattern has \(found), which is Lua's way to write "
                    + "a class; here patterns are PCRE2's, which writes \(hint)"
            ]
        case .oneOf(let values):
            let repeated = values.indices.first { values[..<$0].contains(values[$0]) }
            guard let repeated else { return [] }
            return ["field \"\(field.name)\": enum has \(values[repeated]) more than once"]
        default: return []
        }
    }

    private func pattern(_ source: String, _ kind: Constraint.Kind) throws(PlanError) -> Pattern {
        do throws(Pattern.Invalid) {
            return try Pattern(source)
        } catch {
            throw mistake(
                kind,
                "\"\(source)\" is no regular expression: \(error.message) (after "
                    + "\(error.offset) bytes)")
        }
    }

    private func bound(
        _ value: Value, _ kind: Constraint.Kind, isUpper: Bool, isInclusive: Bool
    ) throws(PlanError) -> CompiledField.Check.Kind {
        switch (field.type, value) {
        case (.integer, .integer(let limit)):
            if isInclusive {
                return isUpper
                    ? .integerBounds(low: .min, high: limit)
                    : .integerBounds(low: limit, high: .max)
            }
            guard limit != (isUpper ? Int.min : Int.max) else {
                throw mistake(kind, "\(limit) leaves no integer")
            }
            return isUpper
                ? .integerBounds(low: .min, high: limit - 1)
                : .integerBounds(low: limit + 1, high: .max)
        case (.integer, .number(let limit)), (.number, .number(let limit)):
            guard limit.isFinite else { throw mistake(kind, "is \(limit), which is no bound") }
            if field.type == .integer,
                let whole = Int(exactly: limit.rounded(isUpper ? .down : .up))
            {
                let isMet = Double(whole) == limit
                return try bound(
                    .integer(whole), kind, isUpper: isUpper, isInclusive: isInclusive || !isMet)
            }
            return .numberBound(
                .init(limit: .number(limit), isUpper: isUpper, isInclusive: isInclusive))
        case (.number, .integer(let limit)):
            return .numberBound(
                .init(limit: .integer(limit), isUpper: isUpper, isInclusive: isInclusive))
        case (.date, .text(let text)):
            let date = text.bytes.withUnsafeBufferPointer { bytes in
                CalendarDate.read(bytes.baseAddress ?? emptyBytes, bytes.count)
            }
            guard let date else {
                let reason = CalendarDate.reason(text.bytes) ?? "write it like 2024-02-29"
                throw mistake(kind, "\(CheckPlan.quoted(text)) is not a date: \(reason)")
            }
            if isUpper { return .dateBounds(low: .min, high: isInclusive ? date : date - 1) }
            return .dateBounds(low: isInclusive ? date : date + 1, high: .max)
        case (.integer, _), (.number, _):
            throw mistake(
                kind, "is \(describe(value)), but \(article) field is compared with a number")
        case (.date, _):
            throw mistake(
                kind,
                "is \(describe(value)), but \(article) field is compared with a date in quotes")
        case (.string, _), (.boolean, _):
            let isLikelyNumber: Bool
            switch value {
            case .integer, .number: isLikelyNumber = field.type == .string
            default: isLikelyNumber = false
            }
            throw mistake(
                kind,
                "does not apply to \(article) field, which has no order"
                    + (isLikelyNumber
                        ? "; say type = \"number\" or \"integer\", or use \(lengthName(kind)) "
                            + "for the length of a text" : ""))
        }
    }

    private func lengthName(_ kind: Constraint.Kind) -> String {
        switch kind {
        case .maximum, .below: "max_length"
        default: "min_length"
        }
    }

    private func members(
        _ values: [Value], _ kind: Constraint.Kind
    ) throws(PlanError) -> CompiledField.Check.Kind {
        guard !values.isEmpty else { throw mistake(kind, "has no values, so none is allowed") }
        switch field.type {
        case .string, .date:
            var texts: [ByteString] = []
            for value in values {
                guard case .text(let text) = value else {
                    throw mistake(
                        kind,
                        "has \(describe(value)); the values of \(article) field are written in "
                            + "quotes")
                }
                if field.type == .date, let reason = dateMistake(text) {
                    throw mistake(kind, "has \(CheckPlan.quoted(text)): \(reason)")
                }
                texts.append(text)
            }
            return .texts(ByteSet(texts))
        case .integer, .number:
            var numbers = NumberSet()
            for value in values {
                switch value {
                case .integer(let number): numbers.insert(number)
                case .number(let number) where field.type == .number || Int(exactly: number) != nil:
                    numbers.insert(number)
                default:
                    let wanted = field.type == .integer ? "an integer" : "a number"
                    throw mistake(kind, "has \(describe(value)), which is not \(wanted)")
                }
            }
            return .numbers(numbers)
        case .boolean:
            throw mistake(kind, "does not apply to a boolean field; see true_values")
        }
    }

    private func dateMistake(_ text: ByteString) -> String? {
        let isDate = text.bytes.withUnsafeBufferPointer {
            CalendarDate.read($0.baseAddress ?? emptyBytes, $0.count) != nil
        }
        return isDate ? nil : CalendarDate.reason(text.bytes) ?? "that is not a date"
    }

    private func checkLength(_ length: Int, _ kind: Constraint.Kind) throws(PlanError) {
        guard field.type == .string else {
            throw mistake(kind, "applies to texts, and this field is \(article)")
        }
        guard length >= 0 else { throw mistake(kind, "is \(length); lengths count from 0") }
    }

    private var article: String {
        field.type == .integer ? "an integer" : "a \(field.type.rawValue)"
    }

    private func describe(_ value: Value) -> String {
        switch value {
        case .text(let text): "the text \(CheckPlan.quoted(text))"
        case .boolean(let value): "\(value)"
        case .missing: "nothing"
        default: "the number \(value)"
        }
    }

    private func mistake(_ kind: Constraint.Kind, _ text: String) -> PlanError {
        PlanError("field \"\(field.name)\": \(kind.name) \(text)")
    }
}
