-- The account screen of a town library: sections and rows with a switch, segments, actions and a
-- cell of its own. What a reader would do with a finger, the calls below do by hand.

local reader = { name = "Ines Okoro", card = "L-20417", reminders = false, size = "medium" }

-- A cell of our own: so many of the allowed loans, as a bar.
stet.cells.register("meter", function(row, width)
  local bar = math.min(20, width)
  local full = math.floor(bar * row.context.used / row.context.allowed + 0.5)
  return { row.text, ("#"):rep(full) .. ("."):rep(bar - full) }
end)

local screen -- the list

local function loan(title, due)
  return stet.row{
    uuid = title, text = title, detail_text = due,
    edit_actions = {
      { "Renew", edge = "leading", selection = function(row, path)
        screen:update(function(sections) sections[path.section].rows[path.row].detail_text = "in 4 weeks" end)
      end },
      { "Return", style = "destructive", selection = function(row, path)
        screen:update(function(sections) table.remove(sections[path.section].rows, path.row) end)
      end },
    },
  }
end

-- Turning reminders on brings two rows that were not there before.
local function reminders(value, row, path)
  reader.reminders = value
  screen:update(function(sections)
    local rows = sections[path.section].rows
    if value then
      table.insert(rows, path.row + 1, stet.row{ uuid = "mail", text = "By letter",
        accessory = stet.accessory.checkmark_placeholder })
      table.insert(rows, path.row + 2, stet.row{ uuid = "text", text = "By text message",
        accessory = stet.accessory.checkmark })
    else
      table.remove(rows, path.row + 1)
      table.remove(rows, path.row + 1)
    end
  end)
end

screen = stet.data_source{
  sections = {
    { header = "Reader", footer = "Show the card number at the desk.", rows = {
      { "Name", detail_text = reader.name, accessory = "disclosure_indicator",
        selection = function(row) print("-> the name is edited") end },
      { "Card", detail_text = reader.card, copyable = true },
      { "Loans", cell = "meter", context = { used = 3, allowed = 8 } },
    } },
    { uuid = "settings", header = "Settings", rows = {
      { uuid = "reminders", text = "Remind me", accessory = stet.accessory.switch_toggle(false, reminders) },
      { "Letters", accessory = stet.accessory.segmented_control({ "small", "medium", "large" }, 2,
        function(place, title) reader.size = title end) },
    } },
    { header = "On loan", index_title = "L", rows = {
      loan("The Tide Tables", "tomorrow"), loan("Moss", "in 9 days"), loan("A Winter Atlas", "in 2 weeks"),
    } },
    { rows = { { "Sign out", cell = "button", selection = function() print("-> signed out") end } } },
  },
  delegate = { did_select = function(row, path) print(("-> chosen: %d.%d"):format(path[1], path[2])) end },
}

local function draw(title)
  print("== " .. title)
  print(screen:render{ width = 44 })
end

draw "as it opens"

assert(screen:toggle "reminders")
assert(screen:choose_segment("2.4", "large"))
draw("reminders: " .. tostring(reader.reminders) .. ", letters: " .. reader.size)

assert(screen:perform("Moss", "Renew"))
assert(screen:perform("The Tide Tables", "Return"))
assert(screen:toggle("reminders", false))
draw "renewed, returned, reminders off"

print "== what is touched"
assert(screen:select "1.1")
assert(screen:select{ 4, 1 })
print("copied:", screen:copy "1.2")
print("loans are section", screen:jump "L")

print "== what is refused"
print(screen:select "1.2")
print(screen:copy "1.1")
print(screen:toggle "1.1")
print(screen:perform("Moss", "Burn"))
print(screen:select "3.3")

print "== what happened"
for _, event in ipairs(screen:events()) do
  -- The uuids of rows without a name are new each time.
  if not event:find "%x%x%x%x%-%x%x%x%x" then print(event) end
end
