import StetCore

/// What a broken rule is told as: what was expected, and what was found.
extension CheckPlan {
    /// - Parameter text: the cell's; empty for a missing one.
    package func message(rule number: Int, text: ByteString) -> String {
        if let message = rules[number].message { return message }
        switch origins[number] {
        case .other: return rules[number].code
        case .key: return "a value is required: it is part of the key"
        case .type(let field): return TypeMessage(field: field.field).words(for: text)
        case .constraint(let kind, let field):
            let text = field.valueText(text)
            if let check = field.checks.first(where: { $0.rule == number }),
                case .validator(let validator) = check.kind
            {
                return validator.complaint(about: text) ?? "\(Self.quoted(text)) is not valid"
            }
            return Self.message(kind, field, text)
        }
    }

    /// What a failure in a block is told as.
    package func message(of failure: Failure, in block: RecordBlock, quote: UInt8) -> String {
        let rule = Int(failure.rule)
        if rules[rule].message == nil, let check = recordChecks.first(where: { $0.rule == rule }) {
            return check.complaint(ofRecord: Int(failure.record), in: block, quote: quote)
                ?? rules[rule].code
        }
        guard failure.cell != Failure.wholeRecord else { return message(rule: rule, text: "") }
        return message(rule: rule, text: block.cellText(Int(failure.cell), quote: quote))
    }

    private static func message(
        _ kind: Constraint.Kind, _ field: CompiledField, _ text: ByteString
    ) -> String {
        switch kind {
        case .required: "a value is required"
        case .unique: "\(quoted(text)) is there already"
        case .minimum(let limit): "must be at least \(limit)"
        case .maximum(let limit): "must be at most \(limit)"
        case .above(let limit): "must be above \(limit)"
        case .below(let limit): "must be below \(limit)"
        case .minimumLength(let length):
            "must have at least \(characters(length)), not \(self.length(text))"
        case .maximumLength(let length):
            "must have at most \(characters(length)), not \(self.length(text))"
        case .pattern(let source): patternMessage(source, field, text)
        case .oneOf(let values):
            "\(quoted(text)) is not \(alternatives(values))\(suggestion(text, values))"
        case .references(let reference): missingMessage([text], of: reference, among: [])
        case .validate, .standard: "\(quoted(text)) is not valid"
        }
    }

    private static func patternMessage(
        _ source: String, _ field: CompiledField, _ text: ByteString
    ) -> String {
        let shown = escaped(ByteString(source), limit: 200)
        let isTooComplex = field.checks.contains { check in
            guard case .pattern(let pattern) = check.kind, pattern.source == source else {
                return false
            }
            let outcome = text.bytes.withUnsafeBufferPointer {
                pattern.match($0.baseAddress ?? emptyBytes, $0.count, Pattern.Workspace())
            }
            return outcome == .tooComplex
        }
        guard isTooComplex else { return "\(quoted(text)) does not match the pattern \(shown)" }
        return "\(quoted(text)) takes too many steps to match with the pattern \(shown)"
    }

    /// What a value that another record has is told as.
    ///
    /// - Parameter place: where it stands: `line 3`, or `record 2`.
    package static func repeatedMessage(
        _ values: [ByteString], isKey: Bool, place: String
    ) -> String {
        let shown = values.map(quoted).joined(separator: " and ")
        if isKey { return "the key \(shown) is already that of \(place)" }
        return "\(shown) is already \(place.hasPrefix("line") ? "on" : "in") \(place)"
    }

    /// A cell's text for a sentence: in quotes, controls escaped, and not too long.
    package static func quoted(_ text: ByteString) -> String {
        "\"\(escaped(text, limit: 60))\""
    }

    /// - Parameter limit: in characters; what goes beyond is left out, and `…` says so.
    private static func escaped(_ text: ByteString, limit: Int) -> String {
        var result = ""
        var count = 0
        let start = ByteString(text.bytes.prefix(limit * 4 + 4))
        for scalar in start.description.unicodeScalars {
            if count == limit { return result + "…" }
            count += 1
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\"": result += "\\\""
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func length(_ text: ByteString) -> Int {
        text.bytes.withUnsafeBufferPointer {
            UTF8Text.length($0.baseAddress ?? emptyBytes, $0.count)
        }
    }

    private static func characters(_ count: Int) -> String {
        count == 1 ? "1 character" : "\(count) characters"
    }

    static func alternatives(_ values: [Value]) -> String {
        let shown = values.prefix(values.count > 5 ? 3 : 5).map { value in
            escaped(ByteString(value.description), limit: 40)
        }
        if values.count == 1 { return shown[0] }
        let list = "one of " + shown.joined(separator: ", ")
        return values.count > 5 ? "\(list) … (\(values.count) values)" : list
    }

    /// What a value that the other table lacks is told as.
    ///
    /// - Parameter known: values that the other table has, if they are few.
    package static func missingMessage(
        _ values: [ByteString], of reference: Reference, among known: [String]
    ) -> String {
        let pairs = zip(reference.targetFields, values).map { "\($0) \(quoted($1))" }
        let isSingle = pairs.count == 1
        return "\(reference.path) has no \(isSingle ? "" : "record with ")"
            + pairs.joined(separator: " and ")
            + (isSingle ? suggestion(values[0], known) : "")
    }

    private static func suggestion(_ text: ByteString, _ values: [Value]) -> String {
        guard values.count <= suggestionLimit else { return "" }
        return suggestion(
            text,
            values.compactMap { value in
                guard case .text(let text) = value else { return nil }
                return text.string
            })
    }

    /// Among more values, the one that was meant is not looked for.
    package static let suggestionLimit = 1000

    /// The value that was probably meant: another case, or a slip in a word of some length.
    static func suggestion(_ text: ByteString, _ names: [String]) -> String {
        guard let word = text.string, word.utf8.count <= 40 else { return "" }
        let lowercased = word.lowercased()
        if let same = names.first(where: { $0.lowercased() == lowercased }) {
            return "; did you mean \(quoted(ByteString(same)))?"
        }
        guard word.utf8.count > 3 else { return "" }
        // Names of quite another length are far away without counting.
        let near = names.filter { abs($0.utf8.count - word.utf8.count) <= word.utf8.count / 3 }
        return ColumnComparison.suggestion(for: word, in: near)
    }
}
