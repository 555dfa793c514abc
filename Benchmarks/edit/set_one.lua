-- set_one.lua FILE KEY NAME: one cell by key, committed.
local file, key, name = ...
local people = assert(stet.open(file))
assert(people:set(key, { name = name }))
assert(people:commit())
