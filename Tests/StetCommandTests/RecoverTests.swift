import Foundation
import Testing

/// A `stet` that is started, and ended from outside.
private final class Session {
    let process = Process()
    private let output = Pipe()
    private let errors: URL

    /// Runs a script until it has printed a line.
    ///
    /// - Parameter isPiped: each line is an entry of the prompt, so that commits are not held.
    init(_ script: String, in folder: Folder, isPiped: Bool = false) throws {
        try folder.write("session.lua", Array(script.utf8))
        errors = folder.url.appendingPathComponent(".session-\(UUID().uuidString)")
        try Data().write(to: errors)
        process.executableURL = Folder.binary
        process.arguments = isPiped ? [] : ["run", "session.lua"]
        if isPiped {
            process.standardInput = try FileHandle(
                forReadingFrom: folder.url.appendingPathComponent("session.lua"))
        }
        process.currentDirectoryURL = folder.url
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_STATE_HOME": folder.url.path + "/state"]) { $1 }
        try process.run()
        var line: [UInt8] = []
        while line.last != 0x0A {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            guard !byte.isEmpty else { break }
            line += byte
        }
        let failure = line.isEmpty ? try errorText() : ""
        try #require(line == Array("ready\n".utf8), "\(failure)")
    }

    /// Sends a signal and waits for the end; what was said on the way.
    @discardableResult
    func end(_ signal: Int32 = SIGKILL) throws -> String {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return try errorText()
    }

    private func errorText() throws -> String {
        String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }
}

@Suite("Recovering what a session did not commit")
struct RecoverTests {
    private static let table = "id,w,color\r\na,1,\"red\"\r\nb,,green\r\nc,30,\"green, dark\"\r\n"

    private func folder(_ table: String = table) throws -> Folder {
        try Folder(["d.csv": table])
    }

    private func session(
        _ edits: String, in folder: Folder, isPiped: Bool = false
    ) throws -> Session {
        try Session(
            """
            c = assert(stet.open("d.csv"));
            \(edits)
            print("ready") io.stdout:flush()
            while true do end
            """, in: folder, isPiped: isPiped)
    }

    private func stet(_ arguments: String, in folder: Folder) throws -> Command {
        try folder.shell("XDG_STATE_HOME=\"$PWD/state\" \"$STET\" \(arguments)")
    }

