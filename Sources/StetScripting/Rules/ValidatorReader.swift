import LuaKit
import StetCore
import StetRules
import StetText

/// What rules name as a validator.
enum ReadValidator {
    case kind(Constraint.Kind)
    /// It belongs to a plugin that cannot be used: why.
    case off(String)
}

/// The validators that rules define themselves, by name.
typealias OwnValidators = [String: ReadValidator]

/// Reads what a rules file names as a validator: a function, a name of its own or of a standard
/// validator, or `stet.validators.NAME`, called or not.
struct ValidatorReader {
    let stack: LuaStack
    /// Those that the rules define themselves, by name.
    let own: OwnValidators
    /// What messages call the constraint.
    let name: String
    /// What plugins have.
    var plugins: PluginNames?

    /// Reads the value on top.
    ///
    /// - Parameter keep: keeps the function on top of the stack.
    func read(
        in place: ValidatorCatalog.Place, keep: () -> ScriptReference
    ) throws(RulesError) -> ReadValidator {
        if stack.type(at: -1) == .function { return .kind(.validate(keep())) }
        if let object = stack.object(at: -1, as: ValidatorObject.self) {
            return .kind(.standard(try checked(object.call, in: place)))
        }
        if let failed = stack.object(at: -1, as: FailedPlugin.self) { return .off(failed.message) }
        if let maker = stack.object(at: -1, as: PluginMaker.self) {
            throw RulesError("\(name): the validator \"\(maker.name)\" \(maker.usage)")
        }
        guard stack.type(at: -1) == .string, let name = stack.string(at: -1) else {
            throw RulesError("\(self.name) must be a function, a name, or a list of these")
        }
        switch own[name] {
        case .kind(.standard(let call)): return .kind(.standard(try checked(call, in: place)))
        case let known?: return known
        case nil: break
        }
        if ValidatorCatalog.validator(named: name) != nil {
            return .kind(.standard(try checked(ValidatorCall(name), in: place)))
        }
        if let found = try pluginValidator(name, in: place, keep: keep) { return found }
        if let excuse = plugins?.excuse(for: name, .validators) { return .off(excuse) }
        let known =
            own.keys.sorted() + ValidatorCatalog.names
            + (plugins?.inventory.knownNames(.validators) ?? [])
        throw RulesError(
            "there is no validator \"\(name)\"" + Suggestion.hint(for: name, among: known))
    }

    /// The validator of that name that a plugin has; nil: none has one.
    private func pluginValidator(
        _ name: String, in place: ValidatorCatalog.Place, keep: () -> ScriptReference
    ) throws(RulesError) -> ReadValidator? {
        let base = stack.top
        defer { stack.setTop(base) }
        guard let entry = try plugins?.push(validator: name, on: stack) else { return nil }
        if let maker = stack.object(at: -1, as: PluginMaker.self) {
            throw RulesError("\(self.name): the validator \"\(name)\" \(maker.usage)")
        }
        guard place == .field else {
            throw RulesError(
                "\(self.name): \(name), of the plugin \"\(entry.file.name)\", judges the values "
                    + "of a field: it belongs to a field")
        }
        return .kind(.validate(keep()))
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
