import StetCore

/// A schema bound to the columns of a file: every rule numbered, every field compiled.
///
/// The order of the rules: the file's shape, the fields in the schema's order (type, then each
/// constraint), the key, record rules, folds, and last what can go wrong in functions.
package struct CheckPlan: Sendable {
    package private(set) var schema: Schema
    package let columns: [ByteString]
    package private(set) var rules: [Rule] = []
    package private(set) var fields: [CompiledField] = []
    package private(set) var unique: [UniqueRule] = []
    package private(set) var references: [ReferenceRule] = []
    package private(set) var sequences: [SequenceRule] = []
    package private(set) var recordChecks: [RecordCheck] = []
    package private(set) var fieldScripts: [FieldScript] = []
    package private(set) var recordScripts: [RecordScript] = []
    package private(set) var folds: [RecordScript] = []
    /// What does not fit between the rules and the file's columns: rule and message.
    package private(set) var columnFindings: [(rule: Int, field: String?, message: String)] = []
    /// The fields that make the key.
    package private(set) var key: [CompiledField] = []
    /// Sentences about the rules themselves: what may not be what was meant.
    package private(set) var warnings: [String] = []
    /// What of the rules is off: rule and message.
    package private(set) var faults: [(rule: Int, message: String)] = []
    /// Rules about errors in functions.
    package private(set) var scriptErrorRule = 0
    package private(set) var scriptLimitRule = 0
    package private(set) var scriptStateRule = 0
    /// The folder of the table, where relative paths in its cells begin.
    private let folder: String
    /// What each rule was made from, for its message.
    private(set) var origins: [Origin] = []

    enum Origin: Sendable {
        case type(of: CompiledField)
        case constraint(Constraint.Kind, of: CompiledField)
        case key(of: CompiledField)
        /// Whoever finds it has its own words.
        case other
    }

    /// A `validate` of a field.
    package struct FieldScript: Sendable {
        package let rule: Int
        package let script: ScriptReference
        package let field: CompiledField
    }

    /// A function over records.
    package struct RecordScript: Sendable {
        package let rule: Int
        package let script: ScriptReference
        package let condition: ScriptReference?
    }

    /// Rules about the shape of a file; they come first, so their numbers are known.
    package enum Structural: Int, CaseIterable {
        case encoding, quote, ragged, blankHeader, duplicateHeader, lineEnds, empty
        case missingColumn, unknownColumn

        var rule: Rule {
            switch self {
            case .encoding: Rule(code: "encoding")
            case .quote: Rule(code: "csv.quote")
            case .ragged: Rule(code: "csv.ragged")
            case .blankHeader: Rule(code: "csv.header.blank", severity: .warning)
            case .duplicateHeader: Rule(code: "csv.header.duplicate", severity: .warning)
            case .lineEnds: Rule(code: "csv.line_ends", severity: .warning)
            case .empty: Rule(code: "csv.empty")
            case .missingColumn: Rule(code: "columns.missing")
            case .unknownColumn: Rule(code: "columns.unknown", severity: .warning)
            }
        }
    }

    /// - Parameter path: of the table; without a slash, its folder is the working directory.
    /// - Throws: `PlanError` if a constraint makes no sense for its field's type, or if the rules
    ///   contradict themselves.
    package init(
        schema: Schema, columns: [ByteString], path: String = ""
    ) throws(PlanError) {
        self.schema = schema
        self.columns = columns
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        for structural in Structural.allCases { add(structural.rule) }
        if schema.strict { rules[Structural.unknownColumn.rawValue].severity = .error }
        try declareKey()
        for (index, field) in self.schema.fields.enumerated() { try add(field, index: index) }
        addKey()
        try addReferences()
        try addFieldChecks()
        for rule in schema.recordRules { try add(rule) }
        for fold in schema.folds {
            folds.append(
                RecordScript(rule: add(Rule(code: fold.name)), script: fold.script, condition: nil))
        }
        scriptErrorRule = add(Rule(code: "lua.error"))
        scriptLimitRule = add(Rule(code: "lua.limit"))
        scriptStateRule = add(Rule(code: "rules.state", severity: .warning))
        for fault in schema.faults {
            faults.append((add(Rule(code: fault.code)), fault.message))
        }
        let comparison = ColumnComparison(schema: self.schema, columns: columns)
        columnFindings =
            comparison.missing.map {
                (Structural.missingColumn.rawValue, $0.field, $0.message)
            } + comparison.unknown.map { (Structural.unknownColumn.rawValue, nil, $0) }
    }

    /// The field that is declared by this name; nil: no rule names it.
    package func field(named name: String) -> CompiledField? {
        fields.first { $0.field.name == name }
    }

    @discardableResult
    private mutating func add(_ rule: Rule, _ origin: Origin = .other) -> Int {
        rules.append(rule)
        origins.append(origin)
        return rules.count - 1
    }

    private mutating func add(_ field: Field, index: Int) throws(PlanError) {
        guard !fields.contains(where: { $0.field.name == field.name }) else {
            throw PlanError("the field \"\(field.name)\" is declared twice")
        }
        let compiler = ConstraintCompiler(field: field, folder: folder)
        let typeRule = add(Rule(code: "type", field: field.name))
        var required: [Int] = []
        var checks: [CompiledField.Check] = []
        var uniqueRules: [Int] = []
        var scripts: [(Int, ScriptReference)] = []
        var ordered: [(Int, ValidatorCall)] = []
        for constraint in field.constraints {
            let rule = add(
                Rule(
                    code: constraint.code ?? constraint.kind.name, field: field.name,
                    severity: constraint.severity, message: constraint.message,
                    condition: constraint.condition))
            warnings += compiler.warnings(of: constraint.kind)
            if let check = try compiler.compile(constraint.kind) {
                checks.append(.init(rule: rule, kind: check))
            } else if case .required = constraint.kind {
                required.append(rule)
            } else if case .unique = constraint.kind {
                uniqueRules.append(rule)
            } else if case .validate(let script) = constraint.kind {
                scripts.append((rule, script))
            } else if case .standard(let call) = constraint.kind, constraint.isSequence {
                ordered.append((rule, call))
            }
        }
        try ConstraintRange(field: field).refuseEmpty()
        let isKey = schema.key.contains(field.name)
        let keyRule = rules.count
        if isKey, !required.contains(where: { isAlwaysError(rules[$0]) }) {
            required.append(add(Rule(code: "key", field: field.name)))
        }
        let compiled = CompiledField(
            field, index: index, column: columns.firstIndex(of: ByteString(field.name)),
            schema: schema, typeRule: typeRule, requiredRules: required, checks: checks)
        fields.append(compiled)
        origins[typeRule] = .type(of: compiled)
        for (offset, constraint) in field.constraints.enumerated() {
            origins[typeRule + 1 + offset] = .constraint(constraint.kind, of: compiled)
        }
        if keyRule < rules.count { origins[keyRule] = .key(of: compiled) }
        for rule in uniqueRules { unique.append(UniqueRule(rule: rule, fields: [compiled])) }
        for (rule, call) in ordered {
            do throws(PlanError) {
                sequences.append(try SequenceRule(rule: rule, field: compiled, call))
            } catch {
                throw PlanError("field \"\(field.name)\": validate: \(error)")
            }
        }
        for (rule, script) in scripts {
            fieldScripts.append(FieldScript(rule: rule, script: script, field: compiled))
        }
    }

    private func isAlwaysError(_ rule: Rule) -> Bool {
        rule.severity == .error && rule.condition == nil
    }

    /// A key may name a column that no field declares: it is then a text without other rules.
    private mutating func declareKey() throws(PlanError) {
        let declared = schema.fields.map(\.name)
        guard schema.key.count <= UniqueRule.fieldLimit else {
            throw PlanError("a key has at most \(UniqueRule.fieldLimit) fields")
        }
        for name in schema.key where !declared.contains(name) {
            guard columns.contains(ByteString(name)) else {
                let known = declared + columns.compactMap(\.string)
                throw PlanError(
                    "the key names \"\(name)\", which is neither a field of the rules nor a "
                        + "column of the file" + ColumnComparison.suggestion(for: name, in: known))
            }
            schema.fields.append(Field(name: name))
        }
    }

    /// Once all fields are known, since one may refer together with a later one.
    private mutating func addReferences() throws(PlanError) {
        for (rule, origin) in origins.enumerated() {
            guard case .constraint(.references(let reference), let field) = origin else { continue }
            var fields: [CompiledField] = []
            for name in reference.fields {
                guard let known = self.field(named: name) else {
                    throw PlanError(
                        "field \"\(field.field.name)\": references names \"\(name)\", which is "
                            + "no field of the rules"
                            + ColumnComparison.suggestion(
                                for: name, in: self.fields.map(\.field.name)))
                }
                fields.append(known)
            }
            references.append(
                ReferenceRule(
                    rule: rule, reference: reference, field: field,
                    values: UniqueRule(rule: rule, fields: fields)))
        }
    }

    /// Once all fields are known, which they look at.
    private mutating func addFieldChecks() throws(PlanError) {
        for (rule, origin) in origins.enumerated() {
            guard case .constraint(.standard(let call), let field) = origin,
                case .fields? = ValidatorCatalog.validator(named: call.name)?.kind
            else { continue }
            do throws(PlanError) {
                recordChecks.append(
                    try RecordCheck(rule: rule, field: field, call, fields: fields))
            } catch {
                throw PlanError("field \"\(field.field.name)\": validate: \(error)")
            }
        }
    }

    private mutating func add(_ recordRule: RecordRule) throws(PlanError) {
        var rule = Rule(
            code: recordRule.name, severity: recordRule.severity, message: recordRule.message)
        switch recordRule.body {
        case .script(let script):
            recordScripts.append(
                RecordScript(rule: add(rule), script: script, condition: recordRule.condition))
        case .standard(let call):
            rule.condition = recordRule.condition
            let number = add(rule)
            do throws(PlanError) {
                recordChecks.append(
                    try RecordCheck(rule: number, field: nil, call, fields: fields))
            } catch {
                throw PlanError("validate: \(error)")
            }
        }
    }

    private mutating func addKey() {
        guard let first = schema.key.first else { return }
        key = schema.key.compactMap(field(named:))
        let rule = add(Rule(code: "key", field: first))
        // A field that says so itself would say everything twice.
        let isSaid = unique.contains { other in
            key.count == 1 && other.fields[0] === key[0] && isAlwaysError(rules[other.rule])
        }
        if !isSaid { unique.append(UniqueRule(rule: rule, fields: key)) }
    }
}
