import LuaKit
import StetCore

/// The `stet` that rules see: only what touches nothing.
final class RulesModule {
    private let functions: [(name: String, function: LuaReference)]

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
            let runner = try holder.runner(of: call, function: "copy")
            try runner.pushCopy(on: call.stack)
            return 1
        }
        add("key") { call in
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
        functions.append(("validators", ValidatorTable.make(on: stack, mayTouchFiles: false)))
        self.functions = functions
        self.holder = holder
    }

    private let holder: Holder

    /// Makes `stet.text` and its kin ask this runner.
    func attach(_ runner: LuaRunner) {
        holder.current = runner
    }

    /// Puts a fresh `stet` into the environment at an index.
    func install(in environment: Int, of stack: LuaStack) {
        stack.pushTable(hash: functions.count + 2)
        let table = stack.top
        for (name, function) in functions {
            stack.push(function)
            stack.setField(name, of: table)
        }
        stack.push(StetVersion.text)
        stack.setField("version", of: table)
        stack.setField("stet", of: environment)
    }

    private final class Holder {
        weak var current: LuaRunner?

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
