import Foundation
import Testing

/// `stet doctor`: what it says of surroundings that are made for it.
struct DoctorTests {
    private struct Report: Decodable {
        struct Item: Decodable {
            var group: String
            var level: String
            var text: String
            var advice: String?
        }

        var ok: Bool
        var errors: Int
        var warnings: Int
        var items: [Item]
    }

    private static let plain = [
        "TERM": "xterm", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "NO_COLOR": "", "FORCE_COLOR": "",
        "CLICOLOR": "", "TMPDIR": "/tmp", "STET_PLUGIN_PATH": "",
    ]

    private func doctor(
        _ folder: Folder, _ changes: [String: String] = [:]
    ) throws -> (report: Report, status: Int32) {
        let home = ["HOME": folder.url.path, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": ""]
        let run = try folder.stet(
            "doctor", "--json",
            environment: Self.plain.merging(home) { $1 }.merging(changes) { $1 })
        #expect(run.errors == "")
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        #expect(report.errors == report.items.count { $0.level == "error" })
        #expect(report.warnings == report.items.count { $0.level == "warning" })
        #expect(report.ok == (report.errors == 0))
        return (report, run.status)
    }

    private func level(_ report: Report, _ text: String) -> String? {
        report.items.first { $0.text.contains(text) }?.level
    }

    @Test func allIsWell() throws {
        let folder = try Folder()
        let (report, status) = try doctor(folder)
        #expect(status == 0)
        #expect(report.errors == 0)
        for library in [
            "stet ", "Lua 5.4.", "GNU readline ", "SQLite 3", "PCRE2 ", "zlib ", "Zstandard ",
        ] {
            #expect(
                report.items.contains { $0.group == "Versions" && $0.text.hasPrefix(library) },
                "\(library)")
        }
        #expect(level(report, "coroutine.close") == "ok")
        #expect(level(report, "TERM is xterm") == "ok")
        #expect(level(report, "LC_ALL is C.UTF-8") == "ok")
        #expect(level(report, "not coloured: standard output is no terminal") == "ok")
        #expect(level(report, ".local/state/stet will be made") == "ok")
        #expect(
            !FileManager.default.fileExists(
                atPath: folder.url.appendingPathComponent(".local").path))
    }

    @Test func textHasALineForEach() throws {
        let folder = try Folder()
        let run = try folder.stet(
            "doctor", environment: Self.plain.merging(["HOME": folder.url.path]) { $1 })
        #expect(run.output.hasPrefix("Versions\n  ok       stet "))
        #expect(run.output.contains("\nTerminal\n  ok       TERM is xterm\n"))
        #expect(run.errors.contains(" warning"))
        #expect(run.status == 0)
        #expect(try folder.stet("doctor", "x").status == 2)
    }

    @Test(arguments: [
        (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], "no locale is set", "warning"),
        (["LC_ALL": "C"], "LC_ALL is C, which is not UTF-8", "warning"),
        (["FORCE_COLOR": "1"], "results are coloured: FORCE_COLOR is 1", "ok"),
        (["NO_COLOR": "1"], "not coloured: NO_COLOR is set", "ok"),
        (["TERM": "dumb"], "TERM is dumb", "ok"),
        (
            ["XDG_CONFIG_HOME": "relative"], "XDG_CONFIG_HOME is relative, which is ignored",
            "warning"
        ),
        (["TMPDIR": "/nowhere"], "/nowhere cannot be written", "error"),
        (
            ["XDG_STATE_HOME": "/dev/null/nowhere"],
            "/dev/null/nowhere/stet is not there and cannot be made", "error"
        ),
    ])
    func surroundings(_ changes: [String: String], text: String, level: String) throws {
        let (report, status) = try doctor(Folder(), changes)
        #expect(self.level(report, text) == level, "\(report.items)")
        let advised = report.items.first { $0.text.contains(text) }?.advice != nil
        #expect(advised == (level != "ok"))
        #expect(status == (level == "error" ? 1 : 0))
    }

    @Test func whatIsInTheWayOfTheStateFolderIsAnError() throws {
        let folder = try Folder(["state/stet": "no folder"])
        let (report, status) = try doctor(
            folder, ["XDG_STATE_HOME": folder.url.appendingPathComponent("state").path])
        #expect(level(report, "state/stet is no folder") == "error")
        #expect(status == 1)
    }

    @Test func aBrokenJournalIsAnError() throws {
        let folder = try Folder([
            "state/stet/journal.sqlite": String(repeating: "no database ", count: 99)
        ])
        let (report, status) = try doctor(
            folder, ["XDG_STATE_HOME": folder.url.appendingPathComponent("state").path])
        #expect(level(report, "the journal cannot be read") == "error")
        #expect(level(report, "can be looked into by other users") == "warning")
        #expect(status == 1)
    }

    /// A session that was killed with changes: the doctor names the command that shows them.
    @Test func whatASessionLeftBehindIsTold() throws {
        let folder = try Folder([
            "x.csv": "id,n\na,1\n",
            "job.lua": """
            local c = assert(stet.open "x.csv")
            assert(c:update({ id = "a" }, { n = 2 }))
            os.execute("kill -KILL $PPID")
            """,
        ])
        let state = folder.url.appendingPathComponent("state").path
        _ = try folder.stet("run", "job.lua", environment: ["XDG_STATE_HOME": state])
        let (report, status) = try doctor(folder, ["XDG_STATE_HOME": state])
        let item = report.items.first { $0.text.contains("were not committed") }
        #expect(item?.level == "warning", "\(report.items)")
        #expect(item?.advice?.hasPrefix("stet recover /") == true)
        #expect(item?.advice?.hasSuffix("/x.csv") == true)
        #expect(status == 0)
    }

    @Test func whatChangedSinceItWasTrustedIsTold() throws {
        let plugin = "return { name = 'p', needs = { \"env:HOME\" }, validators = {} }"
        let folder = try Folder(["plugins/p.lua": plugin])
        let state = ["XDG_STATE_HOME": folder.url.appendingPathComponent("state").path]
        #expect(level(try doctor(folder, state).report, "nothing is trusted") == "ok")
        #expect(try folder.stet("trust", "--yes", ".", environment: state).status == 0)
        #expect(level(try doctor(folder, state).report, "1 item trusted in 1 project") == "ok")
        try folder.write("plugins/p.lua", Array((plugin + " ").utf8))
        let report = try doctor(folder, state).report
        let item = report.items.first { $0.text.contains("changed since it was trusted, and may") }
        #expect(item?.level == "warning")
        #expect(item?.advice?.contains("stet trust /") == true)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("plugins/p.lua"))
        let gone = try doctor(folder, state).report
        #expect(gone.items.contains { $0.advice?.contains("stet trust --revoke") == true })
    }

    @Test func pluginsThatCannotBeUsedAreTold() throws {
        let folder = try Folder([
            "plugins/good.lua": "return { name = 'good', validators = {} }",
            "plugins/bad.lua": "return {",
        ])
        let (report, status) = try doctor(folder)
        #expect(level(report, "1 plugin: good") == "ok")
        #expect(level(report, "plugins/bad.lua") == "warning")
        #expect(status == 0)
    }
}
