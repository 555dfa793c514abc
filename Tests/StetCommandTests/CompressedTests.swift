import Foundation
import Testing

/// Compressed files are read like others, and refuse every edit.
@Suite("Compressed files and pipes")
struct CompressedTests {
    private static let table = "id,n\n" + (1...3000).map { "r\($0),\($0 * 7)\n" }.joined()
    private static let rules =
        "return { key = 'id', fields = { {'id'}, {'n', type = 'integer', max = 20999} } }"

    private func run(_ commands: String) throws -> Command {
        try Folder(["t.csv": Self.table, "t.rules.lua": Self.rules]).shell(
            "export XDG_STATE_HOME=\"$PWD/state\"; stet() { \"$STET\" \"$@\"; }; \(commands)")
    }

    @Test("A gzip file of several members is checked and shown like the plain one")
    func gzip() throws {
        let got = try run(
            """
            (head -n 100 t.csv | gzip; tail -n +101 t.csv | gzip) > t.csv.gz
            stet check t.csv.gz | sed 's/\\.gz//g' > compressed
            stet check -r t.rules.lua t.csv > plain; cmp compressed plain && head -n 1 compressed
            stet get t.csv.gz r2999 n; cat t.csv.gz | stet show - --to count
            """)
        #expect(
            got.output
                == "t.csv:3001:7: error: must be at most 20999 [n: max] key r3000\n20993\n3000\n")
    }

    @Test(
        "So is a Zstandard file",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zstd")))
    func zstd() throws {
        #expect(try run("zstd -q t.csv && stet get t.csv.zst r2999 n").output == "20993\n")
    }

    @Test("An edit is refused when it is made, not at the commit, and the file is as it was")
    func edits() throws {
        let got = try run(
            """
            gzip -k t.csv; cp t.csv.gz old
            stet set t.csv.gz 'id == "r1"' n=1; echo $?
            stet insert t.csv.gz id=new; stet delete t.csv.gz 'id == "r1"'; cmp old t.csv.gz
            cat t.csv | stet set - 'id == "r1"' n=1; echo $?
            stet -e 'local c = stet.open "t.csv.gz"; print(c:set("r1", { n = 1 }))'
            """)
        #expect(
            got.output
                == "2\n2\nnil\tt.csv.gz is read-only: it is compressed (gzip); decompress it first\n"
        )
        #expect(got.errors.contains("t.csv.gz is read-only: it is compressed (gzip)"))
        #expect(got.errors.contains("- is read-only: it is standard input"))
    }

    @Test("Compressed data that is damaged or cut is an error that says so")
    func damaged() throws {
        let got = try run(
            """
            gzip -k t.csv; head -c 2000 t.csv.gz > cut.gz; stet check cut.gz; echo $?
            (head -c 1000 t.csv.gz; printf 'xxxxxxxx'; tail -c +1009 t.csv.gz) > bad.gz
            stet show bad.gz --to count; echo $?
            (cat t.csv.gz; echo trailing) > tail.gz; stet check tail.gz; echo $?
            """)
        #expect(got.output == "2\n2\n2\n")
        #expect(got.errors.contains("cut.gz: its gzip data cannot be decoded: it ends too early"))
        #expect(got.errors.contains("bad.gz: its gzip data cannot be decoded: "))
        #expect(got.errors.contains("tail.gz: its gzip data cannot be decoded: "))
    }
}
