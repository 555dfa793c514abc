import Glibc
import LuaKit
import StetCore
import StetScripting
import StetText

/// The commands about the prompt itself.
enum PromptCommands {
    static let all: [Command] = [
        help, run, reload, width, time, vars, stats, abandon, quit,
    ]

    /// The word that drops an unfinished entry, wherever it stands.
    static let abandonName = "break"

    private static let help: Command = .init(
        "help", .prompt, usage: "[NAME]", "say what there is, or more of one command",
        details: """
            NAME may also be a field (weight) or a name of Lua (it:where). F1 tells of the word at
            the cursor. Tab completes what is typed.
            """, arguments: [.command]
    ) { bench, text in
        try text.require(0...1, of: help)
        guard let word = text.words.first?.text else {
            return bench.write(CommandRegistry.overview(width: bench.textWidth))
        }
        let name = word.hasPrefix(".") ? String(word.dropFirst()) : word
        guard let command = CommandRegistry.command(named: name) else {
            let other = WordHelp(bench: bench).text(on: word)
            guard other.isEmpty else { return bench.write(other) }
            throw text.wrong(
                0,
                "there is no command .\(TerminalText.line(name))"
                    + Suggestion.hint(for: name, among: CommandRegistry.all.map(\.name)))
        }
        bench.write(CommandRegistry.help(on: command, width: bench.textWidth))
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
        "reload", .prompt, usage: "[MODULE]", "load a module, or all that were required, anew",
        details: """
            Whoever holds a module that is a table sees what is in the new one. If a module cannot
            be loaded, the old one stays.
            """
    ) { bench, text in
        try text.require(0...1, of: reload)
        let scripts = bench.host.scripts
        let known = scripts.moduleNames
        guard let word = text.words.first else {
            if known.isEmpty { return bench.say("no module was required yet") }
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

    private static let width: Command = .init(
        "width", .prompt, usage: "[N]", "how many columns tables may take; 0 for no limit"
    ) { bench, text in
        try text.require(0...1, of: width)
        guard let word = text.words.first else {
            bench.width = nil
            return
        }
        guard let number = Int(word.text), number >= 0 else {
            throw text.wrong(0, "a width is a number of columns")
        }
        bench.width = number
    }

    private static let time: Command = .init(
        "time", .prompt, usage: "[on|off]", "say after each entry how long it took",
        arguments: [.words(["on", "off"])]
    ) { bench, text in
        try text.require(0...1, of: time)
        switch text.words.first?.text {
        case nil: bench.showsTime.toggle()
        case "on": bench.showsTime = true
        case "off": bench.showsTime = false
        default: throw text.wrong(0, "on or off is wanted")
        }
        bench.say("times are \(bench.showsTime ? "shown" : "not shown")")
    }

    private static let vars: Command = .init(
        "vars", .prompt, "list the globals that were made here"
    ) { bench, text in
        try text.require(0...0, of: vars)
        for (name, type) in try bench.ownGlobals() {
            bench.write("\(TerminalText.line(name)): \(type)\n")
        }
    }

    private static let stats: Command = .init(
        "stats", .prompt, "show how much memory is used"
    ) { bench, text in
        try text.require(0...0, of: stats)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        bench.write("Lua: \(bench.host.scripts.state.memoryUsed >> 10) KiB\n")
        bench.write("peak of the process: \(usage.ru_maxrss >> 10) MiB\n")
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
