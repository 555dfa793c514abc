-- The rules of harvests.csv, whose records refer to those of two other files.

return {
  key = "number",
  fields = {
    { "number", type = "integer", above = 0 },
    -- Each orchard is the code of a record in the file beside this one. A harvest without one, of
    -- windfalls from the road, has nothing to look up.
    { "orchard", references = { "orchards.csv", "code" } },
    -- A path leads on from the folder of harvests.csv.
    { "fruit", required = true, references = { "../fruits/fruits.csv", "id" } },
    { "picked", type = "date" },
    { "kg", type = "number", above = 0, unit = "kg" },
  },
}
