import Glibc
import StetScripting
import StetStores

/// `stet run [OPTION…] SCRIPT [ARG…]`
enum RunCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "run", arguments, options: JobOptions.options + [.flag("--help", "-h")],
            stopsAtOperand: true)
        var operands: [String] = []
        var options = JobOptions()
        while let item = try parser.next() {
            switch item {
            case .option("--help", _): return try HelpCommand.run(["run"])
            case .option(let name, let text): try options.take(name, text)
            case .operand(let text): operands.append(text)
            }
        }
        guard let script = operands.first else {
            throw UsageError("run needs a script", hint: "for example: stet run check_all.lua")
        }
        return runScript(script, arguments: Array(operands.dropFirst()), options)
    }

    /// Whether a file says in its first two bytes that it is a script.
    static func isScript(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start: [UInt8] = [0, 0]
        return read(descriptor, &start, 2) == 2 && start == Array("#!".utf8)
    }

    /// - Parameter pieces: what runs before it.
    static func runScript(
        _ path: String, arguments: [String], _ options: JobOptions,
        after pieces: [ScriptRun.Piece] = []
    ) -> Int32 {
        let text: [UInt8]
        do throws(StoreError) {
            text = try FileText.read(path)
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
        return ScriptRun.run(
            pieces + [ScriptRun.Piece(text: text, name: path == "-" ? "=stdin" : "@" + path)],
            arguments: arguments, script: path, options: options)
    }
}
