-- The catalogue of a nursery in three columns: groups, kinds, and the plant itself. Titles repeat,
-- so everything goes by id; on a narrow terminal the columns become one.
--
--   stet run examples/sessions/group_browser.lua

local browser = stet.split_view {
  columns = 3, width = 120,
  items = {
    { id = "trees", title = "Trees", children = {
      { id = "t-pear", title = "Pears", children = {
        { id = "concorde", title = "Concorde" }, { id = "pear-dwarf", title = "Dwarf" } } },
      { id = "t-quince", title = "Quinces", children = {
        { id = "vranja", title = "Vranja" }, { id = "quince-dwarf", title = "Dwarf" } } } } },
    { id = "bushes", title = "Bushes", children = {
      { id = "b-currant", title = "Currants", children = { { id = "baldwin", title = "Baldwin" } } },
      { id = "b-empty", title = "Gooseberries", children = {} } } },
    { id = "tools", title = "Tools" },
  },
  detail = function(plant) return "all about " .. plant.title .. " (" .. plant.id .. ")" end,
  placeholder = "choose a plant",
}
browser:destination("grower", function(id) return "grower no. " .. id end)
browser:destination("photo", function(id) return "photo " .. id end)

local function show()
  local columns = browser:visible_columns()
  local what = browser:shown()
  if columns[#columns] ~= "detail" then
    local titles = {}
    for i, item in ipairs(browser:items(columns[#columns])) do titles[i] = item.title end
    what = table.concat(titles, ", ")
  end
  print("  [" .. table.concat(columns, " | ") .. "] " .. what)
end

-- What the view tells of itself.
local stop = browser:on_change(function(event, ...)
  print("  . " .. event .. " " .. table.concat({ ... }, " "))
end)

print("1. The outline")
for _, id in ipairs { "trees", "t-pear", "t-quince", "bushes" } do browser:expand(id) end
for _, row in ipairs(browser:outline()) do
  local mark = row.is_expanded == nil and " " or row.is_expanded and "-" or "+"
  print(("  %s%s %s"):format(("  "):rep(row.depth), mark, row.title))
end

print("2. Two plants of one title are two plants")
browser:select "trees"
browser:select("pear-dwarf", "content")
show()
browser:select("quince-dwarf", "content")
show()

print("3. Another choice empties the path, and then the detail is made")
browser:push("grower", 7)
browser:push("photo", "row 3")
show()
browser:select("vranja", "content")
show()

print("4. A link shows its target over what is chosen, until the choice changes")
local news = browser:link { label = "Spring offers", view = function() return "offers of the spring" end }
news:follow()
show()
browser:select("concorde", "content")
show()
print("  " .. select(2, browser:link { value = { type = "map", id = 1 } }:follow()))

print("5. A narrow terminal has one column; what is chosen stays")
stop()
browser:push("grower", 9)
browser:resize(40)
show()
for _ = 1, 3 do
  browser:back()
  show()
end
print("  " .. select(2, browser:back()))
browser:resize(120)
show()

print("6. Where it was can be written down")
browser:push("grower", 9)
local saved = browser:save()
print("  " .. saved)
browser:select "tools"
show()
browser:restore(saved)
show()
