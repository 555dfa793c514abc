import LuaKit
import StetCore

/// The `stet` that rules see: only what touches nothing.
final class RulesModule {
    private let functions: [(name: String, function: LuaReference)]
    /// `stet.validators` of rules, with what plugins have; and of plugins, without.
    private let validators: LuaReference
    private let standardValidators: LuaReference
    /// What plugins have for the rules.
    var plugins: PluginNames? {
        get { holder.plugins }
        set { holder.plugins = newValue }
    }

    init(on stack: LuaStack) {
        var functions: [(String, LuaReference)] = []
        let holder = Holder()
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            functions.append((name, stack.reference(at: -1)))
            stack.pop()
        }
        add("fold") { call in
            try call.requireTable(1)
            do {
                _ = try FoldTable.check(call.stack, at: 1)
            } catch {
                throw HostError(String(describing: error))
            }
            call.stack.pushCopy(1)
            return 1
        }
        add("text") { call in
            if Self.isScriptRecord(call) { return try RecordObject.rawText(&call) }
            let runner = try holder.runner(of: call, function: "text")
            let field = try call.string(2)
            guard let text = try runner.text(ofField: field) else {
                call.stack.pushNil()
                return 1
            }
            call.stack.push(text.bytes)
            return 1
        }
        add("copy") { call in
            if Self.isScriptRecord(call) { return try RecordObject.copy(&call) }
            let runner = try holder.runner(of: call, function: "copy")
            try runner.pushCopy(on: call.stack)
            return 1
        }
        add("key") { call in
            if Self.isScriptRecord(call) { return try RecordObject.key(&call) }
            let runner = try holder.runner(of: call, function: "key")
            let key = runner.key()
            for part in key { call.stack.push(part.bytes) }
            return key.count
        }
        add("related") { _ in
            throw HostError(
                "stet.related reads another table, which rules may not; \"references\" checks that "
                    + "the record is there, and scripts may read it")
        }
        validators = ValidatorTable.make(on: stack, mayTouchFiles: false) { holder.plugins }
        standardValidators = ValidatorTable.make(on: stack, mayTouchFiles: false)
        self.functions = functions
        self.holder = holder
    }

    private let holder: Holder

    /// Makes `stet.text` and its kin ask this runner.
    func attach(_ runner: LuaRunner) {
        holder.current = runner
    }

    /// Whether a function was given a record of a script's, as a plugin's may be.
    private static func isScriptRecord(_ call: LuaCall) -> Bool {
        call.stack.object(at: 1, as: RecordObject.self) != nil
            || call.stack.object(at: 1, as: DraftObject.self) != nil
    }

    /// Puts a fresh `stet` into the environment at an index.
    ///
    /// - Parameter isForPlugin: what plugins have is not in it.
    func install(in environment: Int, of stack: LuaStack, isForPlugin: Bool = false) {
        let environment = stack.absolute(environment)
        stack.pushTable(hash: functions.count + 3)
        let table = stack.top
        for (name, function) in functions {
            stack.push(function)
            stack.setField(name, of: table)
        }
        stack.push(isForPlugin ? standardValidators : validators)
        stack.setField("validators", of: table)
        stack.push(StetVersion.text)
        stack.setField("version", of: table)
        stack.setField("stet", of: environment)
    }

    private final class Holder {
        weak var current: LuaRunner?
        var plugins: PluginNames?

        func runner(of call: LuaCall, function: String) throws -> LuaRunner {
            guard let view = call.stack.view(at: 1) else {
                throw call.bad(1, expected: "record")
            }
            guard let current, view.isCurrent else {
                throw HostError("record \(view.number) is past; stet.copy(record) keeps it")
            }
            return current
        }
    }
}

/// The version of Stet.
package enum StetVersion {
    package static let text = "0.1.0"
}
