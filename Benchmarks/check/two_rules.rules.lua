-- The people file, with declared constraints and two rules in Lua that read two fields each. Both
-- hold for every record.
local codes = { --[[CODES]] }

return {
  key = "id",
  fields = {
    { "id", type = "integer" },
    { "name", required = true },
    { "email", required = true, pattern = "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}" },
    { "age", type = "integer", required = true, min = 0, max = 120 },
    { "weight", type = "number", required = true, min = 0, max = 500 },
    { "country", required = true, enum = codes },
    { "joined", type = "date", required = true },
  },
  validate = {
    function(ctx, person)
      if person.age and person.weight and person.age < 10 and person.weight > 200 then
        return "too heavy for a child"
      end
    end,
    function(ctx, person)
      if person.country and person.joined and person.joined < "2000-01-01" then
        return person.country .. " joined in 2000"
      end
    end,
  },
}
