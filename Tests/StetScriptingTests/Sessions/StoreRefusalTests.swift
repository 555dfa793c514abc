import Foundation
import LuaKit
import Testing

@testable import StetScripting

@Suite("What a store would refuse")
struct StoreRefusalTests {
    @Test("on_save and on_delete do not run where the store would refuse afterwards")
    func refusedBeforeHandlers() throws {
        let got = try withTeas(
            """
            local calls = 0
            local function count() calls = calls + 1 end
            local s = teas:edit("as", { on_save = count, on_delete = count })
            s.draft.name = "Mine"
            assert(teas:set("as", { name = "Theirs" }))
            local saved, message = s:save()
            local first = texts(saved) .. " " .. message .. " " .. calls
            assert(teas:delete("as"))
            local deleted, reason = s:delete()
            return first, texts(deleted) .. " " .. reason .. " " .. calls
            """)
        #expect(
            got == [
                "nil name was changed to “Theirs” outside of this session 0",
                "nil the record was deleted already 0",
            ])
    }

    @Test("A title of the rules that raises is told of once")
    func title() throws {
        let rules = TeaTable.rules.replacingOccurrences(
            of: "return {", with: "return { title = function(tea) return tea.nme.x end,")
        let folder = try TableFolder(TeaTable.text, rules: rules)
        let host = try ScriptHost()
        defer { host.close() }
        var notices: [String] = []
        host.onNotice = { notices.append($0) }
        let results = try host.run(
            Array(
                """
                local teas = stet.open((...))
                local first, second = teas:edit("as"), teas:edit("dj")
                first.draft.name = "x"
                return first:title(), second:title()
                """.utf8), name: "=test", arguments: [folder.file])
        #expect(results.map(\.text) == ["as", "dj"])
        #expect(notices.count == 1, "\(notices)")
        #expect(notices.first?.contains("the title of record “as” is its key") == true)
        #expect(notices.first?.contains("'title' of the rules raised an error") == true)
    }
}
