import Foundation
import Testing

/// Commands of the prompt, typed into `stet FILE` through a pipe.
@Suite struct CommandTests {
    private static let table =
        "id,name,weight,color\na,Apple,182,red\nb,Banana,118,yellow\nc,Cherry,8,red\n"
    private static let rules = """
        return { key = "id", fields = { { "id" }, { "name", required = true },
          { "weight", type = "integer", above = 0, unit = "g" },
          { "color", enum = { "red", "yellow", "green" } } } }
        """

    private func run(
        _ input: String, arguments: [String]? = nil, rules: String = rules
    ) throws -> PipedPrompt {
        try PipedPrompt(
            [(name: "fruits.csv", text: Self.table), (name: "fruits.rules.lua", text: rules)],
            input, arguments: arguments)
    }

    @Test func recordsAreNarrowedSortedAndShown() throws {
        let shown = try run(
            """
            .mode csv
            .where weight > 10
            .sort -weight
            .columns name color
            .find an
            .all
            .count
            .columns
            .sections color
            """)
        #expect(
            shown.output == """
                id,name,weight,color
                a,Apple,182,red
                b,Banana,118,yellow
                id,name,weight,color
                a,Apple,182,red
                b,Banana,118,yellow
                name,color
                Apple,red
                Banana,yellow
                name,color
                Banana,yellow
                name,color
                Apple,red
                Banana,yellow
                Cherry,red
                3
                id,name,weight,color
                a,Apple,182,red
                b,Banana,118,yellow
                c,Cherry,8,red
                color,records
                red,2
                yellow,1

                """)
        #expect(shown.errors == "")
        #expect(shown.status == 0)
    }

    @Test func aSessionRefusesABadSaveAndKeepsAGoodOne() throws {
        let refused = try run(".edit b\nweight = -3\n.save\n")
        #expect(refused.output.contains("weight  -3 g  ⚠ must be above 0"))
        #expect(refused.errors == "stet: line 3: not saved: weight must be above 0\n")
        #expect(refused.status == 1)
        #expect(refused.text == Self.table)

        let saved = try run(
            ".edit b\nweight = weight + 2\nname = name:upper()\n.set color green\n.save\n.diff\n.commit\n"
        )
        #expect(saved.output.contains("- weight: 118\n+ weight: 120\n"))
        #expect(saved.errors.contains("fruits: update: 1 changed; .undo takes it back\n"))
        #expect(saved.text.contains("b,BANANA,120,green\n"))
        #expect(saved.status == 0)
    }

    @Test func namesInASessionAreFieldsAndAWrongOneIsSaid() throws {
        let wrong = try run(".edit b\nwieght = 3\n")
        #expect(wrong.errors.contains("wieght") && wrong.errors.contains("did you mean \"weight\""))
        let known = try run("x = 5\n.edit b\nweight = x * 2\nx = 6\nx, weight, type\n.cancel\nx\n")
        #expect(known.output.contains("1: 6\n2: 10\n3: function: built in"))
        #expect(known.output.hasSuffix("6\n"))
        #expect(known.text == Self.table)
    }

    @Test func anEntryIsOneStepOfUndoAndTakenBackWholeIfItFails() throws {
        let steps = try run(
            """
            it:set("a", { weight = 1 }); it:set("b", { weight = 2 }); it:delete "c"
            #it, it:get("a").weight
            .undo
            #it, it:get("a").weight
            .redo
            it:undo()
            it:get("a").weight
            """)
        #expect(
            steps.output == "1: 2\n2: 1\n1: 3\n2: 182\n\"transaction: 2 changed, 1 removed\"\n182\n"
        )
        #expect(
            steps.errors.contains("fruits: transaction: 2 changed, 1 removed; .undo takes it back"))
        let failed = try run("it:delete 'c'\nit:set('a', { weight = 1 }) error 'no'\n")
        #expect(failed.errors.contains("line 2: no"))
        #expect(failed.text == Self.table)
        let kept = try run(
            "it:delete 'c'\npcall(function() it:set('a', { weight = 1 }) error 'no' end)\n.commit\n"
        )
        #expect(kept.text == "id,name,weight,color\na,Apple,1,red\nb,Banana,118,yellow\n")
    }

    @Test func checkLeadsThroughTheRecordsWithFindings() throws {
        let looser = Self.rules.replacingOccurrences(of: "above = 0", with: "above = 100")
        let checked = try run(
            ".check\n.next\nweight = 108\n.save\n.check\n.commit\n", rules: looser)
        #expect(checked.output.hasPrefix("error: c: weight: must be above 100 [above]\n"))
        #expect(
            checked.errors.contains("3 records checked, 1 finding; .next goes through the records"))
        #expect(checked.errors.contains("3 records checked, nothing found"))
        #expect(checked.text.contains("c,Cherry,108,red"))
    }

    @Test func whatWasNotCommittedIsAFailureWithoutATerminal() throws {
        let lost = try run(".set b weight=5\n")
        #expect(lost.status == 1)
        #expect(lost.errors.contains("changes were not committed, so nothing was written"))
        #expect(lost.text == Self.table)
        let session = try run(".edit b\nweight = 5\n")
        #expect(session.errors.contains("the session over “b” was not saved"))
        #expect(session.status == 1)
        let command = try run(
            "", arguments: ["fruits.csv", "-c", ".set b weight=5", "-c", ".commit"])
        #expect(command.status == 0)
        #expect(command.text.contains("b,Banana,5,yellow"))
    }

    @Test(arguments: [
        (".whre x", "there is no command .whre; did you mean .where?"),
        (
            ".sort name wieght",
            "there is no field wieght; did you mean \"weight\"?\n.sort name wieght\n           ^^^^^^"
        ),
        (".where weight >", "weight >"),
        (".show nobody", "no record has the key “nobody”"),
        (".delete a x", "no record has the key “x”\n.delete a x\n          ^"),
        (".mode bx", "did you mean \"box\"?\n.mode bx\n      ^^"),
        (".save", "no session is open; .edit KEY begins one"),
        (".undo", "nothing to undo"),
        (".count 1", ".count takes nothing after it\n.count 1\n       ^"),
        (".set b color=blue", "is not one of red, yellow, green"),
        (".insert id=a", "“a” is in use already"),
        (".open nothing.csv", "nothing.csv: there is no such file"),
        (".choose 1", "no dialog is shown"),
        (".next", "no record with a finding is left"),
    ])
    func whatCannotBeDoneSaysWhy(line: String, message: String) throws {
        let refused = try run(line + "\n")
        #expect(refused.errors.hasPrefix("stet: line 1: "))
        #expect(refused.errors.contains(message), "\(refused.errors)")
        #expect(refused.status == 1)
        #expect(refused.text == Self.table)
    }

    @Test func aDirtySessionAsksBeforeItGoes() throws {
        let kept = try run(".edit b\nweight = 5\n.swipe\n.choose save\n.commit\n")
        #expect(kept.output.contains("1  "))
        #expect(kept.text.contains("b,Banana,5,yellow"))
        let deleted = try run(".edit b\n.delete\n.choose delete\n.commit\n")
        #expect(deleted.text == "id,name,weight,color\na,Apple,182,red\nc,Cherry,8,red\n")
        let replaced = try run(".edit b\nweight = 5\n.edit a\n")
        #expect(replaced.errors.contains("has changes; .save, .cancel or .revert it first"))
    }

    @Test func helpKnowsEveryCommand() throws {
        let overview = try run(".help\n").output
        for name in [".where EXPR", ".edit [KEY]", ".commit", ".check", ".quit"] {
            #expect(overview.contains(name))
        }
        #expect(try run(".help where\n").output.contains("weight > 100"))
        #expect(try run(".help .wher\n").errors.contains("nothing is known of .wher"))
        #expect(try run(".help wher\n").errors.contains("did you mean \"where\""))
    }

    @Test func controlBytesOfTheDataReachNoTerminal() throws {
        let shown = try run(
            "it:set('a', { name = '\\27[2Jx' })\n.show a\n.edit a\n.changes\n.diff\n.cancel\n.undo\n"
        )
        #expect(!shown.output.contains("\u{1B}"))
        #expect(!shown.errors.contains("\u{1B}"))
    }
}
