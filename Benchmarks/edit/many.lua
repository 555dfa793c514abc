-- many.lua FILE: random gets, and a change of a hundred thousand records with its undo. Prints the
-- processor time of each in milliseconds, with what was counted.
local people = assert(stet.open(...))
local count = #people

local function timed(name, body)
  collectgarbage()
  local began = os.clock()
  local counted = body()
  print(string.format("%s %.3f %d", name, (os.clock() - began) * 1000, counted))
end

timed("first_get", function() return assert(people:get(tostring(count // 2))) and 1 end)
math.randomseed(20240501)
local keys = {}
for index = 1, 10000 do keys[index] = tostring(math.random(count)) end
timed("gets", function()
  local right = 0
  for _, key in ipairs(keys) do
    if people:get(key).id == tonumber(key) then right = right + 1 end
  end
  return right
end)

local some
timed("where", function()
  some = people:where("age ~= nil and age >= 0 and weight < 400"):limit(100000)
  return some:count()
end)
local keys_of_some = some:count()
timed("update", function()
  return (assert(people:update(some, function(person) return { weight = person.weight + 1 } end)))
end)
timed("undo", function()
  assert(people:undo())
  return people:is_dirty() and 0 or keys_of_some
end)
