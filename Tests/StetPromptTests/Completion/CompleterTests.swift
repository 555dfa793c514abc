import Foundation
import LuaKit
import StetScripting
import TestSupport
import Testing

@testable import StetPrompt

@Suite struct CompleterTests {
    @Test(arguments: [
        // Commands and their words.
        (".sho", ".show "), ("  .comm", "  .commit "), (".undo", ".undo"), (".SHO", ".show "),
        (".mode mark", ".mode markdown "), (".time o", ".time o"), (".help whe", ".help where "),
        (".use fr", ".use fruits "), (".commit --r", ".commit --rebase "),
        // Keys.
        (".show c", ".show \"c d\" "), (".show 'c", ".show 'c d' "), (".edit b", ".edit b "),
        (".delete a b c", ".delete a b \"c d\" "), (".show a b", ".show a b"),
        // Fields and values.
        (".sort -we", ".sort -weight "), (".columns name,co", ".columns name,color "),
        (".sections tw", ".sections \"two words\" "), (".set b", ".set b "),
        (".set a col", ".set a color="), (".set a color=r", ".set a color=red "),
        (".insert id=x tw", ".insert id=x \"two words="),
        (".insert \"two words=t", ".insert \"two words=true\" "),
        // Expressions over records.
        (".where wei", ".where weight"), (".where color == \"y", ".where color == \"yellow\""),
        (".where weight > 1 a", ".where weight > 1 and "), (".where io", ".where io"),
        ("it:where 'wei", "it:where 'weight"),
        ("it:where 'color == \"gr", "it:where 'color == \"green\""),
        // Names of Lua.
        ("pri", "print("), ("mat", "math."), ("x = math.flo", "x = math.floor("),
        ("f(tost", "f(tostring("), ("retu", "return "), ("fals", "false"), ("frui", "fruits:"),
        ("stet.ope", "stet.open("), ("PRI", "print("), ("prnt", "print("),
        ("it:whe", "it:where("), ("it:where('x > 1'):so", "it:where('x > 1'):sort("),
        ("it.a.we", "it.a.weight"), ("it[\"c", "it[\"c d\"]"),
        ("it.a.name:upp", "it.a.name:upper("), ("('x'):rep", "('x'):rep("),
        ("stet.open('q'):com", "stet.open('q'):commit("),
        ("it:edit('a').dra", "it:edit('a').draft"),
        ("it:edit('a').draft.col", "it:edit('a').draft.color"),
        // Records in tables, keys, fields in texts.
        ("it:where{ we", "it:where{ weight = "), ("it:set('a', { na", "it:set('a', { name = "),
        ("it:insert{ id = 'x', [\"q\"] = 1, co", "it:insert{ id = 'x', [\"q\"] = 1, color = "),
        ("it:insert{ tw", "it:insert{ [\"two words\"] = "),
        ("it:where{ color = 'gr", "it:where{ color = 'green'"),
        ("it:where{ color = { 'red', 'gr", "it:where{ color = { 'red', 'green'"),
        ("it:get 'c", "it:get 'c d'"), ("it:delete{ 'a', \"c", "it:delete{ 'a', \"c d\""),
        ("it:sort '-we", "it:sort '-weight'"), ("it:sum(\"we", "it:sum(\"weight\""),
        ("it:get('a').color == 'r", "it:get('a').color == 'red'"),
        // Nothing where nothing is known.
        ("-- pri", "-- pri"), ("x = 'pri", "x = 'pri"), ("f().pri", "f().pri"), ("1.pri", "1.pri"),
        ("nothing.pri", "nothing.pri"), (".nothing x", ".nothing x"), ("'it:whe", "'it:whe"),
    ])
    func tabCompletes(entry: String, expected: String) throws {
        try withWorld { #expect($0.tab(entry) == expected) }
    }

    @Test func candidatesAreListedInOrder() throws {
        try withWorld { world in
            #expect(world.labels(".set a color=") == ["red", "yellow", "green"])
            #expect(
                world.labels("it.a.")
                    == ["color", "id", "name", "two words", "weight"]
                    .map { $0.contains(" ") ? "[\"\($0)\"]" : $0 }.sorted())
            #expect(world.labels(".he") == [".help"])
            #expect(world.labels("it.c").starts(with: ["[\"c d\"]", "changes"]))
            #expect(world.labels("it:un").contains("undo"))
            #expect(!world.labels("it:").contains("a"))
            try world.run("t = { _own = 1, open = print, ['two words'] = 2, shut = {} }")
            #expect(world.labels("t.") == ["[\"two words\"]", "open", "shut", "_own"])
            #expect(world.labels("t:") == ["open"])
            #expect(world.tab("t.tw") == "t[\"two words\"]")
            #expect(world.tab("t.o") == "t.open(" && world.tab("t.s") == "t.shut.")
            try world.run("u = { xxxay = 1, xxxzay = 2, rename_a = 3, rename_b = 4 }")
            #expect(world.tab("u.ay") == "u.ay" && world.labels("u.ay").count == 2)
            #expect(world.tab("u.rnm") == "u.rename_" && world.tab("u.k") == "u.k")
            #expect(world.tab("t[\"tw") == "t[\"two words\"]")
        }
    }

