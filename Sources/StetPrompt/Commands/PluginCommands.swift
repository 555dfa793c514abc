import StetScripting
import StetText

/// The command about plugins.
enum PluginCommands {
    static let all: [Command] = [plugins]

    private static let plugins: Command = .init(
        "plugins", .prompt, "list the plugins that were found, and what they have",
        details: """
            A plugin whose file changes is loaded anew before the next entry. If that fails, the old
            one stays. .reload loads all anew.
            """
    ) { bench, text in
        try text.require(0...0, of: plugins)
        guard let inventory = bench.host.scripts.plugins?.inventory else { return }
        let report = PluginReport(inventory.without(commandsOfPrompt: Prompt.commandNames))
        if inventory.entries.isEmpty { return bench.say("no plugins: \(report.searched)") }
        bench.write(TerminalText.lines(report.text))
    }
}
