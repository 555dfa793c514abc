import StetCore

extension ValidatorCatalog {
    static let records: [StandardValidator] = [
        .init(
            "sum_of",
            "a field is the sum of others, exactly in decimals; a missing part counts as nothing",
            .fields),
        .init("depends_on", "a field has a value only where others have one", .fields),
        .init("exactly_one_of", "one of some fields has a value, the others have none", .record),
        .init("at_least_one_of", "one or more of some fields have a value", .record),
    ]
}

/// A standard validator over several fields of a record, ready to judge blocks of records.
package struct RecordCheck: Sendable {
    /// In the plan.
    package let rule: Int
    /// The field that it stands in; nil: it judges the record.
    let field: CompiledField?
    let others: [CompiledField]
    let kind: Kind

    enum Kind: Sendable {
        case sum, dependence, exactlyOne, atLeastOne
    }

    /// - Throws: if the fields are no fields.
    init(
        rule: Int, field: CompiledField?, _ call: ValidatorCall, fields: [CompiledField]
    ) throws(PlanError) {
        self.rule = rule
        self.field = field
        kind =
            switch call.name {
            case "sum_of": .sum
            case "depends_on": .dependence
            case "exactly_one_of": .exactlyOne
            default: .atLeastOne
            }
        var others: [CompiledField] = []
        for name in try Self.fieldNames(of: call) {
            guard let known = fields.first(where: { $0.field.name == name }) else {
                throw PlanError(
                    "\(call.name) names \"\(name)\", which is no field of the rules"
                        + ColumnComparison.suggestion(for: name, in: fields.map(\.field.name)))
            }
            guard known !== field else {
                throw PlanError("\(call.name) names the field \"\(name)\" that it stands in")
            }
            others.append(known)
        }
        self.others = others
        guard kind == .sum, let field else { return }
        for part in [field] + others
        where part.field.type != .integer && part.field.type != .number {
            throw PlanError(
                "sum_of adds numbers, and \"\(part.field.name)\" is of type "
                    + "\(part.field.type.rawValue)")
        }
    }

    static func fieldNames(of call: ValidatorCall) throws(PlanError) -> [String] {
        var names: [String] = []
        for argument in call.arguments {
            guard case .text(let text) = argument, let name = text.string else {
                throw PlanError("\(call.name) takes the names of fields, not \(argument)")
            }
            names.append(name)
        }
        guard !names.isEmpty, call.options.isEmpty else {
            throw PlanError(
                "\(call.name) takes the names of fields: stet.validators.\(call.name)(\"a\", \"b\")"
            )
        }
        if let repeated = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
            throw PlanError("\(call.name) names \"\(names[repeated])\" twice")
        }
        return names
    }

    /// Appends the records that break the rule. A record too short to have all the fields is
    /// passed over, as is one in which a field is ill-typed: that has been said.
    package func check(_ block: RecordBlock, quote: UInt8, into failures: inout [Failure]) {
        let all = (field.map { [$0] } ?? []) + others
        let width = all.reduce(0) { max($0, ($1.column ?? -1) + 1) }
        for record in 0..<block.recordCount {
            let cells = Int(block.firstCell[record + 1] - block.firstCell[record])
            guard cells >= width,
                complaint(ofRecord: record, in: block, quote: quote) != nil
            else { continue }
            let cell = field?.column.flatMap { block.cell(record: record, column: $0) }
            failures.append(
                Failure(
                    record: UInt32(truncatingIfNeeded: record),
                    cell: cell.map { UInt32(truncatingIfNeeded: $0) } ?? Failure.wholeRecord,
                    rule: UInt32(truncatingIfNeeded: rule)))
        }
    }

    /// What is wrong with a record, as a sentence; nil: nothing.
    package func complaint(
        ofRecord record: Int, in block: RecordBlock, quote: UInt8
    ) -> String? {
        func state(_ field: CompiledField) -> CellState {
            guard let column = field.column, let cell = block.cell(record: record, column: column)
            else { return .missing }
            let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
            guard block.cellFlags[cell] & RecordBlock.doubled == 0 else {
                return CellState(
                    field, block.cellText(cell, quote: quote).bytes, isQuoted: isQuoted)
            }
            return CellState(field, block.rawCell(cell), isQuoted: isQuoted)
        }
        var present: [String] = []
        var absent: [String] = []
        var sum = ExactSum()
        for other in others {
            switch state(other) {
            case .illTyped: return nil
            case .missing: absent.append(other.field.name)
            case .present(let text):
                present.append(other.field.name)
                if kind == .sum { sum.add(text) }
            }
        }
        switch kind {
        case .exactlyOne:
            if present.isEmpty { return "one of \(list(absent, "or")) must have a value" }
            guard present.count > 1 else { return nil }
            return "only one of \(list(others.map(\.field.name), "and")) may have a value; "
                + "\(list(present, "and")) have one"
        case .atLeastOne:
            return present.isEmpty ? "one of \(list(absent, "or")) must have a value" : nil
        case .dependence:
            guard let field, case .present = state(field), !absent.isEmpty else { return nil }
            return "it has a value, so \(list(absent, "and")) must have one"
        case .sum:
            guard let field, case .present(let text) = state(field),
                let wanted = sum.difference(from: text)
            else { return nil }
            return "\(CheckPlan.quoted(ByteString(text))) is not the sum of "
                + "\(list(others.map(\.field.name), "and")), which is \(wanted)"
        }
    }

    private func list(_ names: [String], _ joiner: String) -> String {
        let quoted = names.map { CheckPlan.quoted(ByteString($0)) }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " \(joiner) \(last)"
    }

    private enum CellState {
        case missing, illTyped
        case present([UInt8])

        init(_ field: CompiledField, _ bytes: [UInt8], isQuoted: Bool) {
            self = bytes.withUnsafeBufferPointer { CellState(field, $0, isQuoted: isQuoted) }
        }

        init(_ field: CompiledField, _ bytes: UnsafeBufferPointer<UInt8>, isQuoted: Bool) {
            switch field.read(bytes, isQuoted: isQuoted) {
            case .missing: self = .missing
            case .illTyped: self = .illTyped
            default: self = .present(Array(field.field.trim ? Blank.trimmed(bytes) : bytes))
            }
        }
    }
}

extension Failure {
    /// In place of a cell: the failure is the record's.
    package static let wholeRecord = UInt32.max
}
