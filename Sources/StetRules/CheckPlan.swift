import StetCore

/// A schema bound to the columns of a file: every rule numbered, every field compiled.
package struct CheckPlan: Sendable {
    package let schema: Schema
    package let columns: [ByteString]
    package private(set) var rules: [Rule] = []
    package private(set) var fields: [CompiledField] = []
    package private(set) var unique: [UniqueRule] = []
    package private(set) var fieldScripts: [FieldScript] = []
    package private(set) var recordScripts: [RecordScript] = []
    package private(set) var folds: [RecordScript] = []
    /// What does not fit between the rules and the file's columns: rule and message.
    package private(set) var columnFindings: [(rule: Int, field: String?, message: String)] = []
    /// The fields that make the key.
    package private(set) var key: [CompiledField] = []
    /// Rules about errors in functions.
    package private(set) var scriptErrorRule = 0
    package private(set) var scriptLimitRule = 0
    package private(set) var scriptStateRule = 0

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

    /// - Throws: `PlanError` if a constraint makes no sense for its field's type.
    package init(schema: Schema, columns: [ByteString]) throws(PlanError) {
        self.schema = schema
        self.columns = columns
        rules = Structural.allCases.map(\.rule)
        if schema.strict { rules[Structural.unknownColumn.rawValue].severity = .error }
        for (index, field) in schema.fields.enumerated() {
            try add(field, index: index)
        }
        try addKey()
        for rule in schema.recordRules {
            recordScripts.append(
                RecordScript(
                    rule: add(Rule(code: rule.name)), script: rule.script,
                    condition: rule.condition))
        }
        for fold in schema.folds {
            folds.append(
                RecordScript(rule: add(Rule(code: fold.name)), script: fold.script, condition: nil))
        }
        scriptErrorRule = add(Rule(code: "lua.error"))
        scriptLimitRule = add(Rule(code: "lua.limit"))
        scriptStateRule = add(Rule(code: "rules.state", severity: .warning))
        compareColumns()
    }

    private mutating func add(_ rule: Rule) -> Int {
        rules.append(rule)
        return rules.count - 1
    }

    private mutating func add(_ field: Field, index: Int) throws(PlanError) {
        let column = columns.firstIndex(of: ByteString(field.name))
        let typeRule = add(Rule(code: "type", field: field.name))
        let isKey = schema.key.contains(field.name)
        var required: [Int] = []
        var checks: [CompiledField.Check] = []
        var uniqueRules: [Int] = []
        var scripts: [(Int, ScriptReference)] = []
        for constraint in field.constraints {
            let rule = add(
                Rule(
                    code: constraint.code ?? constraint.kind.name, field: field.name,
                    severity: constraint.severity, message: constraint.message,
                    condition: constraint.condition))
            switch constraint.kind {
            case .required: required.append(rule)
            case .unique: uniqueRules.append(rule)
            case .validate(let script): scripts.append((rule, script))
            default:
                let compiler = ConstraintCompiler(field: field)
                checks.append(.init(rule: rule, kind: try compiler.compile(constraint.kind)))
            }
        }
        if isKey, required.isEmpty { required.append(add(Rule(code: "key", field: field.name))) }
        try ConstraintCompiler(field: field).refuseEmptyRange()
        let compiled = CompiledField(
            field, index: index, column: column, schema: schema, typeRule: typeRule,
            requiredRules: required, checks: checks)
        fields.append(compiled)
        for rule in uniqueRules { unique.append(UniqueRule(rule: rule, fields: [compiled])) }
        for (rule, script) in scripts {
            fieldScripts.append(FieldScript(rule: rule, script: script, field: compiled))
        }
    }

    private mutating func addKey() throws(PlanError) {
        guard !schema.key.isEmpty else { return }
        for name in schema.key {
            guard let field = fields.first(where: { $0.field.name == name }) else {
                throw PlanError("the key names the field \"\(name)\", which is not declared")
            }
            key.append(field)
        }
        let rule = add(Rule(code: "key", field: schema.key[0]))
        unique.append(UniqueRule(rule: rule, fields: key))
    }

    private mutating func compareColumns() {
        for field in fields where field.column == nil {
            columnFindings.append(
                (
                    Structural.missingColumn.rawValue, field.field.name,
                    "the rules declare the field \"\(field.field.name)\", "
                        + "but the file has no such column"
                ))
        }
        guard !schema.fields.isEmpty else { return }
        let declared = Set(schema.fields.map { ByteString($0.name) })
        let unknown = columns.filter { !declared.contains($0) && !$0.isEmpty }
        guard !unknown.isEmpty else { return }
        let names = unknown.map { "\"\($0)\"" }.joined(separator: ", ")
        columnFindings.append(
            (
                Structural.unknownColumn.rawValue, nil,
                unknown.count == 1
                    ? "the rules do not declare the column \(names)"
                    : "the rules do not declare \(unknown.count) columns: \(names)"
            ))
    }

    /// The fields that declare this column first; nil: no rule names it.
    package func field(named name: String) -> CompiledField? {
        fields.first { $0.field.name == name }
    }
}
