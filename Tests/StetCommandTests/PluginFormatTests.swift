import Testing

/// Files of formats that plugins read.
@Suite struct PluginFormatTests {
    static let plugin = """
        return { name = "conf", formats = {
          ini = { extensions = { "ini", ".CFG" }, doc = "sections of settings", read = function(text)
            if text:find("broken") then return nil, "line 1 is broken" end
            if text:find("raise") then error("raised") end
            if text:find("loop") then return {{ x = print }} end
            if text:find("odd") then return "odd" end
            local records = {}
            for name, body in text:gmatch("%[(%w+)%]\\n([^%[]*)") do
              local record = { name = name }
              for key, value in body:gmatch("(%w+)=([^\\n]*)\\n") do record[key] = tonumber(value) or value end
              records[#records + 1] = record
            end
            return records, { "name", "port", "host" }
          end },
          lines = { extensions = { "lines" }, read = function(text)
            local records = {}
            for line in text:gmatch("[^\\n]*") do records[#records + 1] = { line = line ~= "" and line or nil, b = true } end
            return records end },
          csv = { extensions = { "csv" }, read = function() return {} end },
        } }
        """
    static let ini = "[web]\nport=80\nhost=a, \"b\"\n[mail]\nport=99999\n"

    private func folder(_ more: [String: String] = [:]) throws -> Folder {
        let files = ["plugins/conf.lua": Self.plugin, "a.ini": Self.ini]
        return try Folder(files.merging(more) { $1 })
    }

    @Test func aFileIsShownAsATable() throws {
        let shown = try folder().stet("show", "--to", "csv", "a.ini")
        #expect(shown.status == 0)
        #expect(shown.output == "name,port,host\nweb,80,\"a, \"\"b\"\"\"\nmail,99999,\n")
        let upper = try folder(["b.CFG": Self.ini]).stet("show", "--to", "count", "b.CFG")
        #expect(upper.output == "2\n")
    }

    @Test func rulesCheckIt() throws {
        let folder = try folder([
            "a.rules.lua":
                "return { key = 'name', fields = { { 'name' }, { 'port', type = 'integer', max = 65535 }, { 'host', required = true } } }"
        ])
        let checked = try folder.stet("check", "--format", "jsonl", "a.ini")
        #expect(checked.status == 1)
        #expect(try checked.counts() == ["port max": 1, "host required": 1])
        #expect(
            checked.output.contains("\"record\":2,\"line\":null,\"column\":null,\"offset\":null"))
        #expect(checked.errors == "a.ini: 2 records checked, 2 errors\n")
        let text = try folder.stet("check", "a.ini")
        #expect(text.output.contains("must be at most 65535"))
        let scripted = try folder.stet(
            "-e",
            """
            local r = stet.check "a.ini"
            for f in r:findings() do print(f.record, f.line, f.code) end
            local c = stet.open "a.ini"
            for f in c:check():findings() do print(f.record, f.line, f.code) end
            """)
        #expect(scripted.output == "2\tnil\tmax\n2\tnil\trequired\n2\tnil\tmax\n2\tnil\trequired\n")
    }

    @Test func anEditIsRefusedWithAReason() throws {
        let folder = try folder()
        let reason = "read-only: the plugin \"conf\" reads this format, and nothing writes it"
        let set = try folder.stet("set", "a.ini", "port == 80", "port=81")
        #expect(set.status == 2)
        #expect(set.errors.contains(reason))
        let prompt = try folder.stet("a.ini", input: "#it\nit:set('web', { port = 81 })\n")
        #expect(prompt.output.hasPrefix("2\n"))
        #expect(prompt.output.contains("and nothing writes it"))
    }

    @Test func fieldsMayBeLeftToTheRecords() throws {
        let shown = try folder(["x.lines": "one\n\ntwo"]).stet("show", "--to", "csv", "x.lines")
        #expect(shown.output == "b,line\ntrue,one\ntrue,\ntrue,two\n")
    }

    @Test(
        arguments: [
            ("broken", "line 1 is broken"), ("raise", "plugins/conf.lua:4: raised"),
            ("loop", "record 1: x: a function is no value of a record"),
            ("odd", "it gives a string, not a list of records"),
        ])
    func aPluginThatCannotReadItSaysWhy(text: String, reason: String) throws {
        let shown = try folder(["a.ini": text]).stet("show", "a.ini")
        #expect(shown.status == 2)
        #expect(
            shown.errors == "stet: a.ini: the plugin \"conf\" cannot read it: \(reason)\n")
    }

    @Test func endingsOfStetsOwnAreNotTaken() throws {
        let folder = try folder(["a.csv": "x\n1\n"])
        #expect(try folder.stet("show", "--to", "csv", "a.csv").output == "x\n1\n")
        #expect(
            try folder.stet("plugins").output.contains(
                "problem     plugins/conf.lua: the format \"csv\" does not read files that end in "
                    + ".csv: Stet does so itself"))
    }

    @Test func whatNoPluginReadsIsReadAsEver() throws {
        let shown = try folder(["a.dat": "x;y\n1;2\n"]).stet("show", "--to", "csv", "a.dat")
        #expect(shown.output == "x,y\n1,2\n")
    }
}
