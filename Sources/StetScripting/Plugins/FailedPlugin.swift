import LuaKit

/// What rules get in place of something of a plugin that cannot be used. While the rules load,
/// whatever is done with it gives the same again, so that loading goes on; what the rules then
/// hold of it is off, and a finding says so. Called later, it raises.
final class FailedPlugin {
    /// Why, as a sentence.
    let message: String
    private weak var names: PluginNames?

    init(_ message: String, _ names: PluginNames) {
        self.message = message
        self.names = names
    }

    static func register(on stack: LuaStack) {
        LuaType(
            FailedPlugin.self, name: "failed plugin", on: stack,
            metamethods: [("__index", again), ("__call", again), ("__tostring", text)])
    }

    private static func again(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: FailedPlugin.self)
        guard object.names?.isLoading ?? false else { throw HostError(object.message) }
        call.stack.pushCopy(1)
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        call.stack.push("failed plugin: \(try call.object(1, as: FailedPlugin.self).message)")
        return 1
    }
}
