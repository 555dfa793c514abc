-- country-codes.csv: 56 columns, of which these are checked. NA is Namibia, not a missing value;
-- in some columns a no-break space stands for one.
local none = { "", "\u{a0}" }

return {
  key = "ISO3166-1-Alpha-2",
  fields = {
    { "ISO3166-1-Alpha-2", pattern = "[A-Z]{2}" },
    { "ISO3166-1-Alpha-3", required = true, unique = true, pattern = "[A-Z]{3}" },
    { "ISO3166-1-numeric", type = "integer", required = true, unique = true, min = 1, max = 999 },
    { "FIPS", pattern = "[A-Z]{2}", missing = none },
    { "Continent", required = true, enum = { "AF", "AN", "AS", "EU", "NA", "OC", "SA" } },
    { "TLD", pattern = "\\.[a-z]{2}", missing = none },
    { "Capital", required = { true, severity = "warning" }, missing = none },
    { "official_name_en", required = true, unique = true },
  },
}
