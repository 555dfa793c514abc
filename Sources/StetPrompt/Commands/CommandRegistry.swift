import StetText

/// All commands of the prompt, and the reading of a line.
struct CommandRegistry {
    static let all: [Command] =
        RecordCommands.all + ChangeCommands.all + SessionCommands.all + CheckCommands.all
        + SheetCommands.all + MenuCommand.all + ListCommands.all + NavigationCommands.all
        + OutputCommands.all + TypedCommands.all + ErrorCommands.all + PromptCommands.all

    static func command(named name: String) -> Command? {
        all.first { $0.name == name }
    }

    enum Reading {
        case command(Command, CommandLineText)
        case wrong(CommandError)
    }

    /// - Returns: nil for a line that is Lua.
    static func read(_ line: [UInt8]) -> Reading? {
        let text = String(decoding: line, as: UTF8.self).trimmed
        guard text.hasPrefix("."), let second = text.dropFirst().first, second.isLetter else {
            return nil
        }
        let name = text.dropFirst().prefix { !$0.isWhitespace }
        guard let command = command(named: String(name)) else {
            let known = all.map(\.name)
            let hint =
                Suggestion.nearest(to: String(name), among: known)
                .map { "; did you mean .\($0)?" } ?? "; .help lists them"
            return .wrong(
                CommandError("there is no command .\(TerminalText.line(String(name)))\(hint)"))
        }
        return .command(command, CommandLineText(line: text, nameEnd: 1 + name.count))
    }

    /// `.help`: one line a command, by group.
    static func overview(width: Int) -> String {
        let introduction = """
            What is typed is Lua. An expression prints its value; what is unfinished asks for more.
            Locals of an entry are globals after it. _1, _2 and _3 are the last values, and _ is a
            table of all that the last entry gave. Each open file is a global of its name; it is the
            current one. A line that begins with a dot is a command:
            """
        var text = wrapped(introduction, width: width) + "\n"
        for group in Command.Group.allCases {
            let commands = all.filter { $0.group == group }
            guard !commands.isEmpty else { continue }
            text += "\n\(group.rawValue)\n"
            text += definitionList(
                commands.map { ($0.synopsis, $0.summary) }, width: width, termWidth: 26)
            text += "\n"
        }
        let end = """
            .help NAME tells more. Ctrl-C while something runs stops it, with everything as it was.
            Tab completes commands, keys, fields, values, files and names of Lua; F1 tells of the word
            at the cursor; Alt-Enter begins a new line in place. "stet help" in a shell tells what else
            there is.
            """
        return text + "\n" + wrapped(end, width: width) + "\n"
    }

    static func help(on command: Command, width: Int) -> String {
        let details = command.details.isEmpty ? "" : "\n\(wrapped(command.details, width: width))\n"
        return "\(command.synopsis)\n\n\(command.summary).\n\(details)"
    }
}
