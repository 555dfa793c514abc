import Testing

@Suite("One answer for any number of workers")
struct DeterminismTests {
    /// Some 20 MB, so several chunks: repeated keys, ragged records, quotes, blank lines.
    static func table() -> [UInt8] {
        var text: [UInt8] = Array("id,name,weight,note\n".utf8)
        let filler = String(repeating: "lorem ipsum ", count: 12)
        for row in 0..<120_000 {
            let id = row % 5_003 == 7 ? row / 2 : row
            let weight = row % 4_999 == 0 ? "heavy" : String(row % 900)
            let note = row % 3 == 0 ? "\"\(filler)\n\"\"\(row)\"\"\"" : filler
            text += "\(id),n\(row % 77),\(weight),\(note)".utf8
            text += (row % 6_007 == 3 ? ",more\n" : row % 7_001 == 3 ? "\n\n" : "\n").utf8
        }
        return text
    }

    static let rules = """
        return { key = 'id',
          fields = { {'id', type = 'integer'}, {'name'}, {'weight', type = 'number', max = 895},
            {'note', validate = function(v) return math.random(2000) > 1 end} },
          validate = function(ctx, r)
            if r.weight == 17 and r.name == 'n1' then return 'odd' end
          end,
          checks = { stet.fold { 'sum', init = 0,
            step = function(s, r) return s + (r.weight or 0) end,
            merge = function(a, b) return a + b end,
            finish = function(s) return 'the sum is ' .. s end } } }
        """

    @Test("Text and jsonl are the same for -j 1, 2 and 7")
    func workers() throws {
        let folder = try Folder(["d.rules.lua": Self.rules])
        try folder.write("d.csv", Self.table())
        for format in ["text", "jsonl"] {
            let one = try folder.stet("check", "-f", format, "-j", "1", "d.csv")
            #expect(one.status == 1)
            for code in ["key", "type", "max", "csv.ragged", "validate", "the sum is "] {
                #expect(one.output.contains(code), "\(code)")
            }
            for jobs in ["2", "7"] {
                let other = try folder.stet("check", "-f", format, "-j", jobs, "d.csv")
                #expect(other.output == one.output, "-j \(jobs)")
                #expect(other.errors == one.errors)
                #expect(other.status == one.status)
            }
        }
    }
}
