import Testing

@testable import StetScripting

@Suite("What the rules are told of an edited record")
struct RuleContextTests {
    private let rules = """
        return { key = "id", fields = { { "id" }, { "note" } },
          validate = function(ctx, record)
            if record.note ~= "tell" then return end
            return ("%s %s %s %s"):format(ctx.mode, ctx.is_add, ctx.original_key, ctx.record)
          end }
        """
    private let table = "id,note\na,x\nb,y\n"

    @Test("A record of the collection, though its key changes; a new one; a check")
    func told() throws {
        let got = try scripted(
            """
            local c = assert(stet.open(path))
            local function why(...) return select(2, ...) end
            local s = c:edit("b")
            s.draft.id, s.draft.note = "z", "tell"
            local in_session = why(s:save())
            s:close()
            local changed = why(c:set("a", { note = "tell" }))
            local inserted = why(c:insert{ id = "n", note = "tell" })
            assert(c:set("b", { note = "tell" }, { force = true }))
            local checked
            for finding in c:check():findings() do checked = finding.message end
            return texts(in_session, changed, inserted, checked)
            """, table: table, rules: rules)
        #expect(got[0].contains("edit false b 2"))
        #expect(got[1].contains("edit false a 1"))
        #expect(got[2].contains("add true nil 3"))
        #expect(got[3] == "check nil nil 2")
    }
}
