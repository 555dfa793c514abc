import LuaKit
import StetScripting
import StetText

/// The plugins of the prompt: their commands and hooks, and their loading anew.
extension Bench {
    /// Loads all plugins, and says what is wrong with them.
    func loadPlugins() {
        guard let plugins = host.scripts.plugins else { return }
        for complaint in plugins.inventory.complaints { say(complaint) }
        plugins.callsHooks = true
        _ = plugins.reloadChanged()
        takeCommands(of: plugins)
    }

    /// Loads anew what has changed since the last entry, and says so.
    ///
    /// - Parameter all: also what has not changed.
    func refreshPlugins(all: Bool = false) {
        guard let plugins = host.scripts.plugins, plugins.callsHooks else { return }
        let lines = plugins.reloadChanged(all: all)
        for line in lines { say(line) }
        if !lines.isEmpty { takeCommands(of: plugins) }
    }

    private func takeCommands(of plugins: ScriptPlugins) {
        for name in pluginCommands { commands.remove(name) }
        pluginCommands = []
        for (command, plugin) in plugins.commands {
            if commands.add(Self.command(command, of: plugin)) {
                pluginCommands.append(command.name)
                continue
            }
            say(PluginInventory.complaint(ofCommand: command.name, plugin))
        }
    }

    private static func command(
        _ offer: PluginOffer.Command, of plugin: PluginFile
    ) -> Command {
        Command(
            offer.name, .plugins, usage: offer.usage,
            offer.doc ?? "of the plugin \"\(plugin.name)\"",
            details: "It is of the plugin \(plugin.shown).", arguments: [.text]
        ) { bench, text in
            do {
                let plugins = bench.host.scripts.plugins
                guard
                    let output = try plugins?.run(
                        command: offer.name, text.rest, over: bench.table)
                else { return }
                let shown = String(decoding: output, as: UTF8.self)
                bench.write(TerminalText.lines(shown) + (shown.hasSuffix("\n") ? "" : "\n"))
            } catch let refusal as PluginRefusal {
                throw CommandError(refusal.description)
            }
        }
    }
}
