-- Tests of the rules beside this file: stet test examples/orders

local rules = "orders.rules.lua"

local function order(changes)
  local record = {
    number = 1, day = "2024-03-01", customer = "Ann Smith", email = "ann@example.com",
    country = "GB", isbn = "978-0-306-40615-7", currency = "GBP", net = 20, tax = 4, total = 24,
  }
  for field, value in pairs(changes or {}) do record[field] = value end
  return record
end

test("an order passes", function(t)
  t.passes(rules, order())
end)

test("numbers and codes are those of their standards", function(t)
  t.finds(rules, order{ isbn = "978-0-306-40615-8" }, "format", "isbn")
  t.finds(rules, order{ country = "UK" }, "format", "country")
  t.finds(rules, order{ total = 25 }, "validate", "total")
end)

test("somebody can be reached", function(t)
  t.finds(rules, order{ email = stet.missing }, "validate")
  t.passes(rules, order{ email = stet.missing, phone = "+34911234567" })
end)

test("days do not go back", function(t)
  t.finds(rules, { order(), order{ number = 2, day = "2024-02-29" } }, "validate", "day")
end)
