/// The Lua that translated queries stand on.
enum QueryPrelude {
    /// What a translated query takes, in this order: the columns and what it fills, then the
    /// helpers that `text` returns.
    static let names = [
        "__columns", "__missing", "__wanted", "__place", "__library", "__eq", "__ne", "__lt",
        "__le", "__gt", "__ge", "__add", "__sub", "__mul", "__div", "__idiv", "__mod", "__pow",
        "__unm", "__len",
        "__concat", "__band", "__bor", "__bxor", "__shl", "__shr", "__bnot", "__index",
        "__callable", "__method",
    ]

    /// How many of them the host has.
    static let given = 4

    /// A chunk for a restricted environment. It takes the columns, the fields by name, the place of
    /// the current record, and the names that queries have; it returns the environment of
    /// functions that are written in queries, then the helpers.
    ///
    /// Every operation without a value on one side has none; a comparison is then false. What can
    /// change nothing but what it is given, and answers from its arguments alone, has no result
    /// without one of them.
    static let text = """
        local columns, fields, place, names = ...
        local type, error, select, tostring = type, error, select, tostring
        local mtype = math.type

        local function described(value)
          local kind = type(value)
          if kind == "number" then return "the number " .. tostring(value) end
          if kind == "string" then return "the text “" .. value .. "”" end
          if kind == "boolean" then return tostring(value) end
          return "a " .. kind
        end
        local function lifted(library)
          local result = {}
          for name, value in pairs(library) do
            if type(value) == "function" then
              result[name] = function(...)
                for i = 1, select("#", ...) do
                  if (select(i, ...)) == nil then return nil end
                end
                return value(...)
              end
            else
              result[name] = value
            end
          end
          return result
        end

        local library = {}
        for _, name in ipairs(names) do library[name] = _ENV[name] end
        library.string, library.math, library.utf8 = lifted(string), lifted(math), lifted(utf8)
        local strings = library.string

        local environment = setmetatable({}, {
          __index = function(_, name)
            local field = fields[name]
            if field then return columns[field][place[1]] end
            local value = library[name]
            if value == nil then
              place[2] = name
              error("no field “" .. tostring(name) .. "”", 0)
            end
            return value
          end,
          __newindex = function(_, name)
            error("a query changes nothing, so not “" .. tostring(name) .. "”", 0)
          end,
        })

        local function ordered(a, b)
          local kind = type(a)
          if kind ~= type(b) or (kind ~= "number" and kind ~= "string") then
            error(described(a) .. " and " .. described(b) .. " have no order", 0)
          end
        end
        local function number(value)
          if type(value) ~= "number" then
            error(described(value) .. " is no number to calculate with", 0)
          end
        end
        local function numbers(a, b) number(a) number(b) end
        local function whole(value, symbol)
          if type(value) ~= "number" or mtype(value) == "float" and value % 1 ~= 0 then
            error("“" .. symbol .. "” works on the bits of integers, not on "
              .. described(value), 0)
          end
        end
        local function bits(a, b, symbol) whole(a, symbol) whole(b, symbol) end

        return environment, library,
          function(a, b) if a == nil or b == nil then return false end return a == b end,
          function(a, b) if a == nil or b == nil then return false end return a ~= b end,
          function(a, b)
            if a == nil or b == nil then return false end
            ordered(a, b) return a < b
          end,
          function(a, b)
            if a == nil or b == nil then return false end
            ordered(a, b) return a <= b
          end,
          function(a, b)
            if a == nil or b == nil then return false end
            ordered(a, b) return a > b
          end,
          function(a, b)
            if a == nil or b == nil then return false end
            ordered(a, b) return a >= b
          end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a + b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a - b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a * b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a / b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a // b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a % b end,
          function(a, b) if a == nil or b == nil then return nil end numbers(a, b) return a ^ b end,
          function(a) if a == nil then return nil end number(a) return -a end,
          function(a)
            if a == nil then return nil end
            if type(a) ~= "string" and type(a) ~= "table" then
              error("# gives the length of a text, not of " .. described(a), 0)
            end
            return #a
          end,
          function(a, b)
            if a == nil or b == nil then return nil end
            if (type(a) ~= "string" and type(a) ~= "number")
              or (type(b) ~= "string" and type(b) ~= "number") then
              error("“..” joins texts and numbers, not " .. described(a) .. " and "
                .. described(b), 0)
            end
            return a .. b
          end,
          function(a, b) if a == nil or b == nil then return nil end bits(a, b, "&") return a & b end,
          function(a, b) if a == nil or b == nil then return nil end bits(a, b, "|") return a | b end,
          function(a, b) if a == nil or b == nil then return nil end bits(a, b, "~") return a ~ b end,
          function(a, b) if a == nil or b == nil then return nil end bits(a, b, "<<") return a << b end,
          function(a, b) if a == nil or b == nil then return nil end bits(a, b, ">>") return a >> b end,
          function(a) if a == nil then return nil end whole(a, "~") return ~a end,
          function(base, key)
            if base == nil or key == nil then return nil end
            if type(base) ~= "table" then
              error(described(base) .. " has no parts to name", 0)
            end
            return base[key]
          end,
          function(value, name)
            if value == nil then error("there is no function " .. name, 0) end
            return value
          end,
          function(base, name, ...)
            if base == nil then return nil end
            local method
            if type(base) == "string" then method = strings[name]
            elseif type(base) == "table" then method = base[name] end
            if method == nil then
              error(described(base) .. " has no method “" .. name .. "”", 0)
            end
            return method(base, ...)
          end
        """
}
