import LuaKit

/// A validator of a plugin that takes arguments, as `stet.validators.NAME`: called, it gives the
/// function that judges.
final class PluginMaker {
    let name: String
    /// The plugin's file, for messages.
    let file: String
    private let make: LuaReference

    init(_ name: String, file: String, make: LuaReference) {
        self.name = name
        self.file = file
        self.make = make
    }

    static func register(on stack: LuaStack) {
        LuaType(
            PluginMaker.self, name: "validator maker", on: stack,
            metamethods: [("__call", call), ("__tostring", text)])
    }

    /// How it is to be written where it was named alone.
    var usage: String { "takes arguments: write stet.validators.\(name)(…)" }

    private static func call(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: PluginMaker.self)
        let stack = call.stack
        stack.push(object.make)
        stack.insert(2)
        try stack.call(arguments: call.count - 1, results: 1)
        guard stack.type(at: -1) == .function else {
            throw HostError(
                "\(object.file): make of the validator \"\(object.name)\" returns a "
                    + "\(stack.typeName(at: -1)), not a function(value, record, ctx)")
        }
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        call.stack.push("stet.validators.\(try call.object(1, as: PluginMaker.self).name)")
        return 1
    }
}
