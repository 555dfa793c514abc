/// What a rules file says of a table, compiled from Lua but free of it.
package struct Schema: Sendable {
    /// The fields whose values together name a record; empty: no key.
    package var key: [String] = []
    package var fields: [Field] = []
    /// The texts that mean "no value" where a field does not say otherwise.
    package var missing: [ByteString] = [""]
    /// A quoted empty cell is a present, empty text rather than missing.
    package var quotedEmptyIsText = false
    /// Columns that no field declares are errors, not warnings.
    package var strict = false
    /// Script rules see all records in file order in one environment, on one core.
    package var sequential = false
    package var dialect = DialectOptions()
    /// What people call a record.
    package var title: RecordTitle?
    package var recordRules: [RecordRule] = []
    package var folds: [Fold] = []
    /// How the records are a tree; nil: not said.
    package var tree: RecordTree.Link?
    /// What of the rules is off.
    package var faults: [SchemaFault] = []

    package init() {}
}

/// A part of rules that is off because something that it names cannot be used. It keeps nothing
/// else from being checked, and is a finding of its own.
package struct SchemaFault: Hashable, Sendable {
    /// The finding's code.
    package var code: String
    /// What is off, and why.
    package var message: String

    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// How a record's title is made.
package enum RecordTitle: Hashable, Sendable {
    /// The value of a field.
    case field(String)
    case function(ScriptReference)
}

/// A rule over a whole record.
package struct RecordRule: Sendable {
    package enum Body: Sendable {
        /// A function of the rules file.
        case script(ScriptReference)
        case standard(ValidatorCall)
    }

    package var name: String
    package var body: Body
    package var severity: Severity = .error
    /// Replaces the rule's own message.
    package var message: String?
    package var condition: ScriptReference?

    package init(name: String, _ body: Body) {
        self.name = name
        self.body = body
    }

    package init(name: String, script: ScriptReference) {
        self.init(name: name, .script(script))
    }
}

/// A rule over a whole table, computed as a fold that can be split and merged.
package struct Fold: Sendable {
    package var name: String
    package var script: ScriptReference

    package init(name: String, script: ScriptReference) {
        self.name = name
        self.script = script
    }
}
