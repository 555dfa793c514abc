-- Orders of a bookshop, held to the standards that their numbers and codes come from.
local v = stet.validators

return {
  key = "number",
  fields = {
    -- Numbers are given out in turn, days do not go back.
    { "number", type = "integer", validate = "no_gap" },
    { "day", type = "date", required = true, validate = "monotonic" },
    { "customer", required = true, validate = { "trimmed", "single_line", "formula_safe" } },
    { "email", validate = { "email", { "lower", severity = "warning" } } },
    { "phone", format = "phone_e164" },
    { "country", required = true, format = "country_alpha2" },
    { "isbn", required = true, format = "isbn13" },
    { "currency", required = true, format = "currency" },
    { "net", type = "number", required = true, min = 0 },
    { "tax", type = "number", min = 0 },
    { "total", type = "number", required = true, validate = v.sum_of("net", "tax") },
    { "paid_by", validate = v.one_of_with_case("card", "transfer", "cash") },
    { "paid_from", validate = {
      v.depends_on("paid_by"),
      { "iban", when = function(order) return order.paid_by == "transfer" end },
    } },
  },
  validate = {
    v.at_least_one_of("email", "phone"),
    function(ctx, order)
      -- In functions they return true, or false and a message.
      if order.paid_by == "card" and order.paid_from and not v.credit_card(order.paid_from) then
        return { { field = "paid_from", message = "is no number of a card" } }
      end
    end,
  },
}
