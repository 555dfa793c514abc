import Foundation
import LuaKit
import Testing

@testable import StetScripting

@Suite("Edits near a quote that is never closed")
struct OddQuoteTests {
    /// A quote opens in the first record and is never closed, so that it is text.
    private static let text = "id,a,b\n1,\"open,x\n2,y,z\n3,p,q\n"

    private func run(_ script: String, _ text: String = Self.text) throws -> (
        said: String, file: String
    ) {
        let folder = try TableFolder(text, rules: nil)
        let host = try ScriptHost()
        defer { host.close() }
        let results = try host.run(
            Array(
                """
                local c = assert(stet.open((...)))
                local out = {}
                local function say(value, message)
                  out[#out + 1] = tostring(value) .. (message and ": " .. message or "")
                end
                \(script)
                return table.concat(out, "\\n")
                """.utf8), name: "=test", arguments: [folder.file])
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        return (results.first?.text ?? "nothing", String(decoding: file, as: UTF8.self))
    }

    @Test("One that would close it is refused with the record that would read otherwise")
    func refused() throws {
        let (said, file) = try run(
            """
            say(c:get("1").a)
            assert(c:set("3", { a = ",x" }))
            local done, message = c:commit()
            say(done, message:match("with these changes record “1” would be read otherwise"))
            say(c:is_dirty())
            """)
        #expect(
            said == """
                "open
                nil: with these changes record “1” would be read otherwise
                true
                """)
        #expect(file == Self.text)
    }

    @Test("It is written once the record is mended, or where the quotes around it do no harm")
    func written() throws {
        let mended = try run(
            """
            assert(c:set("3", { a = ",x" }))
            assert(c:set("1", { a = "open" }))
            say(c:commit())
            """)
        #expect(mended.said == "true")
        #expect(mended.file == "id,a,b\n1,\"open\",x\n2,y,z\n3,\",x\",q\n")
        let harmless = try run(
            """
            assert(c:set("3", { a = "hello, world" }))
            assert(c:insert{ id = "4", a = 'say "x"', b = "" })
            assert(c:move("2"))
            say(c:commit())
            """)
        #expect(harmless.said == "true")
        #expect(
            harmless.file
                == "id,a,b\n1,\"open,x\n3,\"hello, world\",q\n4,\"say \"\"x\"\"\",\n2,y,z\n")
    }

    @Test("Taking the quotes away that kept another one from closing is refused too")
    func uncovered() throws {
        let text = "id,a,b\n1,\"open,x\n2,\"y,y\",z\n3,\",p\",q\n"
        let (said, file) = try run(
            """
            say(c:get("1").a)
            assert(c:delete("2"))
            local done, message = c:commit()
            say(done, message:match("record “1” would be read otherwise"))
            """, text)
        #expect(
            said == """
                "open
                nil: record “1” would be read otherwise
                """)
        #expect(file == text)
    }
}
