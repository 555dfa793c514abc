import StetRules

/// `stet help [COMMAND]`
enum HelpCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        switch arguments.first {
        case nil: Output.write(general)
        case "check": Output.write(check)
        case "run": Output.write(run)
        case "prompt": Output.write(PromptHelp.text)
        case "show": Output.write(TableHelp.show)
        case "get": Output.write(TableHelp.get)
        case "set": Output.write(TableHelp.set)
        case "insert": Output.write(TableHelp.insert)
        case "delete": Output.write(TableHelp.delete)
        case "recover": Output.write(TableHelp.recover)
        case "test": Output.write(TestHelp.text)
        case "plugins": Output.write(PluginHelp.text)
        case "new": Output.write(NewHelp.text)
        case "doctor": Output.write(DoctorHelp.text)
        case "trust": Output.write(TrustHelp.text)
        case "validators": Output.write(ValidatorHelp.text)
        case "help":
            Output.write(
                "stet help [COMMAND]\n\nExplains Stet, or one of its commands. \"stet help "
                    + "validators\" lists the\nvalidators that rules may name.\n")
        case let name?: throw UsageError.unknownCommand(name)
        }
        return ExitStatus.done
    }

    private static let general = """
        Stet keeps records right: it checks and edits tables that live in plain files.

        stet [FILE…]              a prompt over data files; what is typed is Lua
                                  ("stet help prompt")
        stet check FILE…          check data files against their rules
        stet show FILE            show its records: all, or some, sorted, as a table
        stet get FILE KEY         show one record, or one field of it
        stet set FILE EXPR F=V…   change fields of the records that EXPR finds
        stet insert FILE F=V…     add a record
        stet delete FILE EXPR     delete the records that EXPR finds
        stet run SCRIPT [ARG…]    run a Lua script, such as an edit job
        stet recover FILE         changes that a session left when it was killed
        stet test FILE|FOLDER…    run tests written in Lua: of rules, jobs, plugins
        stet plugins              the plugins that are found, and what they have
        stet new KIND NAME        files to start from: rules, a plugin, a job, a test
        stet doctor               what is amiss with Stet's surroundings
        stet trust [FOLDER]       what plugins and rules ask for; grant it or take it back
        stet -e CODE              run a line of Lua
        stet help [COMMAND]       this text, or a command's
        stet help validators      the validators that rules may name
        stet --version            the versions of Stet and of its libraries

        The rules of fruits.csv are looked for in fruits.rules.lua beside it.

        Exit status: 0 done and nothing found; 1 findings, or a script that failed;
        2 it could not be done (bad usage, unreadable file, broken rules); 124 a
        limit; 129, 130, 141, 143 for SIGHUP, Ctrl-C, a closed pipe, SIGTERM.

        """

    private static let check = """
        stet check [OPTION…] FILE…

        Checks each file ("-" is standard input) and reports what is wrong with it:
        where, which record, which rule, and why. Findings go to standard output,
        everything else to standard error.

          -r, --rules FILE       the rules; else NAME.rules.lua beside NAME.csv
          -f, --format FORMAT    text (the default), jsonl, or a reporter of a plugin
                                 ("stet help plugins")
          -j, --jobs N           workers; the report is the same for any number
              --max-findings N   how many findings text shows (1000); counts are
                                 always complete
              --fail-on LEVEL    error (the default), warning or info: what makes
                                 the exit status 1
              --trust            grant, for this run alone, what plugins and rules
                                 ask for ("stet help trust")
              --call-limit SECONDS
                                 processor time of one call of a rule (1)
              --memory-limit SIZE
                                 memory of a worker's rules ("64 MiB")

        How the file is written, where Stet should not find out for itself:

          -d, --delimiter C      one character, or tab, comma, semicolon, pipe
              --quote C          one character, or none
              --encoding NAME    utf-8, utf-16le, utf-16be, latin-1, windows-1252
              --no-header        the first line is a record; columns are 1, 2, …

              --color WHEN       auto (the default), always or never

        Exit status: 0 nothing found, 1 findings, 2 a file or the rules could not be
        read, 124 a rule was too slow, 130 interrupted.

        """

    private static let run = """
        stet run [OPTION…] SCRIPT [ARG…]

        Runs a Lua script ("-" is standard input). What it commits is written when it
        has ended, all files together; nothing is written if it raises, returns false,
        exits with another status than 0, is interrupted or takes too long.

          -n, --dry-run          print what would be written and write nothing; exit
                                 status 1 if there is something
          -y, --yes              answer what would be asked with yes
              --backup SUFFIX    keep the old files under their names with SUFFIX
              --report FORMAT=FILE
                                 write to FILE what was, or would be, changed, as
                                 text, json or unified; may be given several times
              --diff FORMAT      how --dry-run prints it: text (the default), json or
                                 unified
              --luarocks         let require find modules in LuaRocks' trees, as with
                                 STET_LUAROCKS=1
              --timeout SECONDS  end the script after that time; exit status 124
              --memory-limit SIZE
                                 memory that the script may hold ("512 MiB")
              --seed N           begin math.random with N, so that a run can be
                                 repeated
              --output FILE      what is printed goes there
          -W                     tell what Lua code warns of: warn("…")
          -E                     STET_LUAROCKS and STET_PLUGIN_PATH do not count
              --trust            grant, for this run alone, what plugins and rules
                                 ask for ("stet help trust")
              --color WHEN       auto (the default), always or never

        The script has the global table "stet":

          stet.check(path [, { rules =, jobs =, max_findings =, … }])
              a report with ok, records, counts and findings(); or nil and a message
          stet.open(path [, rules])
              the file's collection: get, where, sort, each, set, insert, update,
              delete, undo, diff, commit …; or nil and a message
          stet.collection{ fields = {…}, records = {…} }
              a collection in memory
          stet.transaction(function)
              changes of several collections, made together or not at all
          stet.exit(status)

        ARG… are in the table "arg" and in "…". The exit status is that of stet.exit;
        else 1 if the script raises or returns false, else 0.

        """
}
