import StetCore

/// The standard validators, by family and by name.
package enum ValidatorCatalog {
    package static let families: [(title: String, validators: [StandardValidator])] = [
        ("Addresses on networks", networks),
        ("Technical texts", technical),
        ("Dates and times", dates),
        ("Codes of lists", codes),
        ("Places", places),
        ("Banking and securities", finance),
        ("Publications, goods and people", identifiers),
        ("Texts", texts),
        ("Files and spreadsheets", files),
        ("Values and those before them", sequences),
        ("Several fields", records),
    ]

    private static let byName: [String: StandardValidator] = {
        var known: [String: StandardValidator] = [:]
        for validator in families.flatMap(\.validators) { known[validator.name] = validator }
        return known
    }()

    /// In the order of the families.
    package static var names: [String] { families.flatMap(\.validators).map(\.name) }

    package static func validator(named name: String) -> StandardValidator? { byName[name] }

    /// Where a rules file names a validator.
    package enum Place {
        /// The `validate` or `format` of a field.
        case field
        /// The `validate` of the rules.
        case record
    }

    /// - Throws: what is wrong with what a call is given, as the end of a sentence.
    package static func checkArguments(_ call: ValidatorCall) throws(PlanError) {
        switch try known(call).kind {
        case .cell, .made, .located: _ = try valueValidator(call, folder: "")
        case .sequence: _ = try SequenceRule.Order(call)
        case .fields, .record: _ = try RecordCheck.fieldNames(of: call)
        }
    }

    /// - Throws: what is wrong with a call there, as the end of a sentence.
    package static func check(_ call: ValidatorCall, in place: Place) throws(PlanError) {
        try checkArguments(call)
        switch (try known(call).kind, place) {
        case (.record, .field):
            throw PlanError(
                "\(call.name) judges records: it belongs to the validate of the rules, beside "
                    + "fields")
        case (.record, .record):
            guard call.arguments.count > 1 else {
                throw PlanError("\(call.name) takes the names of two fields or more")
            }
        case (_, .record):
            throw PlanError("\(call.name) judges the values of a field: it belongs to a field")
        case (_, .field): return
        }
    }

    /// - Parameter folder: where relative paths in values begin: empty, or with a slash at its end.
    /// - Throws: what is wrong with the call, as the end of a sentence.
    package static func valueValidator(
        _ call: ValidatorCall, folder: String
    ) throws(PlanError) -> ValueValidator {
        let validator = try known(call)
        switch validator.kind {
        case .cell(let test):
            try refuseArguments(call)
            return ValueValidator(test: test, noun: validator.noun)
        case .located(let make):
            try refuseArguments(call)
            return ValueValidator(test: make(folder), noun: validator.noun)
        case .made(let make):
            return ValueValidator(test: try make(call), noun: validator.noun)
        case .sequence: throw PlanError("\(call.name) compares values with those before them")
        case .fields, .record: throw PlanError("\(call.name) judges several fields of a record")
        }
    }

    private static func known(_ call: ValidatorCall) throws(PlanError) -> StandardValidator {
        guard let validator = byName[call.name] else {
            throw PlanError(
                "there is no validator \"\(call.name)\""
                    + ColumnComparison.suggestion(for: call.name, in: names))
        }
        return validator
    }

    private static func refuseArguments(_ call: ValidatorCall) throws(PlanError) {
        guard call.arguments.isEmpty, call.options.isEmpty else {
            throw PlanError("\(call.name) takes no arguments")
        }
    }
}
