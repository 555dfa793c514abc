import StetCore

/// The exact judgement of one cell. The columnar loop accepts most cells by itself and sends
/// every other one here, so that there is one place which says what is wrong.
///
/// Unsafe code: `text` is valid for the call; nothing keeps it.
extension CompiledField {
    /// Reads a cell's text by the field's type.
    package func read(_ text: UnsafeBufferPointer<UInt8>, isQuoted: Bool) -> TypedCell {
        if isMissing(text, isQuoted: isQuoted) { return .missing }
        let trimmed = field.trim ? Blank.trimmed(text) : text
        if trimmed.count < text.count, isMissing(trimmed, isQuoted: isQuoted) { return .missing }
        let (start, count) = (trimmed.baseAddress ?? emptyBytes, trimmed.count)
        switch field.type {
        case .string: return .text(trimmed)
        case .integer:
            guard
                case .value(let value) = Number.integer(
                    start, count, leadingZeros: field.leadingZeros)
            else { return .illTyped }
            return .integer(value)
        case .number:
            let zeros = field.leadingZeros
            if case .value(let value) = Number.integer(start, count, leadingZeros: zeros) {
                return .integer(value)
            }
            guard case .value(let value) = Number.decimal(start, count, leadingZeros: zeros)
            else { return .illTyped }
            return .number(value)
        case .date:
            return CalendarDate.read(start, count) == nil ? .illTyped : .text(trimmed)
        case .boolean:
            if trueValues.contains(start, count) { return .boolean(true) }
            return falseValues.contains(start, count) ? .boolean(false) : .illTyped
        }
    }

    private func isMissing(_ text: UnsafeBufferPointer<UInt8>, isQuoted: Bool) -> Bool {
        if text.isEmpty { return emptyIsMissing && !(isQuoted && quotedEmptyIsText) }
        return missing?.contains(text.baseAddress ?? emptyBytes, text.count) ?? false
    }

    /// Calls `report` with the number of each rule that a cell breaks, in order.
    package func verdict(
        _ text: UnsafeBufferPointer<UInt8>, isQuoted: Bool, workspace: Workspace,
        report: (Int) -> Void
    ) {
        let typed = read(text, isQuoted: isQuoted)
        switch typed {
        case .missing: requiredRules.forEach(report)
        case .illTyped: report(typeRule)
        default:
            let text = field.trim ? Blank.trimmed(text) : text
            for check in checks
            where !check.kind.holds(for: typed, text, workspace.pattern) {
                report(check.rule)
            }
        }
    }

    /// The numbers of the rules that a text breaks, in order.
    package func verdict(
        of text: ByteString, isQuoted: Bool = false, workspace: Workspace
    ) -> [Int] {
        var rules: [Int] = []
        text.bytes.withUnsafeBufferPointer {
            verdict($0, isQuoted: isQuoted, workspace: workspace) { rules.append($0) }
        }
        return rules
    }

    /// The part of a cell's text that is its value: all of it, or all but surrounding blanks.
    package func valueText(_ text: ByteString) -> ByteString {
        guard field.trim else { return text }
        return text.bytes.withUnsafeBufferPointer { ByteString(Blank.trimmed($0)) }
    }
}

extension CompiledField.Check.Kind {
    /// - Parameter text: what `typed` was read from, without blanks to be trimmed.
    fileprivate func holds(
        for typed: TypedCell, _ text: UnsafeBufferPointer<UInt8>, _ workspace: Pattern.Workspace
    ) -> Bool {
        let (start, count) = (text.baseAddress ?? emptyBytes, text.count)
        switch (self, typed) {
        case (.integerBounds(let low, let high), .integer(let value)):
            return low <= value && value <= high
        case (.numberBound(let bound), .integer(let value)): return bound.allows(value)
        case (.numberBound(let bound), .number(let value)): return bound.allows(value)
        case (.dateBounds(let low, let high), _):
            guard let date = CalendarDate.read(start, count) else { return false }
            return low <= date && date <= high
        case (.length(let low, let high), _):
            let length = UTF8Text.length(start, count)
            return low <= length && length <= high
        case (.pattern(let pattern), _):
            return pattern.match(start, count, workspace) == .matches
        case (.validator(let validator), _): return validator.test.flaw(in: text) == nil
        case (.texts(let texts), _): return texts.contains(start, count)
        case (.numbers(let numbers), .integer(let value)): return numbers.contains(value)
        case (.numbers(let numbers), .number(let value)): return numbers.contains(value)
        default: return false
        }
    }
}

/// Blanks around a cell's text: spaces and tabs.
enum Blank {
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9
    }

    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var range = 0..<text.count
        while let first = range.first, isBlank(text[first]) { range.removeFirst() }
        while let last = range.last, isBlank(text[last]) { range.removeLast() }
        return UnsafeBufferPointer(rebasing: text[range])
    }
}
