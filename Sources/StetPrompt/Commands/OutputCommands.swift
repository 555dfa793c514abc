import StetCore
import StetScripting
import StetText

/// The commands about how, and where, results are shown.
enum OutputCommands {
    static let all: [Command] = [mode, output, pager, full]

    private static let mode: Command = .init(
        "mode", .output, usage: "[NAME] [OPTION…]", "how tables are shown",
        details: """
            NAME is \(English.list(TableSpecification.Mode.allCases.map(\.rawValue), joiner: "or")).
            Without anything the command that gives the present state is printed, with -v all of it.

            \(TableFormatText.help)
            """,
        arguments: [
            .words(
                TableSpecification.Mode.allCases.map(\.rawValue)
                    + TableFormatText.options.map(\.name))
        ]
    ) { bench, text in
        if text.words.isEmpty || text.words.map(\.text) == ["-v"] {
            let line = TableFormatText.command(bench.tableFormat, isComplete: !text.words.isEmpty)
            return bench.write(line + "\n")
        }
        bench.tableFormat = try TableFormatText.read(text, from: bench.tableFormat)
    }

    private static let output: Command = .init(
        "output", .output, usage: "[FILE|-]", "write results to a file; - is the screen again",
        details: """
            What is said, and what Lua's print writes, stays on the screen. The file is made anew.
            """, arguments: [.file]
    ) { bench, text in
        try text.require(0...1, of: output)
        guard let path = text.words.first?.text else {
            return bench.say(
                "results go to " + (bench.sink.path.map { "the file \($0)" } ?? "the screen"))
        }
        try bench.sink.redirect(to: path == "-" ? nil : path)
    }

    private static let pager: Command = .init(
        "pager", .output, usage: "[on|off]", "whether what is taller than the screen is paged",
        details: "PAGER names the program; less -FRX is taken where it names none.",
        arguments: [.words(["on", "off"])]
    ) { bench, text in
        try text.require(0...1, of: pager)
        switch text.words.first?.text {
        case nil: bench.say("the pager is \(bench.sink.usesPager ? "on" : "off")")
        case "on": bench.sink.usesPager = true
        case "off": bench.sink.usesPager = false
        default: throw text.wrong(0, "on or off is wanted")
        }
    }

    private static let full: Command = .init(
        "full", .output, "print the last value whole, however long it is"
    ) { bench, text in
        try text.require(0...0, of: full)
        try bench.showLastValues()
    }
}
