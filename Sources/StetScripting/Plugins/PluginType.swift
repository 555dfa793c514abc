import LuaKit
import StetCore
import StetText

/// A type of a plugin: a bundle of constraints that fields begin with.
struct PluginType {
    private let name: String
    private let file: PluginFile

    init(_ name: String, _ file: PluginFile) {
        self.name = name
        self.file = file
    }

    /// Reads the type on top of the stack as a field without a name of its own.
    ///
    /// - Parameters:
    ///   - plugin: where the plugin's table is; its validators may be named.
    ///   - functions: what was kept so far; those of the type follow.
    func read(
        _ stack: LuaStack, of plugin: Int, functions: [LuaReference] = []
    ) throws(RulesError) -> (field: Field, functions: [LuaReference]) {
        let base = stack.top
        defer { stack.setTop(base) }
        var functions = functions
        let own = try validators(stack, of: plugin, into: &functions)
        stack.setTop(base)
        var reader = FieldReader(
            stack, rules: file.shown, place: "type \"\(name)\"", validators: own,
            functions: functions)
        return (try reader.readBundle(), reader.functions)
    }

    /// The plugin's own validators that can be named without arguments.
    private func validators(
        _ stack: LuaStack, of plugin: Int, into functions: inout [LuaReference]
    ) throws(RulesError) -> OwnValidators {
        var own: OwnValidators = [:]
        guard stack.pushField("validators", of: plugin) == .table else { return own }
        let table = stack.top
        for name in try stack.names(of: table) {
            defer { stack.setTop(table) }
            if stack.pushField(name, of: table) == .table {
                guard stack.pushField("validate", of: stack.top) == .function else { continue }
            }
            guard stack.type(at: -1) == .function else { continue }
            functions.append(stack.reference(at: -1))
            own[name] = .kind(.validate(ScriptReference(index: functions.count - 1)))
        }
        return own
    }
}
