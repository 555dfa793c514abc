/// A known bug of the Lua library, whether the loaded one has it, and what keeps scripts from it.
package struct LuaLibraryBug: Sendable {
    /// What goes wrong.
    package var name: String
    /// The release of Lua 5.4 in which it was mended.
    package var mendedIn: Int
    /// What keeps it from scripts; nil: nothing does.
    package var guarding: String?
    /// How to keep clear of it.
    package var advice: String?
    /// A chunk that returns true where the bug is, run where it can do no harm; nil: only the
    /// version tells.
    fileprivate var probe: String?

    /// `mended in 5.4.5`
    package var mending: String { "mended in 5.4.\(mendedIn)" }

    /// Those that can be met by scripts, or would be without a guard.
    package static let all: [LuaLibraryBug] = [
        LuaLibraryBug(
            name: "nested calls of coroutine.close overflow the C stack", mendedIn: 5,
            guarding: "coroutine.close is Stet's own and counts how deep it is"),
        LuaLibraryBug(
            name: "bytecode that was tampered with crashes", mendedIn: 5,
            guarding: "only text is loaded"),
        LuaLibraryBug(
            name: "a generic for that closes a value and is left by break may not close it",
            mendedIn: 5,
            advice: "leave such a loop without break; Stet's own iterators close nothing",
            probe: """
                local closed = 0
                for k = 1, 3 do
                  local value = setmetatable({}, { __close = function() closed = closed + 1 end })
                  local function once(_, last) if last == nil then return 1 end end
                  for i in once, nil, nil, value do
                    local function keep() return i end
                    break
                  end
                end
                return closed ~= 3
                """),
        LuaLibraryBug(
            name: "bitwise operators between constants are wrong in a function with more than "
                + "255 constants", mendedIn: 5,
            advice: "keep big tables in data files, not in code",
            probe: """
                local parts = {}
                for number = 1, 300 do parts[number] = "constant" .. number end
                local code = "local t = {'" .. table.concat(parts, "','") .. "'} return 1 ~ (2 or 3)"
                return load(code)() ~= 3
                """),
        LuaLibraryBug(
            name: "utf8.codes passes over stray continuation bytes", mendedIn: 5,
            advice: "check with utf8.len first: it gives nil and the place",
            probe: #"return (pcall(function() for _ in utf8.codes("a\x80b") do end end))"#),
        LuaLibraryBug(
            name: "strings with NUL bytes may be compared past their ends", mendedIn: 7,
            guarding: "texts are compared as bytes: the collation stays \"C\""),
        LuaLibraryBug(
            name: "a huge concatenation overflows", mendedIn: 7,
            guarding: "the memory of scripts is limited"),
        LuaLibraryBug(
            name: "a global indexed by a comparison, _ENV[1 < 2], is miscompiled", mendedIn: 8,
            advice: "put the comparison into a local variable first",
            probe: #"return not pcall(load("return _ENV[1 < 2]", "=probe", "t", {}))"#),
        LuaLibraryBug(
            name: "closing a coroutine that yielded inside xpcall runs the wrong handler",
            mendedIn: 8, guarding: "coroutine.close is Stet's own and trusts no such result"),
        LuaLibraryBug(
            name: "a weak metatable may be freed while it is used", mendedIn: 8,
            guarding: "no metatable of Stet's is weak"),
    ]

    /// Whether the library that is loaded has it.
    package func isPresent() throws(LuaError) -> Bool {
        let release = LuaState.release.split(separator: ".").last.flatMap { Int($0) } ?? 0
        guard let probe else { return release < mendedIn }
        let state = try LuaState()
        defer { state.close() }
        state.setCaps(call: 0, run: 2_000)
        let stack = try state.stack()
        let environment = try stack.trustedEnvironment()
        stack.push(environment)
        try stack.load(Array(probe.utf8), name: "=probe", environment: stack.top)
        try stack.call(arguments: 0, results: 1)
        return stack.boolean(at: stack.top)
    }
}
