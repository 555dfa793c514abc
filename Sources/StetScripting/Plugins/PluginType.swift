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
        let own = try validators(stack, of: plugin, named: named(stack), into: &functions)
        stack.setTop(base)
        var reader = FieldReader(
            stack, rules: file.shown, place: "type \"\(name)\"", validators: own,
            functions: functions)
        return (try reader.readBundle(), reader.functions)
    }

    /// The names that the type on top gives in `validate` and `format`.
    private func named(_ stack: LuaStack) -> Set<String> {
        let base = stack.top
        defer { stack.setTop(base) }
        var names: Set<String> = []
        func add(at index: Int, depth: Int) {
            if let name = stack.string(at: index) { names.insert(name) }
            guard depth < 3, stack.type(at: index) == .table else { return }
            for item in 0..<stack.length(of: index) {
                stack.pushElement(item + 1, of: index)
                add(at: stack.top, depth: depth + 1)
                stack.pop()
            }
        }
        guard stack.type(at: base) == .table else { return [] }
        for key in ["validate", "format"] {
            stack.pushField(key, of: base)
            add(at: stack.top, depth: 0)
            stack.pop()
        }
        return names
    }

    /// The plugin's own validators of these names that take no arguments.
    private func validators(
        _ stack: LuaStack, of plugin: Int, named names: Set<String>,
        into functions: inout [LuaReference]
    ) throws(RulesError) -> OwnValidators {
        var own: OwnValidators = [:]
        guard stack.pushField("validators", of: plugin) == .table else { return own }
        let table = stack.top
        for name in names.sorted() {
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
