-- stet run examples/check_all.lua
--
-- Checks every example with its rules. Ends with status 0 if all is well, 1 if there are
-- findings, 2 if a file could not be checked.

local folder = arg[0]:match("^(.*/)") or ""

local files = {
  { "fruits/fruits.csv", rules = "fruits/fruits.rules.lua" },
  { "elements/elements.csv", rules = "elements/elements.rules.lua" },
  { "orchards/harvests.csv", rules = "orchards/harvests.rules.lua" },
}

local status = 0
for _, file in ipairs(files) do
  local report, message = stet.check(folder .. file[1], { rules = folder .. file.rules })
  if not report then
    print(file[1] .. ": " .. message)
    status = 2
  else
    print(("%s: %d records, %s"):format(file[1], report.records, report.ok and "right" or "wrong"))
    for finding in report:findings() do
      print(("  line %s: %s"):format(finding.line or "-", finding.message))
    end
    if not report.ok then status = math.max(status, 1) end
  end
end
stet.exit(status)
