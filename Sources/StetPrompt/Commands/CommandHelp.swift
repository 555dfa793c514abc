import StetScripting
import StetText

/// The help on commands, as it is in the registry.
struct CommandHelp {
    let commands: CommandRegistry
    /// Columns.
    let width: Int

    /// Columns of the names: on a narrow screen what they mean stands below the longer ones.
    private var termWidth: Int { min(26, max(6, width / 3)) }

    private static let introduction = """
        What is typed is Lua. An expression prints its value; what is unfinished asks for more.
        Locals of an entry are globals after it. _1, _2 and _3 are the last values, and _ is a
        table of all that the last entry gave. Each open file is a global of its name; it is the
        current one. A line that begins with a dot is a command:
        """

    private static let end = """
        .help NAME tells more of a command, a field or a name of Lua, such as .help it:where;
        .help GROUP shows one group. Tab completes commands, keys, fields, values, files and names
        of Lua; F1 tells of the word at the cursor; Alt-Enter begins a new line in place; Ctrl-X
        Ctrl-E opens the entry in your editor. Ctrl-C while something runs stops it, with everything
        as it was. "stet help" in a shell tells what else there is.
        """

    /// `.help`: one line a command, by group.
    var overview: String {
        let groups = Command.Group.allCases.map(group).filter { !$0.isEmpty }
        return wrapped(Self.introduction, width: width) + "\n\n" + groups.joined(separator: "\n")
            + "\n" + wrapped(Self.end, width: width) + "\n"
    }

    /// The commands of a group; empty if it has none.
    func group(_ group: Command.Group) -> String {
        let commands = commands.all.filter { $0.group == group }
        guard !commands.isEmpty else { return "" }
        return "\(group.rawValue) (.help \(group.keyword))\n"
            + definitionList(
                commands.map { ($0.synopsis, $0.summary) }, width: width, termWidth: termWidth)
            + "\n"
    }

    /// A command, and the methods of its name.
    func help(on command: Command) -> String {
        let details = command.details.isEmpty ? "" : "\n\(wrapped(command.details, width: width))\n"
        let methods = LuaDocumentation.entries(named: command.name).filter {
            $0.owner == "collection" || $0.owner == "session"
        }
        let lua = methods.isEmpty ? "" : "\nIn Lua:\n" + LuaHelp(width: width).list(methods)
        return "\(command.synopsis)\n\n\(command.summary).\n\(details)\(lua)"
    }
}