    private func text(_ folder: Folder, _ name: String = "d.csv") throws -> String {
        String(
            decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
    }

    @Test("Killed, a session's edits are told of, shown, and put into the file byte for byte")
    func killed() throws {
        let folder = try folder()
        try session(
            """
            assert(c:set("a", { w = 2 }))
            assert(c:insert({ id = "n", color = "x, y" }, { before = "b" }))
            assert(c:delete("c"))
            assert(c:move("a"))
            """, in: folder
        ).end()
        #expect(try text(folder) == Self.table)

        let read = try stet("get d.csv a w", in: folder)
        #expect(read.output == "1\n")
        #expect(
            read.errors.contains("d.csv: a session ended without committing its changes of "))
        #expect(read.errors.contains("1 inserted, 1 changed, 1 removed"))
        #expect(read.errors.contains("\"stet recover d.csv\" shows them"))
        let script = try stet("-e 'print(#stet.open(\"d.csv\"))'", in: folder)
        #expect(script.output == "3\n")
        #expect(script.errors.contains("\"stet recover d.csv\" shows them"))

        let list = try stet("recover d.csv", in: folder)
        #expect(list.status == 0)
        #expect(list.output.contains(": 1 inserted, 1 changed, 1 removed\n"))
        #expect(list.errors.contains("--apply"))
        let all = try stet("recover", in: folder)
        #expect(all.output.contains("/d.csv: "))

        let diff = try stet("recover d.csv --diff", in: folder)
        #expect(diff.status == 1)
        #expect(
            diff.output == """
                n inserted
                + id: n
                + w: 
                + color: x, y
                a changed, moved
                - w: 1
                + w: 2
                c removed
                - id: c
                - w: 30
                - color: green, dark

                """)
        #expect(
            try stet("recover d.csv --diff --format json", in: folder).output
                .contains("\"kind\":\"inserted\""))
        #expect(try text(folder) == Self.table)

        let apply = try stet("recover d.csv --apply --backup .old", in: folder)
        #expect(apply.status == 0)
        #expect(apply.errors == "d.csv: recovered: 1 inserted, 1 changed, 1 removed\n")
        #expect(
            try text(folder) == "id,w,color\r\nn,,\"x, y\"\r\nb,,green\r\na,2,\"red\"\r\n")
        #expect(try text(folder, "d.csv.old") == Self.table)

        #expect(try stet("get d.csv a w", in: folder).errors == "")
        for option in ["", "--diff", "--apply", "--drop"] {
            let nothing = try stet("recover d.csv \(option)", in: folder)
            #expect(nothing.status == 0)
            #expect(nothing.errors == "d.csv: nothing to recover\n")
        }
    }

    @Test("What was undone, reverted or committed is not recovered; the rest is")
    func undone() throws {
        let folder = try folder()
        try session(
            """
            assert(c:set("a", { w = 2 })) assert(c:commit())
            assert(c:set("a", { w = 3 })) assert(c:set("b", { w = 4 }))
            assert(c:delete("c")) assert(c:undo())
            assert(c:set("c", { w = 5 })) assert(c:revert("c"))
            """, in: folder, isPiped: true
        ).end()
        #expect(try text(folder).contains("\r\na,2,"))
        let diff = try stet("recover d.csv --diff", in: folder)
        #expect(diff.output == "a changed\n- w: 2\n+ w: 3\nb changed\n- w: \n+ w: 4\n")
        let drop = try stet("recover d.csv --drop", in: folder)
        #expect(drop.status == 0)
        #expect(try stet("recover d.csv --diff", in: folder).status == 0)

        try session(
            "assert(c:set('a', { w = 9 })) assert(c:undo()) assert(c:delete('a')) assert(c:revert())",
            in: folder
        ).end()
        #expect(try stet("get d.csv a w", in: folder).errors == "")
        #expect(try stet("recover d.csv", in: folder).errors == "d.csv: nothing to recover\n")
    }

    @Test("What a job committed is not written before its end: killed, all of it is recovered")
    func heldCommits() throws {
        let folder = try folder()
        try session(
            """
            assert(c:set("a", { w = 2 })) assert(c:commit()) assert(c:set("b", { w = 3 }))
            assert(stet.transaction(function()
              assert(c:set("c", { w = 4 }))
              assert(c:commit())
              return true
            end))
            stet.transaction(function() assert(c:delete("a")) return false end)
            """, in: folder
        ).end()
        #expect(try text(folder) == Self.table)
        #expect(try stet("recover d.csv --apply", in: folder).status == 0)
        #expect(
            try text(folder)
                == "id,w,color\r\na,2,\"red\"\r\nb,3,green\r\nc,4,\"green, dark\"\r\n")
    }

    @Test("After a rebase the edits are those of the newer file")
    func rebased() throws {
        let folder = try folder()
        try session(
            """
            _ = assert(c:set("a", { w = 2 }))
            f = io.open("d.csv", "w") f:write("id,w,color\\nnew,0,x\\na,1,red\\nb,,green\\n") f:close()
            _ = assert(c:commit{ rebase = true })
            assert(c:set("b", { w = 3 })) assert(c:set("new", { w = 4 }))
            """, in: folder, isPiped: true
        ).end()
        #expect(try text(folder) == "id,w,color\nnew,0,x\na,2,red\nb,,green\n")
        #expect(try stet("recover d.csv --apply", in: folder).status == 0)
        #expect(try text(folder) == "id,w,color\nnew,4,x\na,2,red\nb,3,green\n")
    }

    @Test("A file that changed meanwhile is merged with; what both changed is listed by key")
    func changedSince() throws {
        let folder = try folder()
        try session(
            "assert(c:set('b', { w = 7 })) assert(c:set('a', { color = 'blue' }))", in: folder
        ).end()
        let other = "id,color,w\r\nnew,x,0\r\nb,GREEN,\r\na,scarlet,1\r\n"
        try folder.write("d.csv", Array(other.utf8))
        let list = try stet("recover d.csv", in: folder)
        #expect(list.output.hasSuffix("2 changed; the file has changed since\n"))
        let apply = try stet("recover d.csv --apply", in: folder)
        #expect(apply.status == 1)
        #expect(
            apply.errors.hasPrefix(
                """
                d.csv: a, color: changed here and in the file: "blue" here, "scarlet" there
                d.csv: 1 conflict with the file as it is now; the changes of
                """), "\(apply.errors)")
        #expect(try text(folder) == other)
        // Without its quotes the red of before is the same text.
        try folder.write("d.csv", Array("id,color,w\r\nnew,x,0\r\nb,GREEN,\r\na,red,1\r\n".utf8))
        #expect(try stet("recover d.csv --apply", in: folder).status == 0)
        #expect(try text(folder) == "id,color,w\r\nnew,x,0\r\nb,GREEN,7\r\na,blue,1\r\n")
    }

    @Test("A conflict is settled for the side that is preferred, and told of")
    func preferred() throws {
        let edits = """
            assert(c:set("a", { w = 2, color = "blue" })) assert(c:set("b", { w = 3 }))
            assert(c:delete("c")) assert(c:insert{ id = "n", w = 5 })
            """
        let other = "id,w,color\r\na,9,red\r\nc,31,x\r\nn,6,y\r\n"
        let told = [
            "a, w: changed here and in the file: \"2\" here, \"9\" there",
            "b: changed here, no longer in the file", "c, w: deleted here, changed in the file",
            "n, w: its key is in use in the file: \"5\" here, \"6\" there",
        ]
        let wanted = [
            ("file", 0, "id,w,color\r\na,9,blue\r\nc,31,x\r\nn,6,y\r\n"),
            ("session", 1, other),
        ]
        for (side, status, text) in wanted {
            let folder = try folder()
            try session(edits, in: folder).end()
            try folder.write("d.csv", Array(other.utf8))
            let plain = try stet("recover d.csv --apply", in: folder)
            #expect(plain.status == 1)
            #expect(plain.errors.contains("--prefer session writes what the session had"))
            #expect(try self.text(folder) == other)
            let run = try stet("recover d.csv --apply --prefer \(side)", in: folder)
            #expect(run.status == status, "\(run.errors)")
            #expect(try self.text(folder) == text)
            if side == "file" {
                for line in told { #expect(run.errors.contains(line + "; the file is preferred")) }
                continue
            }
            // A record that is gone cannot be changed again.
            #expect(run.errors.contains("d.csv: b: changed here, no longer in the file\n"))
            try folder.write("d.csv", Array((other + "b,,green\r\n").utf8))
            let again = try stet("recover d.csv --apply --prefer session", in: folder)
            #expect(again.status == 0, "\(again.errors)")
            #expect(again.errors.contains(told[0] + "; the session is preferred"))
            #expect(
                try self.text(folder) == "id,w,color\r\na,2,blue\r\nn,5,\r\nb,3,green\r\n")
        }
    }

    @Test("Two sessions of one file are kept apart; one that still runs is none of them")
    func severalSessions() throws {
        let folder = try folder()
        let first = try session("assert(c:set('a', { w = 11 }))", in: folder)
        let second = try session("assert(c:set('b', { w = 12 }))", in: folder)
        let alive = try session("assert(c:set('c', { w = 13 }))", in: folder)
        defer { _ = try? alive.end() }
        #expect(try stet("get d.csv a w", in: folder).errors == "")
        let busy = try stet("recover d.csv", in: folder)
        #expect(busy.errors.contains("is editing it"))
        #expect(busy.errors.hasSuffix("d.csv: nothing to recover\n"))
        try first.end()
        try second.end()
        let list = try stet("recover d.csv", in: folder).output.split(separator: "\n")
        #expect(list.count == 3)
        #expect(try stet("recover d.csv --session 3 --diff", in: folder).status == 2)
        let one = try stet("recover d.csv --session 2 --diff", in: folder)
        #expect(one.output == "b changed\n- w: \n+ w: 12\n")
        #expect(try stet("recover d.csv --apply", in: folder).status == 0)
        #expect(try text(folder).contains("\r\na,11,"))
        #expect(try text(folder).contains("\r\nb,12,"))
        #expect(try text(folder).contains("\r\nc,30,"))
    }

    @Test(
        "A session that is told to end keeps its edits and says so",
        arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
    func told(signal: Int32, status: Int32) throws {
        let folder = try folder()
        let session = try session("assert(c:set('a', { w = 2 }))", in: folder)
        let errors = try session.end(signal)
        #expect(session.process.terminationStatus == status)
        #expect(
            errors.contains("d.csv: changes were not committed; \"stet recover d.csv\" shows them"))
        #expect(try stet("recover d.csv --apply", in: folder).status == 0)
        #expect(try text(folder).contains("a,2,"))
    }

    @Test("A script that ends, or that Ctrl-C ends, leaves nothing behind")
    func ended() throws {
        let folder = try folder()
        let edit = "assert(stet.open('d.csv'):set('a', { w = 2 }))"
        for end in ["", " error('x')", " stet.exit(3)"] {
            let run = try stet("-e \"\(edit)\(end)\"", in: folder)
            #expect(run.errors.contains("so they are lost"))
        }
        let errors = try session("assert(c:set('a', { w = 2 }))", in: folder).end(SIGINT)
        #expect(errors.contains("so they are lost"))
        #expect(try stet("recover d.csv", in: folder).errors == "d.csv: nothing to recover\n")
    }

    @Test("A file that is gone keeps its edits until they are dropped")
    func gone() throws {
        let folder = try folder()
        try session("assert(c:set('a', { w = 2 }))", in: folder).end()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("d.csv"))
        #expect(try stet("recover d.csv", in: folder).output.contains("1 changed"))
        let apply = try stet("recover d.csv --apply", in: folder)
        #expect(apply.status == 2)
        #expect(apply.errors.contains("no such file"))
        #expect(try stet("recover d.csv --drop", in: folder).status == 0)
    }

    @Test("Edits go on, after one warning, where there can be no journal")
    func noJournal() throws {
        let edits = """
            -e "local c = assert(stet.open('d.csv')) assert(c:set('a', { w = 2 })) \
            assert(c:set('b', { w = 2 })) assert(c:commit()) print(c:get('a').w)"
            """
        func warnings(_ prepare: String, _ state: String = "$PWD/state") throws -> String {
            let run = try folder().shell(
                "\(prepare); XDG_STATE_HOME=\"\(state)\" \"$STET\" \(edits); echo $?")
            #expect(run.output == "2\n0\n", "\(run.errors)")
            return run.errors
        }
        #expect(try !warnings("true").contains("a crash"))
        let cases = [
            (
                "mkdir -p state/stet; head -c 8192 /dev/urandom > state/stet/journal.sqlite",
                "$PWD/state"
            ),
            ("mkdir -p state/stet; mkdir state/stet/journal.sqlite", "$PWD/state"),
            ("echo x > state", "$PWD/state"), ("true", "/proc/none"),
        ]
        for (prepare, state) in cases {
            let errors = try warnings(prepare, state)
            let lines = errors.split(separator: "\n").filter { $0.contains("a crash would lose") }
            #expect(lines.count == 1, "\(prepare): \(errors)")
        }
    }

    @Test("A journal that cannot be read is said, and its edits can be dropped")
    func damaged() throws {
        let folder = try folder()
        try session("assert(c:set('a', { color = 'unmistakable' }))", in: folder).end()
        let journals = ["journal.sqlite", "journal.sqlite-wal"].map {
            folder.url.appendingPathComponent("state/stet/\($0)")
        }
        var damaged = 0
        // The text itself, so that SQLite does not notice.
        _ = try stet("recover d.csv", in: folder)
        for journal in journals {
            guard var bytes = try? Data(contentsOf: journal),
                let place = bytes.firstRange(of: Data("unmistakable".utf8))
            else { continue }
            bytes[place.lowerBound] = 0x21
            try bytes.write(to: journal)
            damaged += 1
        }
        #expect(damaged > 0)
        let list = try stet("recover d.csv", in: folder)
        #expect(list.output.contains("changes that cannot be read: their bytes are damaged"))
        let apply = try stet("recover d.csv --apply", in: folder)
        #expect(apply.status == 2)
        #expect(apply.errors.contains("damaged"))
        #expect(try stet("get d.csv a w", in: folder).output == "1\n")
        #expect(try stet("recover d.csv --drop", in: folder).status == 0)
    }

    @Test(
        "A command line that makes no sense is 2",
        arguments: [
            ("recover d.csv --diff --apply", "one of --diff, --apply and --drop"),
            ("recover --drop", "recover --drop needs a file"),
            ("recover a b", "recover takes one file"),
            ("recover d.csv --apply --prefer mine", "--prefer takes file or session"),
            ("recover d.csv --aply", "did you mean --apply?"),
        ])
    func usage(command: String, message: String) throws {
        let failed = try stet(command, in: folder())
        #expect(failed.status == 2)
        #expect(failed.errors.contains(message), "\(failed.errors)")
    }

    @Test("Piped entries that end with uncommitted changes fail and leave nothing")
    func piped() throws {
        let folder = try folder()
        let run = try folder.shell(
            """
            export XDG_STATE_HOME="$PWD/state"
            printf 'c = stet.open("d.csv")\\nc:set("a", { w = 2 })\\n' | "$STET"; echo $?
            "$STET" recover d.csv
            """)
        #expect(run.output.hasSuffix("\n1\n"))
        #expect(run.errors.contains("so nothing was written"))
        #expect(run.errors.contains("nothing to recover"))
    }
}