    @Test func fieldsAreNamesInASession() throws {
        try withWorld { world in
            #expect(!world.labels("wei").contains("weight"))
            let command = try #require(CommandRegistry().command(named: "edit"))
            try command.run(world.bench, CommandLineText(line: ".edit b", nameEnd: 5))
            #expect(world.tab("wei") == "weight = ")
            #expect(world.tab("x = wei") == "x = weight")
            #expect(world.tab("color = \"gr") == "color = \"green\"")
            #expect(world.tab("color = gr") == "color = \"green\"")
            #expect(world.tab("name = name:upp") == "name = name:upper(")
            #expect(world.tab(".set col") == ".set color ")
            #expect(world.tab(".set color y") == ".set color yellow ")
            #expect(world.labels(".set color ") == ["red", "yellow", "green"])
        }
    }

    @Test func filesAndModules() throws {
        try withFolder { folder in
            let world = try CompletionWorld(folder)
            let inner = folder.appendingPathComponent("inner folder")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try Data().write(to: inner.appendingPathComponent("deep.csv"))
            try Data().write(to: folder.appendingPathComponent(".hidden"))
            let path = folder.path
            #expect(world.tab(".open \(path)/fruits.c") == ".open \(path)/fruits.csv ")
            #expect(world.tab(".run \(path)/inn") == ".run \"\(path)/inner folder/")
            #expect(
                world.tab(".open \"\(path)/inner folder/d")
                    == ".open \"\(path)/inner folder/deep.csv\" ")
            #expect(world.tab("stet.open('\(path)/inn") == "stet.open('\(path)/inner folder/")
            #expect(
                world.tab("stet.check \"\(path)/fruits.r")
                    == "stet.check \"\(path)/fruits.rules.lua\"")
            #expect(
                world.labels("io.open '\(path)/") == [
                    "fruits.csv", "fruits.rules.lua", "inner folder/",
                ])
            #expect(world.labels(".open \(path)/.h") == [".hidden"])
            #expect(world.labels(".open \(path)/none/x") == [])
            #expect(world.tab("require 'ste") == "require 'stet'")
        }
    }

    // MARK: Nothing of the user's runs

    @Test func noMetamethodRuns() throws {
        try withWorld { world in
            try world.run(
                """
                local function fail() ran = true error("a metamethod ran") end
                local meta = {}
                for _, event in ipairs { "__index", "__newindex", "__call", "__pairs", "__len",
                  "__tostring", "__name", "__eq", "__lt", "__le", "__concat", "__close",
                  "__metatable", "__add", "__unm" } do meta[event] = fail end
                hostile = setmetatable({ inner = setmetatable({ deep = 1 }, meta) }, meta)
                child = setmetatable({}, { __index = hostile })
                """)
            #expect(world.tab("hostile.in") == "hostile.inner.")
            #expect(world.tab("hostile.inner.de") == "hostile.inner.deep")
            #expect(world.tab("child.in") == "child.inner.")
            for entry in [
                "hostile.", "hostile:", "hostile.none.", "hostile[\"", "hostile().x", "child:x",
                "#hostile.", "hostile.inner.deep.", "hostile == hostile.", "hostile.inner:",
            ] {
                _ = world.complete(entry)
                _ = WordHelp(bench: world.bench).text(Array(entry.utf8), at: entry.utf8.count)
            }
            _ = WordHelp(bench: world.bench).text(on: "hostile")
            try world.run("assert(ran == nil)")
        }
    }

    @Test func chainsOfTablesAreFollowedAndCyclesEnd() throws {
        try withWorld { world in
            try world.run(
                """
                base = { shared = function() end }
                a = setmetatable({}, { __index = setmetatable({ mid = 1 }, { __index = base }) })
                one, two = {}, {}
                setmetatable(one, { __index = two }) setmetatable(two, { __index = one })
                me = {} setmetatable(me, { __index = me })
                stops = setmetatable({ seen = 1 }, { __index = function() error "ran" end })
                far = { lost = 1 }
                for _ = 1, 20 do far = setmetatable({}, { __index = far }) end
                """)
            #expect(world.tab("a:sha") == "a:shared(")
            #expect(world.labels("a.") == ["mid", "shared"])
            #expect(world.labels("one.") == [])
            #expect(world.labels("me.x.y") == [])
            #expect(world.labels("stops.") == ["seen"])
            #expect(world.labels("far.") == [])
        }
    }

    @Test func theStackIsAsItWas() throws {
        try withWorld { world in
            let stack = try world.scripts.state.stack()
            let before = stack.top
            for entry in [
                "it.a.we", "it:where 'x", "math.", "stet.open('", "x.y.z", "('a'):", ".show ",
                "it:set('a', { ", "_G._G._G.pri",
            ] { _ = world.complete(entry) }
            #expect(stack.top == before)
        }
    }

    @Test func anythingMayBeTyped() throws {
        try withWorld { world in
            var generator = SeededGenerator(seed: 5)
            let pieces = [
                "it", ".", ":", "where", "(", ")", "{", "}", "[", "]", "\"", "'", "[[", "a", " ",
                "=", "==", ",", "color", "\n", "--", ".set ", "é", "\\", "..", "1", "stet", "draft",
            ]
            for _ in 0..<2_000 {
                let count = Int(generator.next() % 12)
                let entry = (0..<count).map { _ in
                    pieces[Int(generator.next() % UInt64(pieces.count))]
                }.joined()
                let completion = world.complete(entry)
                #expect((0...entry.utf8.count).contains(completion.start), "\(entry)")
            }
            // A point within a character, and one beyond the end.
            let bytes = Array("é.x".utf8)
            _ = Completer(bench: world.bench).complete(bytes, at: 1)
            _ = Completer(bench: world.bench).complete(bytes, at: 99)
            _ = Completer(bench: world.bench).complete([0xFF, 0x2E, 0x80], at: 3)
        }
    }

    // MARK: Bounds

    @Test func aLargeTableIsLookedThroughWithinTheBound() throws {
        try withWorld { world in
            try world.run("big = {} for i = 1, 300000 do big['k' .. i] = i end")
            let budget = CompletionBudget(steps: 50_000, now: { 0 })
            let completion = world.complete("big.k", budget: budget)
            #expect(budget.steps == 50_000 && budget.isSpent)
            #expect(completion.candidates.count == CandidateList.limit)
            #expect(completion.isPartial && completion.left > 0)
            #expect(completion.replacement(of: Array(".k".utf8)) == nil)
            let list = CompletionScreen.text(completion, columns: 80, lines: 10)
            #expect(list.split(separator: "\n").count == 10)
            #expect(list.contains("more"))
        }
    }

    @Test func aMillionRecordsAreLookedThroughWithinTheBound() throws {
        try withFolder { folder in
            var table = "id,name\n"
            for number in 0..<1_000_000 { table += "k\(number),x\n" }
            let world = try CompletionWorld(folder, table: table, rules: "return { key = 'id' }")
            let budget = CompletionBudget(steps: 20_000, now: { 0 })
            let completion = world.complete(".show k9", budget: budget)
            #expect(budget.steps == 20_000)
            #expect(completion.isPartial && !completion.candidates.isEmpty)
            // What was not looked at may begin otherwise: nothing is put in.
            #expect(completion.replacement(of: Array("k9".utf8)) == nil)
        }
    }

    @Test func timeIsBoundToo() throws {
        try withWorld { world in
            try world.run("big = {} for i = 1, 100000 do big['k' .. i] = i end")
            var reads: UInt64 = 0
            let budget = CompletionBudget(milliseconds: 50) {
                reads += 1
                return reads * 10_000_000
            }
            _ = world.complete("big.k", budget: budget)
            #expect(budget.isSpent && budget.steps < 5_000)
        }
    }

    @Test func listsSayWhatTheyLeaveOut() {
        let candidates = (0..<30).map { Candidate(text: "n\($0)", label: "name \($0)") }
        let completion = Completion(start: 0, candidates: candidates, left: 5)
        let list = CompletionScreen.text(completion, columns: 40, lines: 4)
        #expect(list.hasSuffix("… 23 more\n"))
        #expect(list.split(separator: "\n").count == 4)
        let hostile = Completion(start: 0, candidates: [Candidate(text: "x", label: "\u{1B}[2J")])
        #expect(!CompletionScreen.text(hostile, columns: 40, lines: 4).contains("\u{1B}"))
    }

    @Test(arguments: [
        ("weight", "weight: integer (g)\n  above 0\n"),
        ("it:undo", "collection:undo()\n  takes the last change back, and says which\n"),
        ("print", "print(…)\n  writes values, with tabs between them\n"),
        ("while", "while: a keyword of Lua\n"),
        ("math.floor", "math.floor(x)\n  the greatest whole number that is not above it\n"),
        ("nothing", ""), ("x +", ""),
        (
            ".schema weight",
            ".schema\n\nshow the fields, their types and what the rules ask of them.\n\nweight: integer (g)\n  above 0\n"
        ),
    ])
    func helpTellsOfTheWordAtThePoint(entry: String, expected: String) throws {
        try withWorld { world in
            let help = WordHelp(bench: world.bench)
            #expect(help.text(Array(entry.utf8), at: entry.utf8.count) == expected)
        }
    }
}
