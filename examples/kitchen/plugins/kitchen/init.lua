-- A plugin: what a kitchen asks of its recipes. Rules beside it name its validators and its type.
-- `stet plugins` in this folder lists what it has; docs/plugins.md tells of each part.
local units = require "units"          -- a module in the plugin's own folder

return {
  name = "kitchen",
  version = "1.0",

  validators = {
    -- validate = "season"
    season = {
      doc = "a season of the year, or several with slashes",
      validate = function(value)
        for word in value:gmatch("[^/]+") do
          if not units.seasons[word] then return false, '"' .. word .. '" is no season' end
        end
        return true
      end,
    },
    -- validate = stet.validators.at_most_times(3, "minutes"): of another field of the record
    at_most_times = {
      doc = "at most so many times the value of another field",
      make = function(times, other)
        return function(value, record)
          local base = record[other]
          return base == nil or value <= times * base,
            ("is more than %d times %s, which is %s"):format(times, other, base)
        end
      end,
    },
  },

  types = {
    -- type = "grams": a bundle of constraints that fields begin with
    grams = { type = "number", min = 0, max = 20000, unit = "g" },
  },

  reporters = {
    -- stet check --format cards
    cards = {
      finding = function(finding)
        return ("%s: %s\n"):format(finding.key or "-", finding.message)
      end,
      finish = function(summary)
        return ("%d recipes, %d to look at\n"):format(summary.records, summary.errors)
      end,
    },
  },

  commands = {
    -- .scale 2 at the prompt
    scale = {
      usage = "FACTOR",
      doc = "multiply all weights",
      run = function(text, recipes)
        local factor = tonumber(text)
        if not factor or factor <= 0 then return nil, "a factor is a number above 0" end
        return recipes:update(function(recipe) return recipe.weight ~= nil end, function(recipe)
          return { weight = recipe.weight * factor }
        end)
      end,
    },
  },
}
