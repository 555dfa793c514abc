/// `stet help new`
enum NewHelp {
    static let text = """
        stet new rules FILE
        stet new plugin NAME
        stet new job NAME
        stet new test NAME

        Writes files to start from, which pass their own tests, and says what to do next.
        A file that exists is never touched: then nothing is written at all.

          rules FILE      NAME.rules.lua beside the data file NAME.csv, and NAME_test.lua:
                          the key, types, what is required, values and formats, guessed
                          from the whole file, in which these rules find nothing wrong
          plugin NAME     plugins/NAME.lua and tests/NAME_test.lua in the folder of the
                          project: validators and types that its rules may name
          job NAME        NAME.lua and NAME_test.lua: a script that edits a table
          test NAME       tests/NAME_test.lua

        Exit status: 0 written; 2 not: a file exists, a name will not do, or the data file
        cannot be read or has mistakes that no rules mend.

        """
}
