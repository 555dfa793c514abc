import Foundation
import Testing

/// Plugins that ask for rights: what they may do before `stet trust`, after it, and after tricks.
@Suite struct PluginTrustTests {
    /// Validators that each do one thing that takes a right.
    private static let plugin = """
        local words = require "words"
        return {
          name = "prices", needs = { "read:data/", "write:out/", "env:STET_TEST_REGION", "run" },
          validators = {
            listed = function(value)
              for line in io.lines("data/prices.txt") do
                if line == value then return true end
              end
              return false, words.none
            end,
            noted = function(value)
              assert(io.open("out/notes.txt", "a")):write(value, "\\n"):close()
              return true
            end,
            here = function(value) return value == os.getenv("STET_TEST_REGION"), "elsewhere" end,
            echoed = function(value)
              return stet.run{ "echo", value } == value .. "\\n", "no echo"
            end,
            outside = function(value)
              local file, message = io.open(value)
              return file ~= nil, message
            end,
          },
        }
        """

    private let folder: Folder

    init() throws {
        folder = try Folder([
            "project/plugins/prices/init.lua": Self.plugin,
            "project/plugins/prices/words.lua": "return { none = 'is not listed' }",
            "project/data/prices.txt": "apple\npear\n", "project/out/.keep": "",
            "project/t.csv": "n\napple\nplum\n", "secret.txt": "secret",
        ])
        try rules("listed")
    }

    private func rules(_ validator: String) throws {
        try folder.write(
            "project/t.rules.lua",
            Array("return { fields = { { 'n', validate = '\(validator)' } } }".utf8))
    }

    private func stet(_ line: String) throws -> Command {
        try folder.shell(
            "cd '\(folder.url.path)/project' && XDG_STATE_HOME='\(folder.url.path)/state' "
                + "STET_TEST_REGION=apple $STET \(line) </dev/null")
    }

