import Foundation
import Testing

/// `stet run JOB`: what a job commits is written when it has ended well, or not at all.
@Suite("Batch edit jobs")
struct JobTests {
    private static let files = [
        "one.csv": "id,n\na,1\nb,2\n",
        "two.csv": "id,n\nx,1\ny,2\n",
        "job.lua": """
        local one, two = assert(stet.open "one.csv"), assert(stet.open "two.csv")
        assert(one:set("a", { n = 10 }) and one:commit())
        assert(two:delete("x") and two:commit())
        print("edited")
        if arg[1] == "raise" then error "spoiled" end
        if arg[1] == "false" then return false end
        if arg[1] == "exit" then os.exit(3) end
        if arg[1] == "exit0" then os.exit(true) end
        if arg[1] == "loop" then while true do end end
        if arg[1] == "more" then one:set("b", { n = 20 }) end
        """,
    ]
    private static let old = "id,n\na,1\nb,2\nid,n\nx,1\ny,2\n"
    private static let new = "id,n\na,10\nb,2\nid,n\ny,2\n"

    private func run(_ commands: String) throws -> Command {
        try Folder(Self.files).shell(
            "export XDG_STATE_HOME=\"$PWD/state\"; stet() { \"$STET\" \"$@\"; }; \(commands)")
    }

    @Test("A job that ends well writes all its commits")
    func done() throws {
        let job = try run(
            "stet run --backup .old job.lua && cat one.csv two.csv one.csv.old two.csv.old")
        #expect(job.output == "edited\n" + Self.new + Self.old)
        #expect(job.errors == "one.csv: 1 changed\ntwo.csv: 1 removed\n")
        #expect(job.status == 0)
        #expect(
            try run("stet run job.lua exit0; cat one.csv two.csv").output == "edited\n" + Self.new)
    }

    @Test(
        "A job that does not end well writes nothing",
        arguments: [("raise", 1), ("false", 1), ("exit", 3)])
    func failed(_ argument: String, _ status: Int32) throws {
        let job = try run("stet run job.lua \(argument); s=$?; cat one.csv two.csv; exit $s")
        #expect(job.output == "edited\n" + Self.old)
        #expect(job.errors.contains("one.csv: not written, because the script did not end well\n"))
        #expect(job.errors.contains("two.csv: not written, because the script did not end well\n"))
        #expect(job.status == status)
    }

    @Test("A job that takes too long, or is interrupted, writes nothing")
    func stopped() throws {
        let late = try run(
            "stet run --timeout 0.2 job.lua loop; s=$?; cat one.csv two.csv; exit $s")
        #expect(late.output == "edited\n" + Self.old)
        #expect(late.errors.contains("stopped after 0.2 s"))
        #expect(late.status == 124)
        let interrupted = try run(
            """
            "$STET" run job.lua loop > out & p=$!
            until grep -q edited out; do sleep 0.05; done
            kill -INT $p; wait $p; s=$?; cat one.csv two.csv; exit $s
            """)
        #expect(interrupted.output == Self.old)
        #expect(interrupted.status == 130)
    }

    @Test("--dry-run shows the difference, writes nothing, and ends with 1 if there is one")
    func dryRun() throws {
        let job = try run("stet run -n job.lua; s=$?; cat one.csv two.csv; exit $s")
        #expect(
            job.output
                == "edited\none.csv\na changed\n- n: 1\n+ n: 10\ntwo.csv\nx removed\n- id: x\n- n: 1\n"
                + Self.old)
        #expect(
            job.errors == "one.csv: would be: 1 changed\ntwo.csv: would be: 1 removed\n")
        #expect(job.status == 1)
        #expect(try run("stet run -n /dev/null").status == 0)
        let unified = try run(
            "stet run -n --diff unified job.lua | grep -v edited > p; patch -s < p; cat one.csv two.csv"
        )
        #expect(unified.output == Self.new)
    }

    @Test("--report writes what changed to files")
    func reports() throws {
        let job = try run(
            "stet run --report json=r.json --report text=r.txt job.lua && cat r.json r.txt")
        #expect(
            job.output.contains(
                "{\"file\":\"one.csv\",\"fields\":[],\"records\":[{\"kind\":\"changed\""))
        #expect(job.output.contains("two.csv\nx removed\n- id: x\n- n: 1\n"))
        #expect(try run("stet run --report xml=r job.lua").errors.contains("text, json or unified"))
        #expect(try run("stet run --report json job.lua").status == 2)
        #expect(try run("stet run --timeout never job.lua").status == 2)
    }

    @Test("--yes answers what would be asked; without it an unanswered dialog is an error")
    func yes() throws {
        let script = """
            local t = stet.open "one.csv"
            local s = t:edit("a", { confirm_delete = true })
            s:delete()
            assert(t:commit())
            """
        let folder = try Folder(Self.files.merging(["ask.lua": script]) { $1 })
        let asked = try folder.shell(
            "export XDG_STATE_HOME=\"$PWD/state\"; \"$STET\" run ask.lua; s=$?; cat one.csv; exit $s"
        )
        #expect(asked.output == Self.files["one.csv"])
        #expect(asked.errors.contains("was not answered"))
        #expect(asked.status == 1)
        let answered = try folder.shell(
            "export XDG_STATE_HOME=\"$PWD/state\"; \"$STET\" run -y ask.lua; cat one.csv")
        #expect(answered.output == "id,n\nb,2\n", "\(answered.errors)")
    }

    @Test("Changes that were not committed are lost, and that is said")
    func uncommitted() throws {
        let job = try run("stet run job.lua more && cat one.csv")
        #expect(job.output == "edited\nid,n\na,10\nb,2\n")
        #expect(job.errors.contains("one.csv: changes were not committed, so they are lost\n"))
    }

    @Test("A file that another program changed while the job ran keeps both files as they were")
    func changedMeanwhile() throws {
        let job = try Folder([
            "one.csv": "id,n\na,1\n", "two.csv": "id,n\nx,1\n",
            "job.lua": """
            local one, two = stet.open "one.csv", stet.open "two.csv"
            assert(one:set("a", { n = 3 }) and one:commit(...))
            assert(two:set("x", { n = 3 }) and two:commit())
            local file = io.open("one.csv", "a"); file:write("b,2\\n"); file:close()
            """,
            "rebase.lua": "assert(load(io.open('job.lua'):read('a')))({ rebase = true })",
        ]).shell(
            """
            export XDG_STATE_HOME="$PWD/state"
            "$STET" run job.lua; s=$?; cat one.csv two.csv
            "$STET" run rebase.lua; cat one.csv two.csv; exit $s
            """)
        #expect(job.status == 2)
        #expect(
            job.output
                == "id,n\na,1\nb,2\nid,n\nx,1\nid,n\na,3\nb,2\nb,2\nid,n\nx,3\n")
        #expect(job.errors.contains("one.csv: it was changed on disk since it was opened"))
    }
}
