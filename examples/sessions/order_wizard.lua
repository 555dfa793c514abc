-- A wizard over two collections: a box of fruit is ordered, page by page, for a customer who may be
-- new. Nothing is kept before the last page; then both tables change together, or neither does.
--
--   stet run examples/sessions/order_wizard.lua

local customers = stet.collection {
  name = "customers", fields = { "name", "street" },
  rules = { key = "name", fields = { { "name" }, { "street", required = true } } },
  records = { { name = "Ibsen", street = "Mill Lane 2" } },
}
local orders = stet.collection {
  name = "orders", fields = { "number", "customer", "fruit", "boxes" },
  rules = {
    key = "number",
    fields = { { "number" }, { "customer", required = true }, { "fruit", required = true },
      { "boxes", type = "integer", min = 1, max = 20 } },
  },
  records = { { number = 1, customer = "Ibsen", fruit = "damsons", boxes = 2 } },
}

local function order()
  local entered = {}

  local function customer()
    if not entered.name then return "who is it for?" end
    if not customers:get(entered.name) and not entered.street then
      return entered.name .. " is new: a street is wanted"
    end
  end

  local function goods()
    local wrong = {}
    if not entered.fruit then wrong[#wrong + 1] = "which fruit?" end
    if math.type(entered.boxes) ~= "integer" then wrong[#wrong + 1] = "how many boxes?" end
    return wrong
  end

  -- The rules of both tables have the last word.
  local function keep()
    return stet.transaction(function()
      if not customers:get(entered.name) then
        local done, why = customers:insert { name = entered.name, street = entered.street }
        if not done then return false, why end
      end
      local done, why = orders:insert { number = #orders + 1, customer = entered.name,
        fruit = entered.fruit, boxes = entered.boxes }
      if not done then return false, why end
    end)
  end

  local wizard = stet.sheet {
    name = "order",
    pages = {
      { title = "Customer", validate = customer }, { title = "Fruit", validate = goods },
      { title = "Check" },
    },
    on_finish = function() return keep() end,
    modal = function() return next(entered) ~= nil end,
    on_attempt = function(sheet)
      local choice = sheet:ask {
        title = "Give up this order?",
        buttons = { { role = "destructive", label = "Give up" }, { role = "cancel", label = "Stay" } },
      }
      if choice == "Give up" then sheet:dismiss() end
    end,
    on_dismiss = function(reason)
      print("  the wizard is gone: " .. reason .. "; " .. #customers .. " customers, " .. #orders
        .. " orders")
    end,
  }
  return wizard:sheet(), entered
end

local function turn(sheet, way)
  local done, message = sheet[way](sheet)
  local page, title, count = sheet:page()
  print(("  %s: %s%s"):format(way, page and ("page %d of %d, %s"):format(page, count, title) or "the end",
    done and "" or " (" .. tostring(message) .. ")"))
end

print("1. Each page must be right before the next")
local sheet, entered = order()
turn(sheet, "next")
entered.name = "Solveig"
turn(sheet, "next")
entered.street = "Harbour Street 11"
turn(sheet, "next")
entered.boxes = "many"
turn(sheet, "next")
turn(sheet, "back")
turn(sheet, "next")
entered.fruit, entered.boxes = "quinces", 30
turn(sheet, "next")

print("2. What the tables refuse is not half kept")
turn(sheet, "next")
print(("  %d customers, %d orders"):format(#customers, #orders))
turn(sheet, "back")
entered.boxes = 3
turn(sheet, "next")
turn(sheet, "next")
print("  " .. customers:get("Solveig").street .. ": " .. orders:get(2).boxes .. " boxes of "
  .. orders:get(2).fruit)

print("3. A wizard with answers is not waved away unasked")
sheet, entered = order()
entered.name = "Ibsen"
stet.script { "swipe", "choose Stay" }
turn(sheet, "next")
stet.script { "swipe", "choose Give up" }
