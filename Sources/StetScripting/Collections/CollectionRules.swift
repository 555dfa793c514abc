import StetCheck
import StetCore

/// The rules that a collection is held to, as a check of all of it needs them.
struct CollectionRules {
    var schema = Schema()
    var scripts: (any ScriptRules)?
    /// The functions belong to the script's own state, so they run on its thread.
    var isInScript = false
    /// The tables that they refer to.
    var links: TableLinks?

    /// No rules: a check looks at the structure alone.
    static var none: CollectionRules { CollectionRules() }

    init(schema: Schema = Schema(), scripts: (any ScriptRules)? = nil, isInScript: Bool = false) {
        self.schema = schema
        self.scripts = scripts
        self.isInScript = isInScript
    }

    init(of collection: StetCore.Collection) {
        let checker = collection.checker as? RulesChangeChecker
        self = checker?.rules ?? .none
        links = checker?.links
    }

    /// The collection rules alone. What is left are fields, which say how cells are read.
    var foldsOnly: CollectionRules {
        var result = self
        result.schema.key = []
        result.schema.recordRules = []
        for index in result.schema.fields.indices { result.schema.fields[index].constraints = [] }
        return result
    }
}
