-- The people file, with declared constraints alone.
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
}
