import LuaKit
import StetCore
import StetRules
import StetText

/// Reads one field of a rules file: `{ "weight", type = "number", above = 0, unit = "g" }`.
struct FieldReader {
    private let stack: LuaStack
    private let rules: String
    private let validators: OwnValidators
    private let plugins: PluginNames?
    private(set) var functions: [LuaReference]
    /// Why constraints are off.
    private(set) var faults: [String] = []
    private var place: String
    /// The type belongs to a plugin that cannot be used.
    private var isTypeOff = false
    /// What makes no sense without the type.
    private static let typedNames = ["min", "max", "above", "below", "enum", "format", "validate"]

    /// In the order in which they are checked.
    private static let constraintNames = [
        "required", "unique", "min", "max", "above", "below", "min_length", "max_length",
        "pattern", "enum", "format", "references", "validate",
    ]
    private static let otherNames = [
        "type", "missing", "trim", "leading_zeros", "true_values", "false_values", "unit", "title",
    ]
    /// Known to the design, but not yet here.
    private static let laterTypes = [
        "decimal", "time", "datetime", "yearmonth", "duration", "year", "list", "object", "any",
    ]

    init(
        _ stack: LuaStack, rules: String, place: String, validators: OwnValidators,
        functions: [LuaReference], plugins: PluginNames? = nil
    ) {
        self.stack = stack
        self.rules = rules
        self.validators = validators
        self.functions = functions
        self.place = place
        self.plugins = plugins
    }

    /// Whether the word is a type of Stet itself.
    static func isTypeName(_ name: String) -> Bool {
        FieldType(rawValue: name) != nil || laterTypes.contains(name)
    }

    /// Reads the value on top of the stack and leaves it there.
    mutating func read() throws(RulesError) -> Field {
        let table = stack.top
        guard stack.type(at: table) == .table else {
            throw mistake("must be a table such as { \"name\", type = \"integer\" }")
        }
        stack.pushElement(1, of: table)
        guard let name = stack.string(at: -1), !name.isEmpty else {
            throw mistake("begins with its name: { \"name\", … }")
        }
        stack.pop()
        place = "field \"\(name)\""
        guard stack.length(of: table) == 1 else {
            throw mistake("has a second value without a name; options are written name = value")
        }
        let names = try names(of: table, and: [])
        var field = Field(name: name)
        try readType(of: table, into: &field, replaced: names)
        try readRest(of: table, names, into: &field)
        return field
    }

    /// Reads the table on top as a field without a name.
    mutating func readBundle() throws(RulesError) -> Field {
        let table = stack.top
        guard stack.type(at: table) == .table else {
            throw mistake("must be a table such as { type = \"number\", min = 0 }")
        }
        let names = try names(of: table, and: ["doc"])
        guard stack.length(of: table) == 0 else {
            throw mistake("has a value without a name; options are written name = value")
        }
        var field = Field(name: "")
        try readType(of: table, into: &field, replaced: names)
        try readRest(of: table, names, into: &field)
        return field
    }

    private func names(of table: Int, and others: [String]) throws(RulesError) -> [String] {
        let known = Self.constraintNames + Self.otherNames + others
        let names: [String]
        do {
            names = try stack.names(of: table)
        } catch {
            throw mistake(error.description)
        }
        for key in names where !known.contains(key) {
            throw mistake("unknown name \"\(key)\"" + Suggestion.hint(for: key, among: known))
        }
        return names
    }

    private mutating func readRest(
        of table: Int, _ names: [String], into field: inout Field
    ) throws(RulesError) {
        try readOptions(of: table, into: &field)
        for key in Self.constraintNames where names.contains(key) {
            if isTypeOff, Self.typedNames.contains(key) { continue }
            stack.pushField(key, of: table)
            try readConstraint(key, into: &field)
            stack.setTop(table)
        }
    }

