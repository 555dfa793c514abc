import Glibc

/// Where LuaRocks keeps modules that are all Lua.
package enum LuaRocks {
    /// Whether the environment says that they may be used.
    static var isWanted: Bool { variable("STET_LUAROCKS") == "1" }

    /// The user's tree, then those of the machine.
    static var roots: [String] {
        let trees = [variable("HOME").map { $0 + "/.luarocks" }, "/usr" + "/local", "/usr"]
        return trees.compactMap { $0.map { $0 + "/share/lua/5.4" } }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
