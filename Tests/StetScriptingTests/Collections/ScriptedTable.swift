import Foundation
import LuaKit

@testable import StetScripting

/// Runs a script over a table in a folder of its own; `path` is the table's path in it.
///
/// - Returns: the texts of what it returns.
func scripted(
    _ script: String, table: String, rules: String? = nil
) throws -> [String] {
    let folder = try TableFolder(table, rules: rules)
    let host = try ScriptHost()
    defer { host.close() }
    let prelude = """
        local path = ...
        local function keys(list)
          local result = {}
          for i, record in ipairs(list) do result[i] = stet.key(record) end
          return table.concat(result, " ")
        end
        local function texts(...)
          local t = table.pack(...)
          for i = 1, t.n do t[i] = tostring(t[i]) end
          return table.unpack(t, 1, t.n)
        end

        """
    let results = try host.run(
        Array((prelude + script).utf8), name: "=test", arguments: [folder.file])
    return results.map { $0.text ?? "?" }
}