    /// - Parameter replaced: what the field says itself, in place of what a plugin's type says.
    private mutating func readType(
        of table: Int, into field: inout Field, replaced: [String]
    ) throws(RulesError) {
        defer { stack.setTop(table) }
        guard stack.pushField("type", of: table) != .nil else { return }
        let name = stack.string(at: -1) ?? ""
        if let type = FieldType(rawValue: name) {
            field.type = type
            return
        }
        if Self.laterTypes.contains(name) {
            throw mistake("the type \"\(name)\" is not available in this version")
        }
        if try readPluginType(name, into: &field, replaced: replaced) { return }
        if let excuse = plugins?.excuse(for: name, .types) {
            faults.append(
                "\(rules): \(place): its values are taken as text and not compared: \(excuse)")
            isTypeOff = true
            return
        }
        let known =
            FieldType.allCases.map(\.rawValue) + (plugins?.inventory.names(.types) ?? [])
        let meant = known + (plugins?.inventory.knownNames(.types) ?? [])
        throw mistake(
            "there is no type \"\(name)\"; it is one of \(English.list(known, joiner: "or"))"
                + Suggestion.hint(for: name, among: meant))
    }

    /// Has the field begin with what a plugin's type says.
    ///
    /// - Returns: false: no plugin has the type.
    private mutating func readPluginType(
        _ name: String, into field: inout Field, replaced: [String]
    ) throws(RulesError) -> Bool {
        let base = stack.top
        defer { stack.setTop(base) }
        guard let entry = try plugins?.push(type: name, on: stack) else { return false }
        let (bundle, functions) = try PluginType(name, entry.file).read(
            stack, of: base + 1, functions: functions)
        self.functions = functions
        let name = field.name
        field = bundle
        field.name = name
        field.constraints.removeAll { constraint in
            // All validators hold together; of anything else the field has the last word.
            constraint.code == "format"
                ? replaced.contains("format")
                : constraint.kind.name != "validate" && replaced.contains(constraint.kind.name)
        }
        return true
    }

    private func readOptions(of table: Int, into field: inout Field) throws(RulesError) {
        func boolean(_ key: String) throws(RulesError) -> Bool? {
            defer { stack.setTop(table) }
            switch stack.pushField(key, of: table) {
            case .nil: return nil
            case .boolean: return stack.boolean(at: -1)
            default: throw mistake("\(key) must be true or false")
            }
        }
        func texts(_ key: String) throws(RulesError) -> [ByteString]? {
            defer { stack.setTop(table) }
            if stack.pushField(key, of: table) == .nil { return nil }
            guard let texts = stack.texts(at: stack.top) else {
                throw mistake("\(key) must be text or a list of texts")
            }
            return texts
        }
        field.trim = try boolean("trim") ?? field.trim
        field.leadingZeros = try boolean("leading_zeros") ?? field.leadingZeros
        field.missing = try texts("missing") ?? field.missing
        if let values = try texts("true_values") { field.trueValues = values }
        if let values = try texts("false_values") { field.falseValues = values }
        if let both = field.trueValues.first(where: field.falseValues.contains) {
            throw mistake("\"\(both)\" is both a true and a false value")
        }
        field.unit = try texts("unit")?.first?.description ?? field.unit
        field.title = try texts("title")?.first?.description ?? field.title
    }

    // MARK: Constraints

