import Testing

@Suite("Options that say how a file is written")
struct DialectOptionTests {
    private static let rules = "return { fields = { {'id'}, {'w', type = 'number'} } }"

    private func check(_ data: [UInt8], _ options: String) throws -> Command {
        let folder = try Folder(["r.lua": Self.rules])
        try folder.write("d.csv", data)
        return try folder.shell("\"$STET\" check -r r.lua \(options) d.csv")
    }

    @Test("Delimiter and quote")
    func delimiter() throws {
        let text = Array("id|w\n'1|2'|3\n".utf8)
        #expect(try check(text, "-d pipe --quote single").status == 0)
        let raw = try check(text, "-d pipe --quote none")
        #expect(raw.output.contains("d.csv:2:4: error: \"2'\" is not a number [w: type]"))
        #expect(raw.output.contains("d.csv:2:7: error: the record has 3 cells, the header 2"))
        #expect(try check(Array("id\tw\n1\t2\n".utf8), "--delimiter tab").status == 0)
    }

    @Test("Encodings count columns in the file's bytes")
    func encodings() throws {
        let latin = try check(
            Array("id;w\n".utf8) + [0xE9, 0x3B, 0xE9, 0x0A], "--encoding latin-1")
        #expect(latin.output.contains("d.csv:2:3: error: \"é\" is not a number"))
        let wide = Array("id,w\né,x\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let marked = try check([0xFF, 0xFE] + wide, "")
        #expect(marked.output.contains("d.csv:2:5: error: \"x\" is not a number"))
        let declared = try check(wide, "--encoding utf-16le")
        #expect(declared.output.contains("d.csv:2:5: error: \"x\" is not a number"))
    }

    @Test("Without a header the columns are numbered")
    func header() throws {
        let folder = try Folder([
            "d.csv": "a,b\n1,x\n", "r.lua": "return { fields = { {'1'}, {'2', enum = {'b'}} } }",
        ])
        let command = try folder.stet("check", "--no-header", "-r", "r.lua", "d.csv")
        #expect(command.status == 1)
        #expect(command.output.contains("d.csv:2:3: error: \"x\" is not b [2: enum]"))
        #expect(command.errors == "d.csv: 2 records checked, 1 error\n")
    }
}
