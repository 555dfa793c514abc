import StetCore

/// What a broken rule is told as: what was expected, and what was found.
extension CheckPlan {
    /// - Parameter text: the cell; nil: it is missing.
    package func message(rule number: Int, text: ByteString) -> String {
        if let message = rules[number].message { return message }
        guard let (field, constraint) = origin(of: number) else { return rules[number].code }
        guard let constraint else { return typeMessage(field.field, text) }
        let found = Self.quoted(text)
        switch constraint.kind {
        case .required: return "a value is required"
        case .unique: return "\(found) was used before"
        case .minimum(let limit): return "\(found) is below \(limit), the least allowed"
        case .maximum(let limit): return "\(found) is above \(limit), the most allowed"
        case .above(let limit): return "must be above \(limit), not \(found)"
        case .below(let limit): return "must be below \(limit), not \(found)"
        case .minimumLength(let length):
            return "\(found) has \(Self.characters(text)), at least \(length) are required"
        case .maximumLength(let length):
            return "\(found) has \(Self.characters(text)), at most \(length) are allowed"
        case .pattern(let source): return "\(found) does not match \(source)"
        case .oneOf(let values): return "\(found) is not \(Self.alternatives(values))"
        case .validate: return "\(found) is not valid"
        }
    }

    /// The field and constraint that a rule was made from; nil for rules about shape and functions.
    private func origin(of number: Int) -> (CompiledField, Constraint?)? {
        for field in fields {
            if number == field.typeRule { return (field, nil) }
            let offset = number - field.typeRule - 1
            if field.field.constraints.indices.contains(offset) {
                return (field, field.field.constraints[offset])
            }
            if field.requiredRules.contains(number) {
                return (field, Constraint(.required))
            }
        }
        return nil
    }

    private func typeMessage(_ field: Field, _ text: ByteString) -> String {
        let found = Self.quoted(text)
        let bytes = text.bytes
        if let first = bytes.first, let last = bytes.last,
            CompiledField.isBlank(first) || CompiledField.isBlank(last)
        {
            return "\(found) has blanks around it; \"trim = true\" would allow them"
        }
        switch field.type {
        case .integer:
            let kind = bytes.withUnsafeBufferPointer {
                Number.integer($0.baseAddress ?? emptyBytes, $0.count, leadingZeros: false)
            }
            switch kind {
            case .outOfRange: return "\(found) is out of the range of 64-bit integers"
            case .leadingZeros:
                return "\(found) has leading zeros; \"leading_zeros = true\" would allow them"
            default: return "\(found) is not an integer"
            }
        case .number: return "\(found) is not a number"
        case .date:
            let reason = text.string.flatMap(CalendarDate.reason)
            return "\(found) is not a date" + (reason.map { ": \($0)" } ?? " like 2024-02-29")
        case .boolean:
            let values = (field.trueValues + field.falseValues).map(Value.text)
            return "\(found) is not \(Self.alternatives(values))"
        case .string: return "\(found) is not text"
        }
    }

    /// A cell's text for a sentence: in quotes, controls escaped, and not too long.
    package static func quoted(_ text: ByteString) -> String {
        let limit = 60
        var result = "\""
        var count = 0
        for scalar in text.description.unicodeScalars {
            if count == limit { return result + "…\"" }
            count += 1
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"": result += "\\\""
            default:
                let isUnsafe =
                    scalar.properties.generalCategory == .control
                    || scalar.properties.generalCategory == .format
                result +=
                    isUnsafe
                    ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
            }
        }
        return result + "\""
    }

    private static func characters(_ text: ByteString) -> String {
        let count = text.bytes.withUnsafeBufferPointer(CompiledField.length)
        return count == 1 ? "1 character" : "\(count) characters"
    }

    private static func alternatives(_ values: [Value]) -> String {
        let shown = values.prefix(8).map(\.description)
        if values.count == 1 { return shown[0] }
        if values.count > 8 {
            return "one of \(shown.joined(separator: ", ")) … (\(values.count) values)"
        }
        return "one of \(shown.joined(separator: ", "))"
    }
}
