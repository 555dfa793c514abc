import Foundation
import Testing

/// Sessions, sheets, dialogs, lists and split views before a person, whoever opened them.
@Suite struct StageCommandTests {
    private func fruits(_ input: String) throws -> PipedPrompt {
        try PipedPrompt([PromptFiles.fruits, PromptFiles.rules], input)
    }

    private func groups(_ input: String) throws -> PipedPrompt {
        try PipedPrompt([PromptFiles.groups], input)
    }

    // MARK: Sessions

    @Test(arguments: [".edit b", "it:edit 'b'", "s = it:edit('b')"])
    func aSessionIsTheSameWhoeverOpensIt(opening: String) throws {
        let edited = try fruits(
            "\(opening)\nweight = -3\n.sheet\nweight = 120\n.sheet\n.save\nit:get('b').weight\n.sheet\n"
        )
        #expect(edited.output.contains("Banana\n  id      b\n  name    Banana\n  weight  118 g\n"))
        #expect(edited.output.contains("  weight  -3 g  ⚠ must be above 0\n"))
        #expect(edited.output.contains("session   Banana*  edit, not valid; .save .cancel"))
        #expect(edited.output.contains("session   Banana*  edit; .save .cancel"))
        #expect(edited.output.hasSuffix("120\n"))
        #expect(edited.errors.contains("nothing lies over the records"))
    }

    @Test func sessionsLieOverEachOtherAndGoWhenTheyEnd() throws {
        let nested = try fruits(
            """
            a, b = it:edit "a", it:edit "b"
            name = "Bananas"
            .sheet
            .save
            name = "Apples"
            a:is_dirty(), b:is_open()
            a:save()
            .sheet
            name
            """)
        #expect(nested.output.contains("session   Apple     edit;"))
        #expect(nested.output.contains("session   Bananas*  edit;"))
        #expect(nested.output.contains("1: true\n2: false\n"))
        #expect(nested.errors.contains("nothing lies over the records"))
        #expect(!nested.output.hasSuffix("Apples\"\n"))
    }

    @Test func rulesNameTheRecord() throws {
        let byFunction = try fruits(".edit b\nname = 'Plantain'\n.sheet\n.view c\n")
        #expect(byFunction.output.hasPrefix("Banana\n"))
        #expect(byFunction.output.contains("session   Plantain*"))
        #expect(byFunction.errors.contains("“Plantain” has changes; .save, .cancel or .revert"))
        let byField = try PipedPrompt(
            [PromptFiles.fruits, ("fruits.rules.lua", "return { key = 'id', title = 'color' }")],
            ".edit b\n.view a\n.add id=x\n")
        #expect(byField.output.contains("yellow\n  id      b\n"))
        #expect(byField.output.contains("red\n  id      a\n"))
        #expect(byField.output.contains("new record\n  id      x\n"))
    }

