-- OpenFlights' routes.dat: no header, no key.
return {
  dialect = { header = false },
  missing = { "", "\\N" },
  fields = {
    { "1", title = "airline", required = true, pattern = "[A-Z0-9]{2,3}" },
    { "2", type = "integer" },
    { "3", title = "from", required = true, pattern = "[A-Z0-9]{3,4}" },
    { "4", type = "integer" },
    { "5", title = "to", required = true, pattern = "[A-Z0-9]{3,4}" },
    { "6", type = "integer" },
    { "7", title = "codeshare", enum = { "Y" } },
    { "8", title = "stops", type = "integer", required = true, min = 0, max = 1 },
    { "9", title = "equipment" },
  },
  validate = function(ctx, route)
    if route["3"] == route["5"] then
      return { { field = "5", code = "circle", message = "a route that ends where it began" } }
    end
  end,
}
