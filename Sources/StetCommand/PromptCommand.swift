import Glibc
import LuaKit
import StetPrompt
import StetScripting
import StetStores
import StetText

/// `stet [OPTION…] [FILE…]`, with the options of the stand-alone interpreter of Lua:
/// `stet [-e CODE] [-l MODULE] [-i] [SCRIPT [ARG…]]`.
struct PromptCommand {
    private var start = Prompt.Start()
    private var table = TableOptions()
    /// Asked when all options are read: one of them has variables not count.
    private var history: () -> History? = {
        History.standard { name in getenv(name).map { String(cString: $0) } }
    }
    private var script: (path: String, arguments: [String])?
    private var runsStartUpFile = true
    /// Commands or code on the line want `-` as data; else it is a script, as it is to Lua.
    private var isInputData = false
    private var job = JobOptions()

    static let options =
        TableOptions.reading + WorldOptions.options + [
            .value("-e"), .value("-l"), .flag("-i"), .value("-c"), .value("--mode", "--to"),
            .flag("--json"), .flag("--csv"), .value("--output"), .value("--transcript"),
            .flag("--batch"), .flag("--keep-going"), .value("--history"), .flag("--no-history"),
            .flag("--no-rc"), .flag("--version", "-v"),
        ]

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var command = PromptCommand()
        if let status = try command.read(arguments) { return status }
        return try command.run()
    }

    /// - Returns: the status, if that was all.
    private mutating func read(_ arguments: [String]) throws(UsageError) -> Int32? {
        isInputData = arguments.contains { $0.hasPrefix("-c") || $0.hasPrefix("-e") }
        var parser = OptionParser("stet", arguments, options: Self.options)
        while let item = try parser.next() {
            switch item {
            case .option("-e", let code): start.steps.append(.code(code))
            case .option("-l", let text): start.steps.append(try Self.module(text))
            case .option("-i", _): start.staysInteractive = true
            case .option("-c", let entries): start.steps.append(.entries(entries))
            case .option("--mode", let name):
                start.mode = try OptionParser.choice(name, for: "--mode")
            case .option("--history", let path):
                history = { path.isEmpty ? nil : History(path: path) }
            case .option("--no-history", _): history = { nil }
            case .option("--no-rc", _): runsStartUpFile = false
            case .option("--json", _): start.mode = .json
            case .option("--csv", _): start.mode = .csv
            case .option("--output", let path): (start.output, job.output) = (path, path)
            case .option("--transcript", let path): start.transcript = path
            case .option("--batch", _): start.isBatch = true
            case .option("--keep-going", _): start.keepsGoing = true
            case .option("--help", _): return try HelpCommand.run(["prompt"])
            case .option("--version", _):
                Output.write(VersionText.text)
                return ExitStatus.done
            case .option(let name, let text):
                if try !job.world.take(name, text) { _ = try table.take(name, text) }
            case .operand(let path):
                if start.files.isEmpty, isScript(path) {
                    script = (path, parser.takeRest())
                } else {
                    start.files.append(path)
                }
            }
        }
        return nil
    }

    private func isScript(_ path: String) -> Bool {
        if path == "-" { return !isInputData }
        return path.hasSuffix(".lua") && !path.hasSuffix(".rules.lua") || RunCommand.isScript(path)
    }

    /// `MODULE`, or `NAME=MODULE`.
    private static func module(_ text: String) throws(UsageError) -> Prompt.Start.Step {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("-l takes MODULE or NAME=MODULE, not \"\(text)\"")
        }
        // As Lua does: of a.b the global is a.b, unless a name is given.
        return .module(String(parts.last ?? ""), global: String(parts.first ?? ""))
    }

    private func run() throws(UsageError) -> Int32 {
        for file in start.files where file.hasSuffix(".lua") { throw UsageError.notData(file) }
        let hasEntries = start.steps.contains { if case .entries = $0 { true } else { false } }
        guard start.files.isEmpty, !hasEntries, !start.staysInteractive,
            script != nil
                || start.steps.contains(where: { if case .code = $0 { true } else { false } })
        else { return try prompt() }
        for (name, isGiven) in [
            ("--transcript", start.transcript != nil), ("--keep-going", start.keepsGoing),
        ] where isGiven {
            throw UsageError(
                "\(name) is for entries, and a script without data files has none",
                hint: "with -i or -c, or without a script, entries are read")
        }
        return try runJob()
    }

    /// Code, modules and a script without data or a prompt are an edit job, as `stet run` is.
    private func runJob() throws(UsageError) -> Int32 {
        var pieces: [ScriptRun.Piece] = []
        for step in start.steps {
            switch step {
            case .code(let code):
                pieces.append(ScriptRun.Piece(text: Array(code.utf8), name: "=-e"))
            case .module(let name, let global):
                pieces.append(ScriptRun.Piece(module: name, global: global))
            case .entries, .script: break
            }
        }
        guard let script else {
            return ScriptRun.run(pieces, arguments: [], script: "stet", options: job)
        }
        return RunCommand.runScript(
            script.path, arguments: script.arguments, job, after: pieces)
    }

    private func prompt() throws(UsageError) -> Int32 {
        var start = start
        start.rules = table.rules
        start.dialect = table.dialect
        if runsStartUpFile, !job.world.ignoresSurroundings {
            start.startUpFile = Prompt.startUpFile { name in
                getenv(name).map { String(cString: $0) }
            }
        }
        let color = start.isBatch && table.color == .auto ? .never : table.color
        do {
            if let script {
                start.steps.append(
                    .script(
                        try FileText.read(script.path),
                        name: script.path == "-" ? "=stdin" : "@" + script.path,
                        arguments: script.arguments))
            }
            let scripts = try job.world.open()
            defer { scripts.close() }
            try scripts.setArguments(script?.arguments ?? [], script: script?.path ?? "stet")
            var host = PromptHost(
                scripts: scripts, banner: "stet \(StetVersion.text), \(LuaState.release)",
                usesColor: Output.style(color, descriptor: STDERR_FILENO).isColored,
                colorsResults: Output.style(color).isColored,
                output: { Output.write($0) }, errorOutput: { Output.error($0) },
                isOutputClosed: { Output.isClosed })
            host.diagnosis = { DoctorCommand.report(color).text($0) }
            let status = Prompt.run(host, start, history: history())
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
