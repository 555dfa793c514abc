/// An edit job to start from, and its tests: what `stet new job NAME` writes.
package enum JobStart {
    /// - Parameter path: without `.lua`.
    package static func files(at path: String) -> [(path: String, text: String)] {
        let name = StartText.fileName(path)
        return [
            (path + ".lua", StartText.filled(job, with: path)),
            (
                path + "_test.lua",
                StartText.filled(test.replacing("SCRIPT", with: name), with: path)
            ),
        ]
    }

    private static let job = """
        -- An edit job: takes the blanks from both ends of every text in a table.
        --
        --   stet run --dry-run NAME.lua FILE       shows what it would do, and writes nothing
        --   stet run --backup .old NAME.lua FILE   does it, and keeps the old file
        --   stet test NAME_test.lua                runs its tests
        --
        -- What it commits is written when it has ended well; if it raises, nothing is.

        local path = ...
        if not path then error("which file? stet run NAME.lua FILE", 0) end

        local records = assert(stet.open(path))

        -- Which records: a query such as "weight > 100", or a function.
        local chosen = records:where(function(record) return true end)

        -- What changes in each: a table of fields; an empty one leaves the record as it is.
        local count = assert(records:update(chosen, function(record)
          local changes = {}
          for field in pairs(record) do
            local text = stet.text(record, field)
            local trimmed = text and text:match("^%s*(.-)%s*$")
            if trimmed ~= text then changes[field] = trimmed end
          end
          return changes
        end))

        assert(records:commit())
        print(count .. " changed")

        """

    private static let test = """
        -- Tests of NAME.lua: stet test NAME_test.lua

        -- A file in a folder of its own, which goes with the test.
        local function file_with(t, text)
          local path = t.folder() .. "/table.csv"
          local file = assert(io.open(path, "w"))
          file:write(text)
          file:close()
          return path
        end

        local function content(path)
          local file = assert(io.open(path))
          local text = file:read("a")
          file:close()
          return text
        end

        test("blanks at the ends go, others stay", function(t)
          local path = file_with(t, "id,name\\n1, Ann \\n2,Bo Li\\n")
          t.run("SCRIPT.lua", path)
          t.equal(content(path), "id,name\\n1,Ann\\n2,Bo Li\\n")
        end)

        test("a file must be named", function(t)
          t.raises(function() t.run("SCRIPT.lua") end, "which file?")
        end)

        """
}

/// A test file to start from: what `stet new test NAME` writes.
package enum TestStart {
    package static func files(named name: String) -> [(path: String, text: String)] {
        [("tests/\(name)_test.lua", StartText.filled(text, with: name))]
    }

    private static let text = """
        -- Tests: stet test tests/NAME_test.lua. "stet help test" lists what a test has.

        -- Rules are a path, seen from this file's folder, or a table.
        local rules = {
          fields = {
            { "name", required = true },
            { "weight", type = "number", above = 0 },
          },
        }

        test("an ordinary record passes", function(t)
          t.passes(rules, { name = "Apple", weight = 182 })
        end)

        group("mistakes", function()
          test("a weight is above 0", function(t)
            t.finds(rules, { name = "Apple", weight = 0 }, "above", "weight")
          end)

          test("a name is there", function(t)
            local found = t.finds(rules, { weight = 1 }, "required", "name")
            t.equal(#found, 1)
          end)
        end)

        """
}
