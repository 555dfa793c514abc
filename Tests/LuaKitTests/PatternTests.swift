import Testing

@testable import LuaKit

/// Our matcher of patterns beside the library's, over generated patterns and subjects.
@Suite struct PatternTests {
    /// Runs a chunk with the library's own functions in the global `stock`.
    private func run(_ text: String) throws -> [LuaValue] {
        try withLua { state, stack in
            let environment = try stack.trustedEnvironment()
            stack.push(environment)
            stack.push(try stack.stockStrings())
            stack.setField("stock", of: 1)
            stack.pop()
            state.setCaps(call: 0, run: 120_000)
            return try stack.run(text, in: environment)
        }
    }

    /// Defines `differences(count)`: the first cases in which the two differ, as text.
    private static let comparison = #"""
        local function pick(list) return list[math.random(#list)] end
        local function text(list, most)
            local parts = {}
            for i = 1, math.random(0, most) do parts[i] = pick(list) end
            return table.concat(parts)
        end
        local atoms = {
            "a", "b", "c", "ab", ".", "%a", "%d", "%w", "%s", "%p", "%A", "%x", "%g", "%c", "%u",
            "%z", "%L", "[abc]", "[^ab]", "[a-c]", "[%a_]", "[]]", "[^]]", "[a-]", "[%]]", "(a)",
            "()", "(b*)", "(.-)", "((a)b)", "%1", "%2", "%b()", "%bxy", "%f[%w]", "%f[^a]", "$",
            "^", "*", "+", "-", "?", "(", ")", "[", "]", "%", "\0", "é", "[%w-z]", "[a%-z]", "%.",
            "[\0-\255]", "[z-a]", "%b", "%f", "[^", "%9", "%0",
        }
        local letters = {
            "a", "b", "c", "1", "_", " ", "(", ")", "x", "y", "\0", "é", "A", "ab", "aa", "-", "]",
            "^", "$", "%", "\n", "\255",
        }
        local replacements = {"", "x", "%0", "%1", "%2", "%%", "%", "<%0>", "%9", "%a", "é%1"}

        local function results(f, ...)
            local all = table.pack(pcall(f, ...))
            for i = 1, all.n do
                all[i] = math.type(all[i]) or type(all[i]) .. ":" .. tostring(all[i])
                if all[i] == "integer" then all[i] = "integer:" .. select(i, pcall(f, ...)) end
            end
            -- A message names the function by the table that it is found in.
            return (table.concat(all, "|", 1, all.n):gsub("bad argument (#%d+) to '[^']*'", "%1"))
        end
        local function everyMatch(library)
            return function(...)
                local found = {}
                for a, b, c in library.gmatch(...) do
                    found[#found + 1] = tostring(a) .. "," .. tostring(b) .. "," .. tostring(c)
                    if #found > 40 then break end
                end
                return table.concat(found, ";")
            end
        end
        local function replacement()
            local kind = math.random(5)
            if kind == 1 then return {a = "X", b = false, [1] = "one", ab = 7} end
            if kind == 2 then return function(x) return x == "a" and "Y" or nil end end
            if kind == 3 then return pick {12, 1.5, true, function() return {} end} end
            return pick(replacements)
        end

        function differences(count)
            local found = {}
            local function compare(name, ours, stock, ...)
                local left, right = results(ours, ...), results(stock, ...)
                if left ~= right and #found < 5 then
                    found[#found + 1] = ("%s(%q, %q): %s; %s"):format(
                        name, (...), (select(2, ...)), left, right)
                end
            end
            for _ = 1, count do
                local subject, pattern = text(letters, 8), text(atoms, 5)
                local init = math.random(3) == 1 and math.random(-10, 10) or nil
                compare("find", string.find, stock.find, subject, pattern, init,
                    math.random(8) == 1)
                compare("match", string.match, stock.match, subject, pattern, init)
                compare("gmatch", everyMatch(string), everyMatch(stock), subject, pattern, init)
                compare("gsub", string.gsub, stock.gsub, subject, pattern, replacement(),
                    math.random(4) == 1 and math.random(-1, 3) or nil)
            end
            return table.concat(found, "\n")
        end
        """#

    @Test(arguments: [1, 20_24, 7_919]) func agreesWithTheLibrary(seed: Int) throws {
        let results = try run(
            Self.comparison + "\nmath.randomseed(\(seed)) return differences(2500)")
        #expect(results.first?.described == "")
    }

    @Test func limitsAgreeWithTheLibrary() throws {
        let results = try run(
            #"""
            local cases = {
                {("a"):rep(300), ("(a)"):rep(33)}, {("a"):rep(300), ("(a)"):rep(32)},
                {("a"):rep(1000), ("a?"):rep(500)}, {("x"):rep(1000), ("x-"):rep(150) .. "y$"},
                {"", ""}, {"abc", ""}, {"abc", "^"}, {"abc", "$"}, {"a\0b", "%z"},
                {("("):rep(5000) .. (")"):rep(5000), "%b()"}, {12, 1}, {nil, "a"}, {"a", nil},
            }
            local wrong = {}
            for number, case in ipairs(cases) do
                if number ~= 4 then
                    for _, name in ipairs {"find", "match"} do
                        local left = table.pack(pcall(string[name], case[1], case[2]))
                        local right = table.pack(pcall(stock[name], case[1], case[2]))
                        for i = 1, math.max(left.n, right.n) do
                            local same = left[i] == right[i] or (i == 2 and not right[1]
                                and tostring(left[2]):match("[^']*$")
                                    == tostring(right[2]):match("[^']*$"))
                            if not same then wrong[#wrong + 1] = number .. name end
                        end
                    end
                end
            end
            return table.concat(wrong, " ")
            """#)
        #expect(results.first?.described == "")
    }

    @Test(arguments: [
        #"string.find(("a"):rep(1e5), ".-.-.-.-b")"#,
        #"("a"):rep(1e5):match("(.-)(.-)(.-)(.-)b")"#,
        #"for _ in ("a"):rep(1e5):gmatch("a-a-a-a-b") do end"#,
        #"("a"):rep(1e5):gsub(".-.-.-.-b", "")"#,
        #"("a"):rep(1e6):gsub("a", function() while true do end end)"#,
        #"pcall(string.rep, "") while true do pcall(string.find, ("a"):rep(1e4), ".-.-.-b") end"#,
    ])
    func stopsAtTheTimeLimit(code: String) throws {
        try withLua { state, stack in
            state.setCaps(call: 0, run: 200)
            let environment = try stack.trustedEnvironment()
            let began = ContinuousClock.now
            let error = #expect(throws: LuaError.self) { try stack.run(code, in: environment) }
            #expect(error?.kind == .timeLimit)
            #expect(ContinuousClock.now - began < .seconds(10))
        }
    }
}
