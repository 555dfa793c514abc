/// `stet help test`
enum TestHelp {
    static let text = """
        stet test [OPTION…] FILE_OR_FOLDER…

        Runs tests written in Lua. Of a folder: every NAME_test.lua and test_NAME.lua
        below it, and every .lua file in a folder "tests"; hidden ones are left out.

          test("no weight is negative", function(t)
            t.finds("fruits.rules.lua", { id = "x", weight = -1 }, "above", "weight")
          end)

        Each file runs in a world of its own, and its tests one after the other in it;
        what one raises, its endless loop or its hunger for memory is its failure alone.
        A test has:

          t.equal(got, expected [, message])      also of tables; says where they differ
          t.not_equal(got, other [, message])
          t.is_true(value [, message])            also is_false, is_nil
          t.raises(function [, pattern])          what it raised
          t.finds(rules, record, code [, field])  the findings of that code
          t.passes(rules, record)                 nothing is found
          t.check(path [, options])               the report of stet.check
          t.run(script, …)                        runs a script: what it returns
          t.folder()                              an empty folder, removed after the test
          t.copy(path, …)                         copies in such a folder: their paths
          t.path(path)                            the path, from the test file's folder
          t.skip(reason)                          the test is not run
          t.fail(message)

        Rules are a path or a table; paths are seen from the test file's folder. A record
        is a table of fields, held to the rules of fields and records; a list of records
        is held to all rules. group("name", function) puts tests under a name. Commits
        are written below t.folder() only: elsewhere they are refused, and the test fails.
        Lua's own io and os stay what they are.

        A file whose comments begin with "-->", and which declares no test, is a
        transcript: Lua as it is typed at the prompt, and below or behind it what is
        printed. "error: …" stands for what is raised.

          #stet.open "fruits.csv"
          --> 6

          -f, --format FORMAT    text (the default), tap or junit
              --report FORMAT=FILE
                                 write such a report to FILE, too
              --filter TEXT      only tests whose name has TEXT in it
          -l, --list             name the tests and run none
              --fail-fast        end with the first failure
              --timeout SECONDS  how long a test may take (60)
              --trust            grant, for this run alone, what plugins and rules
                                 ask for ("stet help trust")
              --update           rewrite what transcripts expect
              --color WHEN       auto (the default), always or never

        Exit status: 0 all passed; 1 a test failed; 2 a file could not be run, or there
        was nothing to run; 124 nothing was wrong but that a test took too long or too
        much memory; 130 interrupted.

        """
}
