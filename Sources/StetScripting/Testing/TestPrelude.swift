/// The part of `t` that is written in Lua: what compares values and says how they differ.
///
/// The chunk gets the functions of the host and gives back the table `t`. `note` has the host
/// remember a failure, so that no `pcall` hides it; the level at which an error is raised is that
/// of the test's own line.
enum TestPrelude {
    static let text = """
        local note, skip, describe, inspect, check, resolve = ...
        local error, ipairs, next, pairs, pcall, rawequal, rawget, tostring, type =
          error, ipairs, next, pairs, pcall, rawequal, rawget, tostring, type
        local concat, sort = table.concat, table.sort
        local find, format = string.find, string.format
        local t = {}

        local function fail(message)
          note(message)
          error(message, 3)
        end

        local function called_with_dot(first, name)
          if rawequal(first, t) then error("write t." .. name .. "(…), with a dot", 3) end
        end

        local function with(message, text)
          if message == nil then return text end
          return tostring(message) .. ": " .. text
        end

        local function by_type_and_value(a, b)
          local ta, tb = type(a), type(b)
          if ta ~= tb then return ta < tb end
          if ta == "number" or ta == "string" then return a < b end
          return tostring(a) < tostring(b)
        end

        -- The fields of a record, and of whatever else has pairs.
        local function as_table(value)
          if type(value) == "table" then return value end
          if type(value) ~= "userdata" then return nil end
          local copy = {}
          local ok = pcall(function() for key, item in pairs(value) do copy[key] = item end end)
          return ok and copy or nil
        end

        local function step(path, key)
          if type(key) == "string" and find(key, "^[%a_][%w_]*$") then
            return path == "" and key or path .. "." .. key
          end
          return path .. "[" .. describe(key) .. "]"
        end

        -- The first place where two values differ: its path and both values; nil: there is none.
        -- Pairs of tables that were met before are equal, or a difference was found already.
        local function difference(got, expected, path, met, depth)
          if rawequal(got, expected) or got ~= got and expected ~= expected then return nil end
          local ok, same = pcall(function() return got == expected end)
          if ok and same then return nil end
          local left, right = as_table(got), as_table(expected)
          if not left or not right then return path, got, expected end
          local known = met[got] or {}
          if known[expected] then return nil end
          met[got], known[expected] = known, true
          if depth > 10000 then error("the values are nested too deeply to compare", 0) end
          local keys = {}
          for key in next, left do keys[#keys + 1] = key end
          for key in next, right do if rawget(left, key) == nil then keys[#keys + 1] = key end end
          sort(keys, by_type_and_value)
          for _, key in ipairs(keys) do
            local place, a, b = difference(
              rawget(left, key), rawget(right, key), step(path, key), met, depth + 1)
            if place then return place, a, b end
          end
          return nil
        end

        local function long_difference(got, expected)
          if type(got) ~= "string" or type(expected) ~= "string" then return "" end
          if #got < 40 and #expected < 40 then return "" end
          local place = 1
          while place <= #got and got:byte(place) == expected:byte(place) do place = place + 1 end
          return format(" (they differ from byte %d on)", place)
        end

        function t.equal(got, expected, message)
          called_with_dot(got, "equal")
          local path, a, b = difference(got, expected, "", {}, 0)
          if not path then return end
          local place = path == "" and "" or "at " .. path .. ": "
          local left, right = describe(a), describe(b)
          if left == right then
            left, right = left .. " (" .. type(a) .. ")", right .. " (" .. type(b) .. ")"
          end
          fail(with(message, place .. "got " .. left .. ", expected " .. right
            .. long_difference(a, b)))
        end

        function t.not_equal(got, expected, message)
          called_with_dot(got, "not_equal")
          if difference(got, expected, "", {}, 0) then return end
          fail(with(message, "got " .. describe(got) .. ", which is what should differ"))
        end

        function t.is_true(value, message)
          called_with_dot(value, "is_true")
          if value ~= true then fail(with(message, "got " .. describe(value) .. ", expected true")) end
        end

        function t.is_false(value, message)
          called_with_dot(value, "is_false")
          if value ~= false then
            fail(with(message, "got " .. describe(value) .. ", expected false"))
          end
        end

        function t.is_nil(value, message)
          called_with_dot(value, "is_nil")
          if value ~= nil then fail(with(message, "got " .. describe(value) .. ", expected nil")) end
        end

        function t.fail(message)
          called_with_dot(message, "fail")
          fail(tostring(message or "failed"))
        end

        function t.skip(reason)
          called_with_dot(reason, "skip")
          skip(tostring(reason or "skipped"))
          error("skipped", 2)
        end

        function t.raises(fn, pattern)
          called_with_dot(fn, "raises")
          if type(fn) ~= "function" then
            error("t.raises takes a function, not a " .. type(fn), 2)
          end
          if pattern ~= nil and type(pattern) ~= "string" then
            error("the pattern of t.raises is a text, not a " .. type(pattern), 2)
          end
          local ok, raised = pcall(fn)
          if ok then fail("nothing was raised") end
          if pattern == nil then return raised end
          local text = tostring(raised)
          if find(text, pattern, 1, true) then return raised end
          local well_formed, place = pcall(find, text, pattern)
          if not well_formed or not place then
            fail("raised " .. describe(text) .. ", which does not match " .. describe(pattern))
          end
          return raised
        end

        local function listed(findings)
          if #findings == 0 then return "nothing was found" end
          local parts = {}
          for index, finding in ipairs(findings) do
            if index > 8 then
              parts[index] = format("and %d more", #findings - 8)
              break
            end
            parts[index] = (finding.field and finding.field .. " " or "") .. finding.code
              .. " (" .. finding.message .. ")"
          end
          return "found " .. concat(parts, ", ")
        end

        function t.finds(rules, record, code, field)
          called_with_dot(rules, "finds")
          if type(code) ~= "string" then error("t.finds wants the code of a finding", 2) end
          if field ~= nil and type(field) ~= "string" then
            error("the field of t.finds is a name, not a " .. type(field), 2)
          end
          local findings, problem = inspect(rules, record)
          if not findings then fail(problem) end
          local matching = {}
          for _, finding in ipairs(findings) do
            if finding.code == code and (field == nil or finding.field == field) then
              matching[#matching + 1] = finding
            end
          end
          if #matching == 0 then
            fail("no finding “" .. code .. "”" .. (field and " of " .. field or "") .. ": "
              .. listed(findings))
          end
          return matching
        end

        function t.passes(rules, record)
          called_with_dot(rules, "passes")
          local findings, problem = inspect(rules, record)
          if not findings then fail(problem) end
          if #findings > 0 then fail(listed(findings)) end
        end

        function t.check(path, options)
          called_with_dot(path, "check")
          if options ~= nil and type(options) ~= "table" then
            error("the options of t.check are a table, not a " .. type(options), 2)
          end
          local given = {}
          for key, value in next, options or {} do given[key] = value end
          if type(given.rules) == "string" then given.rules = resolve(given.rules) end
          local report, problem = check(resolve(path), given)
          if not report then fail(problem) end
          return report
        end

        return t
        """
}
