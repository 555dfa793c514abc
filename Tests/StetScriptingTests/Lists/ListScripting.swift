import LuaKit

@testable import StetScripting

/// Runs a script and gives what it returns, as Lua writes it.
func listScript(_ script: String) throws -> [String] {
    let host = try ScriptHost()
    defer { host.close() }
    let prelude = """
        local function show(...)
          local t = table.pack(...)
          for i = 1, t.n do
            local v = t[i]
            if type(v) == "table" then
              local parts = {}
              for j, x in ipairs(v) do parts[j] = tostring(x) end
              v = table.concat(parts, " ")
            end
            t[i] = tostring(v)
          end
          return table.unpack(t, 1, t.n)
        end
        local function message(f, ...)
          local ok, text = pcall(f, ...)
          return (tostring(text):gsub("^test:%d+: ", ""))
        end
        local function second(_, text) return text end

        """
    let results = try host.run(Array((prelude + script).utf8), name: "=test")
    return results.map { $0.text ?? "?" }
}

/// A collection of a few fruits, for the beginning of a script.
let fruitScript = """
    local fruits = stet.collection{
      name = "fruits", fields = { "id", "color", "weight" },
      rules = { key = "id", fields = { { "id" }, { "color" }, { "weight", type = "integer" } } },
      records = {
        { id = "apple", color = "red", weight = 182 }, { id = "kiwi", color = "green", weight = 76 },
        { id = "melon", color = "green", weight = 1280 }, { id = "cherry", color = "red", weight = 8 },
      },
    }

    """
