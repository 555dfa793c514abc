/// `stet help prompt`
enum PromptHelp {
    static let text = """
        stet [OPTION…] [FILE…]
        stet [OPTION…] SCRIPT [ARG…]

        Opens data files and a prompt. What is typed is Lua, or a command that begins
        with a dot; .help lists these. Each file is a global of its name. Where standard
        input is no terminal, it is read entry by entry, up to the first that fails, whose
        line is told.

        What ends in .lua, or begins with "#!", is a script. Everything after it is its
        own: the table "arg", and "…". "-" is a script on standard input, or data if
        there is -c or -e.

          -c ENTRY               run what could be typed at the prompt; may be repeated
          -e CODE                run Lua
          -l MODULE              require a module into a global of its name
          -l NAME=MODULE         the same with another name
          -i                     a prompt afterwards, with the variables of all that ran
          --                     what follows are no options

        These run in the order in which they stand; the files are opened before. -e and
        scripts without files, -c and -i are an edit job as in "stet run": what they
        commit is written when all has ended well. With a file, -c or -i a commit is
        written at once, and changes that are left uncommitted are a failure.

          -r, --rules FILE       the rules; else NAME.rules.lua beside NAME.csv
              --mode MODE, --to MODE
                                 how tables are shown: box (the default on a
                                 terminal), tsv (the default elsewhere), ascii,
                                 column, record, list, csv, json, jsonl, markdown,
                                 html, lua, count, off
          -d, --delimiter C, --quote C, --encoding NAME, --no-header
                                 as for "stet check"
              --json, --csv      short for --mode json, --mode csv
              --output FILE      results, and what Lua prints, go there (.output)
              --transcript FILE  append the entries that succeed (.log)
              --batch            no prompt and no colours, even on a terminal
              --keep-going       go on with the next entry after one that failed; the
                                 exit status is 1
              --history FILE     keep what is typed there, not in the state folder
              --no-history       keep nothing, as with an empty STET_HISTORY
              --no-rc            do not run ~/.config/stet/rc.lua, which a prompt on a
                                 terminal else begins with
          -E                     neither that file nor STET_HISTORY, STET_LUAROCKS and
                                 STET_PLUGIN_PATH count
          -W                     tell what Lua code warns of: warn("…")
              --seed N           begin math.random with N, so that a run can be
                                 repeated
              --memory-limit SIZE
                                 memory that Lua code may hold ("512 MiB")
              --luarocks         let require find modules in LuaRocks' trees
              --trust            grant, for this run alone, what plugins and rules
                                 ask for ("stet help trust")
              --color WHEN       auto (the default), always or never

        Exit status: 0; 1 an entry that failed, or changes that were not committed; 2 it
        could not be done; 129, 130, 141, 143 for SIGHUP, Ctrl-C, a closed pipe, SIGTERM;
        or that of stet.exit.

        """
}
