-- An edit job: rounds the weights of a table to whole grams.
--   stet run --dry-run examples/round_weights.lua FILE      shows what it would do
--   stet run --backup .old examples/round_weights.lua FILE  does it, and keeps the old file
local fruits = assert(stet.open(...))
local count = assert(fruits:update(fruits:where "weight ~= nil", function(fruit)
  return { weight = math.floor(fruit.weight + 0.5) }
end))
assert(fruits:commit())
print(count .. " rounded")
