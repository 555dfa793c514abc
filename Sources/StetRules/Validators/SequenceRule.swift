import StetCore

extension ValidatorCatalog {
    static let sequences: [StandardValidator] = [
        .init(
            "monotonic",
            "no value is below the one before it in the file; monotonic(\"falling\") none above, "
                + "\"strictly\" none equal either",
            .sequence),
        .init(
            "no_gap",
            "each value is one more than the one before it in the file, a date one day later; "
                + "no_gap(5) five more",
            .sequence),
    ]
}

/// A requirement on a field's values in the order of the file. Missing and ill-typed ones are
/// passed over.
package struct SequenceRule: Sendable {
    /// In the plan.
    package let rule: Int
    package let field: CompiledField
    let order: Order

    /// What must hold between a value and the one before it.
    enum Order: Sendable {
        case monotonic(isFalling: Bool, isStrict: Bool)
        case step(Int)

        init(_ call: ValidatorCall) throws(PlanError) {
            guard call.options.isEmpty else {
                throw PlanError("\(call.name) has no arguments with names")
            }
            if call.name == "no_gap" {
                switch call.arguments.first {
                case nil: self = .step(1)
                case .integer(let step) where step != 0 && call.arguments.count == 1:
                    self = .step(step)
                default: throw PlanError("no_gap takes a step, a whole number other than 0")
                }
                return
            }
            let known: [Value] = [.text("rising"), .text("falling"), .text("strictly")]
            if let other = call.arguments.first(where: { !known.contains($0) }) {
                let words = known.map(\.description)
                throw PlanError(
                    "monotonic takes \"rising\" or \"falling\", and \"strictly\", not \(other)"
                        + ColumnComparison.suggestion(for: other.description, in: words))
            }
            guard !(call.arguments.contains(known[0]) && call.arguments.contains(known[1])) else {
                throw PlanError("monotonic is \"rising\" or \"falling\", not both")
            }
            self = .monotonic(
                isFalling: call.arguments.contains(known[1]),
                isStrict: call.arguments.contains(known[2]))
        }
    }

    /// A value that can be compared with the next one, wherever that is found.
    package struct Item: Sendable {
        fileprivate let value: Value
        /// As the file writes it.
        fileprivate let text: ByteString
    }

    /// The value of a record; nil: it takes no part.
    package func item(
        ofRecord record: Int, in block: RecordBlock, quote: UInt8
    ) -> (item: Item, cell: Int)? {
        guard let column = field.column, let cell = block.cell(record: record, column: column)
        else { return nil }
        let text = field.valueText(block.cellText(cell, quote: quote))
        let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
        let value: Value? = text.bytes.withUnsafeBufferPointer { bytes in
            switch field.read(bytes, isQuoted: isQuoted) {
            case .missing, .illTyped: return nil
            case .integer(let integer): return .integer(integer)
            case .number(let number): return .number(number)
            case .boolean(let boolean): return .boolean(boolean)
            case .text:
                guard field.field.type == .date else { return .text(text) }
                let date = CalendarDate.read(bytes.baseAddress ?? emptyBytes, bytes.count)
                return date.map { .integer($0) }
            }
        }
        return value.map { (Item(value: $0, text: text), cell) }
    }

    /// What is wrong with a value after another, as a sentence; nil: nothing.
    ///
    /// - Parameter place: where the other one is: `line 3`, or `record 2`.
    package func complaint(
        about item: Item, after other: Item, at place: @autoclosure () -> String
    ) -> String? {
        func said() -> String {
            "\(CheckPlan.quoted(other.text)) \(place().hasPrefix("line") ? "on" : "in") \(place())"
        }
        let shown = CheckPlan.quoted(item.text)
        switch order {
        case .monotonic(let isFalling, let isStrict):
            let order = Self.compare(item.value, other.value)
            if order == 0 { return isStrict ? "\(shown) is equal to \(said())" : nil }
            guard (order < 0) != isFalling else { return nil }
            return "\(shown) is \(isFalling ? "above" : "below") \(said())"
        case .step(let step):
            guard
                let wanted = Self.next(
                    after: other.value, step: step, isDate: field.field.type == .date)
            else { return "nothing can follow \(said())" }
            guard wanted != item.value else { return nil }
            return "\(shown) follows \(said()), it must be \(words(wanted))"
        }
    }

    private func words(_ value: Value) -> String {
        guard field.field.type == .date, case .integer(let date) = value else {
            return value.description
        }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(date / 10_000, 4))-\(padded(date / 100 % 100, 2))-\(padded(date % 100, 2))"
    }

    /// Below 0, 0 or above 0, exactly. Texts compare as bytes.
    private static func compare(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.integer(let left), .integer(let right)):
            return left < right ? -1 : left == right ? 0 : 1
        case (.integer(let left), .number(let right)): return Number.compare(left, right)
        case (.number(let left), .integer(let right)): return -Number.compare(right, left)
        case (.number(let left), .number(let right)):
            return left < right ? -1 : left == right ? 0 : 1
        case (.text(let left), .text(let right)):
            return left < right ? -1 : left == right ? 0 : 1
        default: return 0
        }
    }

    /// The value that must come next; nil: there is none that large.
    private static func next(after value: Value, step: Int, isDate: Bool) -> Value? {
        guard case .integer(let integer) = value else { return nil }
        guard isDate else {
            let (sum, overflow) = integer.addingReportingOverflow(step)
            return overflow ? nil : .integer(sum)
        }
        let (day, overflow) = CalendarDate.dayNumber(of: integer).addingReportingOverflow(step)
        return overflow ? nil : CalendarDate.date(ofDay: day).map { .integer($0) }
    }

    /// - Throws: if values of the field's type have no order, or no next one.
    init(rule: Int, field: CompiledField, _ call: ValidatorCall) throws(PlanError) {
        self.rule = rule
        self.field = field
        order = try Order(call)
        let type = field.field.type
        switch order {
        case .monotonic:
            guard type != .boolean else {
                throw PlanError("monotonic does not apply to a boolean field, which has no order")
            }
        case .step:
            guard type == .integer || type == .date else {
                throw PlanError(
                    "no_gap applies to integers and dates; say type = \"integer\" or \"date\"")
            }
        }
    }
}

extension Constraint {
    /// It compares a record's value with those before it.
    package var isSequence: Bool {
        guard case .standard(let call) = kind,
            case .sequence? = ValidatorCatalog.validator(named: call.name)?.kind
        else { return false }
        return true
    }
}

extension CalendarDate {
    /// Days since 0000-01-01 of a date as a number.
    static func dayNumber(of date: Int) -> Int {
        let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
        var days = year * 365 + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
        for earlier in 1..<month { days += Self.days(in: earlier, of: year) }
        return days + day - 1
    }

    /// nil: no year of four digits has the day.
    static func date(ofDay number: Int) -> Int? {
        guard (0...dayNumber(of: 9999_12_31)).contains(number) else { return nil }
        var year = number / 366
        while dayNumber(of: (year + 1) * 10_000 + 101) <= number { year += 1 }
        var day = number - dayNumber(of: year * 10_000 + 101)
        var month = 1
        while day >= days(in: month, of: year) {
            day -= days(in: month, of: year)
            month += 1
        }
        return year * 10_000 + month * 100 + day + 1
    }
}
