import LuaKit
import StetCore
import StetRules
import StetText

/// Reads the table that a rules file returns. A misspelled name is an error: rules never half-load.
///
/// Functions are numbered in the order in which they are met, which depends on the table alone;
/// so every worker that reads the same rules gives the same numbers.
struct RulesReader {
    private let stack: LuaStack
    /// What messages call the rules.
    private let name: String
    private let plugins: PluginNames?
    private let isFile: Bool
    private(set) var functions: [LuaReference] = []
    private(set) var settings = RuleSettings()
    private var validators: OwnValidators = [:]
    private var faults: [String] = []

    static let topNames = [
        "key", "title", "fields", "validate", "checks", "validators", "strict", "sequential",
        "dialect", "missing", "settings", "when", "tree",
    ]

    /// - Parameters:
    ///   - plugins: what plugins have; nil: there are none for these rules.
    ///   - isFile: whether the rules run in worlds of their own, which have caps.
    init(_ stack: LuaStack, name: String, plugins: PluginNames? = nil, isFile: Bool = true) {
        self.stack = stack
        self.name = name
        self.plugins = plugins
        self.isFile = isFile
    }

    /// Reads the value on top of the stack and leaves it there.
    mutating func read() throws(RulesError) -> Schema {
        let table = stack.top
        guard stack.type(at: table) == .table else {
            let found =
                stack.type(at: table) == .nil || stack.top == 0
                ? "nothing" : "a \(stack.typeName(at: table))"
            throw RulesError(
                "\(name): the rules return \(found); end them with \"return { fields = … }\"")
        }
        try checkNames(of: table, among: Self.topNames, in: "")
        try readSettings(of: table)
        var schema = Schema()
        schema.strict = try boolean("strict", of: table) ?? false
        schema.sequential = try boolean("sequential", of: table) ?? false
        if let missing = try texts("missing", of: table, in: "") { schema.missing = missing }
        try readDialect(of: table, into: &schema)
        try readValidators(of: table)
        try readFields(of: table, into: &schema)
        try readKey(of: table, into: &schema)
        try readTitle(of: table, into: &schema)
        try readTree(of: table, into: &schema)
        let condition = try function("when", of: table, in: "")
        try readRecordRules(of: table, condition: condition, into: &schema)
        try readFolds(of: table, into: &schema)
        for failure in plugins?.requiredInVain ?? []
        where !faults.contains(where: { $0.hasSuffix(failure) }) {
            faults.append("\(name): \(failure)")
        }
        schema.faults = faults.map { SchemaFault(code: "plugin.error", message: $0) }
        return schema
    }

    // MARK: Parts

