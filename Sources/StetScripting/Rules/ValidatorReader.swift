import LuaKit
import StetCore
import StetRules
import StetText

/// Reads what a rules file names as a validator: a function, a name of its own or of a standard
/// validator, or `stet.validators.NAME`, called or not.
struct ValidatorReader {
    let stack: LuaStack
    /// Those that the rules define themselves, by name.
    let own: [String: Constraint.Kind]
    /// What messages call the constraint.
    let name: String

    /// Reads the value on top.
    ///
    /// - Parameter keep: keeps the function on top of the stack.
    func kind(
        in place: ValidatorCatalog.Place, keep: () -> ScriptReference
    ) throws(RulesError) -> Constraint.Kind {
        if stack.type(at: -1) == .function { return .validate(keep()) }
        if let object = stack.object(at: -1, as: ValidatorObject.self) {
            return .standard(try checked(object.call, in: place))
        }
        guard stack.type(at: -1) == .string, let name = stack.string(at: -1) else {
            throw RulesError("\(self.name) must be a function, a name, or a list of these")
        }
        if let known = own[name] {
            if case .standard(let call) = known { return .standard(try checked(call, in: place)) }
            return known
        }
        guard ValidatorCatalog.validator(named: name) != nil else {
            let known = own.keys.sorted() + ValidatorCatalog.names
            throw RulesError(
                "there is no validator \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
        return .standard(try checked(ValidatorCall(name), in: place))
    }

    private func checked(
        _ call: ValidatorCall, in place: ValidatorCatalog.Place
    ) throws(RulesError) -> ValidatorCall {
        do throws(PlanError) {
            try ValidatorCatalog.check(call, in: place)
            return call
        } catch {
            throw RulesError("\(name): \(error)")
        }
    }
}
