/// `stet help trust`
enum TrustHelp {
    static let text = """
        stet trust [FOLDER]
        stet trust --list [FOLDER]
        stet trust --revoke [FOLDER]

        Rules and plugins touch nothing but the records that they are given. What asks
        for more has it only when you trust it: in this project, with these contents,
        for what it asks. Shows what in the project of FOLDER (default: the current
        one) asks for something, what changed since it was trusted, and asks you.
        FOLDER may also be one rules file or plugin.

        A plugin asks with needs = { … }:

          "read:PATH"      read a file, or those below a folder of the project
          "write:PATH"     create and overwrite such files
          "env:NAME"       read a variable of the environment
          "run"            run programs

        A rules file asks with settings = { call_seconds = 5, memory = "128 MiB" } for
        more than the 1 s of a call, the 5 s of load_seconds and the 64 MiB of a worker.

          -y, --yes              trust all that is listed; needed where standard input
                                 is no terminal
          -l, --list             what is trusted, in all folders or in that of FOLDER
              --json             the list as JSON
              --revoke           trust no longer what is in the project, or the one
                                 plugin or rules file

        In CI, --trust on check, run, test and the prompt grants everything for one run.

        Exit status: 0 done, 1 you said no, 2 it could not be done.

        """
}
