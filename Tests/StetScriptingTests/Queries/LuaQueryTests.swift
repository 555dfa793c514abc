import Testing

@testable import StetScripting

@Suite("Queries beyond the native ones")
struct LuaQueryTests {
    private static let fruits = """
        id,weight,name,picked,end
        a,182,Apple,2024-05-01,x
        b,,banana,,y
        c,heavy,"Canary melon",2023-11-30,
        d,1280.5,,2024-07-19,x

        """
    private static let rules = """
        return { key = "id", fields = { { "id" }, { "weight", type = "number" }, { "name" } } }
        """

    private func found(_ query: String) throws -> [String] {
        try scripted(
            """
            local c = stet.open(path)
            local ok, result = pcall(function()
              return table.concat(c:where([====[\(query)]====]):keys(), " ")
            end)
            return result
            """, table: Self.fruits, rules: Self.rules)
    }

    @Test(
        "What a query finds",
        arguments: [
            ("name:find('an')", "b c"),
            ("name:lower():sub(1, 1) == 'a'", "a"),
            ("not name:find('an')", "a d"),
            ("string.upper(name) == 'APPLE'", "a"),
            ("id .. '-' .. name == 'b-banana'", "b"),
            ("'x' .. name ~= 'xApple'", "b c"),
            ("weight ^ 2 > 1e6", "d"),
            ("-weight ^ 2 < 0", "a d"),
            ("math.floor(weight) == 1280", "d"),
            ("math.type(weight) == 'integer'", "a"),
            ("weight % 1 == 0 and weight // 1 & 1 == 0", "a"),
            ("weight == nil and type(weight) == 'nil'", "b"),
            ("weight ~= nil and type(weight) == 'nil'", "c"),
            ("tostring(weight) == 'nil'", "b c"),
            ("picked:match('^(%d+)') == '2024'", "a d"),
            ("(picked:gsub('-', '')) > '20240501'", "d"),
            ("tonumber(picked:sub(6, 7)) > 6", "c d"),
            ("({ a = true, d = true })[id]", "a d"),
            ("#{ name:byte(1, -1) } == 6", "b"),
            ("utf8.len(name) == #name and #name > 5", "b c"),
            ("record['end']:upper() == 'X'", "a d"),
            ("(function() return id == 'a' or name == 'banana' end)()", "a b"),
            (
                "(function(t) for _, v in ipairs(t) do if v == id then return true end end end){ 'c' }",
                "c"
            ),
            ("select('#', name:find('p', 1, true)) == 2", "a"),
            ("math.max(weight, 200) > 200", "d"),
            ("name:rep(2):len() == 10", "a"),
            ("id == 'a' and pcall(error, 'x') == false", "a"),
        ])
    func finds(query: String, wanted: String) throws {
        #expect(try found(query) == [wanted])
    }

    @Test("A field wins over a function of its name")
    func fieldsWin() throws {
        let got = try scripted(
            """
            local c = stet.open(path)
            return table.concat(c:where "string:upper() == 'A' and (function() return type end)() == 'b'":keys()),
              select(2, pcall(c.where, c, "type(id) == 'string'"))
            """, table: "id,string,type\n1,a,b\n2,c,d\n")
        #expect(got.first == "1")
        #expect(got.last?.contains("column 1: “type” is a field, not a function") == true, "\(got)")
    }

    @Test(
        "A mistake says where it is, or of which record",
        arguments: [
            ("nmae:find('x')", "column 1: no field “nmae”; did you mean “name”?"),
            ("name:find('x'", "column 10: a parenthesis is not closed"),
            ("(function() return nmae end)()", "record a: no field “nmae”; did you mean “name”?"),
            ("(function() x = 1 end)()", "record a: a query changes nothing, so not “x”"),
            ("(function() return 1 + end)()", "unexpected symbol near 'end'"),
            ("name:find('%')", "record a: malformed pattern (ends with '%')"),
            ("name:fnd('x')", "record a: the text “Apple” has no method “fnd”"),
            ("weight:find('x')", "record a: the number 182 has no method “find”"),
            ("string.fnd(name)", "record a: there is no function string.fnd"),
            ("id .. name > 5", "record a: the text “aApple” and the number 5 have no order"),
            ("name ^ 2 > 1", "record a: the text “Apple” is no number to calculate with"),
            (
                "name & 1 == 1",
                "record a: “&” works on the bits of integers, not on the text “Apple”"
            ),
            (
                "id .. true == ''",
                "record a: “..” joins texts and numbers, not the text “a” and true"
            ),
            ("id == 'b' and error('no ' .. name) or name:len() > 99", "record b: no banana"),
            ("io.open('x')", "column 1: no field “io”; did you mean “id”?"),
            ("os.exit(1)", "record a: there is no function os.exit"),
            ("(function() return load end)()", "record a: no field “load”"),
            ("coroutine.yield()", "column 1: no field “coroutine”"),
            ("('x'):rep(1e12) == name", "record a: "),
        ])
    func mistakes(query: String, message: String) throws {
        let got = try found(query)
        #expect(got.first?.contains(message) == true, "\(got)")
    }

    @Test("A view by such a query is live, and selects for changes")
    func views() throws {
        let got = try scripted(
            """
            local c = stet.open(path)
            local view = c:where "name:find 'an'"
            local before = #view
            c:set("a", { name = "Orange" })
            assert(c:update(view:where "id .. '' ~= 'c'", { weight = 5 }) == 2)
            return texts(before, table.concat(view:keys(), " "), c:get("b").weight,
              c:delete(c:where "name:find 'anan'"), #c)
            """, table: Self.fruits, rules: Self.rules)
        #expect(got == ["2", "a b c", "5", "1", "3"])
    }

    @Test("A query may ask thousands of records")
    func many() throws {
        let table = (1...3000).reduce("id,n\n") { $0 + "r\($1),\($1 % 7)\n" }
        let got = try scripted(
            """
            local c = stet.open(path)
            local view = c:where "(id:sub(2) | 0) % 1000 == 0 or n .. '' == '8'"
            local ok, message = pcall(function() return #view end)
            return texts(ok, message, #c:where "tonumber(id:sub(2)) % 1000 == 0",
              select(2, pcall(function() return #c:where "id == 'r2900' and error 'x' or #id:sub(1) == 0" end)))
            """, table: table)
        #expect(got[0] == "false")
        #expect(got[1].contains("record r1: “|” works on the bits of integers"))
        #expect(got[2] == "3")
        #expect(got[3].contains("record r2900: "))
    }
}
