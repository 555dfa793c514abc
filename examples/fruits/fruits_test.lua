-- Tests of the rules beside this file: stet test examples/fruits

local rules = "fruits.rules.lua"

-- A record that the rules let pass, with some fields changed.
local function fruit(changes)
  local record = { id = "x", name = "Quince", weight = 90, color = "yellow" }
  for field, value in pairs(changes or {}) do record[field] = value end
  return record
end

test("an ordinary fruit passes", function(t)
  t.passes(rules, fruit())
end)

group("names", function()
  test("are there", function(t)
    t.finds(rules, fruit{ name = "" }, "required", "name")
  end)
  test("do not begin with a blank", function(t)
    local found = t.finds(rules, fruit{ name = " Quince" }, "validate", "name")
    t.equal(found[1].message, "starts with a blank")
  end)
end)

test("a red fruit is not that heavy", function(t)
  t.finds(rules, fruit{ color = "red", weight = 501 }, "too heavy", "weight")
  t.passes(rules, fruit{ color = "green", weight = 501 })
end)

test("an unknown color is a warning", function(t)
  local found = t.finds(rules, fruit{ color = "" }, "required", "color")
  t.equal(found[1].severity, "warning")
end)

-- A list of records is held to the rules over all of them, too.
test("a basket can be carried", function(t)
  t.finds(rules, { fruit{ weight = 2600 }, fruit{ id = "y", weight = 2600 } }, "basket")
  t.finds(rules, { fruit(), fruit() }, "key")
end)

test("the table keeps to its rules", function(t)
  t.is_true(t.check("fruits.csv").ok)
  t.equal(t.check("fruits-with-mistakes.csv", { rules = rules }).counts.above, 1)
end)

-- What a test commits is written in a folder that goes with it.
test("weights are rounded", function(t)
  local path = t.copy("fruits.csv", rules)
  t.run("../round_weights.lua", path)
  t.equal(stet.open(path):get("🫐").weight, 2)
end)
