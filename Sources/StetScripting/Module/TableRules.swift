import LuaKit
import StetCheck
import StetCore
import StetRules

/// Rules that a script gives as a table: they run in its state, with their upvalues.
///
/// Unsafe code: the state is the calling thread's; the engine is told to stay on it
/// (`runsOnCallingThread`), which is what makes the value Sendable in name only.
struct TableRules: ScriptRules, @unchecked Sendable {
    let schema: Schema
    private let state: LuaState
    private let functions: [LuaReference]
    private let plugins: PluginNames?

    /// - Parameters:
    ///   - table: where the rules are on the state's stack.
    ///   - plugins: what they find in plugins.
    init(_ state: LuaState, at table: Int, plugins: PluginNames?) throws(CheckError) {
        self.state = state
        self.plugins = plugins
        do {
            let stack = try state.stack()
            let top = stack.top
            defer { stack.setTop(top) }
            stack.pushCopy(table)
            var reader = RulesReader(
                stack, name: "the rules", plugins: plugins, isFile: false)
            schema = try reader.read()
            functions = reader.functions
        } catch {
            throw .rules(String(describing: error))
        }
    }

    func makeRunner(plan: CheckPlan, file: String, dialect: Dialect) throws(CheckError)
        -> any ScriptRunner
    {
        do {
            let runner = try LuaRunner(
                source: .table(state, functions: functions), plan: plan, file: file,
                dialect: dialect)
            plugins?.loader.attach(runner)
            return runner
        } catch {
            throw .rules(String(describing: error))
        }
    }
}
