import Testing

@Suite("Dialogs in batch runs")
struct DialogTests {
    private static let script = """
        local groups = stet.collection { fields = { "id" } }
        stet.flow(function()
          print("chose", stet.ask { title = "Go on?", buttons = { "Yes", "No" } })
        end)
        """

    @Test("A dialog that nobody answers is an error that names it")
    func unanswered() throws {
        let folder = try Folder(["s.lua": Self.script])
        let command = try folder.stet("run", "s.lua")
        #expect(command.status == 1)
        #expect(command.output == "")
        #expect(
            command.errors
                == "stet: the dialog “Go on?” was not answered; stet.script{ \"choose …\" } chooses "
                + "Yes or No\n")
        let piped = try Command.stet(input: "stet.dialog.alert { title = 'Note' }\n")
        #expect(piped.status == 1)
        #expect(piped.errors.contains("the dialog “Note” was not answered"))
    }

    @Test("What a script answers beforehand is used when it is asked")
    func answered() throws {
        let folder = try Folder(["s.lua": "stet.script 'choose No'\n" + Self.script])
        let command = try folder.stet("run", "s.lua")
        #expect(command.output == "chose\tNo\t2\n")
        #expect(command.errors == "")
        #expect(command.status == 0)
    }

    @Test("Input that nothing took, and a handler that raised, are told of")
    func leftOver() throws {
        let folder = try Folder([
            "s.lua": "local r = stet.ref(true)\n"
                + "stet.dialog.alert { title = 'a\\27[31mb', is_presented = r }\nstet.script 'ok'\n"
                + "stet.sheet { content = function() error('lost', 0) end }\nstet.script 'swipe'"
        ])
        let command = try folder.stet("run", "s.lua")
        #expect(command.status == 1)
        #expect(command.errors.contains("stet: content of sheet: lost\n"))
        #expect(command.errors.contains("the input “swipe” was not used"))
        #expect(!command.errors.contains("\u{1B}"))
    }

    @Test("A script may end inside a handler")
    func exits() throws {
        let folder = try Folder([
            "s.lua": "stet.sheet { content = function() stet.exit(7) end }\nprint 'not reached'"
        ])
        let command = try folder.stet("run", "s.lua")
        #expect(command.status == 7)
        #expect(command.output == "")
        #expect(command.errors == "")
    }
}
