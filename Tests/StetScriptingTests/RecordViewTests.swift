import StetCheck
import StetCore
import Testing

@testable import StetScripting

@Suite("Records as rules see them")
struct RecordViewTests {
    private static let data =
        "id,w,ok,d,more\n1,5,true,2024-02-29,x\n2,x,no,2024-02-30,\n3,2.5,,,y\n"

    private func say(_ expression: String) throws -> [String] {
        let rules = """
            return { key = 'id', fields = { {'id', type = 'integer'}, {'w', type = 'number'},
              {'ok', type = 'boolean'}, {'d', type = 'date'} },
              validate = function(ctx, r) return { { code = 'say', message = tostring(\(expression)) } } end }
            """
        return try check(Self.data, rules).findings
            .filter { $0.code == "say" || $0.code == "lua.error" }.map(\.message)
    }

    @Test("Values have their types; undeclared columns are text; missing is nil")
    func types() throws {
        #expect(try say("math.type(r.id) .. r.id") == ["integer1", "integer2", "integer3"])
        #expect(try say("r.more") == ["x", "nil", "y"])
        #expect(try say("type(r.d)").first == "string")
    }

    @Test("Reading an ill-typed cell ends the rule for that record, without a second finding")
    func illTyped() throws {
        #expect(try say("r.w") == ["5", "2.5"])
        #expect(try say("r.ok") == ["true", "nil"])
        #expect(try say("pcall(function() return r.w end)") == ["true", "true"])
    }

    @Test("stet.text, stet.copy and stet.key")
    func functions() throws {
        #expect(try say("stet.text(r, 'w')") == ["5", "x", "2.5"])
        #expect(try say("stet.key(r)") == ["1", "2", "3"])
        #expect(try say("stet.copy(r).more") == ["x", "nil", "y"])
        #expect(try say("stet.text(r, 'v')").first?.contains("there is no field \"v\"") == true)
        #expect(try say("stet.text({}, 'w')").first?.contains("record expected") == true)
    }

    @Test("The context says where the record is")
    func context() throws {
        #expect(
            try say("ctx.record .. ' ' .. ctx.line .. ' ' .. ctx.mode") == [
                "1 2 check", "2 3 check", "3 4 check",
            ])
        #expect(try say("ctx.file:match('csv$')") == ["csv", "csv", "csv"])
    }

    @Test("A name that is no field, and a write, are mistakes")
    func mistakes() throws {
        #expect(
            try say("r.mroe")
                == Array(
                    repeating: "r:3: there is no field \"mroe\"; did you mean \"more\"?", count: 3))
        #expect(try say("(function() r.w = 5 end)()").first?.contains("read-only") == true)
    }

    @Test("A record that is past says so")
    func past() throws {
        let data = "id\n" + (1...60).map { "\($0)\n" }.joined()
        let checked = try check(
            data,
            """
            local kept, copy
            return { sequential = true, fields = { {'id'} }, validate = function(ctx, r)
              if r.id == '41' then kept, copy = r, stet.copy(r) end
              if r.id == '42' then return copy.id .. kept.id end
              if r.id == '50' or r.id == '57' or r.id == '60' then return kept.id end
            end }
            """)
        #expect(
            checked.lines == [
                "42 - lua.error: r:4: record 41 is past; stet.copy(record) keeps it",
                "50 - lua.error: r:5: record 41 is past; stet.copy(record) keeps it",
                "57 - lua.error: r:5: record 41 is past; stet.copy(record) keeps it",
                "60 - lua.error: r:5: record 41 is past; stet.copy(record) keeps it",
            ])
    }

    @Test("ctx:report speaks of fields, for the rule that calls it")
    func report() throws {
        let checked = try check(
            "a,b\n1,2\n",
            """
            return { fields = { {'a', validate = { function(v, r, ctx)
                ctx:report('b', false, 'of a') ctx:report('b', true, 'unsaid') return true
              end, code = 'mine' }}, {'b'} },
              validate = function(ctx, r) ctx:report('a', false) end }
            """)
        #expect(checked.lines == ["1 a validate: \"a\" is not valid", "1 b mine: of a"])
        let unknown = try check(
            "a\n1\n", "return { validate = function(ctx) ctx:report('c', false, 'm') end }")
        #expect(unknown.lines == ["1 - lua.error: r:1: there is no field \"c\""])
    }
}