    @Test func untrustedItIsAFindingAndNothingRuns() throws {
        let check = try stet("check t.csv")
        #expect(check.status == 1)
        #expect(check.output.contains("plugin.error"))
        #expect(
            check.output.contains("but it is not trusted; \"stet trust\" shows what it asks for"))
        #expect(check.errors.contains("2 records checked"))
    }

    @Test func whatItAsksForIsSaidInPlainWords() throws {
        let review = try stet("trust")
        #expect(review.status == 2)
        #expect(
            review.output == """
                plugin "prices" (plugins/prices): not trusted
                  may read files below data/
                  may create and overwrite files below out/
                  may read the environment variable STET_TEST_REGION
                  may run programs, which may do everything that you may

                """)
    }

    @Test func trustedItDoesWhatItAskedFor() throws {
        #expect(try stet("trust --yes").status == 0)
        let listed = try stet("check -f jsonl t.csv")
        #expect(listed.status == 1)
        #expect(try listed.counts() == ["n validate": 1])
        #expect(listed.output.contains("is not listed"))
        try rules("noted")
        #expect(try stet("check -j 1 t.csv").status == 0)
        #expect(
            try String(
                contentsOf: folder.url.appendingPathComponent("project/out/notes.txt"),
                encoding: .utf8) == "apple\nplum\n")
        try rules("here")
        #expect(try stet("check -f jsonl t.csv").counts() == ["n validate": 1])
        try rules("echoed")
        #expect(try stet("check t.csv").status == 0)
        #expect(try stet("plugins").output.contains("(granted)"))
    }

    @Test func oneRunIsTrustedByOption() throws {
        #expect(try stet("check --trust -f jsonl t.csv").counts() == ["n validate": 1])
        #expect(try stet("check -f jsonl t.csv").counts() == ["plugin.error": 1])
    }

    @Test func everyTrickToReadElsewhereIsRefused() throws {
        #expect(try stet("trust --yes").status == 0)
        let base = folder.url.path
        let line = """
            cd '\(base)/project' && ln -s ../../secret.txt data/link && ln -s .. data/up
            ln -s '\(base)' data/abs && mkfifo data/pipe && mkdir data/folder
            echo n >t.csv; printf '%s\\n' ../secret.txt data/../../secret.txt data/link data/up/t.csv \
              data/abs/secret.txt data/pipe data/folder /etc/passwd '\(base)/secret.txt' \
              out/notes.txt t.csv plugins/prices/init.lua '' data/ /proc/self/environ >>t.csv
            """
        #expect(try folder.shell(line).status == 0)
        try rules("outside")
        let check = try stet("check -f jsonl t.csv")
        #expect(try check.counts() == ["n validate": 14])
        #expect(!check.output.contains("\"secret\""))
    }

    @Test func aChangedFileOfItIsNotTrusted() throws {
        #expect(try stet("trust --yes").status == 0)
        try folder.write(
            "project/plugins/prices/words.lua", Array("return { none = io and 'x' }\n".utf8))
        let check = try stet("check -f jsonl t.csv")
        #expect(try check.counts() == ["plugin.error": 1])
        #expect(check.output.contains("it changed since it was trusted"))
        let review = try stet("trust")
        #expect(review.output.contains("plugin \"prices\" (plugins/prices): changed since"))
        #expect(review.output.contains("  plugins/prices/words.lua:\n"))
        #expect(review.output.contains("    - return { none = 'is not listed' }\n"))
        #expect(review.output.contains("    + return { none = io and 'x' }\n"))
        #expect(!review.output.contains("plugins/prices/init.lua:"))
    }

    @Test func aNewFileOfItIsNotTrusted() throws {
        #expect(try stet("trust --yes").status == 0)
        try folder.write("project/plugins/prices/more.lua", Array("return {}\n".utf8))
        #expect(try stet("check -f jsonl t.csv").counts() == ["plugin.error": 1])
        #expect(try stet("trust").output.contains("  plugins/prices/more.lua is new (1 line)\n"))
        #expect(try stet("trust --yes").status == 0)
        #expect(try stet("check -f jsonl t.csv").counts() == ["n validate": 1])
    }

    @Test func codeOutsideItsFolderMakesItRefused() throws {
        try folder.write(
            "project/plugins/prices/words.lua", Array("return require 'shared'".utf8))
        try folder.write("project/lua/shared.lua", Array("return { none = 'x' }".utf8))
        let review = try stet("trust --yes")
        #expect(review.status == 2)
        #expect(review.errors.contains("all its code must be in its own folder"))
        #expect(try stet("trust --list").errors == "nothing is trusted\n")
    }

    @Test(arguments: ["read:../secret.txt", "read:", "raed:data", "run:sh", "env:A B", "read:~"])
    func aMalformedNeedIsNamed(need: String) throws {
        try folder.write(
            "project/plugins/prices/init.lua",
            Array("return { name = 'prices', needs = { '\(need)' } }".utf8))
        let review = try stet("trust --yes")
        #expect(review.status == 2)
        #expect(review.errors.contains("plugins/prices/init.lua: needs: \"\(need)\""))
        #expect(try stet("check -f jsonl t.csv").counts() == ["plugin.error": 1])
    }

    @Test func aNeedForEverythingIsSaidSo() throws {
        try folder.write(
            "project/plugins/prices/init.lua",
            Array("return { name = 'prices', needs = { 'read:/', 'write:.' } }".utf8))
        let review = try stet("trust")
        #expect(review.output.contains("  may read every file on this computer that you may\n"))
        #expect(review.output.contains("  may create and overwrite every file of the project\n"))
    }

    @Test func askingForMoreThanWasTrustedIsRefused() throws {
        try folder.write(
            "project/plugins/prices/init.lua",
            Array(
                """
                local needs = { "env:STET_TEST_REGION" }
                if os.time() > 0 and _VERSION == "Lua 5.4" and math.type then
                  needs[2] = os.date("%Y") == "1970" and nil or "run"
                end
                return { name = "prices", needs = needs, validators = {
                  listed = function() return true end } }
                """.utf8))
        #expect(try stet("trust --yes").status == 0)
        #expect(try stet("trust --list").output.contains("env:STET_TEST_REGION, run"))
        #expect(try stet("check t.csv").status == 0)
    }

    @Test func theUsersOwnPluginIsTrustedInEachProject() throws {
        try folder.write(
            "config/stet/plugins/mine.lua",
            Array(
                "return { name = 'mine', needs = { 'env:HOME' }, validators = { own = function() return os.getenv('HOME') ~= nil end } }"
                    .utf8))
        for name in ["a", "b"] {
            try folder.write("\(name)/stet.lua", [])
            try folder.write("\(name)/t.csv", Array("n\n1\n".utf8))
            try folder.write(
                "\(name)/t.rules.lua",
                Array("return { fields = { { 'n', validate = 'own' } } }".utf8))
        }
        let base = folder.url.path
        let start = "cd '\(base)'; export XDG_STATE_HOME=$PWD/state XDG_CONFIG_HOME=$PWD/config; "
        #expect(try folder.shell(start + "$STET trust --yes a").status == 0)
        #expect(try folder.shell(start + "$STET check a/t.csv").status == 0)
        let other = try folder.shell(start + "$STET check b/t.csv")
        #expect(other.status == 1)
        #expect(other.output.contains("but it is not trusted; \"stet trust \(base)/b\""))
    }

    @Test func onePluginIsTrustedAndTakenBack() throws {
        #expect(try stet("trust --yes plugins/prices").status == 0)
        #expect(try stet("trust --list").output.contains("  plugin \"prices\" (plugins/prices): "))
        let revoked = try stet("trust --revoke plugins/prices/init.lua")
        #expect(revoked.errors == "the plugin \"prices\" is no longer trusted\n")
        #expect(try stet("check -f jsonl t.csv").counts() == ["plugin.error": 1])
    }

    @Test func aStoreThatCannotBeReadGrantsNothing() throws {
        #expect(try stet("trust --yes").status == 0)
        try folder.write("state/stet/trust.sqlite", Array("no database".utf8))
        let check = try stet("check -f jsonl t.csv")
        #expect(try check.counts() == ["plugin.error": 1])
        #expect(check.output.contains("nothing is trusted"))
    }

    @Test func theDoctorTellsWhatIsTrusted() throws {
        #expect(try stet("doctor").output.contains("nothing is trusted"))
        #expect(try stet("trust --yes").status == 0)
        #expect(try stet("doctor").output.contains("1 item trusted in 1 project"))
        try folder.write("project/plugins/prices/words.lua", Array("return {}".utf8))
        #expect(try stet("doctor").output.contains("plugins/prices changed since it was trusted"))
        try FileManager.default.removeItem(
            at: folder.url.appendingPathComponent("project/plugins/prices"))
        #expect(try stet("doctor").output.contains("is trusted, and is not there any more"))
        try folder.write("state/stet/trust.sqlite", Array("no database".utf8))
        let broken = try stet("doctor")
        #expect(broken.status == 1)
        #expect(broken.output.contains("trust.sqlite: file is not a database"))
    }

    @Test func rightsWantedTooEarlyAreExplained() throws {
        try folder.write(
            "project/plugins/prices/init.lua",
            Array(
                "local open = io.open return { name = 'prices', needs = { 'read:data/' } }".utf8))
        #expect(
            try stet("plugins").output.contains(
                "what its needs grant is there when its members are called, not while it loads"))
    }
}
