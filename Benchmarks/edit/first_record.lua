-- first_record.lua FILE: opens the file and reads its first record.
local people = assert(stet.open(...))
print(people:at(1).id)