    @Test func aValueOfAnotherTypeIsRefusedAndATypedOneIsKept() throws {
        let lua = try fruits(".edit b\nweight = 'x'\n")
        #expect(
            lua.errors == "stet: line 2: weight takes an integer; the text “x” was given\n")
        #expect(lua.status == 1)
        let typed = try fruits(".edit b\n.set weight 12x\n.set color blue\n.save\n")
        #expect(typed.output.contains("  weight  12x g  ⚠ \"12x\" is not an integer\n"))
        #expect(
            typed.output.contains("  color  blue  ⚠ \"blue\" is not one of red, yellow, green\n"))
        #expect(typed.errors.contains("not saved: 2 things are wrong\n"))
        #expect(
            typed.errors.contains(
                "  weight \"12x\" is not an integer\n  color \"blue\" is not one of"))
        let parsed = try fruits(".edit b\n.set weight 12\nmath.type(weight)\n.revert\nweight\n")
        #expect(parsed.output.contains("\"integer\"\n"))
        #expect(parsed.output.hasSuffix("118\n"))
        let viewed = try fruits(".view b\n.set weight 12\n")
        #expect(viewed.errors.contains("this session is read-only"))
    }

    @Test func aFormNeedsAPerson() throws {
        for command in [".edit b --form", ".add --form", ".edit --form"] {
            let refused = try fruits(command + "\n")
            #expect(refused.errors.contains("a form is filled in on a terminal"))
            #expect(refused.status == 1)
        }
    }

    // MARK: Dialogs

    @Test func aDirtySessionIsAnsweredByNumberLabelOrEscape() throws {
        let answered = try fruits(
            """
            .edit b
            weight = 5
            .swipe
            3
            .swipe
            .cancel
            .swipe
            .choose keep editing
            .sheet
            .swipe
            2
            it:get("b").weight
            """)
        #expect(answered.output.contains("Banana has changes\n  1  Discard\n  2  Save\n"))
        #expect(answered.errors.contains("“Banana has changes”: Keep editing"))
        #expect(answered.output.contains("session   Banana*  edit;"))
        #expect(answered.output.hasSuffix("5\n"))
    }

    @Test func aNumberIsLuaWhereNoDialogIsShown() throws {
        #expect(try fruits(".edit b\n2\n").output.hasSuffix("2\n"))
        #expect(try fruits(".edit b\nweight = 1\n.swipe\n4\n").output.hasSuffix("4\n"))
    }

    @Test func aDialogThatNobodyAnsweredIsNamed() throws {
        let session = try fruits(".edit b\nweight = 5\n.swipe\n")
        #expect(session.errors.contains("the dialog “Banana has changes” was not"))
        #expect(session.status == 1)
        let script = try fruits("stet.dialog.alert{ title = 'Mind' }\n")
        #expect(script.errors.contains("the dialog “Mind” was not answered"))
        #expect(script.status == 1)
        let answered = try fruits("stet.dialog.alert{ title = 'Mind' }\n.ok\n")
        #expect(answered.errors.contains("“Mind”: OK"))
        #expect(answered.status == 0)
    }

    @Test func aScriptThatAsksGoesOnWithTheAnswer() throws {
        let asked = try fruits(
            """
            stet.flow(function() how = stet.ask{ title = "How?", buttons = { "Well", "Badly" } } end)
            .choose badly
            how
            """)
        #expect(asked.output.contains("How?\n  1  Well\n  2  Badly\n"))
        #expect(asked.output.hasSuffix("\"Badly\"\n"))
    }

    // MARK: Sheets

    private static let sheet = """
        sheet = stet.sheet{ name = "settings", modal = true, \
        pages = { { title = "Size" }, \
        { title = "Colour", validate = function() return ok and {} or "choose one" end } }, \
        on_attempt = function(sheet) stet.dialog{ title = "Lose them?", buttons = { \
        { role = "destructive", label = "Lose", action = function() sheet:dismiss() end }, \
        { role = "cancel" } } } end, on_dismiss = function(reason) why = reason end }

        """

    @Test func aSheetIsTurnedPageByPage() throws {
        let turned = try fruits(
            Self.sheet
                + ".sheet\n.next_page\n.back\n.next_page\nok = true\n.next_page\nwhy\n.sheet\n")
        #expect(turned.errors.contains("sheet “settings” is presented, page 1 of 2: Size"))
        #expect(
            turned.output.contains(
                "sheet     settings  page 1 of 2: Size, modal; .next_page .back .dismiss\n"))
        #expect(turned.errors.contains("sheet “settings”, page 2 of 2: Colour\n"))
        #expect(turned.errors.contains("sheet “settings” is finished\n"))
        #expect(turned.output.hasSuffix("\"inside\"\n"))
        let refused = try fruits(Self.sheet + ".next_page\n.next_page\n")
        #expect(refused.errors.contains("choose one"))
        #expect(refused.status == 1)
    }

    @Test func aModalSheetStaysUntilItsDialogSaysOtherwise() throws {
        let swiped = try fruits(Self.sheet + ".swipe\n.cancel\n.sheet\n.swipe\n1\nwhy\n")
        #expect(swiped.errors.contains("sheet “settings” is modal and stays\n"))
        #expect(swiped.output.contains("Lose them?\n  1  Lose\n  2  Cancel\n"))
        #expect(swiped.errors.contains("“Lose them?”: Cancel\n"))
        #expect(swiped.output.contains("sheet     settings"))
        #expect(swiped.errors.contains("“Lose them?”: Lose\nsheet “settings” has gone (inside)\n"))
        #expect(swiped.output.hasSuffix("\"inside\"\n"))
        #expect(try fruits(Self.sheet + ".dismiss\nwhy\n").output.hasSuffix("\"inside\"\n"))
        let blocked = try fruits(Self.sheet + ".swipe\n.swipe\n")
        #expect(blocked.errors.contains("the dialog “Lose them?” waits for an answer"))
    }

    @Test func aSessionThatASheetOpensLiesOverIt() throws {
        let opened = try fruits(
            """
            sheet = stet.sheet{ name = "editor", content = function() s = it:edit "b" end }
            .sheet
            .swipe
            .sheet
            .swipe
            """)
        let order = try #require(opened.output.range(of: "sheet     editor"))
        let over = try #require(opened.output.range(of: "session   Banana"))
        #expect(order.lowerBound < over.lowerBound)
        #expect(opened.errors.hasSuffix("sheet “editor” has gone (gesture)\n"))
    }

    // MARK: Menus

    @Test func aMenuTellsAbsentFromDisabled() throws {
        let shown = try fruits(
            """
            .menu b
            no_delete = it:menu("b", { on_delete = false, can_edit = function() return false end })
            .menu
            """)
        #expect(shown.output.contains("b\n  view    View\n  edit    Edit\n  delete  Delete\n"))
        #expect(
            shown.output.contains("  edit    disabled for this record\n  delete  absent\n"))
        let disabled = try fruits(
            "m = it:menu('b', { can_delete = function() return false end })\n.menu b delete\n")
        #expect(disabled.errors.contains("delete is disabled for this record"))
        #expect(disabled.status == 1)
    }

    @Test func aMenuEditsAndDeletes() throws {
        let edited = try fruits(".menu b edit\nweight = 5\n.save\nit:get('b').weight\n")
        #expect(edited.output.hasSuffix("5\n"))
        let kept = try fruits(".menu b delete\n.cancel\n.sheet\n#it\n")
        #expect(kept.output.contains("Delete Banana?\n  1  Delete\n  2  Keep\n"))
        #expect(kept.errors.contains("nothing lies over the records"))
        #expect(kept.output.hasSuffix("3\n"))
        let deleted = try fruits(".menu b delete\n1\n#it\n.undo\n#it\n")
        #expect(deleted.output.hasSuffix("2\n3\n"))
        let inSession = try fruits(".edit b\n.menu\n.menu delete\n.choose delete\n#it\n.undo\n")
        #expect(inSession.output.contains("  view    View\n"))
        #expect(inSession.output.contains("2\n"))
    }

    // MARK: Lists

    private static let list = """
        list = it:list{ sections = "color", title = "name", copyable = true, selectable = true, \
        auto_deselect = false, detail = "weight", \
        accessory = stet.accessory.switch_toggle(false, function(value) is_on = value end), \
        edit_actions = { { title = "Drop", selection = function(_, _, r) it:delete(r) end } } }

        """

    @Test func rowsOfAListAreReached() throws {
        let used = try fruits(
            Self.list
                + """
                .mode csv
                .row
                .row 1.1
                .row 1.1 toggle
                is_on
                .row reload
                .row 1.1
                .row 1.1 toggle off
                .row 1.1 copy
                .row 1.1 select
                .select
                .sections
                .row 1.2 perform Drop
                #it
                .undo
                """)
        #expect(used.output.contains("  1.1  Apple"))
        #expect(used.output.contains("1.1  Apple\n  182\n  a switch, off: toggle\n  actions Drop"))
        #expect(used.errors.contains("1.1 “Apple”: on\n"))
        #expect(used.output.contains("true\n1.1  Apple\n  182\n  a switch, on: toggle\n"))
        #expect(used.errors.contains("list: reloaded\n1.1 “Apple”: off\n"))
        #expect(used.errors.contains("list: 1.1 “Apple” is chosen\n"))
        #expect(used.output.contains("182\n1.1  Apple\nsection,header,rows\n1,red,2\n2,yellow,1\n"))
        #expect(used.errors.contains("list: 1 removed\n"))
        #expect(used.output.hasSuffix("2\n"))
    }

    @Test(arguments: [
        (".row 9.9", "no section 9: there are 2"), (".row 1.9 copy", "no row 1.9"),
        (".row 1.1 tap", "Apple"), (".row 1.1 choose 2", "Apple"),
        (".row 1.1 perform Nothing", "Nothing"), (".row 1.1 dance", "a row can select"),
        (".row 1.1 toggle maybe", "a switch is on or off"),
    ])
    func whatARowCannotDoIsSaid(line: String, message: String) throws {
        let refused = try fruits(Self.list + line + "\n")
        #expect(refused.errors.contains(message), "\(refused.errors)")
        #expect(refused.status == 1)
    }

    // MARK: Split views

    @Test func aTreeOfRecordsIsMovedIn() throws {
        let moved = try groups(".tree\n.select x1\n.select\n.collapse g1\n.expand g1\n.deselect\n")
        #expect(
            moved.output.hasPrefix(
                "  ▾ Fruit  (g1)\n      Same  (x1)\n  ▾ Vegetables  (g2)\n      Same  (x2)\n"))
        #expect(moved.errors.contains("sidebar: x1 selected\n"))
        #expect(moved.output.contains("x1 selected\n  ▸ Fruit  (g1)\n  ▾ Vegetables"))
        #expect(moved.output.contains("  ▾ Fruit  (g1)\n>     Same  (x1)\n"))
        #expect(moved.errors.hasSuffix("sidebar: nothing selected\n"))
        let wrong = try groups(".tree\n.select x9\n")
        #expect(wrong.errors.contains("no item has the id “x9”\n.select x9\n        ^^"))
    }

    @Test func aViewOfAScriptIsMovedIn() throws {
        let moved = try fruits(
            """
            view = stet.split_view{ columns = 3, items = { { id = 1, title = "A", \
            children = { { id = 11, title = "N" } } }, { id = 2, title = "B" } }, \
            detail = function(item) return item.title end } \
            view:destination("note", function(id) return "note " .. id end)
            .select 1
            .select 11
            .push note:3
            .back
            .visibility detail_only
            .visibility
            view:selection("content"), #view:path()
            .close
            .select 1
            """)
        #expect(moved.output.contains("\"N\"\n\"note 3\"\n"))
        #expect(moved.errors.contains("sidebar: 1 selected\ncontent: 11 selected\n"))
        #expect(moved.errors.contains("detail: the path is note:3\ndetail: the path is empty\n"))
        #expect(moved.output.contains("detail_only: detail shown, regular at 80 columns\n"))
        #expect(moved.output.contains("1: 11\n2: 0\n"))
        #expect(moved.errors.contains("no list, split view or table of records is open"))
    }

    @Test(arguments: [
        (".tree", "is no tree"), (".select a", "no list, split view or table of records is open"),
        (".back", "no split view is open"), (".visibility", "no split view is open"),
        (".row", "no list is open"), (".sections", "no list is open"),
        (".swipe", "nothing lies over the records"), (".choose 1", "no dialog is shown"),
        (".ok", "no dialog is shown"), (".dismiss", "no sheet is open"),
        (".next_page", "no sheet is open"), (".menu", "usage: .menu KEY [ITEM]"),
        (".menu b drop", "a menu has the items view, edit and delete"),
        (".menu x", "no record has the key “x”"),
        (".close", "no list, split view, table of records or menu"),
        (".push note", "TYPE:ID is wanted"),
    ])
    func whatIsNotThereIsSaid(line: String, message: String) throws {
        let refused = try fruits(line + "\n")
        #expect(refused.errors.hasPrefix("stet: line 1: "))
        #expect(refused.errors.contains(message), "\(refused.errors)")
        #expect(refused.status == 1)
    }

    // MARK: All of it

    /// One walk over every part, as a person types it.
    @Test func theAcceptanceWalk() throws {
        let walked = try PipedPrompt(
            [
                (
                    "boxes.csv",
                    "id,title,parent,weight\ng1,Hall,,1\ng2,Attic,,1\nb7,Lamps,g2,9\n"
                ),
                (
                    "boxes.rules.lua",
                    "return { key = 'id', title = 'title', fields = { 'id', { 'weight', "
                        + "type = 'integer', above = 0 } } }"
                ),
            ],
            """
            .tree
            .select g2
            stet.events()[#stet.events() - 1], stet.events()[#stet.events()]
            keys = {}
            s = it:edit("b7", { on_save = function(ctx, draft) \
            keys[#keys + 1] = ctx.original_key .. " to " .. draft.id end })
            .set weight 0
            s:save()
            .set weight 12
            .set id b8
            .set title Lights
            .swipe
            .choose Keep editing
            s:is_dirty(), s:title(), s:changes()[1].field
            .save
            keys[1], #keys, it:get("b8").weight, it:get("b7"), it:at(3).id
            .add
            .swipe
            #it
            m = it:menu("b8", { can_delete = function() return false end })
            m:run "delete"
            .close
            .menu b8 delete
            1
            #it
            list = stet.data_source{ sections = { { rows = { { "Lamp", copyable = true, \
            accessory = stet.accessory.switch_toggle(false) } } } } }
            .row 1.1 toggle
            .row reload
            .row 1.1
            .row 1.1 copy
            .undo
            .undo
            """)
        #expect(walked.output.contains("  ▾ Attic  (g2)\n      Lamps  (b7)\n"))
        #expect(walked.errors.contains("sidebar: g2 selected\n"))
        #expect(
            walked.output.contains(
                "1: \"path_changed(detail, [])\"\n2: \"detail_changed(selection, g2)\"\n"))
        #expect(walked.output.contains("Lamps\n  id      b7\n"))
        #expect(walked.output.contains("  weight  0  ⚠ must be above 0\n"))
        #expect(walked.output.contains("1: nil\n2: \"weight must be above 0\"\n"))
        #expect(walked.output.contains("Lights has changes\n  1  Discard\n"))
        #expect(walked.output.contains("1: true\n2: \"Lights\"\n3: \"id\"\n"))
        #expect(walked.output.contains("1: \"b7 to b8\"\n2: 1\n3: 12\n4: nil\n"))
        #expect(walked.output.contains("5: \"b8\"\n") || walked.output.contains("6: \"b8\"\n"))
        #expect(walked.errors.contains("“new record” is closed\n"))
        #expect(walked.output.contains("3\n1: nil\n2: \"delete is disabled for this record\"\n"))
        #expect(walked.output.contains("Delete Lights?\n  1  Delete\n  2  Keep\n2\n"))
        #expect(walked.errors.contains("1.1 “Lamp”: on\nlist: reloaded\n"))
        #expect(
            walked.output.contains(
                "1.1  Lamp\n  a switch, on: toggle\n  can be copied: copy\nLamp\n"))
        #expect(walked.errors.hasSuffix("undone: update: 1 changed; .redo makes it again\n"))
        #expect(walked.status == 0)
    }
}
