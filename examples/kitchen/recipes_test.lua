-- Tests of rules that name what a plugin has: stet test examples/kitchen

local rules = "recipes.rules.lua"

local function recipe(changes)
  local record = { id = 1, name = "Pear tart", season = "autumn", weight = 900, minutes = 40 }
  for field, value in pairs(changes or {}) do record[field] = value end
  return record
end

test("a recipe passes", function(t)
  t.passes(rules, recipe())
end)

test("a season is one, or several", function(t)
  t.passes(rules, recipe{ season = "autumn/winter" })
  t.finds(rules, recipe{ season = "sprin" }, "validate", "season")
end)

test("a weight is one, and the field has the last word", function(t)
  t.finds(rules, recipe{ weight = -80 }, "min", "weight")
  t.finds(rules, recipe{ weight = 5001 }, "max", "weight")
end)

test("a dough rests three times as long at most", function(t)
  t.passes(rules, recipe{ rest = 120 })
  t.finds(rules, recipe{ rest = 121 }, "validate", "rest")
end)