    /// Reads the constraint whose value is on top.
    ///
    /// - Parameter isItem: it is one of a list, and has no lists in it.
    private mutating func readConstraint(
        _ name: String, into field: inout Field, isItem: Bool = false
    ) throws(RulesError) {
        var options = ConstraintOptions()
        let value = stack.top
        var items = 1
        let isTable = stack.type(at: value) == .table
        if isTable {
            options = try self.options(ofConstraint: name, at: value)
            items = stack.length(of: value)
        }
        /// Pushes the constraint's n-th value.
        func push(_ item: Int) {
            if isTable { stack.pushElement(item, of: value) } else { stack.pushCopy(value) }
        }
        func add(_ kind: Constraint.Kind) {
            field.constraints.append(options.constraint(kind))
        }
        if name == "enum" {
            guard isTable, items > 0 else { throw mistake("enum must be a list of values") }
            var values: [Value] = []
            for item in 1...items {
                push(item)
                values.append(try scalar(name))
                stack.pop()
            }
            return add(.oneOf(values))
        }
        if name == "validate" {
            guard items > 0 else { throw mistake("validate has no function") }
            for item in 1...items {
                push(item)
                // An item may be a table of its own, with its own severity.
                if isTable, stack.type(at: -1) == .table {
                    guard !isItem else { throw mistake("validate is nested too deep") }
                    try readConstraint(name, into: &field, isItem: true)
                } else if let kind = try validator(name) {
                    add(kind)
                }
                stack.setTop(value)
            }
            return
        }
        if name == "format" {
            guard items == 1 else { throw mistake("format takes one name") }
            push(1)
            if options.code == nil { options.code = "format" }
            if let kind = try format(field) { add(kind) }
            return
        }
        if name == "references" {
            do throws(RulesError) {
                return add(
                    .references(try ReferenceReader(stack, field: field.name).read(at: value)))
            } catch {
                throw mistake(error.description)
            }
        }
        guard items == 1 else { throw mistake("\(name) takes one value") }
        push(1)
        switch name {
        case "required", "unique":
            guard stack.type(at: -1) == .boolean else {
                throw mistake("\(name) must be true or false")
            }
            if stack.boolean(at: -1) { add(name == "required" ? .required : .unique) }
        case "min": add(.minimum(try scalar(name)))
        case "max": add(.maximum(try scalar(name)))
        case "above": add(.above(try scalar(name)))
        case "below": add(.below(try scalar(name)))
        case "min_length": add(.minimumLength(try length(name)))
        case "max_length": add(.maximumLength(try length(name)))
        default:
            guard let pattern = stack.string(at: -1) else {
                throw mistake("pattern must be the text of a regular expression")
            }
            add(.pattern(pattern))
        }
    }

    private mutating func options(
        ofConstraint name: String, at table: Int
    ) throws(RulesError) -> ConstraintOptions {
        do throws(RulesError) {
            return try ConstraintOptions(stack, ofConstraint: name, at: table) { keep() }
        } catch {
            throw mistake(error.description)
        }
    }

    /// The validator on top: a function, a name, or a standard validator; nil: it is off.
    private mutating func validator(_ name: String) throws(RulesError) -> Constraint.Kind? {
        let reader = ValidatorReader(
            stack: stack, own: validators, name: name, plugins: plugins)
        do throws(RulesError) {
            switch try reader.read(in: .field, keep: { keep() }) {
            case .kind(let kind): return kind
            case .off(let reason):
                faults.append("\(rules): \(place): \(name) is off: \(reason)")
                return nil
            }
        } catch {
            throw mistake(error.description)
        }
    }

    /// A format is the name of a validator of values. For dates it is to be a layout.
    private mutating func format(_ field: Field) throws(RulesError) -> Constraint.Kind? {
        guard stack.type(at: -1) == .string, let name = stack.string(at: -1) else {
            throw mistake("format must be the name of a validator, such as \"email\"")
        }
        if field.type == .date, validators[name] == nil,
            ValidatorCatalog.validator(named: name) == nil,
            plugins?.inventory.owner(of: name, .validators) == nil
        {
            throw mistake(
                "layouts of dates, such as format = \"\(name)\", are not available in "
                    + "this version")
        }
        let kind = try validator("format")
        if case .standard(let call)? = kind,
            ValidatorCatalog.validator(named: call.name)?.judgesValues == false
        {
            throw mistake("format: \(name) looks at more than a value; it belongs to validate")
        }
        return kind
    }

    private mutating func keep() -> ScriptReference {
        functions.append(stack.reference(at: -1))
        return ScriptReference(index: functions.count - 1)
    }

    private func scalar(_ name: String) throws(RulesError) -> Value {
        switch stack.value(at: stack.top) {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .string(let bytes): return .text(ByteString(bytes))
        default: throw mistake("\(name) has a \(stack.typeName(at: -1)), which is no value")
        }
    }

    private func length(_ name: String) throws(RulesError) -> Int {
        guard let length = stack.integer(at: -1), length >= 0 else {
            throw mistake("\(name) must be a whole number that is not negative")
        }
        return length
    }

    private func mistake(_ text: String) -> RulesError {
        RulesError("\(rules): \(place): \(text)")
    }
}
