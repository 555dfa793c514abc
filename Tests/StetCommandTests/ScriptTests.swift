import Testing

@Suite("Scripts")
struct ScriptTests {
    static let data = "id,w\n1,5\n2,x\n3,70\n"
    static let rules =
        "return { key = 'id', fields = { {'id'}, {'w', type = 'number', max = 60} } }"

    private func run(_ script: String, _ more: [String: String] = [:]) throws -> Command {
        let files = ["s.lua": script, "d.csv": Self.data, "d.rules.lua": Self.rules]
        return try Folder(files.merging(more) { $1 }).stet("run", "s.lua", "one", "two")
    }

    @Test(
        "How a script ends is the status",
        arguments: [
            ("", 0, ""), ("return true", 0, ""), ("return false", 1, ""), ("stet.exit()", 0, ""),
            ("stet.exit(3)", 3, ""), ("os.exit(4)", 4, ""), ("os.exit(false)", 1, ""),
            ("pcall(stet.exit, 5)", 5, ""), ("stet.exit(300)", 1, "from 0 to 255, not 300"),
            ("local x\nx.y = 1", 1, "stet: s.lua:2: attempt to index a nil value"),
            ("x = = 1", 1, "stet: s.lua:1: unexpected symbol near '='\n"),
        ] as [(String, Int32, String)])
    func status(script: String, status: Int32, message: String) throws {
        let command = try run(script)
        #expect(command.status == status)
        #expect(command.errors.contains(message))
        #expect(message.isEmpty == command.errors.isEmpty, "\(command.errors)")
    }

    @Test("An error has its traceback")
    func traceback() throws {
        let command = try run(
            "local function f() error('boom') end\nlocal function g() f() end\ng()")
        #expect(command.errors.hasPrefix("stet: s.lua:1: boom\nstack traceback:\n"))
        #expect(
            command.errors.contains("s.lua:2: in upvalue 'g'")
                || command.errors.contains("s.lua:2: in local 'g'"))
        #expect(command.errors.contains("s.lua:3: in main chunk"))
    }

    @Test("stet.check with rules beside the file, by path, and as a table")
    func check() throws {
        for rules in ["", ", { rules = 'd.rules.lua', jobs = 2 }"] {
            let command = try run(
                """
                local r = assert(stet.check('d.csv'\(rules)))
                print(r.ok, r.records, r.counts.max, r.counts.type, r.counts.key, #r, r.note)
                for f in r:findings() do print(f.record, f.line, f.column, f.offset, f.key, f.field,
                  f.code, f.severity, f.value) end
                """)
            #expect(
                command.output == """
                    false\t3\t1\t1\tnil\t2\tnil
                    2\t3\t3\t11\t2\tw\ttype\terror\tx
                    3\t4\t3\t15\t3\tw\tmax\terror\t70

                    """)
            #expect(command.status == 0)
        }
        let table = try run(
            """
            local seen = 0
            local r = stet.check('d.csv', { rules = { fields = { 'id', { 'w', validate =
              function(w) seen = seen + 1 return true end } } } })
            print(r.ok, r.records, seen, r.note)
            """)
        #expect(
            table.output
                == "true\t3\t3\trules given as a table run in the script, on one core\n")
    }

    @Test("What a user can cause is nil and a message; what a script does wrong raises")
    func failures() throws {
        let command = try run(
            """
            print(stet.check('nope.csv'))
            print(stet.check('d.csv', { rules = 'nope.lua' }))
            print(stet.check('d.csv', { rules = { feilds = {} } }))
            print(pcall(stet.check, 'd.csv', { rulez = 1 }))
            print(pcall(stet.check, 'd.csv', { jobs = 0 }))
            print(pcall(stet.check))
            """)
        let lines = command.output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0] == "nil\tnope.csv: there is no such file")
        #expect(lines[1] == "nil\tnope.lua: there is no such file")
        #expect(lines[2] == "nil\tthe rules: unknown name \"feilds\"; did you mean \"fields\"?")
        #expect(lines[3].hasPrefix("false\t"))
        #expect(lines[3].hasSuffix("stet.check has no option \"rulez\"; did you mean \"rules\"?"))
        #expect(lines[4].contains("jobs must be a whole number above 0"))
        #expect(lines[5].hasPrefix("false\t"))
    }

    @Test("Findings can be walked more than once, and walks do not disturb each other")
    func walks() throws {
        let command = try run(
            """
            local r = stet.check('d.csv')
            local n = 0
            for _ in r:findings() do for f in r:findings() do n = n + f.line end end
            print(n)
            """)
        #expect(command.output == "14\n")
    }

    @Test("Arguments are in arg and in the dots")
    func arguments() throws {
        #expect(try run("print(arg[0], arg[1], #arg, ...)").output == "s.lua\tone\t2\tone\ttwo\n")
        let folder = try Folder(["s.lua": "#!/usr/bin/env stet\nprint(...)"])
        #expect(try folder.stet("s.lua", "-x", "--help").output == "-x\t--help\n")
        #expect(try folder.shell("cp s.lua tool; \"$STET\" tool a").output == "a\n")
        #expect(try folder.stet("run", "-", "z", input: "print(arg[0], ...)").output == "-\tz\n")
        let codes = try folder.stet("-e", "x = 1", "-e", "print(x)")
        #expect(codes.output == "1\n")
        #expect(codes.status == 0)
    }

    @Test("require finds modules below the folder, runs them once, and nothing else")
    func modules() throws {
        let command = try run(
            """
            local m = require 'sub.m'
            print(m.name, require 'sub.m' == m, require 'stet' == stet, require 'inlua')
            print(pcall(require, 'nope'))
            print(pcall(require, '../x'))
            print(pcall(require, 'one'))
            """,
            [
                "sub/m.lua": "return { name = ... }", "lua/inlua.lua": "return 5",
                "one.lua": "require 'two'", "two.lua": "require 'one'",
            ])
        let lines = command.output.split(separator: "\n")
        #expect(lines.count >= 4)
        #expect(lines[0] == "sub.m\ttrue\ttrue\t5")
        #expect(lines[1].contains("there is no module \"nope\": tried nope.lua"))
        #expect(lines[2].contains("is no module name"))
        #expect(lines[3].contains("modules require each other: one -> two -> one"))
    }

    @Test("A script that is not there is 2")
    func missing() throws {
        let command = try Folder().stet("run", "nope.lua")
        #expect(command.status == 2)
        #expect(command.errors == "stet: nope.lua: there is no such file\n")
    }
}
