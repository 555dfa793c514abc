import Glibc
import LuaKit
import StetPrompt
import StetScripting
import StetText

/// `stet [FILE…]`, and the options of the stand-alone interpreter.
enum PromptCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "stet", arguments,
            options: TableOptions.reading + [
                .value("-e"), .value("-c"), .value("--history"), .flag("--version", "-v"),
            ])
        var pieces: [ScriptRun.Piece] = []
        var table = TableOptions()
        var start = Prompt.Start()
        var history = History.standard { name in getenv(name).map { String(cString: $0) } }
        while let item = try parser.next() {
            switch item {
            case .option("-e", let code):
                pieces.append(ScriptRun.Piece(text: Array(code.utf8), name: "=-e"))
            case .option("-c", let command): start.commands.append(command)
            case .option("--history", let path):
                history = path.isEmpty ? nil : History(path: path)
            case .option("--help", _): return try HelpCommand.run([])
            case .option("--version", _):
                Output.write(VersionText.text)
                return ExitStatus.done
            case .option(let name, let text): _ = try table.take(name, text)
            case .operand(let path): start.files.append(path)
            }
        }
        if !pieces.isEmpty {
            guard start.files.isEmpty, start.commands.isEmpty else {
                throw UsageError(
                    "-e takes neither files nor -c; stet run takes a script's arguments")
            }
            return ScriptRun.run(pieces, arguments: [], script: "stet")
        }
        start.rules = table.rules
        start.dialect = table.dialect
        return prompt(start, color: table.color, history: history)
    }

    private static func prompt(
        _ start: Prompt.Start, color: Style.Choice, history: History?
    ) -> Int32 {
        do throws(LuaError) {
            let scripts = try ScriptHost()
            scripts.onNotice = { Output.error($0) }
            defer { scripts.close() }
            try scripts.setArguments([], script: "stet")
            let host = PromptHost(
                scripts: scripts, banner: "stet \(StetVersion.text), \(LuaState.release)",
                usesColor: Output.style(color, descriptor: STDERR_FILENO).isColored,
                output: { Output.write($0) }, errorOutput: { Output.error($0) },
                isOutputClosed: { Output.isClosed })
            let status = Prompt.run(host, start, history: history)
            // The terminal went, or somebody else ended the prompt: nobody was asked.
            scripts.keepsEdits = [
                ExitStatus.hangUp, ExitStatus.terminated, ExitStatus.pipe,
            ].contains(status)
            if scripts.keepsEdits {
                for note in scripts.uncommittedNotes(isKept: true) { Output.error(note) }
            }
            return status
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
    }
}
