/// `stet help doctor`
enum DoctorHelp {
    static let text = """
        stet doctor [--json]

        Looks at what Stet stands on, and changes nothing: the versions of its libraries;
        the known bugs of the Lua that is loaded, which of them it has and which Stet
        guards against; the terminal, the locale, and why there is colour or not; the
        state folder, with what sessions and commits left behind; the configuration
        folder; plugins and what is trusted. Each line is ok, a warning or an error, with what to do.

              --json             one JSON object instead
              --color WHEN       auto (the default), always or never

        Exit status: 0 no error, 1 an error.

        """
}
