import Testing

@testable import StetScripting

@Suite("Lists and tables of records in scripts")
struct CollectionListScriptTests {
    @Test func aCollectionBecomesSectionsAndRowsAndIsFollowed() throws {
        let got = try listScript(
            fruitScript + """
                local ds = fruits:sort("weight"):list{
                  sections = "color",
                  section = function(color, count) return { header = color .. " " .. count, index_title = color } end,
                  title = "id", detail = function(fruit) return fruit.weight .. " g" end,
                  accessory = function(fruit) return stet.accessory.switch_toggle(fruit.weight > 100) end,
                  selection = function(row, path, fruit) fruits:set(fruit, { weight = fruit.weight + 1 }) end,
                  edit_actions = { { "Delete", selection = function(row, path, fruit) fruits:delete(fruit) end } },
                }
                local before = ds:render{ width = 24 }
                ds:select(fruits:get "kiwi")
                ds:perform(fruits:get "cherry", "Delete")
                fruits:set("melon", { color = "yellow" })
                fruits:undo()
                local after, failure = ds:render{ width = 24 }, ds.failure
                ds:stop()
                fruits:delete "apple"
                return show(before, after, ds:events(), ds:row(fruits:get "melon").record.weight, failure,
                  #ds.sections, message(fruits.list, fruits, { title = "nam" }),
                  message(fruits.list, fruits, { row = print, title = "id" }), fruits:list():render{ width = 9 })
                """)
        #expect(
            got == [
                """
                green 2
                  kiwi        76 g [off]
                  melon     1280 g [on ]
                red 2
                  cherry       8 g [off]
                  apple      182 g [on ]
                """,
                """
                green 2
                  kiwi        77 g [off]
                  melon     1280 g [on ]
                red 1
                  apple      182 g [on ]
                """,
                "row_deselected(2) row_selected(2) rows_diff(1 changed) action_performed(4, Delete) "
                    + "rows_diff(1 removed, 1 section) "
                    + "rows_diff(1 moved, 2 sections) rows_diff(1 moved, 2 sections)",
                "1280", "nil", "2",
                "list: title: there is no field \"nam\"",
                "list: row makes the whole row; title has no use beside it",
                "  kiwi\n  melon",
            ])
    }

    @Test func aTableOfRecordsSortsFiltersPagesAndEdits() throws {
        let got = try listScript(
            fruitScript + """
                local focused = {}
                local t = fruits:table{
                  columns = { { name = "id", title = "Fruit" }, "weight",
                    { name = "kind", value = function(fruit) return fruit.weight > 100 and "big" or "small" end },
                    { name = "length", value = function(fruit) return #fruit.id end } },
                  selection = "multiple", rows_per_page = 3, filter = "weight > 0",
                  can_delete = function(fruit) return fruit.id ~= "apple" end,
                  on_delete = function(records) if #records > 1 then return false, "one at a time" end end,
                  on_move = false,
                  on_focus = function(fruit, entered) focused[#focused + 1] = fruit.id .. tostring(entered) end,
                }
                local function keys(rows)
                  local ids = {}
                  for i, r in ipairs(rows) do ids[i] = r.id end
                  return table.concat(ids, " ")
                end
                t:tap "weight"
                local up = keys(t:rows())
                t:tap "weight"
                local down, mark = keys(t:rows()), t:indicator "weight"
                t:tap "kind"
                local kinds = keys(t:rows())
                t:tap "kind"
                local reversed = keys(t:rows())
                t:toggle "kiwi"; t:toggle "melon"; t:toggle "kiwi"
                t:page(2)
                local page = keys(t:page_rows())
                t:set_filter{ color = "green" }
                local filtered, count, pages = keys(t:rows()), #t, t:page()
                t:set_filter "weight > 100"
                local query = keys(t:rows())
                t:set_filter()
                t:focus "kiwi"; t:focus(); t:sort "-weight"
                return show(up, down, mark, kinds, reversed, page, filtered, count, pages, query,
                  keys(t.selection), second(t:delete "apple"), second(t:delete{ "kiwi", "melon" }),
                  t:can_delete "apple", second(t:move("kiwi")), t:delete "kiwi", #fruits, focused,
                  second(t:page(3)), second(t:set("melon", "weight", "x")), t:set("melon", "weight", 9).weight,
                  select(2, t:sort_state()), t:render{ width = 40 }, second(t:tap "wieght"))
                """)
        #expect(
            Array(got.prefix(22)) == [
                "cherry kiwi apple melon", "melon apple kiwi cherry", "▼",
                "apple melon kiwi cherry",
                "kiwi cherry apple melon", "melon", "kiwi melon", "2", "1", "apple melon", "melon",
                "record apple may not be deleted", "one at a time", "false",
                "the table is sorted by weight: a move would not show in it", "true", "3",
                "kiwitrue kiwifalse",
                "no page 3: there are 1", got[19], "9", "true",
            ])
        #expect(got[19].contains("weight"))
        #expect(
            got[22] == """
                   Fruit    weight ▼  kind    length
                -  -------  --------  ------  --------
                   apple         182  big            5
                ✓  melon           9  small          5
                   cherry          8  small          6
                page 1 of 1
                """)
        #expect(got[23].hasPrefix("the table has no column \"wieght\""))
    }
}
