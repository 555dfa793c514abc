import StetCore
import StetScripting

/// The records that bare names may be fields of.
struct CompletionScope {
    enum Names {
        /// Globals alone.
        case globals
        /// Globals, and the fields of a session's draft.
        case draft
        /// An expression over a record: its fields, then what queries may call.
        case query
    }

    var names: Names
    var layout: ColumnLayout?

    var hasFields: Bool { names != .globals }

    /// The values that a field may have, in the order of the rules, if they are few; else nothing.
    static func values(of column: CollectionColumn) -> [String] {
        let field = column.format.field
        for constraint in field.constraints {
            if case .oneOf(let values) = constraint.kind { return values.map(\.description) }
        }
        if column.format.isDeclared, field.type == .boolean {
            return (field.trueValues + field.falseValues).map(\.description)
        }
        return []
    }
}
