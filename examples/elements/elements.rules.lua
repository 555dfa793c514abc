-- The rules of elements.csv: the chemical elements.
--
-- weight: the standard atomic weight (IUPAC 2021, five significant digits at most); empty for
-- the elements that have none because no isotope of theirs is stable enough.
-- discovered: the year that is usually given, though for some twenty elements books differ by a
-- few years; empty for the elements known before phosphorus.

local last_of_period = { 2, 10, 18, 36, 54, 86, 118 }

-- The groups of a block: the first and the last. The f block has none.
local groups_of = { s = { 1, 2 }, p = { 13, 18 }, d = { 3, 12 } }

local function is_natural(element)
  return element.number <= 83 and element.number ~= 43 and element.number ~= 61
end

return {
  key = "number",
  strict = true,
  title = function(element) return element.name end,

  fields = {
    { "number", type = "integer", required = true, min = 1, max = 118 },
    { "symbol", required = true, unique = true,
      pattern = { "[A-Z][a-z]?", message = "a symbol is a capital and at most one small letter" } },
    { "name", required = true, unique = true, pattern = "[A-Z][a-z]{2,}" },
    { "group", type = "integer", min = 1, max = 18,
      required = { true, code = "no group", message = "only the f block has no group",
                   when = function(element) return element.block ~= "f" end } },
    { "period", type = "integer", required = true, min = 1, max = 7 },
    { "block", required = true, enum = { "s", "p", "d", "f" } },
    { "weight", type = "number", above = 1, below = 300, unit = "u",
      required = { true, message = "a stable element has a standard atomic weight",
                   when = is_natural } },
    { "discovered", type = "integer", title = "discovery", min = 1669,
      max = { 2010, severity = "warning", message = "newer than this table: is it confirmed?" } },
  },

  validate = function(ctx, element)
    local findings = {}

    local period = 1
    while element.number > last_of_period[period] do period = period + 1 end
    if element.period ~= period then
      findings[#findings + 1] = { field = "period", code = "position",
        message = ("element %d stands in period %d"):format(element.number, period) }
    end

    -- Helium is the exception: an s element above the noble gases.
    local groups = groups_of[element.block]
    if groups and element.group and element.symbol ~= "He"
      and (element.group < groups[1] or element.group > groups[2]) then
      findings[#findings + 1] = { field = "group", code = "position",
        message = ("the %s block has the groups %d to %d"):format(
          element.block, groups[1], groups[2]) }
    end

    -- A nucleus holds about as many neutrons as protons, or up to 1.6 times as many.
    if element.weight and element.number > 1 then
      local ratio = element.weight / element.number
      if ratio < 1.95 or ratio > 2.65 then
        findings[#findings + 1] = { field = "weight", code = "ratio", severity = "warning",
          message = ("%.2f units of weight for each proton; 2 to 2.6 are usual"):format(ratio) }
      end
    end

    return findings
  end,

  checks = {
    -- The table is complete: every number from 1 to 118 once, whatever the order of the lines.
    stet.fold { "complete",
      init = { count = 0, sum = 0 },
      step = function(state, element)
        state.count = state.count + 1
        state.sum = state.sum + element.number
        return state
      end,
      merge = function(one, other)
        return { count = one.count + other.count, sum = one.sum + other.sum }
      end,
      finish = function(state)
        if state.count ~= 118 or state.sum ~= 118 * 119 // 2 then
          return ("%d elements are not the whole table of 118"):format(state.count)
        end
      end },

    -- The weights rise with the number but for four famous pairs (Ar K, Co Ni, Te I, Th Pa): the
    -- discovery that order goes by charge. The state of a part of the file is its two ends.
    stet.fold { "weights rise",
      init = { falls = 0 },
      step = function(state, element)
        local weight = element.weight
        if weight then
          if state.last and weight < state.last then state.falls = state.falls + 1 end
          state.first = state.first or weight
          state.last = weight
        end
        return state
      end,
      merge = function(one, other)
        local falls = one.falls + other.falls
        if one.last and other.first and other.first < one.last then falls = falls + 1 end
        return { falls = falls, first = one.first or other.first, last = other.last or one.last }
      end,
      finish = function(state)
        if state.falls ~= 4 then
          return ("the weight falls from one element to the next %d times, not 4"):format(state.falls)
        end
      end },
  },
}
