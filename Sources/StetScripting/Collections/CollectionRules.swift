import StetCheck
import StetCore
import StetRules

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

    /// The rules over all records alone: folds, and values in order. What is left of fields says
    /// how cells are read.
    var foldsOnly: CollectionRules {
        var result = self
        result.schema.key = []
        result.schema.recordRules = []
        for index in result.schema.fields.indices {
            result.schema.fields[index].constraints.removeAll { !$0.isSequence }
        }
        return result
    }

    /// What can be asked of a few records without the others.
    var withoutFolds: CollectionRules {
        var result = self
        result.schema.folds = []
        for index in result.schema.fields.indices {
            result.schema.fields[index].constraints.removeAll { $0.isSequence }
        }
        return result
    }

    var hasFolds: Bool { !schema.folds.isEmpty || !sequenceCodes.isEmpty }

    /// The codes of findings about values in order, with their fields.
    var sequenceCodes: Set<[String]> {
        Set(
            schema.fields.flatMap { field in
                field.constraints.filter(\.isSequence).map {
                    [field.name, $0.code ?? $0.kind.name]
                }
            })
    }
}
