import Testing

@testable import StetScripting

private let shelves = """
    local items = {
      { id = "s1", title = "Travel", children = {
        { id = "t1", title = "Rivers", children = { { id = "b1", title = "Atlas" } } },
        { id = "t2", title = "Roads", children = { { id = "b2", title = "Atlas" } } } } },
      { id = "s2", title = "Cookery", children = {} },
      { id = "s3", title = "Poems" },
    }
    local function view(options)
      options.items = items
      options.detail = function(item) return "detail of " .. item.title end
      options.placeholder = "choose something"
      local view = stet.split_view(options)
      view:destination("note", function(id) return "note " .. id end)
      return view
    end

    """

@Suite("Split views in scripts")
struct SplitViewScriptTests {
    private func run(_ script: String) throws -> [String] {
        try StageScript.run(shelves + script)
    }

    @Test func row23SelectionByIdAndPlaceholder() throws {
        let logs = try run(
            """
            local v = view { resolve = "tree" }
            note(v:shown(), v:detail_source())
            v:select("b1")
            note(v:shown(), v:detail_source())
            note(v:parent("b1").title, v:parent("b2").title, v:item("b2").title, #v:ancestors("b2"))
            local first = take()
            v:select("b2")
            v:select("b9")
            note(v:shown())
            v:deselect()
            note(v:selection())
            note(v:select(7))
            note(v:select({ "s1", "s2" }))
            return first, take()
            """)
        #expect(
            logs == [
                """
                choose something placeholder
                selection_changed sidebar [b1]
                path_changed detail []
                detail_changed selection b1
                detail of Atlas selection b1
                Rivers Roads Atlas 2
                """,
                """
                selection_changed sidebar [b2]
                path_changed detail []
                detail_changed selection b2
                selection_changed sidebar [b9]
                selection_unresolved sidebar b9
                path_changed detail []
                detail_changed placeholder
                choose something
                selection_changed sidebar []
                path_changed detail []
                detail_changed placeholder
                nil
                nil the id 7 is a number; the items' are texts
                nil only one item can be selected
                """,
            ])
    }

    @Test func row24PathReset() throws {
        let logs = try run(
            """
            local v = view {}
            v:select("s1")
            v:push("note", 3)
            v:push("note", 4)
            note(#v:path(), v:path()[2].type, v:path()[2].id, v:shown())
            v:select("s1")
            note(#v:path())
            note(v:pop(3))
            note(#v:path())
            v:select("s2")
            note(#v:path())
            note(v:push("map", 1))
            local keeping = view { reset_path_on_selection = false }
            keeping:select("s1")
            keeping:push("note", 1)
            keeping:select("s2")
            note(#keeping:path())
            local kept = {}
            for line in take():gmatch("[^\\n]+") do
              if not line:find("_changed") then kept[#kept + 1] = line end
            end
            return table.concat(kept, "; ")
            """)
        #expect(
            logs == [
                "2 note 4 note 4; 2; nil the path holds 2, so 3 cannot be taken off; 2; 0; "
                    + "nil no destination shows a map (map:1); there are some for: note; 1"
            ])
    }

    @Test func row25Links() throws {
        let logs = try run(
            """
            local v = view {}
            v:select("s1")
            take()
            local help = v:link { label = "Help", is_detail_link = false,
              view = function() return "help" end }
            note(help:follow())
            note(v:shown("sidebar"), v:shown())
            local news = v:link { label = "News", view = function() return "news" end }
            note(news:follow())
            note(v:shown(), v:detail_source(), v:selection())
            local inner = v:link { value = { type = "note", id = 7 }, column = "detail" }
            note(inner:label(), inner:follow())
            note(v:shown())
            note(v:link({ value = { type = "map", id = 1 } }):follow())
            v:select("s2")
            note(v:shown(), #v:path())
            return take()
            """)
        #expect(
            logs == [
                """
                path_changed sidebar [Help]
                true
                help detail of Travel
                detail_changed link News
                true
                news link s1
                path_changed detail [note:7]
                note:7 true
                note 7
                nil no destination shows a map (map:1); there are some for: note
                selection_changed sidebar [s2]
                path_changed detail []
                detail_changed selection s2
                detail of Cookery 0
                """
            ])
    }

    @Test func row26VisibilityAndCollapse() throws {
        let logs = try run(
            """
            local v = view { columns = 3, width = 120 }
            local function columns() return table.concat(v:visible_columns(), "+") end
            note(columns(), v:size_class())
            v:set_visibility "double_column"
            note(columns())
            v:resize(40)
            note(columns(), v:size_class(), v:visibility())
            v:select("s1")
            note(columns(), v:items("content")[2].title)
            v:select("t2", "content")
            v:push("note", 1)
            note(columns(), v:shown())
            v:back() note(columns(), v:shown())
            v:back() note(columns())
            v:back() note(columns(), v:preferred_compact_column())
            note(v:back())
            v:force_size_class "regular"
            note(columns(), v:selection(), v:selection("content"))
            v:set_visibility "detail_only"
            v:force_size_class()
            v:prefer_compact_column "detail"
            note(columns())
            local two = view { visibility = "double_column" }
            note(two:visibility())
            local kept = {}
            for line in take():gmatch("[^\\n]+") do
              if not line:find("_changed") then kept[#kept + 1] = line end
            end
            return table.concat(kept, "; ")
            """)
        #expect(
            logs == [
                "sidebar+content+detail regular; content+detail; sidebar compact double_column; "
                    + "content Roads; detail note 1; detail detail of Roads; content; "
                    + "sidebar sidebar; nil there is nothing to go back to; "
                    + "content+detail s1 t2; detail; all"
            ])
    }

    @Test func aStateIsSavedAndRestored() throws {
        let logs = try run(
            """
            local v = view {}
            v:select("s1")
            v:push("note", 3)
            v:expand("s1")
            local saved = v:save()
            local other = view {}
            note(other:restore(saved), other:selection(), other:shown(), #other:outline())
            note(other:restore("{"))
            note(other:restore('{"version":1,"selection":{"sidebar":[3]}}'))
            note(other:save() == saved)
            v:link({ label = "News", view = function() end }):follow()
            note(v:save())
            local kept = {}
            for line in take():gmatch("[^\\n]+") do
              if not line:find("_changed") then kept[#kept + 1] = line end
            end
            return table.concat(kept, "; ")
            """)
        #expect(
            logs == [
                "true s1 note 3 5; nil the saved state is not JSON: a name is expected at byte 2; "
                    + "nil the id 3 is a number; the items' are texts; true; "
                    + "nil the view of the link “News” cannot be saved; give the link a value"
            ])
    }

    @Test func aCollectionIsListedAndFollowed() throws {
        let logs = try StageScript.run(
            """
            local groups = stet.collection {
              fields = { "id", "name", "parent" }, rules = { key = "id" },
              records = { { id = 1, name = "Fruit" }, { id = 2, name = "Berries", parent = 1 },
                { id = 3, name = "Nuts" } },
            }
            local v = stet.split_view { columns = 3, items = groups,
              detail = function(group) return group.name end }
            v:select(1)
            v:select(2, "content")
            note(v:shown(), v:selection(), #v:items())
            groups:set(2, { name = "Soft fruit" })
            note(v:shown())
            groups:delete(2)
            note(v:shown(), #v:items("content"))
            local kept = {}
            for line in take():gmatch("[^\\n]+") do
              if not line:find("_changed") then kept[#kept + 1] = line end
            end
            return table.concat(kept, "; ")
            """)
        #expect(
            logs == [
                "Berries 1 2; Soft fruit; selection_unresolved content 2; nil 0"
            ])
    }

    @Test func aListenerMayAskForMoreAndMayFail() throws {
        let logs = try run(
            """
            local v = view {}
            local stop = v:on_change(function(name, column, ids)
              if name == "selection_changed" and ids == "[s1]" then
                note("select", v:select("s2"))
              end
            end)
            local broken = v:on_change(function() error("lost", 0) end)
            v:select("s1")
            note(v:selection())
            stop()
            broken:stop()
            v:select("s1")
            return v:selection(), take():match("handler_error on_change lost")
            """)
        #expect(logs == ["s1", "handler_error on_change lost"])
    }

    @Test(arguments: [
        ("stet.split_view { columns = 4 }", "a split view has two or three columns, not 4"),
        ("stet.split_view { colums = 2 }", "did you mean \"columns\"?"),
        (
            "stet.split_view { visibility = 'detailOnly' }",
            "visibility is one of automatic, all, double_column or detail_only"
        ),
        (
            "stet.split_view { items = { { id = 'a', title = 'A' }, { id = 'b', title = 'B', "
                + "children = { { id = 'a', title = 'C' } } } } }",
            "the id a is there twice: A, and B ▸ C"
        ),
        (
            "local loop = { id = 'a' }; loop.children = { { id = 'b', children = { loop } } }; "
                + "stet.split_view { items = { loop } }", "is an item inside itself?"
        ),
        (
            "stet.split_view { items = { { title = 'A' } } }",
            "an item's id is a text or a whole number, not a nil"
        ), ("stet.split_view({}):select(true)", "id expected, got boolean"),
        ("stet.split_view({}):select('a', 'middle')", "a column is one of"),
        (
            "stet.split_view({}):link { view = print, value = {} }",
            "a link has a view or a value, not both"
        ),
    ])
    func mistakesAreRaised(script: String, message: String) throws {
        let error = try #require(try StageScript.error(script))
        #expect(error.contains(message))
    }
}
