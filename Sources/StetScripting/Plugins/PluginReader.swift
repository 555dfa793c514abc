import LuaKit
import StetCore
import StetRules
import StetText

/// Reads what a plugin returned. A misspelled name is an error, as in rules.
struct PluginReader {
    private let file: PluginFile
    private let stack: LuaStack

    static let members = [
        "name", "version", "needs", "validators", "types", "reporters", "formats", "commands",
        "cells", "hooks",
    ]
    static let hooks = ["on_open", "before_commit", "after_commit"]

    init(_ file: PluginFile, _ stack: LuaStack) {
        self.file = file
        self.stack = stack
    }

    /// - Throws: what is wrong with it, beginning with the file.
    func read(_ reference: LuaReference) throws(RulesError) -> PluginOffer {
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(reference)
        let table = stack.top
        guard stack.type(at: table) == .table else {
            let found = stack.type(at: table) == .nil ? "nothing" : "a \(stack.typeName(at: table))"
            throw mistake(
                "the plugin returns \(found); end it with \"return { name = \"\(file.name)\", … }\""
            )
        }
        try checkNames(of: table, among: Self.members, in: "")
        try readName(of: table)
        var offer = PluginOffer()
        offer.version = try text("version", of: table, in: "")
        if stack.pushField("needs", of: table) != .nil {
            guard let needs = stack.texts(at: stack.top) else {
                throw mistake("needs must be a list of texts such as \"read:data/\"")
            }
            offer.needs = needs.map(\.description)
            for need in offer.needs {
                do throws(Need.Mistake) { _ = try Need(need) } catch {
                    throw mistake(error.description)
                }
            }
        }
        stack.setTop(table)
        try forEach("validators", of: table) { (name) throws(RulesError) in
            offer.validators.append(try validator(name))
        }
        try forEach("types", of: table) { (name) throws(RulesError) in
            try checkType(name, of: table)
            offer.types.append(name)
        }
        try forEach("reporters", of: table) { (name) throws(RulesError) in
            try checkFunctions(
                "reporters", name, among: ["begin", "finding", "finish"], others: ["doc"])
            offer.reporters.append(name)
        }
        try forEach("formats", of: table) { (name) throws(RulesError) in
            offer.formats.append(try format(name))
        }
        try forEach("commands", of: table) { (name) throws(RulesError) in
            offer.commands.append(try command(name))
        }
        try forEach("cells", of: table) { (name) throws(RulesError) in
            guard stack.type(at: -1) == .function else {
                throw mistake("cells: \"\(name)\" must be a function(item)")
            }
            offer.cells.append(name)
        }
        try forEach("hooks", of: table) { (name) throws(RulesError) in
            guard Self.hooks.contains(name) else {
                throw mistake(
                    "hooks: unknown name \"\(name)\""
                        + Suggestion.hint(for: name, among: Self.hooks))
            }
            guard stack.type(at: -1) == .function else {
                throw mistake("hooks: \"\(name)\" must be a function")
            }
            offer.hooks.append(name)
        }
        return offer
    }

    private func readName(of table: Int) throws(RulesError) {
        defer { stack.setTop(table) }
        stack.pushField("name", of: table)
        guard let name = stack.string(at: -1) else {
            throw mistake("the plugin does not say its name: name = \"\(file.name)\"")
        }
        guard name == file.name else {
            throw mistake(
                "the plugin says its name is \"\(name)\", but its "
                    + "\(file.folder == nil ? "file" : "folder") is called \"\(file.name)\"")
        }
    }

    // MARK: Members

    /// The validator on top: a function, or a table with one.
    private func validator(_ name: String) throws(RulesError) -> PluginOffer.Validator {
        if stack.type(at: -1) == .function {
            return PluginOffer.Validator(name: name, doc: nil, takesArguments: false)
        }
        let place = "validators: \"\(name)\""
        guard stack.type(at: -1) == .table else {
            throw mistake("\(place) must be a function(value, record, ctx), or a table with one")
        }
        let table = stack.top
        try checkNames(of: table, among: ["validate", "make", "doc"], in: place + ": ")
        let doc = try text("doc", of: table, in: place + ": ")
        let hasValidate = try hasFunction("validate", of: table, in: place)
        let hasMake = try hasFunction("make", of: table, in: place)
        guard hasValidate != hasMake else {
            throw mistake("\(place) must have either validate or make")
        }
        return PluginOffer.Validator(name: name, doc: doc, takesArguments: hasMake)
    }

    /// Reads the type on top, and compiles it, so that what is wrong with it is said here.
    private func checkType(_ name: String, of plugin: Int) throws(RulesError) {
        let place = "types: \"\(name)\""
        guard stack.type(at: -1) == .table else {
            throw mistake("\(place) must be a table such as { type = \"number\", min = 0 }")
        }
        var field = try PluginType(name, file).read(stack, of: plugin).field
        // Functions and other tables are not looked at here.
        field.name = "value"
        var schema = Schema()
        schema.fields = [field]
        do throws(PlanError) {
            _ = try CheckPlan(schema: schema, columns: ["value"])
        } catch {
            throw mistake("\(place): \(error)")
        }
    }

