-- tate-artists.csv: a byte order mark, CRLF, ranges of years as text.
return {
  key = "id",
  fields = {
    { "id", type = "integer", min = 0 },
    { "name", required = true },
    { "gender", enum = { "Male", "Female" } },
    { "dates" },
    { "yearOfBirth", type = "integer", max = 2015 },
    { "yearOfDeath", type = "integer", max = 2015 },
    { "placeOfBirth" },
    { "placeOfDeath" },
    { "url", required = true, pattern = "http://www\\.tate\\.org\\.uk/art/artists/.+" },
  },
  validate = function(ctx, artist)
    local birth, death = artist.yearOfBirth, artist.yearOfDeath
    if birth and death then
      if death < birth then return "died before birth" end
      if death - birth > 105 then
        return { { field = "yearOfDeath", severity = "warning", code = "age",
          message = ("lived to the age of %d"):format(death - birth) } }
      end
    end
  end,
}
