import Foundation
import LuaKit
import StetCore
import Testing

@testable import StetScripting

/// Commits of scripts: rebase, transactions, and commits that wait for a job's end.
@Suite("Commits in scripts")
struct CommitScriptTests {
    private static let table =
        "id,weight,color,note\napple,182,red,\nkiwi,,green,\nmelon,1280,green,ok\n"

    /// What a script returns, as text, and what the file holds afterwards.
    private func run(_ script: String, isJob: Bool = false) throws -> (got: [String], text: String)
    {
        let folder = try TableFolder(Self.table, rules: fruitRules)
        let host = try ScriptHost()
        defer { host.close() }
        host.commits?.isJob = isJob
        let prelude = """
            local path = ...
            local function read(p) local f <close> = assert(io.open(p or path)); return f:read "a" end
            local function write(text, p)
              local f <close> = assert(io.open(p or path, "w")); f:write(text)
            end
            local second = path:gsub("fruits.csv", "second.csv")
            write("id,n\\nx,1\\ny,2\\n", second)
            local c = assert(stet.open(path))

            """
        let results = try host.run(
            Array((prelude + script).utf8), name: "=test", arguments: [folder.file])
        return (results.map { $0.text ?? "?" }, try folder.text)
    }

    @Test("A file that was changed meanwhile is not overwritten")
    func changedOnDisk() throws {
        let (got, text) = try run(
            """
            assert(c:set("apple", { weight = 5 }))
            write(read() .. "pear,1,green,\\n")
            local done, message = c:commit()
            return tostring(done), message, tostring(c:is_dirty())
            """)
        #expect(got[0] == "nil")
        #expect(got[1].contains("changed on disk") && got[1].contains("rebase"))
        #expect(got[2] == "true")
        #expect(text == Self.table + "pear,1,green,\n")
    }

