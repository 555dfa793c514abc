/// The help texts of the commands that show and edit one table.
enum TableHelp {
    static let show = """
        stet show [OPTION…] FILE

        Shows records as a table.

          -w, --where EXPR       those for which EXPR holds
          -s, --sort FIELD,…     by these fields; -FIELD for descending, missing last
          -c, --columns A,B      these columns, in this order
          -l, --limit N          at most N records
          -t, --to FORMAT        box (the default), ascii, column, record, list, csv,
                                 tsv, json, jsonl, markdown, html, lua, count
                                 or off

        \(queries)
        \(reading)
        For example: stet show fruits.csv --where 'weight > 100' --sort -weight

        """

    static let get = """
        stet get [OPTION…] FILE KEY [FIELD]

        Shows the record with a key or, with FIELD, the text of that field alone. A key
        of several fields is written with slashes: US/CA. #3 is the third record. The
        key is the one that the rules declare, else the first column if its values are
        present and distinct, else the number of the record.

        \(reading)
        Exit status: 0 found, 1 no such record, 2 the file could not be read.

        """

    static let set = """
        stet set [OPTION…] FILE EXPR FIELD=VALUE…

        Gives fields of the records that EXPR finds other values, and writes the file:
        all changes or none. Only the bytes of the changed cells change. A change that
        breaks a rule is refused.

        \(editing)
        \(queries)
        \(reading)
        For example: stet set fruits.csv 'color == "rde"' color=red --dry-run

        """

    static let insert = """
        stet insert [OPTION…] FILE FIELD=VALUE…

        Adds a record at the end of the file, written like its neighbours. A key that is
        in use, or a value that breaks a rule, is refused.

        \(editing)
        \(reading)
        For example: stet insert fruits.csv id=🫒 name=Olive weight=4 color=green

        """

    static let delete = """
        stet delete [OPTION…] FILE EXPR

        Deletes the records that EXPR finds.

        \(editing)
        \(queries)
        \(reading)
        For example: stet delete fruits.csv 'weight == nil' --dry-run

        """

    static let recover = """
        stet recover [OPTION…] [FILE]

        Changes that a script or the prompt made and had not committed when it was
        killed, or lost its terminal, are kept. Without an option this lists them; without
        FILE it lists the files that have any.

              --diff             print what they would change; exit status 1 if anything
              --apply            make them and write the file
              --drop             forget them
          -f, --format FORMAT    of --diff: text (the default) or json
              --session N        the session of this number in the list alone; else all,
                                 the oldest first, each written before the next is tried
              --backup SUFFIX    keep the old file under its name with SUFFIX
              --prefer SIDE      whose word holds where both have changed the same: file
                                 leaves what the file has, session writes what the session
                                 had, as far as the file still has the record and the field

        If the file has changed since, records are found by their key (without one, by
        their place, if the same record is still there) and merged field by field. What
        both have changed is listed by key; without --prefer nothing is written then, and
        the exit status is 1. The rules are not asked again.

        \(reading)
        Exit status: 0 done, or nothing there; 1 a difference or conflicts; 2 it could
        not be done.

        """

    private static let editing = """
          -n, --dry-run          print what would change and write nothing; exit status 1
                                 if there is something
              --diff FORMAT      print what changes: as text (--dry-run does so without
                                 it), json, or unified for patch and git apply
              --backup SUFFIX    keep the old file under its name with SUFFIX
              --rebase           if another program changed the file meanwhile, lay the
                                 change over its version
              --skip-invalid     leave records alone that the change would spoil
              --force            let the change through, whatever the rules say

        Exit status: 0 done, 1 refused or (--dry-run) there is a difference, 2 it could
        not be done.

        """

    private static let queries = """
        EXPR is a Lua expression over the fields: weight > 100 and color ~= "red", or
        name:find("an"). A comparison with a missing value is false; x == nil finds
        missing ones. A field whose name is no Lua name is record["its name"]. One that
        takes longer than a second for a record is stopped, with exit status 124.

        """

    private static let reading = """
          -r, --rules FILE       the rules; else NAME.rules.lua beside NAME.csv
          -d, --delimiter C, --quote C, --encoding NAME, --no-header
                                 as for "stet check"
              --color WHEN       auto (the default), always or never

        """
}
