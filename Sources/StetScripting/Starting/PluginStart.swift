/// A plugin to start from, and its tests: what `stet new plugin NAME` writes.
package enum PluginStart {
    package static func files(named name: String) -> [(path: String, text: String)] {
        [
            ("plugins/\(name).lua", filled(plugin, name)),
            ("tests/\(name)_test.lua", filled(test, name)),
        ]
    }

    private static func filled(_ text: String, _ name: String) -> String {
        StartText.filled(text, with: name)
    }

    private static let plugin = """
        -- NAME: a plugin. Rules in this project name what it provides; "stet plugins" shows it.
        --
        --   stet test tests/NAME_test.lua

        return {
          name = "NAME",
          version = "0.1.0",

          -- A plugin touches nothing outside unless it asks, and the user trusts it ("stet trust"):
          -- needs = { "read:data/", "env:HOME", "run" },

          -- For rules: { "field", validate = "NAME_code" }. What is not fine is false and a message.
          validators = {
            NAME_code = {
              doc = "one capital letter and three digits",
              validate = function(value, record, ctx)
                return value:find("^%u%d%d%d$") ~= nil, "must be a capital letter and three digits"
              end,
            },

            -- One that takes arguments makes a function: validate = stet.validators.NAME_below(10)
            NAME_below = {
              doc = "a number below a limit",
              make = function(limit)
                return function(value) return value < limit, "must be below " .. limit end
              end,
            },
          },

          -- For rules: { "field", type = "NAME_percent" }. A type is a bundle of constraints.
          types = {
            NAME_percent = { type = "number", min = 0, max = 100, unit = "%" },
          },
        }

        """

    private static let test = """
        -- Tests of plugins/NAME.lua: stet test tests/NAME_test.lua, in the project's folder.

        local plugin = require "NAME"

        test("it says who it is", function(t)
          t.equal(plugin.name, "NAME")
        end)

        -- Rules as a table: what this plugin provides goes by its name in them.
        local rules = {
          fields = {
            { "code", validate = "NAME_code" },
            { "size", type = "number", validate = stet.validators.NAME_below(10) },
            { "share", type = "NAME_percent" },
          },
        }

        test("a code is a capital and three digits", function(t)
          t.passes(rules, { code = "A001" })
          t.finds(rules, { code = "a001" }, "validate", "code")
        end)

        test("a size is below ten", function(t)
          t.passes(rules, { size = 9 })
          t.finds(rules, { size = 10 }, "validate", "size")
        end)

        test("a share is a percentage", function(t)
          t.passes(rules, { share = 12.5 })
          t.finds(rules, { share = 101 }, "max", "share")
        end)

        """
}

enum StartText {
    /// A text in which `NAME` stands for a name.
    static func filled(_ text: String, with name: String) -> String {
        var result = ""
        var rest = text[...]
        while let place = rest.firstRange(of: "NAME") {
            result += rest[..<place.lowerBound] + name
            rest = rest[place.upperBound...]
        }
        return result + rest
    }

    /// The last part of a path.
    static func fileName(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
