import CLua

extension LuaStack {
    /// A fresh world for code that is not trusted: what the allow list has, copied, so that
    /// nothing one environment does reaches another.
    package func restrictedEnvironment() throws(LuaError) -> LuaReference {
        try environment(clua_push_restricted(raw))
    }

    /// A world for the user's own scripts: Lua's libraries without C modules, bytecode, `__gc`
    /// and most of `debug`, and with the host's `pcall`, `coroutine` and `load`.
    package func trustedEnvironment() throws(LuaError) -> LuaReference {
        try environment(clua_push_trusted(raw))
    }

    /// For tests: the string library as it comes, with a matcher that nothing can stop.
    package func stockStrings() throws(LuaError) -> LuaReference {
        try environment(clua_push_stock_strings(raw))
    }

    private func environment(_ status: Int32) throws(LuaError) -> LuaReference {
        if status != 0 { throw takeError(status) }
        defer { pop() }
        return reference(at: -1)
    }
}
