import LuaKit
import StetCore
import StetScripting
import StetText

/// The commands about the prompt itself.
enum PromptCommands {
    static let all: [Command] = [
        help, run, reload, vars, stats, doctor, abandon, quit,
    ]

    /// The word that drops an unfinished entry, wherever it stands.
    static let abandonName = "break"

    private static let doctor: Command = .init(
        "doctor", .prompt, "look at what Stet stands on: libraries, terminal, folders, plugins"
    ) { bench, text in
        try text.require(0...0, of: doctor)
        guard let diagnosis = bench.host.diagnosis else {
            throw CommandError("only \"stet doctor\" tells it here")
        }
        bench.write(diagnosis(bench.resultStyle))
    }

    private static let help: Command = .init(
        "help", .prompt, usage: "[NAME|GROUP]", "say what there is, or more of one name",
        details: """
            NAME is a command, a field (weight) or a name of Lua (it:where, string.format). help(…)
            tells the same in Lua. GROUP is \(English.list(
                Command.Group.allCases.map(\.keyword), joiner: "or")).
            """, arguments: [.command]
    ) { bench, text in
        try text.require(0...1, of: help)
        let words = WordHelp(bench: bench)
        guard let word = text.words.first?.text else { return bench.write(words.overview) }
        let found = words.text(on: word)
        guard found.isEmpty else { return bench.write(found) }
        throw text.wrong(
            0,
            "nothing is known of \(TerminalText.line(word))"
                + Suggestion.hint(for: word, among: words.names))
    }

    private static let run: Command = .init(
        "run", .prompt, usage: "FILE [ARG…]", "run a Lua script here", arguments: [.file]
    ) { bench, text in
        guard let path = text.words.first?.text else {
            throw CommandError("usage: \(run.synopsis)")
        }
        try bench.runFile(path, text.words.dropFirst().map(\.text))
    }

    private static let reload: Command = .init(
        "reload", .prompt, usage: "[MODULE]",
        "load a module anew, or all that were required and all plugins",
        details: """
            Whoever holds a module that is a table sees what is in the new one. If a module cannot
            be loaded, the old one stays.
            """
    ) { bench, text in
        try text.require(0...1, of: reload)
        let scripts = bench.host.scripts
        let known = scripts.moduleNames
        guard let word = text.words.first else {
            bench.refreshPlugins(all: true)
            let hasPlugins = bench.host.scripts.plugins?.inventory.entries.isEmpty == false
            if known.isEmpty, !hasPlugins { return bench.say("no module was required yet") }
            for name in known {
                try scripts.reload(name)
                bench.say("\(TerminalText.line(name)): loaded anew")
            }
            return
        }
        guard known.contains(word.text) else {
            throw text.wrong(
                0,
                "no module of that name was required yet"
                    + Suggestion.hint(for: word.text, among: known))
        }
        try scripts.reload(word.text)
        bench.say("\(TerminalText.line(word.text)): loaded anew")
    }

    private static let vars: Command = .init(
        "vars", .prompt, "list the globals that were made here, with what they hold"
    ) { bench, text in
        try text.require(0...0, of: vars)
        let variables = try bench.ownGlobals()
        if variables.isEmpty { return bench.say("no global was made here yet") }
        let names = variables.map { TerminalText.line($0.name) }
        let width = min(24, names.map { DisplayWidth.of($0) }.max() ?? 0)
        for (name, variable) in zip(names, variables) {
            let gap = String(repeating: " ", count: max(0, width - DisplayWidth.of(name)))
            bench.write("\(name)\(gap)  \(variable.text)\n")
        }
    }

    private static let stats: Command = .init(
        "stats", .prompt, "show how much memory and time was used, and what is open"
    ) { bench, text in
        try text.require(0...0, of: stats)
        let usage = ProcessUsage.now
        let lua = bench.host.scripts.state
        bench.write(
            "Lua: \(lua.memoryUsed >> 10) KiB, at most \(lua.memoryPeak >> 10) KiB so far\n")
        bench.write("the process: \(usage.peakMemory >> 20) MiB at most\n")
        bench.write("processor time: \(TimeText.text(nanoseconds: usage.processorTime))\n")
        bench.write(
            "\(English.count(bench.record.entryCount, "entry", plural: "entries")), "
                + "\(English.count(bench.foreground.layers.count, "layer")) over the records\n")
        for table in bench.workspace.tables {
            bench.write(
                "\(table.globalName): \(English.count(table.collection.count, "record")), "
                    + "\(English.count(table.collection.changes().count, "step")) of undo\n")
        }
    }

    private static let abandon: Command = .init(
        abandonName, .prompt, "drop the entry that is being typed, as Ctrl-C does"
    ) { _, _ in }

    private static let quit: Command = .init(
        "quit", .prompt, "leave, as Ctrl-D, exit and quit do"
    ) { _, text in
        try text.require(0...0, of: quit)
        throw QuitRequest()
    }
}
