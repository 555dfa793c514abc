-- OpenFlights' airports.dat: no header, so the columns are numbered.
return {
  key = "1",
  dialect = { header = false },
  missing = { "\\N" },
  fields = {
    { "1", type = "integer", min = 1 },
    { "2", title = "name", required = true },
    { "3", title = "city" },
    { "4", title = "country", required = true },
    { "5", title = "IATA code", pattern = "[A-Z]{3}", unique = true },
    { "6", title = "ICAO code", pattern = "[A-Z0-9]{4}", unique = true },
    { "7", title = "latitude", type = "number", required = true, min = -90, max = 90 },
    { "8", title = "longitude", type = "number", required = true, min = -180, max = 180 },
    { "9", title = "altitude", type = "number", unit = "ft", min = -1500,
      max = { 14000, severity = "warning" } },
    { "10", title = "hours from UTC", type = "number", min = -12, max = 14 },
    { "11", title = "daylight saving", enum = { "E", "A", "S", "O", "Z", "N", "U" } },
    { "12", title = "time zone" },
    { "13", enum = { "airport" } },
    { "14", enum = { "OurAirports" } },
  },
  validate = function(ctx, airport)
    if not airport["5"] and not airport["6"] then return "an airport without any code" end
  end,
}
