-- nextBechdel_crewGender.csv: not all of it is UTF-8, and some records are short.
return {
  fields = {
    { "MOVIE", required = true },
    { "DEPARTMENT", required = true },
    { "FULL_NAME" },
    { "FIRST_NAME" },
    { "IMDB" },
    { "GENDER_PROB", type = "number", min = 0, max = 1, missing = { "", "NA" } },
    { "GENDER_GUESS", enum = { "male", "female" }, missing = { "", "null" } },
  },
}
