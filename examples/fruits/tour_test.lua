-- A transcript: Lua as it is typed at the prompt, and what is printed. Run it in this project's
-- folder by: stet test examples/fruits/tour_test.lua
local fruits = stet.open "examples/fruits/fruits.csv"
#fruits
--> 15
fruits:get("🍌").name --> "Banana"

for fruit in fruits:where("color == 'red'"):sort("-weight"):each() do
  print(fruit.name, fruit.weight)
end
--> Apple	182
--> Strawberry	12
--> Cherry	8.2

-- The rules judge an edit; nothing was written yet.
(select(2, fruits:set("🍌", { weight = -3 }))) --> "refused: weight must be above 0"
fruits:set("🍌", { weight = 120 }).weight --> 120
print(fruits:diff())
--> 🍌 changed
--> - weight: 118
--> + weight: 120
fruits:undo() --> "update: 1 changed"
