/// The help text of `stet plugins`.
enum PluginHelp {
    static let text = """
        stet plugins [OPTION…]

        Lists the plugins that are found from the working directory: name, version,
        where each is from, what it has, what it asks for and whether that is granted,
        and what is wrong with it. Each is run once, restricted, to find out.

              --json             an array with an object for each

        A plugin is a Lua file plugins/NAME.lua, or a folder with plugins/NAME/init.lua,
        that returns a table:

          return {
            name = "kitchen",                         -- the file's or the folder's
            version = "1.0",
            validators = { ripe = function(value, record, ctx) … end },
            types = { grams = { type = "number", min = 0, unit = "g" } },
          }

        Rules then say validate = "ripe" and type = "grams". It may also have reporters
        (for "stet check --format"), formats of files, cells for lists, commands and
        hooks for the prompt, and needs (rights, which "stet trust" grants).

        Plugins are looked for in plugins/ of the project (the nearest folder with
        plugins/, stet.lua or .git, from that of the rules or the working directory
        upwards), in stet/plugins of your configuration folder, and in the folders that
        STET_PLUGIN_PATH names. Of two with one name the first counts.

        A plugin that fails stops no check: what rules name of it is off, and a finding
        "plugin.error" says so.

        Exit status: 0 all is well, 1 something is wrong with a plugin.

        """
}
