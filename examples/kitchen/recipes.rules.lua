return {
  key = "id",
  title = "name",
  fields = {
    { "id", type = "integer" },
    { "name", required = true },
    { "season", validate = "season" },
    { "weight", type = "grams", max = 5000 },        -- the field has the last word
    { "minutes", type = "integer", above = 0 },
    { "rest", type = "integer", validate = stet.validators.at_most_times(3, "minutes") },
  },
}
