import LuaKit

/// `stet.missing`: stands for a missing value where a table is written, since a table of Lua
/// cannot hold nil.
final class MissingObject {
    static func register(on stack: LuaStack) {
        LuaType(
            MissingObject.self, name: "missing", on: stack,
            metamethods: [
                (
                    "__tostring",
                    { call in
                        call.stack.push("stet.missing")
                        return 1
                    }
                )
            ])
    }
}
