import Glibc
import LuaKit
import StetScripting
import StetStores

/// `stet run SCRIPT [ARG…]`
enum RunCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        var parser = OptionParser(
            "run", arguments, options: [.flag("--help", "-h")], stopsAtOperand: true)
        var operands: [String] = []
        while let item = try parser.next() {
            switch item {
            case .option: return try HelpCommand.run(["run"])
            case .operand(let text): operands.append(text)
            }
        }
        guard let script = operands.first else {
            throw UsageError("run needs a script", hint: "for example: stet run check_all.lua")
        }
        return runScript(script, arguments: Array(operands.dropFirst()))
    }

    /// Whether a file says in its first two bytes that it is a script.
    static func isScript(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start: [UInt8] = [0, 0]
        return read(descriptor, &start, 2) == 2 && start == Array("#!".utf8)
    }

    private static func runScript(_ path: String, arguments: [String]) -> Int32 {
        let text: [UInt8]
        do throws(StoreError) {
            text = try FileText.read(path)
        } catch {
            Output.error("stet: \(error)")
            return ExitStatus.notDone
        }
        return ScriptRun.run(
            [ScriptRun.Piece(text: text, name: path == "-" ? "=stdin" : "@" + path)],
            arguments: arguments, script: path)
    }
}

/// Runs chunks one after the other in one world, and turns how they end into a status.
enum ScriptRun {
    struct Piece {
        var text: [UInt8]
        var name: String
    }

    static func run(_ pieces: [Piece], arguments: [String], script: String) -> Int32 {
        let watcher = SignalWatcher()
        do throws(LuaError) {
            let host = try ScriptHost()
            defer {
                for name in host.uncommittedTables {
                    Output.error("\(name): changes were not committed, so they are lost")
                }
                host.close()
            }
            watcher.onStop(host.interrupt)
            try host.setArguments(arguments, script: script)
            for piece in pieces {
                let results = try host.run(piece.text, name: piece.name, arguments: arguments)
                if case .boolean(false)? = results.first { return ExitStatus.findings }
            }
            return ExitStatus.done
        } catch {
            return status(of: error, watcher)
        }
    }

    private static func status(of error: LuaError, _ watcher: SignalWatcher) -> Int32 {
        switch error.kind {
        case .exit(let status): return Int32(status)
        case .interrupted:
            let signal = watcher.signal ?? SIGINT
            Output.error("stet: interrupted")
            return ExitStatus.of(signal: signal)
        case .timeLimit, .callLimit:
            Output.error("stet: \(error)")
            return ExitStatus.limit
        default:
            Output.error("stet: \(error)")
            if let traceback = error.traceback.flatMap(Traceback.short) { Output.error(traceback) }
            return ExitStatus.findings
        }
    }
}

/// A traceback without the frames that are the host's own.
enum Traceback {
    ///
    /// - Returns: nil if none are left.
    static func short(_ text: String) -> String? {
        let lines = text.split(separator: "\n").filter { !$0.contains("[C]: in ?") }
        return lines.count > 1 ? lines.joined(separator: "\n") : nil
    }
}
