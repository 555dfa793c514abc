-- OpenFlights' airlines.dat: no header, three spellings of "no value".
return {
  key = "1",
  dialect = { header = false },
  missing = { "", "\\N", "-", "N/A" },
  fields = {
    { "1", type = "integer" },
    { "2", title = "name", required = true },
    { "3", title = "alias" },
    { "4", title = "IATA code", pattern = "[A-Z0-9]{2}" },
    { "5", title = "ICAO code", pattern = "[A-Z]{3}" },
    { "6", title = "callsign" },
    { "7", title = "country", validate = function(country)
      return not country:find("^%s"), "starts with a blank"
    end },
    { "8", title = "active", required = true, enum = { "Y", "N" } },
  },
}
