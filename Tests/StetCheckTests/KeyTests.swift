import StetCore
import Testing

@testable import StetCheck

@Suite("Keys and unique values over chunks")
struct KeyTests {
    private let schema = Schema.of(
        key: ["id"], ("id", .integer, []), ("code", .string, [.unique]))

    @Test(
        "The first occurrence is named by its line, however far away", arguments: [16, 64, 1 << 20])
    func lines(chunkSize: Int) throws {
        var text = "id,code\n"
        for row in 1...3_000 { text += "\(row),\"c\n\(row)\"\n" }
        text += "17,new\n5000,\"c\n2999\"\n17,\"c\n1\"\n"
        let checked = try check(text, schema) { $0.chunkSize = chunkSize }
        #expect(
            checked.lines.map { $0.replacing(/@\d+/, with: "") } == [
                "6002:1 3001 key", "6003:7 3002 unique", "6005:1 3003 key", "6005:5 3003 unique",
            ])
        #expect(checked.messages[0] == "the key \"17\" is already that of line 34")
        #expect(checked.messages[1].hasSuffix("is already on line 5998"))
        #expect(checked.messages[2] == "the key \"17\" is already that of line 34")
        #expect(checked.messages[3].hasSuffix("is already on line 2"))
        #expect(checked.findings[3].key == ["17"])
    }

    @Test("Quoting does not matter, missing values take no part, and a key needs one")
    func texts() throws {
        let checked = try check("id,code\n1,a\n2,\"a\"\n3,\n4,\n,b\n", schema)
        #expect(checked.lines == ["3:4@15 2 unique", "6:1@24 5 key"])
    }

    @Test("Blanks that a field trims do not make a value another")
    func trimmed() throws {
        var schema = schema
        schema.fields[1].trim = true
        let checked = try check("id,code\n1,a\n2, a \n", schema)
        #expect(checked.messages == ["\"a\" is already on line 2"])
    }

    @Test("A key of several fields is equal in all of them")
    func composite() throws {
        let schema = Schema.of(key: ["a", "b"], ("a", .string, []), ("b", .string, []))
        let checked = try check("a,b\n1,2\n12,\n1,23\n2,1\n1,2\n,12\n", schema)
        #expect(
            checked.messages.contains { $0.contains("\"1\" and \"2\"") && $0.hasSuffix("line 2") })
        #expect(checked.counts.contains { $0.hasPrefix("key ") })
        #expect(checked.findings.filter { $0.line == 6 }.count == 1)
        #expect(checked.findings.filter { $0.line == 4 || $0.line == 5 }.isEmpty)
    }

    @Test("A limited report keeps the first findings of the file, however it is cut")
    func limit() throws {
        var text = "id,code\n1,a\n1,b\nx,c\n"
        for row in 2...400 { text += "\(row),d\(row)\n\(row),e\(row)\nx,f\(row)\n" }
        let all = try check(text, schema)
        for chunkSize in [32, 500, 1 << 20] {
            for limit in [1, 2, 5, 300] {
                let some = try check(text, schema) {
                    $0.chunkSize = chunkSize
                    $0.findingLimit = limit
                }
                #expect(some.lines == Array(all.lines.prefix(limit)))
                #expect(some.counts == all.counts)
            }
        }
    }
}
