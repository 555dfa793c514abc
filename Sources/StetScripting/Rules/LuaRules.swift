import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// The caps on a rules file's functions.
package struct RuleCaps: Sendable {
    /// Processor time of one call, in milliseconds.
    package var call = 1000
    /// Processor time to load the file, in milliseconds.
    package var load = 5000
    /// Bytes that a worker's rules may hold.
    package var memory = 64 << 20

    package init() {}
}

/// A rules file: its schema, and its text, which each worker loads into a world of its own.
package struct LuaRules: ScriptRules {
    package let schema: Schema
    /// What messages call the file.
    package let name: String
    private let text: [UInt8]
    private let caps: RuleCaps

    /// - Throws: `CheckError.rules` if the text is no Lua, raises, or returns no rules.
    package init(text: [UInt8], name: String, caps: RuleCaps = RuleCaps()) throws(CheckError) {
        self.text = text
        self.name = name
        self.caps = caps
        do {
            let world = try RulesWorld(text: text, name: name, caps: caps)
            defer { world.close() }
            schema = try world.load().schema
        } catch let error as RulesError {
            throw .rules(error.description)
        } catch let error as LuaError {
            throw .rules(error.description)
        } catch {
            throw .rules(String(describing: error))
        }
    }

    /// Reads a rules file.
    package init(path: String, caps: RuleCaps = RuleCaps()) throws(CheckError) {
        let text: [UInt8]
        do throws(StoreError) {
            text = try FileText.read(path)
        } catch {
            throw .store(error)
        }
        try self.init(text: text, name: path, caps: caps)
    }

    package func makeRunner(plan: CheckPlan, file: String, dialect: Dialect) throws(CheckError)
        -> any ScriptRunner
    {
        do {
            let world = try RulesWorld(text: text, name: name, caps: caps)
            return try LuaRunner(source: .text(world), plan: plan, file: file, dialect: dialect)
        } catch let error as CheckError {
            throw error
        } catch {
            throw .rules(String(describing: error))
        }
    }
}

/// A Lua state of one worker, in which a rules file is loaded afresh as often as wanted.
final class RulesWorld {
    let state: LuaState
    private let text: [UInt8]
    private let name: String
    private let caps: RuleCaps
    private let module: RulesModule

    init(text: [UInt8], name: String, caps: RuleCaps) throws {
        self.text = text
        self.name = name
        self.caps = caps
        var configuration = LuaState.Configuration()
        configuration.memoryLimit = caps.memory
        state = try LuaState(configuration)
        module = RulesModule(on: try state.stack())
    }

    func close() {
        state.close()
    }

    /// Makes `stet.text` and its kin answer for the runner's current record.
    func attach(_ runner: LuaRunner) {
        module.attach(runner)
    }

    /// Runs the file in a fresh environment and reads what it returns.
    func load(seed: Int = 0) throws -> (schema: Schema, functions: [LuaReference]) {
        let stack = try state.stack()
        let top = stack.top
        defer { stack.setTop(top) }
        state.setCaps(call: caps.call, run: caps.load)
        defer { state.setCaps(call: caps.call, run: 0) }
        let environment = try stack.restrictedEnvironment()
        stack.push(environment)
        module.install(in: stack.top, of: stack)
        try seedRandom(seed, environment: stack.top, stack)
        // A first line that begins `#!` is for the shell.
        let body = text.starts(with: Array("#!".utf8)) ? Array("--".utf8) + text : text
        do {
            try stack.load(body, name: "@" + name, environment: stack.top)
            try stack.call(arguments: 0, results: 1)
        } catch let error {
            guard error.kind != .timeLimit else {
                throw RulesError("\(name): loading took longer than \(caps.load / 1000) s")
            }
            throw error
        }
        var reader = RulesReader(stack, name: name)
        let schema = try reader.read()
        return (schema, reader.functions)
    }

    /// Gives `math.random` the seed of a chunk, so that a run can be repeated.
    private func seedRandom(_ seed: Int, environment: Int, _ stack: LuaStack) throws {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField("math", of: environment) == .table else { return }
        stack.pushField("randomseed", of: stack.top)
        stack.push(seed)
        try stack.call(arguments: 1, results: 0)
    }
}
