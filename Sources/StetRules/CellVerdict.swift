import StetCore

/// The exact judgement of one cell. The columnar loop accepts most cells by itself and sends
/// every other one here, so that there is one place which says what is wrong.
///
/// Unsafe code: `text` is valid for the call; nothing keeps it.
extension CompiledField {
    /// Reads a cell's text by the field's type.
    @inline(__always)
    package func read(_ text: UnsafeBufferPointer<UInt8>, isQuoted: Bool) -> TypedCell {
        let text = field.trim ? Self.trimmed(text) : text
        let start = text.baseAddress ?? emptyBytes
        if isMissing(start, text.count, isQuoted: isQuoted) { return .missing }
        switch field.type {
        case .string: return .text(text)
        case .integer:
            guard
                case .value(let value) = Number.integer(
                    start, text.count, leadingZeros: field.leadingZeros)
            else { return .illTyped }
            return .integer(value)
        case .number:
            if case .value(let value) = Number.integer(start, text.count, leadingZeros: false) {
                return .integer(value)
            }
            guard let value = Number.decimal(start, text.count) else { return .illTyped }
            return .number(value)
        case .date:
            return CalendarDate.read(start, text.count) == nil ? .illTyped : .text(text)
        case .boolean:
            if trueValues.contains(start, text.count) { return .boolean(true) }
            return falseValues.contains(start, text.count) ? .boolean(false) : .illTyped
        }
    }

    @inline(__always)
    func isMissing(_ text: UnsafePointer<UInt8>, _ count: Int, isQuoted: Bool) -> Bool {
        if count == 0 { return emptyIsMissing && !(isQuoted && quotedEmptyIsText) }
        return missing?.contains(text, count) ?? false
    }

    /// Calls `report` with the number of each rule that a cell breaks, in order.
    package func verdict(
        _ text: UnsafeBufferPointer<UInt8>, isQuoted: Bool, workspace: Workspace,
        report: (Int) -> Void
    ) {
        switch read(text, isQuoted: isQuoted) {
        case .missing: requiredRules.forEach(report)
        case .illTyped: report(typeRule)
        case let typed:
            for check in checks
            where !check.kind.holds(for: typed, of: field.type, workspace.pattern) {
                report(check.rule)
            }
        }
    }

    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var range = 0..<text.count
        while let first = range.first, isBlank(text[first]) { range.removeFirst() }
        while let last = range.last, isBlank(text[last]) { range.removeLast() }
        return UnsafeBufferPointer(rebasing: text[range])
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 32 || (9...13).contains(byte)
    }

    /// Unicode code points: bytes that do not continue one.
    static func length(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        text.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
    }
}

extension CompiledField.Check.Kind {
    fileprivate func holds(
        for cell: TypedCell, of type: FieldType, _ workspace: Pattern.Workspace
    ) -> Bool {
        switch (self, cell) {
        case (.integerBounds(let low, let high), .integer(let value)):
            return low <= value && value <= high
        case (.numberBounds(let bound), .integer(let value)): return bound.allows(value)
        case (.numberBounds(let bound), .number(let value)): return bound.allows(value)
        case (.dateBounds(let low, let high), .text(let text)):
            guard let start = text.baseAddress, let date = CalendarDate.read(start, text.count)
            else { return false }
            return low <= date && date <= high
        case (.length(let low, let high), .text(let text)):
            let length = CompiledField.length(text)
            return low <= length && length <= high
        case (.pattern(let pattern), .text(let text)):
            return pattern.match(text.baseAddress ?? emptyBytes, text.count, workspace) == .matches
        case (.members(let set), .text(let text)):
            return set.contains(text.baseAddress ?? emptyBytes, text.count)
        case (.numbers(let allowed), .integer(let value)): return allowed.contains(Double(value))
        case (.numbers(let allowed), .number(let value)): return allowed.contains(value)
        case (.members, .boolean(let value)): return value
        default: return false
        }
    }
}
