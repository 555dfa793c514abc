-- A fruit editor: one session a record, with a quince that nobody may edit and a mother tree that
-- nobody may delete.
--
--   stet run examples/sessions/fruit_editor.lua

local folder = arg[0]:match("^(.*)/") or "."
local fruits = assert(stet.open(folder .. "/garden.csv"))

local config = {
  can_edit = function(fruit) return fruit.id ~= "qui" end,
  can_delete = function(fruit) return fruit.note ~= "the mother tree" end,
  validate_indicator = function(ok) return ok and "ok" or "!!" end,

  -- One check of a field beyond the rules: it looks at another field, too.
  fields = {
    season = function(season, fruit)
      return not (season == "winter" and (fruit.grams or 0) > 500), "no such fruit survives the frost"
    end,
  },

  -- The check of the whole record, in each save.
  on_validate = function(ctx, fruit)
    if fruit.name == "Medlar" and fruit.season == "summer" then
      return { "medlars ripen late", "they want a frost before they are eaten" }
    end
  end,

  on_save = function(ctx, fruit)
    print("  saving " .. fruit.name .. (ctx.is_add and ", which is new" or ", once " .. ctx.original_key))
  end,
  on_cancel = function(ctx, fruit) print("  giving up on " .. (fruit.name or "a blank")) end,
}

local function show(session)
  print(session:title() .. (session:is_dirty() and "*" or ""))
  for _, field in ipairs(session:fields()) do
    local line = ("  %s %-6s %s"):format(
      session:indicator(field), field, session:text(field) or "")
    for _, message in ipairs(session:messages(field)) do line = line .. "  <- " .. message end
    print((line:gsub("%s+$", "")))
  end
end

local function tell(...)
  local done, message = ...
  print(done and "  done" or "  refused: " .. message:gsub("\n\n", "; "))
end

print("1. What was typed is kept, right or wrong")
local greengage = fruits:edit("gre", config)
greengage:set_text("grams", "a handful")
show(greengage)
tell(greengage:save())

print("2. Set right, and given another key, it stays in its place")
greengage.draft.grams = 36
greengage.draft.id = "grg"
greengage.draft.name = "Reine Claude"
show(greengage)
tell(greengage:save())
print("  " .. table.concat(fruits:column("id"), " "))

print("3. A key that is in use is refused")
local mirabelle = fruits:edit("mir", config)
mirabelle.draft.id = "grg"
tell(mirabelle:save())
mirabelle:undo()

print("4. What has changes is not waved away")
mirabelle.draft.grams = 11
local gone, question = mirabelle:attempt_dismiss()
print("  " .. question .. ":")
for _, button in ipairs(mirabelle:dialog().buttons) do print("  - " .. button.label) end
mirabelle:choose("Discard")
print("  still " .. fruits:get("mir").grams .. " g")

print("5. The quince may not be edited")
print("  " .. tostring(fruits:menu("qui", config)))
tell(fruits:edit("qui", config))
tell(fruits:menu("qui", config):run("edit"))

print("6. The medlar may not be deleted, nor ripen in summer")
local medlar = fruits:edit("med", config)
tell(medlar:delete())
medlar.draft.season = "summer"
tell(medlar:save())
medlar:revert()
medlar:close()

print("7. A new fruit: a blank is wrong from the start")
local new = fruits:add({ season = "winter" }, config)
print("  invalid: " .. table.concat(new:invalid_fields(), ", "))
new.draft.id = "cit"
new.draft.name = "Citron"
new.draft.grams = 900
show(new)
new.draft.season = "autumn"
tell(new:save())

print("8. What a commit would write")
print(fruits:diff())
fruits:revert()
