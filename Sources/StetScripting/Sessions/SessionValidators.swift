import LuaKit
import StetCore
import StetRules
import StetSessions
import StetText

/// The validators that whoever opens a session adds to a field: functions, and standard ones by
/// name or as `stet.validators.NAME`.
struct SessionValidators {
    let table: TableObject
    /// A function as a validator.
    let scripted: (HandlerCall) -> FieldValidator

    /// Reads the validator on top.
    func read(_ stack: LuaStack, field: String, name: String) throws -> FieldValidator {
        let call: ValidatorCall
        if stack.type(at: -1) == .function {
            return scripted(
                HandlerCall(
                    state: table.state, function: stack.reference(at: -1),
                    name: name.hasSuffix(".validate") ? name : name + ".validate"))
        } else if let object = stack.object(at: -1, as: ValidatorObject.self) {
            call = object.call
        } else if let maker = stack.object(at: -1, as: PluginMaker.self) {
            throw HostError("\(name): the validator \"\(maker.name)\" \(maker.usage)")
        } else if stack.type(at: -1) == .string {
            let validator = stack.description(at: -1)
            if ValidatorCatalog.validator(named: validator) == nil {
                return try ofPlugin(validator, stack, field: field, name: name)
            }
            call = ValidatorCall(validator)
        } else {
            throw HostError("\(name): a function, the name of a validator, or a table is wanted")
        }
        let path = table.collection.name
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let judge: ValueValidator
        do throws(PlanError) {
            judge = try ValidatorCatalog.valueValidator(call, folder: folder)
        } catch {
            throw HostError("\(name): \(error)")
        }
        return FieldValidator(field) { value, _ throws(HandlerError) in
            let text: ByteString
            if case .text(let bytes) = value {
                text = bytes
            } else {
                text = ByteString(value.description)
            }
            guard let complaint = judge.complaint(about: text) else { return [] }
            return [DraftProblem(field: field, message: complaint)]
        }
    }

    /// A plugin's validator of that name.
    private func ofPlugin(
        _ validator: String, _ stack: LuaStack, field: String, name: String
    ) throws -> FieldValidator {
        let plugins = table.host?.plugins?.names
        guard try plugins?.push(validator: validator, on: stack) != nil else {
            let known = ValidatorCatalog.names + (plugins?.inventory.knownNames(.validators) ?? [])
            throw HostError(
                "\(name): "
                    + (plugins?.excuse(for: validator, .validators)
                        ?? "there is no validator \"\(validator)\""
                        + Suggestion.hint(for: validator, among: known)))
        }
        defer { stack.pop() }
        return try read(stack, field: field, name: name)
    }
}
