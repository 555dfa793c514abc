-- The rules of fruits.csv, found because the file is named after it.

return {
  key = "id",
  title = function(fruit) return fruit.name end,

  fields = {
    -- A field is text unless it says otherwise.
    { "id", max_length = 2 },
    { "name", required = true, min_length = 2, max_length = 30,
      validate = function(name)
        return not name:find("^%s"), "starts with a blank"
      end },
    { "weight", type = "number", required = true, above = 0, unit = "g" },
    -- A constraint written as a table may say how grave it is, or what to say.
    { "color",
      required = { true, severity = "warning", message = "the color is not known yet" },
      enum = { "red", "orange", "yellow", "green", "blue", "purple", "brown" } },
  },

  -- A rule over a whole record. A value that is missing reads as nil.
  validate = function(ctx, fruit)
    if fruit.color == "red" and (fruit.weight or 0) > 500 then
      return { { field = "weight", code = "too heavy", message = "no red fruit weighs that much" } }
    end
  end,

  -- A rule over all records: each step adds one to a state that starts as `init`.
  checks = {
    stet.fold { "basket",
      init = 0,
      step = function(grams, fruit) return grams + math.max(fruit.weight or 0, 0) end,
      merge = function(one, other) return one + other end,
      finish = function(grams)
        if grams > 5000 then
          return ("the basket holds %.1f kg, more than the 5 kg that one can carry"):format(grams / 1000)
        end
      end },
  },
}
