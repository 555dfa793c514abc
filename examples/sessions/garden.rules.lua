-- The rules of garden.csv. A session that edits it holds the form to the same ones.

return {
  key = "id",
  title = "name",
  fields = {
    { "id", max_length = 3 },
    { "name", required = true },
    { "grams", type = "integer", above = 0, unit = "g" },
    { "season", enum = { "spring", "summer", "autumn", "winter" } },
    { "note" },
  },
}
