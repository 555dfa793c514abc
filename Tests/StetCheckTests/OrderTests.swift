import StetCore
import Testing

@testable import StetCheck

@Suite("The order of findings, and what it does not depend on")
struct OrderTests {
    private let schema = Schema.of(
        key: ["id"], ("id", .integer, [.maximum(.integer(2_000))]),
        ("name", .string, [.minimumLength(2), .maximumLength(4), .pattern("[a-z]+")]),
        ("w", .number, [.required]))

    @Test("By place, then by rule; the header's first")
    func order() throws {
        let checked = try check("id,name,w,w\n1,X,\n1,y,5,z\n", schema)
        let places = checked.findings.compactMap(\.offset)
        #expect(places == places.sorted())
        #expect(checked.findings.first?.code.hasPrefix("csv.header") == true)
        let name = checked.findings.filter { $0.field == "name" && $0.line == 2 }
        #expect(name.map(\.code) == ["min_length", "pattern"])
    }

    @Test("Workers and the size of chunks change nothing")
    func determinism() throws {
        var text = "id,name,w\n"
        for row in 0..<4_000 {
            let id = row % 97 == 0 ? row / 2 : row
            text += "\(id),\(row % 13 == 0 ? "x" : "name"),\(row % 31 == 0 ? "" : "1.5")"
            text += row % 101 == 0 ? ",\"more\n\"\n" : "\n"
        }
        let one = try check(text, schema)
        #expect(one.report.records == 4_000)
        #expect(one.findings.count > 500)
        for (workers, chunkSize) in [(1, 100), (2, 100), (3, 1_000), (7, 64), (2, 1 << 16)] {
            let other = try check(text, schema) {
                $0.workers = workers
                $0.chunkSize = chunkSize
            }
            #expect(other.lines == one.lines, "\(workers) workers, \(chunkSize) bytes")
            #expect(other.messages == one.messages)
            #expect(other.counts == one.counts)
            #expect(other.report.records == one.report.records)
        }
    }

    @Test("A limit bounds values, not counts")
    func limit() throws {
        let text = "id,name,w\n" + (1...50).map { "\($0),x,1\n" }.joined()
        let checked = try check(text, schema) { $0.findingLimit = 3 }
        #expect(checked.findings.count == 3)
        #expect(checked.counts == ["min_length name 50"])
        #expect(checked.report.count(atLeast: .error) == 50)
    }

    @Test("What reads the same is counted together")
    func counts() throws {
        let schema = Schema.of(("a", .string, [.pattern("x+"), .pattern("[^y]+")]))
        #expect(try check("a\ny\n", schema).counts == ["pattern a 2"])
    }
}
