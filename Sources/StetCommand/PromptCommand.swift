import Glibc
import LuaKit
import StetPrompt
import StetScripting
import StetText

/// `stet` alone, and the options of the stand-alone interpreter: `-e CODE`.
enum PromptCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "stet", arguments,
            options: [
                .value("-e"), .value("--history"), .flag("--help", "-h"), .flag("--version", "-v"),
            ])
        var pieces: [ScriptRun.Piece] = []
        var history = History.standard { name in getenv(name).map { String(cString: $0) } }
        while let item = try parser.next() {
            switch item {
            case .option("-e", let code):
                pieces.append(ScriptRun.Piece(text: Array(code.utf8), name: "=-e"))
            case .option("--history", let path):
                history = path.isEmpty ? nil : History(path: path)
            case .option("--help", _): return try HelpCommand.run([])
            case .option:
                Output.write(VersionText.text)
                return ExitStatus.done
            case .operand(let name): throw UsageError.unknownCommand(name)
            }
        }
        if !pieces.isEmpty { return ScriptRun.run(pieces, arguments: [], script: "stet") }
        return prompt(history: history)
    }

    private static func prompt(history: History?) -> Int32 {
        do throws(LuaError) {
            let scripts = try ScriptHost()
            defer { scripts.close() }
            try scripts.setArguments([], script: "stet")
            let style = Output.style(.auto, descriptor: STDERR_FILENO)
            var host = PromptHost(
                state: scripts.state, environment: scripts.environment,
                interrupt: scripts.interrupt,
                banner: "stet \(StetVersion.text), \(LuaState.release)",
                usesColor: style.isColored,
                output: { Output.write($0) },
                errorOutput: { Output.error($0) },
                isOutputClosed: { Output.isClosed })
            host.unfinished = { scripts.unfinishedDialogs }
            return Prompt.run(host, history: history)
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
    }
}
