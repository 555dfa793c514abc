-- The people file, with the types and the key declared and every other rule a Lua function.
local codes = {}
for _, code in ipairs { --[[CODES]] } do codes[code] = true end

return {
  key = "id",
  fields = {
    { "id", type = "integer" },
    { "name" },
    { "email", validate = function(email)
      return email:find("^[%w._%%+-]+@[%w.-]+%.%a%a+$"), "is not an address"
    end },
    { "age", type = "integer", validate = function(age)
      return age >= 0 and age <= 120, "must be from 0 to 120"
    end },
    { "weight", type = "number", validate = function(weight)
      return weight >= 0 and weight <= 500, "must be from 0 to 500"
    end },
    { "country", validate = function(country)
      return codes[country], "is no country's code"
    end },
    { "joined", type = "date" },
  },
  validate = function(ctx, person)
    if person.name and person.email and person.age and person.weight and person.country
      and person.joined then
      return
    end
    local findings = {}
    for _, field in ipairs { "name", "email", "age", "weight", "country", "joined" } do
      if person[field] == nil then
        findings[#findings + 1] = { field = field, message = "is missing" }
      end
    end
    return findings
  end,
}