    private func format(_ name: String) throws(RulesError) -> PluginOffer.Format {
        let place = "formats: \"\(name)\""
        guard stack.type(at: -1) == .table else {
            throw mistake("\(place) must be a table with extensions and read")
        }
        let table = stack.top
        try checkNames(of: table, among: ["extensions", "read", "doc"], in: place + ": ")
        guard try hasFunction("read", of: table, in: place) else {
            throw mistake("\(place) has no function read(text)")
        }
        defer { stack.setTop(table) }
        stack.pushField("extensions", of: table)
        guard let endings = stack.texts(at: stack.top), !endings.isEmpty else {
            throw mistake("\(place): extensions must be a list of texts such as { \"ini\" }")
        }
        return PluginOffer.Format(
            name: name,
            extensions: endings.map { ending in
                let text = ending.description.lowercased()
                return text.hasPrefix(".") ? String(text.dropFirst()) : text
            },
            doc: try text("doc", of: table, in: place + ": "))
    }

    private func command(_ name: String) throws(RulesError) -> PluginOffer.Command {
        if stack.type(at: -1) == .function {
            return PluginOffer.Command(name: name, usage: "[TEXT]", doc: nil)
        }
        let place = "commands: \"\(name)\""
        guard stack.type(at: -1) == .table else {
            throw mistake("\(place) must be a function(text), or a table with run")
        }
        let table = stack.top
        try checkNames(of: table, among: ["run", "usage", "doc"], in: place + ": ")
        guard try hasFunction("run", of: table, in: place) else {
            throw mistake("\(place) has no function run(text)")
        }
        return PluginOffer.Command(
            name: name, usage: try text("usage", of: table, in: place + ": ") ?? "[TEXT]",
            doc: try text("doc", of: table, in: place + ": "))
    }

    /// A function, or a table of functions by these names.
    private func checkFunctions(
        _ member: String, _ name: String, among known: [String], others: [String]
    ) throws(RulesError) {
        if stack.type(at: -1) == .function { return }
        let place = "\(member): \"\(name)\""
        guard stack.type(at: -1) == .table else {
            throw mistake("\(place) must be a function, or a table of them")
        }
        let table = stack.top
        try checkNames(of: table, among: known + others, in: place + ": ")
        var count = 0
        for function in known where try hasFunction(function, of: table, in: place) { count += 1 }
        guard count > 0 else {
            throw mistake(
                "\(place) has none of \(English.list(known, joiner: "or"))")
        }
    }

    // MARK: Values

    /// Calls the body for each member of a table of the plugin, which is then on top.
    private func forEach(
        _ member: String, of table: Int, _ body: (String) throws(RulesError) -> Void
    ) throws(RulesError) {
        let base = stack.top
        defer { stack.setTop(base) }
        let type = stack.pushField(member, of: table)
        guard type != .nil else { return }
        guard type == .table else { throw mistake("\(member) must be a table") }
        let names = try names(of: base + 1, in: "\(member): ")
        if names.isEmpty, stack.length(of: base + 1) > 0 {
            throw mistake("\(member) has values without names: write \(member) = { name = … }")
        }
        for name in names {
            guard name.isIdentifier else {
                throw mistake(
                    "\(member): \"\(name)\" is no name: it is made of letters, digits and _")
            }
            stack.pushField(name, of: base + 1)
            try body(name)
            stack.setTop(base + 1)
        }
    }

    private func hasFunction(
        _ name: String, of table: Int, in place: String
    ) throws(RulesError) -> Bool {
        let base = stack.top
        defer { stack.setTop(base) }
        switch stack.pushField(name, of: table) {
        case .nil: return false
        case .function: return true
        default: throw mistake("\(place): \(name) must be a function")
        }
    }

    private func text(
        _ name: String, of table: Int, in place: String
    ) throws(RulesError) -> String? {
        let base = stack.top
        defer { stack.setTop(base) }
        if stack.pushField(name, of: table) == .nil { return nil }
        guard let text = stack.string(at: -1) else { throw mistake("\(place)\(name) must be text") }
        return text
    }

    private func names(of table: Int, in place: String) throws(RulesError) -> [String] {
        do throws(RulesError) {
            return try stack.names(of: table)
        } catch {
            throw mistake(place + error.description)
        }
    }

    private func checkNames(
        of table: Int, among known: [String], in place: String
    ) throws(RulesError) {
        for key in try names(of: table, in: place) where !known.contains(key) {
            throw mistake(
                "\(place)unknown name \"\(key)\"" + Suggestion.hint(for: key, among: known))
        }
    }

    private func mistake(_ text: String) -> RulesError { RulesError("\(file.shown): \(text)") }
}
