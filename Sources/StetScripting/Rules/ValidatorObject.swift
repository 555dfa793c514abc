import LuaKit
import StetCore
import StetRules
import StetText

/// A standard validator as Lua sees it: `stet.validators.email`, or what
/// `stet.validators.sum_of("net", "tax")` returns.
final class ValidatorObject {
    let call: ValidatorCall
    private let validator: StandardValidator
    /// It was given its arguments.
    private let isMade: Bool
    private let mayTouchFiles: Bool
    private var compiled: ValueValidator?

    init(_ validator: StandardValidator, _ call: ValidatorCall?, mayTouchFiles: Bool) {
        self.validator = validator
        self.call = call ?? ValidatorCall(validator.name)
        isMade = call != nil
        self.mayTouchFiles = mayTouchFiles
    }

    static func register(on stack: LuaStack) {
        LuaType(
            ValidatorObject.self, name: "validator", on: stack,
            metamethods: [("__call", call), ("__tostring", text)])
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: ValidatorObject.self)
        call.stack.push("stet.validators.\(object.call.name)")
        return 1
    }

    /// A validator that takes arguments gets them; else a value is judged: true, or false and a
    /// message.
    private static func call(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: ValidatorObject.self)
        let stack = call.stack
        let validator = object.validator
        if validator.takesArguments, !object.isMade {
            let made = try object.made(of: call)
            stack.push(
                object: ValidatorObject(validator, made, mayTouchFiles: object.mayTouchFiles))
            return 1
        }
        guard validator.judgesValues else {
            throw HostError(
                "\(validator.name) looks at more than a value: rules name it in validate")
        }
        guard object.mayTouchFiles || !validator.touchesFiles else {
            throw HostError(
                "\(validator.name) looks at files, which functions of rules may not; name it in "
                    + "validate")
        }
        let text: ByteString
        switch call.count < 2 ? .nil : stack.value(at: 2) {
        case .nil:
            stack.push(false)
            stack.push("there is no value")
            return 2
        case .string(let bytes): text = ByteString(bytes)
        case .integer, .number: text = ByteString(stack.description(at: 2))
        default: throw call.bad(2, expected: "string")
        }
        guard let complaint = try object.judge().complaint(about: text) else {
            stack.push(true)
            return 1
        }
        stack.push(false)
        stack.push(complaint)
        return 2
    }

    private func judge() throws -> ValueValidator {
        if let compiled { return compiled }
        let made = try ValidatorCatalog.valueValidator(call, folder: "")
        compiled = made
        return made
    }

    /// The call with its arguments: values, or a table of them with named ones.
    private func made(of call: LuaCall) throws -> ValidatorCall {
        let stack = call.stack
        var made = ValidatorCall(validator.name)
        func value(_ index: Int) throws -> Value {
            switch stack.value(at: index) {
            case .boolean(let value): return .boolean(value)
            case .integer(let value): return .integer(value)
            case .number(let value): return .number(value)
            case .string(let bytes): return .text(ByteString(bytes))
            default:
                throw HostError(
                    "\(validator.name) takes texts and numbers, not a \(stack.typeName(at: index))")
            }
        }
        if call.count == 2, stack.type(at: 2) == .table {
            for item in 0..<stack.length(of: 2) {
                stack.pushElement(item + 1, of: 2)
                made.arguments.append(try value(stack.top))
                stack.pop()
            }
            for name in try stack.names(of: 2) {
                stack.pushField(name, of: 2)
                made.options[name] = try value(stack.top)
                stack.pop()
            }
        } else if call.count >= 2 {
            for index in 2...call.count { made.arguments.append(try value(index)) }
        }
        try ValidatorCatalog.checkArguments(made)
        return made
    }
}

/// `stet.validators`: the standard validators by name.
final class ValidatorTable {
    private let mayTouchFiles: Bool
    private let plugins: () -> PluginNames?
    private var known: [String: LuaReference] = [:]

    private init(mayTouchFiles: Bool, plugins: @escaping () -> PluginNames?) {
        self.mayTouchFiles = mayTouchFiles
        self.plugins = plugins
    }

    /// - Parameters:
    ///   - mayTouchFiles: those that look at files may be called.
    ///   - plugins: whose validators are in it, too.
    static func make(
        on stack: LuaStack, mayTouchFiles: Bool,
        plugins: @escaping () -> PluginNames? = { nil }
    ) -> LuaReference {
        if !stack.knows(ValidatorTable.self) {
            ValidatorObject.register(on: stack)
            LuaType(
                ValidatorTable.self, name: "validators", on: stack,
                metamethods: [("__index", index), ("__pairs", pairs)])
        }
        stack.push(object: ValidatorTable(mayTouchFiles: mayTouchFiles, plugins: plugins))
        defer { stack.pop() }
        return stack.reference(at: -1)
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: ValidatorTable.self)
        let name = call.stack.string(at: 2) ?? call.stack.description(at: 2)
        if table.push(name, on: call.stack) { return 1 }
        let plugins = table.plugins()
        if try plugins?.push(validator: name, on: call.stack) != nil { return 1 }
        if let plugins, let excuse = plugins.excuse(for: name, .validators) {
            guard plugins.isLoading else { throw HostError(excuse) }
            plugins.push(failure: excuse, on: call.stack)
            return 1
        }
        throw HostError(
            "there is no validator \"\(name)\""
                + Suggestion.hint(
                    for: name,
                    among: ValidatorCatalog.names
                        + (plugins?.inventory.knownNames(.validators) ?? [])))
    }

    private func push(_ name: String, on stack: LuaStack) -> Bool {
        if let known = known[name] {
            stack.push(known)
            return true
        }
        guard let validator = ValidatorCatalog.validator(named: name) else { return false }
        stack.push(object: ValidatorObject(validator, nil, mayTouchFiles: mayTouchFiles))
        known[name] = stack.reference(at: -1)
        return true
    }

    /// `for name, validator in pairs(stet.validators)`, in the order of the page.
    private static func pairs(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: ValidatorTable.self)
        let plugins = table.plugins()
        var names = (ValidatorCatalog.names + (plugins?.inventory.names(.validators) ?? []))[...]
        call.stack.pushFunction("next") { call in
            guard let name = names.popFirst() else {
                call.stack.pushNil()
                return 1
            }
            call.stack.push(name)
            if table.push(name, on: call.stack) { return 2 }
            return try plugins?.push(validator: name, on: call.stack) == nil ? 1 : 2
        }
        return 1
    }
}
