/// The table that the tests of sessions work on, and its rules.
enum TeaTable {
    static let text = """
        id,name,grams,kind
        as,Assam,250,black
        dj,Darjeeling,100,black
        se,Sencha,75,green
        bm,"Bai Mudan",50,white
        ro,Rooibos,,herbal

        """

    static let rules = """
        return {
          key = "id",
          fields = {
            { "id", max_length = 3 },
            { "name", required = true },
            { "grams", type = "integer", above = 0 },
            { "kind", enum = { "black", "green", "white", "herbal" } },
          },
          validate = function(ctx, tea)
            if tea.kind == "white" and (tea.grams or 0) > 500 then
              return "nobody has that much white tea"
            end
          end,
        }
        """
}

/// Runs a script over the teas; `teas` is the open table.
///
/// - Returns: the texts of what it returns.
func withTeas(_ script: String, rules: String? = TeaTable.rules) throws -> [String] {
    try scripted(
        """
        local teas = stet.open(path)
        local function list(items) return table.concat(items, "|") end

        """ + script, table: TeaTable.text, rules: rules)
}