    private mutating func readSettings(of table: Int) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField("settings", of: table) != .nil else { return }
        guard isFile else {
            throw mistake("settings are for rules files: these rules run as the script does")
        }
        do throws(RulesError) {
            settings = try RuleSettings(stack, at: -1)
        } catch {
            throw mistake(error.description)
        }
    }

    private mutating func readKey(of table: Int, into schema: inout Schema) throws(RulesError) {
        guard let key = try texts("key", of: table, in: "") else { return }
        let declared = schema.fields.map(\.name)
        for part in key {
            let field = part.description
            guard declared.contains(field) else {
                // A key need not be described further to be a field.
                if Suggestion.nearest(to: field, among: declared) != nil {
                    throw mistake(
                        "key names \"\(field)\", which is no field"
                            + Suggestion.hint(for: field, among: declared))
                }
                schema.fields.append(Field(name: field))
                schema.key.append(field)
                continue
            }
            schema.key.append(field)
        }
        guard !key.isEmpty else { throw mistake("key is empty") }
    }

    private mutating func readTitle(
        of table: Int, into schema: inout Schema
    ) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        switch stack.pushField("title", of: table) {
        case .nil: return
        case .string:
            let field = stack.description(at: -1)
            let declared = schema.fields.map(\.name)
            if !declared.contains(field), Suggestion.nearest(to: field, among: declared) != nil {
                throw mistake(
                    "title names \"\(field)\", which is no field"
                        + Suggestion.hint(for: field, among: declared))
            }
            schema.title = .field(field)
        case .function: schema.title = .function(keepFunction())
        default: throw mistake("title must be the name of a field or a function")
        }
    }

    private func readTree(of table: Int, into schema: inout Schema) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField("tree", of: table) != .nil else { return }
        do throws(RulesError) {
            schema.tree = try RecordTree.Link(stack, at: -1)
        } catch {
            throw mistake(error.description)
        }
    }

    private func readDialect(of table: Int, into schema: inout Schema) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        let type = stack.pushField("dialect", of: table)
        guard type != .nil else { return }
        guard type == .table else { throw mistake("dialect must be a table") }
        let dialect = stack.top
        try checkNames(
            of: dialect, among: ["delimiter", "quote", "header", "encoding", "quoted_empty"],
            in: "dialect: ")
        if let text = try text("delimiter", of: dialect, in: "dialect: ") {
            guard text.bytes.count == 1 else {
                throw mistake("dialect: the delimiter must be one byte, not \"\(text)\"")
            }
            schema.dialect.delimiter = text.bytes[0]
        }
        if let text = try text("quote", of: dialect, in: "dialect: ") {
            guard text.bytes.count <= 1 else {
                throw mistake("dialect: the quote must be one byte, or \"\" for none")
            }
            schema.dialect.quote = .some(text.bytes.first)
        }
        schema.dialect.hasHeader = try boolean("header", of: dialect)
        if let text = try text("encoding", of: dialect, in: "dialect: ") {
            let names = TextEncoding.allCases.map(\.rawValue)
            guard let encoding = TextEncoding(rawValue: text.description.lowercased()) else {
                throw mistake(
                    "dialect: there is no encoding \"\(text)\"; it is one of "
                        + English.list(names, joiner: "or"))
            }
            schema.dialect.encoding = encoding
        }
        if let text = try text("quoted_empty", of: dialect, in: "dialect: ") {
            guard text == "text" || text == "missing" else {
                throw mistake("dialect: quoted_empty is \"text\" or \"missing\"")
            }
            schema.quotedEmptyIsText = text == "text"
        }
    }

    private mutating func readValidators(of table: Int) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        let type = stack.pushField("validators", of: table)
        guard type != .nil else { return }
        guard type == .table else { throw mistake("validators must be a table of functions") }
        for name in try names(of: stack.top, in: "validators: ") {
            if stack.pushField(name, of: top + 1) == .function {
                validators[name] = .kind(.validate(keepFunction()))
            } else if let object = stack.object(at: -1, as: ValidatorObject.self) {
                validators[name] = .kind(.standard(object.call))
            } else if let failed = stack.object(at: -1, as: FailedPlugin.self) {
                validators[name] = .off(failed.message)
            } else {
                throw mistake("validators: \"\(name)\" must be a function")
            }
            stack.pop()
        }
    }

    private mutating func readFields(of table: Int, into schema: inout Schema) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        let type = stack.pushField("fields", of: table)
        guard type != .nil else { return }
        guard type == .table else { throw mistake("fields must be a list of tables") }
        let list = stack.top
        for index in 0..<stack.length(of: list) {
            let type = stack.pushElement(index + 1, of: list)
            var reader = FieldReader(
                stack, rules: name, place: "field \(index + 1)", validators: validators,
                functions: functions, plugins: plugins)
            let field =
                try type == .string
                ? Field(name: stack.string(at: -1) ?? "") : reader.read()
            functions = reader.functions
            faults += reader.faults
            if schema.fields.contains(where: { $0.name == field.name }) {
                throw mistake("the field \"\(field.name)\" is declared twice")
            }
            schema.fields.append(field)
            stack.setTop(list)
        }
        let extra = try names(of: list, in: "fields: ")
        if let key = extra.first {
            throw mistake(
                "fields is a list: write { \"\(key)\", … } rather than \(key) = { … }")
        }
    }

    private mutating func readRecordRules(
        of table: Int, condition: ScriptReference?, into schema: inout Schema
    ) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        switch stack.pushField("validate", of: table) {
        case .nil: return
        case .table:
            let list = stack.top
            let options = try recordOptions(at: list, condition)
            for index in 0..<stack.length(of: list) {
                if stack.pushElement(index + 1, of: list) == .table {
                    let item = stack.top
                    let itemOptions = try recordOptions(at: item, options.condition)
                    guard stack.length(of: item) == 1 else {
                        throw mistake("validate: item \(index + 1) must have one rule in it")
                    }
                    stack.pushElement(1, of: item)
                    schema.recordRules += try recordRule(itemOptions, "item \(index + 1)")
                } else {
                    schema.recordRules += try recordRule(options, "item \(index + 1)")
                }
                stack.setTop(list)
            }
        default:
            var options = ConstraintOptions()
            options.condition = condition
            schema.recordRules += try recordRule(options, nil)
        }
    }

    private mutating func recordOptions(
        at table: Int, _ condition: ScriptReference?
    ) throws(RulesError) -> ConstraintOptions {
        do throws(RulesError) {
            var options = try ConstraintOptions(stack, ofConstraint: "validate", at: table) {
                keepFunction()
            }
            options.condition = options.condition ?? condition
            return options
        } catch {
            throw mistake(error.description)
        }
    }

    /// The record rule on top; none if it is off.
    private mutating func recordRule(
        _ options: ConstraintOptions, _ item: String?
    ) throws(RulesError) -> [RecordRule] {
        let kind: Constraint.Kind
        let isKnown =
            stack.type(at: -1) == .function || stack.type(at: -1) == .string
            || stack.object(at: -1, as: ValidatorObject.self) != nil
            || stack.object(at: -1, as: FailedPlugin.self) != nil
        guard isKnown else {
            throw mistake(
                item.map { "validate: \($0) must be a function" }
                    ?? "validate must be a function(ctx, record) or a list of them")
        }
        let reader = ValidatorReader(
            stack: stack, own: validators, name: "validate", plugins: plugins)
        do throws(RulesError) {
            switch try reader.read(in: .record, keep: { keepFunction() }) {
            case .kind(let read): kind = read
            case .off(let reason):
                faults.append("\(name): validate is off: \(reason)")
                return []
            }
        } catch {
            throw mistake(error.description)
        }
        let body: RecordRule.Body
        switch kind {
        case .validate(let script): body = .script(script)
        case .standard(let call): body = .standard(call)
        default: throw mistake("validate must be a function(ctx, record) or a list of them")
        }
        var rule = RecordRule(name: options.code ?? "validate", body)
        rule.severity = options.severity
        rule.message = options.message
        rule.condition = options.condition
        return [rule]
    }

    private mutating func readFolds(of table: Int, into schema: inout Schema) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        let type = stack.pushField("checks", of: table)
        guard type != .nil else { return }
        guard type == .table else { throw mistake("checks must be a list of stet.fold { … }") }
        let list = stack.top
        for index in 0..<stack.length(of: list) {
            guard stack.pushElement(index + 1, of: list) == .table else {
                throw mistake("checks: item \(index + 1) must be a stet.fold { … }")
            }
            let name: String
            do {
                name = try FoldTable.check(stack, at: stack.top)
            } catch {
                throw mistake("checks: item \(index + 1): \(error)")
            }
            schema.folds.append(Fold(name: name, script: keepFunction()))
            stack.pop()
        }
    }

    // MARK: Values

    private mutating func keepFunction() -> ScriptReference {
        functions.append(stack.reference(at: -1))
        return ScriptReference(index: functions.count - 1)
    }

    private mutating func function(_ key: String, of table: Int, in place: String)
        throws(RulesError) -> ScriptReference?
    {
        let top = stack.top
        defer { stack.setTop(top) }
        switch stack.pushField(key, of: table) {
        case .nil: return nil
        case .function: return keepFunction()
        default: throw mistake("\(place)\(key) must be a function")
        }
    }

    private func boolean(_ key: String, of table: Int) throws(RulesError) -> Bool? {
        let top = stack.top
        defer { stack.setTop(top) }
        switch stack.pushField(key, of: table) {
        case .nil: return nil
        case .boolean: return stack.boolean(at: -1)
        default: throw mistake("\(key) must be true or false")
        }
    }

    private func text(_ key: String, of table: Int, in place: String) throws(RulesError)
        -> ByteString?
    {
        let top = stack.top
        defer { stack.setTop(top) }
        if stack.pushField(key, of: table) == .nil { return nil }
        guard let bytes = stack.bytes(at: -1) else { throw mistake("\(place)\(key) must be text") }
        return ByteString(bytes)
    }

    /// A text, or a list of texts.
    private func texts(_ key: String, of table: Int, in place: String) throws(RulesError)
        -> [ByteString]?
    {
        let top = stack.top
        defer { stack.setTop(top) }
        let type = stack.pushField(key, of: table)
        if type == .nil { return nil }
        guard let texts = stack.texts(at: stack.top) else {
            throw mistake("\(place)\(key) must be text or a list of texts")
        }
        return texts
    }

    private func names(of table: Int, in place: String) throws(RulesError) -> [String] {
        do {
            return try stack.names(of: table)
        } catch {
            throw mistake(place + error.description)
        }
    }

    private func checkNames(of table: Int, among known: [String], in place: String)
        throws(RulesError)
    {
        for key in try names(of: table, in: place) where !known.contains(key) {
            throw mistake(
                "\(place)unknown name \"\(key)\"" + Suggestion.hint(for: key, among: known))
        }
    }

    private func mistake(_ text: String) -> RulesError {
        RulesError("\(name): \(text)")
    }
}

extension LuaStack {
    /// The text keys of a table, sorted, so that nothing depends on Lua's order.
    func names(of table: Int) throws(RulesError) -> [String] {
        let table = absolute(table)
        var names: [String] = []
        var bad: String?
        let base = top
        pushNil()
        while nextPair(of: table) {
            pop()
            switch type(at: -1) {
            case .string:
                if let name = string(at: -1) { names.append(name) } else { bad = "a name" }
            case .number where isInteger(at: -1): break
            default: bad = "a \(typeName(at: -1)) as a name"
            }
        }
        setTop(base)
        if let bad { throw RulesError("\(bad) is not allowed") }
        return names.sorted()
    }

    /// A text, or the texts of a list; nil for anything else.
    func texts(at index: Int) -> [ByteString]? {
        if let bytes = bytes(at: index) { return [ByteString(bytes)] }
        guard type(at: index) == .table else { return nil }
        var texts: [ByteString] = []
        for item in 0..<length(of: index) {
            pushElement(item + 1, of: index)
            defer { pop() }
            guard let bytes = bytes(at: -1) else { return nil }
            texts.append(ByteString(bytes))
        }
        return texts
    }
}
