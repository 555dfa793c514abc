import Testing

@testable import StetScripting

@Suite("Detail sessions on the stage")
struct SessionOnStageTests {
    private static let fruits = """
        local fruits = stet.collection {
          fields = { "id", "weight" },
          rules = { key = "id", fields = { { "id" }, { "weight", type = "number", above = 0 } } },
          records = { { id = "fig", weight = 50 } },
        }
        local session = fruits:edit "fig"

        """

    /// The dirty guard end to end, over a session of a collection.
    @Test(arguments: [
        ("Discard", "80", "true nil false 50"), ("Save", "80", "true nil false 80"),
        ("Keep editing", "80", "true nil true 50"), ("3", "80", "true nil true 50"),
    ])
    func row30DirtyGuard(choice: String, weight: String, end: String) throws {
        let logs = try StageScript.run(
            Self.fruits + """
                session.draft.weight = \(weight)
                take()
                local ok, message = stet.script { "swipe", "choose \(choice)" }
                return table.concat({ tostring(ok), tostring(message), tostring(session:is_open()),
                  tostring(math.tointeger(fruits:get("fig").weight)) }, " "),
                  stet.dialog.current() == nil
                """)
        #expect(logs == [end, "true"])
    }

    @Test func aSaveThatIsRefusedIsARefusedInput() throws {
        let script = try StageScript()
        let logs = try script.run(
            Self.fruits + """
                session.draft.weight = -1
                local ok, message = stet.script { "swipe", "choose Save" }
                return ok, message, session:is_open(),
                  session:dialog() == nil
                """)
        #expect(logs == ["nil", "choose Save: weight must be above 0", "true", "true"])
        #expect(script.host.unfinishedDialogs == [])
    }

    @Test func whatASessionAsksIsOnTheStageAndGoesWithIt() throws {
        let script = try StageScript()
        let logs = try script.run(
            Self.fruits + """
                session.draft.weight = 60
                local gone = session:attempt_dismiss()
                local same = session:dialog().title == stet.dialog.current():title()
                session:choose "Keep editing"
                local after = stet.dialog.current()
                session:attempt_dismiss()
                local _, message = stet.script "dismiss"
                return gone, same, after == nil, message, session:is_open()
                """)
        #expect(
            logs == [
                "false", "true", "true",
                "dismiss: the dialog “fig has changes” waits for an answer",
                "true",
            ])
        #expect(script.host.unfinishedDialogs.count == 1)
        try script.run("stet.dialog.current():choose 'Discard'")
        #expect(script.host.unfinishedDialogs == [])
    }

    @Test func aCleanSessionIsSwipedAwayAndASheetOverItComesFirst() throws {
        let logs = try StageScript.run(
            Self.fruits + """
                local sheet = stet.sheet { name = "note" }
                stet.script "swipe"
                note(sheet:is_presented(), session:is_open())
                stet.script "swipe"
                note(session:is_open())
                return take():match("sheet_dismissed note gesture"), take():match("x"),
                  tostring(session:is_open())
                """)
        #expect(logs == ["sheet_dismissed note gesture", "nil", "false"])
    }
}
