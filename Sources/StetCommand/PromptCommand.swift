import Glibc

/// `stet` alone, and the options of the stand-alone interpreter: `-e CODE`, `-i`.
enum PromptCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "stet", arguments,
            options: [.value("-e"), .flag("--help", "-h"), .flag("--version", "-v")])
        var pieces: [ScriptRun.Piece] = []
        while let item = try parser.next() {
            switch item {
            case .option("-e", let code):
                pieces.append(ScriptRun.Piece(text: Array(code.utf8), name: "=-e"))
            case .option("--help", _): return try HelpCommand.run([])
            case .option:
                Output.write(VersionText.text)
                return ExitStatus.done
            case .operand(let name): throw UsageError.unknownCommand(name)
            }
        }
        if !pieces.isEmpty { return ScriptRun.run(pieces, arguments: [], script: "stet") }
        return try HelpCommand.run([])
    }
}