    @Test("Rebase lays changes over the newer file, record by record and field by field")
    func rebase() throws {
        let (got, text) = try run(
            """
            local kept = c:get "melon"
            assert(c:set("apple", { weight = 5 }))
            assert(c:delete("kiwi"))
            assert(c:insert{ id = "fig", weight = 40, color = "green" })
            write("id,weight,color,note\\npear,1,green,\\napple,182,red,tasty\\nkiwi,,green,\\nmelon,9,green,ok\\n")
            assert(c:commit{ rebase = true })
            local undone = c:undo()
            local same, why = c:set(kept, { weight = 3 })
            return undone, tostring(c:get("melon").weight), tostring(kept.weight), why
            """)
        #expect(
            text
                == "id,weight,color,note\npear,1,green,\napple,5,red,tasty\nmelon,9,green,ok\nfig,40,green,\n"
        )
        #expect(got[0] == "merge: 1 inserted, 1 changed, 1 removed")
        #expect(Array(got[1...2]) == ["9", "1280"])
        #expect(got[3].contains("version of the file that was read before"))
    }

    @Test("True conflicts are listed by key, and nothing is written")
    func conflicts() throws {
        let (got, text) = try run(
            """
            assert(c:set("apple", { weight = 5, note = "mine" }))
            assert(c:delete("kiwi"))
            write("id,weight,color,note\\napple,7,red,\\nkiwi,3,green,\\nmelon,1280,green,ok\\n")
            local done, message, list = c:commit{ rebase = true }
            return tostring(done), message, tostring(#list), list[1].key, list[1].field, list[1].mine,
              list[1].theirs, list[1].base, list[2].key, list[2].reason, tostring(c:is_dirty())
            """)
        #expect(text == "id,weight,color,note\napple,7,red,\nkiwi,3,green,\nmelon,1280,green,ok\n")
        #expect(got[0] == "nil")
        #expect(
            got[1].contains(
                "apple, weight: changed here and in the file (“5” here, “7” in the file)"))
        #expect(
            Array(got[2...]) == [
                "2", "apple", "weight", "5", "7", "182", "kiwi",
                "deleted here, changed in the file", "true",
            ])
    }

    @Test("A merge that would break a rule is refused, unless forced")
    func mergedRecordsAreChecked() throws {
        let edits = """
            assert(c:set("apple", { weight = 500 }))
            write((read():gsub("kiwi,,", "kiwi,1,"):gsub("apple,182,red", "apple,182,purple")))
            """
        let refused = try run(edits + "\nlocal _, m = c:commit{ rebase = true }\nreturn m")
        let forced = try run(
            edits + "\nassert(c:commit{ rebase = true, force = true })\nreturn 'done'")
        // The purple apple was so in the file already: what it lacked, the merge did not break.
        #expect(forced.got == ["done"])
        #expect(forced.text.contains("apple,500,purple,"))
        #expect(refused.got == ["?"] || refused.text.contains("apple,182,purple"))
    }

    @Test("A transaction is all or nothing, over several files, in memory and on disk")
    func transactions() throws {
        let (got, text) = try run(
            """
            local other = assert(stet.open(second))
            local memory = stet.collection{ fields = { "a" }, records = { { a = "1" } } }
            local function edit()
              assert(c:set("apple", { weight = 5 }))
              assert(other:delete("x"))
              assert(memory:insert{ a = "2" })
              assert(c:commit() and other:commit())
            end
            local raised = { pcall(stet.transaction, function() edit() error("no", 0) end) }
            local refused = { stet.transaction(function() edit() return nil, "not today" end) }
            local silent = { stet.transaction(function() edit() return false end) }
            local before = read() .. read(second) .. #memory .. #other .. tostring(c:is_dirty())
            local done = { stet.transaction(function() edit() end) }
            return tostring(raised[1]), raised[2], tostring(refused[1]), refused[2],
              tostring(silent[1]), before, tostring(done[1]) .. tostring(done[2] or ''), read(second), tostring(#memory),
              memory:changes()[#memory:changes()].summary, c:undo(), tostring(c:get("apple").weight)
            """)
        #expect(Array(got[0...4]) == ["false", "no", "nil", "not today", "nil"])
        #expect(got[5] == Self.table + "id,n\nx,1\ny,2\n" + "12false")
        #expect(Array(got[6...8]) == ["true", "id,n\ny,2\n", "2"])
        #expect(got[9] == "insert: 1 inserted")
        #expect(got[10] == "update: 1 changed")
        #expect(got[11] == "182")
        #expect(text.contains("apple,5,red"))
    }

    @Test("A transaction whose files cannot all be written writes none, and changes nothing")
    func transactionThatCannotBeWritten() throws {
        let (got, text) = try run(
            """
            local other = assert(stet.open(second))
            local done, message = stet.transaction(function()
              assert(c:set("apple", { weight = 5 }) and other:delete("x"))
              assert(c:commit() and other:commit())
              write("id,n\\nx,7\\ny,2\\n", second)
            end)
            return tostring(done), message, tostring(c:get("apple").weight), tostring(#other)
            """)
        #expect(got[0] == "nil")
        #expect(got[1].contains("second.csv") && got[1].contains("changed on disk"))
        #expect(Array(got[2...]) == ["182", "2"])
        #expect(text == Self.table)
    }

    @Test("A transaction that goes back across a rebase leaves the table as it was opened")
    func transactionAcrossARebase() throws {
        let (got, text) = try run(
            """
            assert(c:set("melon", { note = "before" }))
            local newer = "id,weight,color,note\\napple,182,red,newer\\nkiwi,,green,\\nmelon,9,green,ok\\n"
            local raised = select(2, pcall(stet.transaction, function()
              assert(c:set("apple", { weight = 5 }))
              write(newer)
              assert(c:commit{ rebase = true })
              error("no", 0)
            end))
            local untouched = read() == newer
            local before = tostring(c:get("apple").weight) .. c:get("melon").note
            local refused = select(2, c:commit())
            assert(c:commit{ rebase = true })
            return raised, tostring(untouched), before, refused
            """)
        #expect(Array(got[0...2]) == ["no", "true", "182before"])
        #expect(got[3].contains("changed on disk"))
        #expect(
            text
                == "id,weight,color,note\napple,182,red,newer\nkiwi,,green,\nmelon,9,green,before\n"
        )
    }

    @Test("An entry that fails after its commit is taken back, and the file's state is known")
    func entryThatFailsAfterItsCommit() throws {
        struct Stop: Error {}
        let folder = try TableFolder(Self.table, rules: fruitRules)
        let host = try ScriptHost()
        defer { host.close() }
        let workspace = Workspace(host)
        let table = try workspace.open(folder.file)
        let row = try table.collection.require(RecordKey("apple"))
        func weight() throws -> String? {
            let cell = try table.collection.record(row).cell("weight")
            return cell?.text.description
        }
        #expect(throws: Stop.self) {
            try workspace.entry {
                try table.collection.set(row, [FieldAssignment("weight", text: "5")])
                _ = try workspace.commit(table, CommitOptions())
                throw Stop()
            }
        }
        #expect(try folder.text.contains("apple,5,red"))
        #expect(try weight() == "182")
        // What is in memory again is not in the file: a commit writes it back.
        #expect(table.collection.isDirty)
        #expect(try table.collection.diff().summary == "1 changed")
        _ = try workspace.commit(table, CommitOptions())
        #expect(try folder.text == Self.table)
        #expect(!table.collection.isDirty)
    }

    @Test("In a job, commits wait for its end, each as it was when it was made")
    func jobs() throws {
        let folder = try TableFolder(Self.table, rules: fruitRules)
        let host = try ScriptHost()
        defer { host.close() }
        let commits = try #require(host.commits)
        commits.isJob = true
        let script = """
            local c = assert(stet.open(...))
            assert(c:set("apple", { weight = 5 }) and c:commit() and not c:is_dirty())
            assert(c:set("apple", { note = "x" }) and c:commit())
            assert(c:set("apple", { weight = 6 }))
            """
        _ = try host.run(Array(script.utf8), name: "=test", arguments: [folder.file])
        #expect(try folder.text == Self.table)
        #expect(host.uncommittedTables == [folder.file])
        #expect(commits.staged.map(\.path) == [folder.file])
        #expect(try commits.staged[0].stagedDiff().summary == "1 changed")
        #expect(try commits.write() == [])
        #expect(try folder.text.contains("apple,5,red,x\n"))
        #expect(commits.staged.isEmpty)
    }

    @Test("Wrong options and arguments are said")
    func badArguments() throws {
        let (got, _) = try run(
            """
            local function fails(f, ...) return select(2, pcall(f, ...)) end
            return fails(c.commit, c, { rebas = true }), fails(c.commit, c, { backup = "a/b" }),
              fails(stet.transaction), fails(stet.transaction, 3)
            """)
        #expect(got[0].contains("did you mean \"rebase\""))
        #expect(got[1].contains("suffix"))
        #expect(got[2].contains("function expected") && got[3].contains("function expected"))
    }
}
