-- A market stall's list of fruit. Choosing one opens its sheet, in which a session edits it. A
-- sheet with changes is not waved away: it asks first, and each answer ends as it says.
--
--   stet run examples/sessions/fruit_list.lua

local fruits = stet.collection {
  name = "stall",
  fields = { "id", "name", "cents" },
  rules = {
    key = "id", title = function(fruit) return fruit.name end,
    fields = { { "id" }, { "name", required = true }, { "cents", type = "integer", above = 0 } },
  },
  records = {
    { id = "med", name = "Medlar", cents = 45 },
    { id = "dam", name = "Damson", cents = 12 },
    { id = "bul", name = "Bullace", cents = 9 },
  },
}

-- Which fruit is chosen; nil: none. The sheet comes and goes with it.
local chosen = stet.ref()
local session

stet.sheet {
  name = "fruit", item = chosen,
  content = function(id, sheet)
    -- When the session ends, whichever way, its sheet goes too.
    session = fruits:edit(id, {
      on_save = function(ctx, fruit) print("  saving " .. fruit.name) end,
      on_cancel = function(ctx, fruit) print("  giving up on " .. fruit.name) end,
      on_dismiss = function(reason) sheet:dismiss(reason) end,
    })
    print("  " .. session:title() .. " opens")
  end,
  on_dismiss = function(reason, how)
    session:close()
    print("  the sheet is gone: " .. (how or reason))
  end,
}

local function show()
  for fruit in fruits:each() do
    print(("  %-8s %3d ct"):format(fruit.name, fruit.cents))
  end
end

-- Does what a person would: an input that is refused says why.
local function person(...)
  print("  > " .. table.concat({ ... }, ", "))
  local done, message = stet.script { ... }
  if not done then print("  " .. message) end
  print("  " .. (chosen.value and session:title() .. (session:is_dirty() and "* is open" or " is open")
    or "nothing is open"))
end

print("1. What is not changed is waved away without a question")
chosen.value = "med"
person "swipe"

print("2. With changes it asks, and may stay")
chosen.value = "med"
session.draft.cents = 50
person("swipe", "choose Keep editing")
person("swipe", "choose Discard")
show()

print("3. Saving is one of the answers")
chosen.value = "dam"
session.draft.cents = 15
person("swipe", "choose Save")
show()

print("4. A save that is refused leaves all as it is")
chosen.value = "bul"
session.draft.cents = -1
person("swipe", "choose Save")
session.draft.cents = 10
person("swipe", "choose Save")

print("5. Another choice replaces the sheet")
chosen.value = "med"
chosen.value = "dam"
person "dismiss"
