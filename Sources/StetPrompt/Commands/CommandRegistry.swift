import StetText

/// The commands of a prompt, and the reading of a line. What runs, the help and the completion look
/// here, so a command that is added later is in all of them.
final class CommandRegistry {
    /// What every prompt has.
    static let own: [Command] =
        RecordCommands.all + ChangeCommands.all + SessionCommands.all + CheckCommands.all
        + SheetCommands.all + MenuCommand.all + ListCommands.all + RecordTableCommands.all
        + NavigationCommands.all + OutputCommands.all + TypedCommands.all + ErrorCommands.all
        + PromptCommands.all + MeasureCommands.all + PluginCommands.all

    private(set) var all: [Command] = own
    private var byName = Dictionary(uniqueKeysWithValues: own.map { ($0.name, $0) })

    var names: [String] { all.map(\.name) }

    func command(named name: String) -> Command? { byName[name] }

    /// Adds a command, in place of one of that name that was added before.
    ///
    /// - Returns: false: every prompt has a command of that name, and it stays.
    @discardableResult
    func add(_ command: Command) -> Bool {
        guard !Self.own.contains(where: { $0.name == command.name }) else { return false }
        remove(command.name)
        all.append(command)
        byName[command.name] = command
        return true
    }

    /// Takes away a command that was added.
    func remove(_ name: String) {
        guard !Self.own.contains(where: { $0.name == name }) else { return }
        all.removeAll { $0.name == name }
        byName[name] = nil
    }

    enum Reading {
        case command(Command, CommandLineText)
        case wrong(CommandError)
    }

    /// - Returns: nil for a line that is Lua.
    func read(_ line: [UInt8]) -> Reading? {
        let text = String(decoding: line, as: UTF8.self).trimmed
        guard text.hasPrefix("."), let second = text.dropFirst().first, second.isLetter else {
            return nil
        }
        let name = text.dropFirst().prefix { !$0.isWhitespace }
        guard let command = command(named: String(name)) else {
            return .wrong(unknown(String(name)))
        }
        return .command(command, CommandLineText(line: text, nameEnd: 1 + name.count))
    }

    /// What to say of a name that no command has: the nearest ones, by spelling or beginning.
    func unknown(_ name: String) -> CommandError {
        var near = Suggestion.nearest(to: name, among: names).map { [$0] } ?? []
        if name.count > 1 {
            near += names.filter { $0.hasPrefix(name) && !near.contains($0) }.sorted().prefix(5)
        }
        let hint =
            near.isEmpty
            ? "; .help lists them"
            : "; did you mean \(English.list(near.map { "." + $0 }, joiner: "or"))?"
        return CommandError("there is no command .\(TerminalText.line(name))\(hint)")
    }
}
