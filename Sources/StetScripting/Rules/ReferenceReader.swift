import LuaKit
import StetCore

/// Reads a `references`: `{ "countries.csv", "code" }`, or for several fields together
/// `{ "cities.csv", { "country", "name" }, fields = { "country", "city" } }`.
struct ReferenceReader {
    private let stack: LuaStack
    /// The field that it stands in.
    private let field: String

    init(_ stack: LuaStack, field: String) {
        self.stack = stack
        self.field = field
    }

    /// Leaves the stack as it was.
    func read(at index: Int) throws(RulesError) -> Reference {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.type(at: index) == .table, stack.length(of: index) == 2 else {
            throw RulesError(
                "references names a file and its field: { \"countries.csv\", \"code\" }")
        }
        stack.pushElement(1, of: index)
        guard let path = stack.string(at: -1), !path.isEmpty, path != "-" else {
            throw RulesError("references begins with the path of a file")
        }
        stack.pushElement(2, of: index)
        guard let targets = stack.texts(at: stack.top), !targets.isEmpty else {
            throw RulesError("references: the field is a name or a list of names")
        }
        let targetFields = targets.map(\.description)
        var fields = targetFields.count == 1 ? [field] : targetFields
        if stack.pushField("fields", of: index) != .nil {
            guard let texts = stack.texts(at: stack.top) else {
                throw RulesError("references: fields is a list of names")
            }
            fields = texts.map(\.description)
        }
        guard fields.count == targetFields.count else {
            throw RulesError(
                "references: \(targetFields.count) fields of \(path) cannot be named by "
                    + "\(fields.count) of this table")
        }
        guard fields.contains(field) else {
            throw RulesError(
                "references: fields must say which fields of this table stand for those of "
                    + "\(path), \"\(field)\" among them")
        }
        return Reference(path: path, targetFields: targetFields, fields: fields)
    }
}
