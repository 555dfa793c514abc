import LuaKit
import StetCore
import StetText

/// What the named part of a constraint's table says: `{ "email", severity = "warning" }`.
struct ConstraintOptions {
    var severity = Severity.error
    var message: String?
    var code: String?
    var condition: ScriptReference?

    init() {}

    /// - Parameters:
    ///   - name: the constraint's.
    ///   - keep: keeps the function on top of the stack.
    init(
        _ stack: LuaStack, ofConstraint name: String, at table: Int, keep: () -> ScriptReference
    ) throws(RulesError) {
        var known = ["severity", "message", "code", "when"]
        if name == "references" { known.append("fields") }
        let names: [String]
        do {
            names = try stack.names(of: table)
        } catch {
            throw RulesError("\(name): \(error)")
        }
        for key in names {
            defer { stack.setTop(table) }
            stack.pushField(key, of: table)
            switch key {
            case "severity":
                let text = stack.string(at: -1) ?? ""
                guard let severity = Severity(rawValue: text) else {
                    throw RulesError("\(name): severity is \"error\", \"warning\" or \"info\"")
                }
                self.severity = severity
            case "message", "code":
                guard let text = stack.string(at: -1) else {
                    throw RulesError("\(name): \(key) must be text")
                }
                if key == "code" { code = text } else { message = text }
            case "when":
                guard stack.type(at: -1) == .function else {
                    throw RulesError("\(name): when must be a function of the record")
                }
                condition = keep()
            case "fields" where name == "references": break
            default:
                throw RulesError(
                    "\(name): unknown name \"\(key)\"" + Suggestion.hint(for: key, among: known))
            }
        }
    }

    func constraint(_ kind: Constraint.Kind) -> Constraint {
        var constraint = Constraint(kind)
        constraint.severity = severity
        constraint.message = message
        constraint.code = code
        constraint.condition = condition
        return constraint
    }
}
