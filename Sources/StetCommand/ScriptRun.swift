import Glibc
import LuaKit
import StetScripting

/// Runs chunks one after the other in one world, and turns how they end into a status. What they
/// commit is written when all have ended well, together, or not at all.
enum ScriptRun {
    struct Piece {
        var text: [UInt8] = []
        var name: String
        /// The piece is a module, held by a global of this name.
        var global: String?

        init(text: [UInt8], name: String) {
            self.text = text
            self.name = name
        }

        init(module: String, global: String) {
            name = module
            self.global = global
        }
    }

    static func run(
        _ pieces: [Piece], arguments: [String], script: String, options: JobOptions = JobOptions()
    ) -> Int32 {
        if let path = options.output, let problem = Output.redirect(to: path) {
            Output.error("stet: \(problem)")
            return ExitStatus.notDone
        }
        let watcher = SignalWatcher()
        let clock = JobClock()
        do throws(LuaError) {
            let host = try options.world.open()
            defer { host.close() }
            host.commits?.isJob = true
            host.commits?.backupSuffix = options.backupSuffix
            host.assumesYes = options.assumesYes
            watcher.onStop(host.interrupt)
            if let seconds = options.timeout { clock.start(seconds, host.interrupt) }
            let end = try run(pieces, arguments: arguments, script: script, in: host) { error in
                status(of: error, watcher, clock, options)
            }
            clock.stop()
            return JobEnd(host: host, options: options).finish(end, isStopped: watcher.signal)
        } catch {
            return status(of: error, watcher, clock, options)
        }
    }

    private static func run(
        _ pieces: [Piece], arguments: [String], script: String, in host: ScriptHost,
        _ status: (LuaError) -> Int32
    ) throws(LuaError) -> Int32 {
        try host.setArguments(arguments, script: script)
        do throws(LuaError) {
            for piece in pieces {
                if let global = piece.global {
                    try host.require(piece.name, as: global)
                    continue
                }
                let results = try host.run(piece.text, name: piece.name, arguments: arguments)
                if case .boolean(false)? = results.first { return ExitStatus.findings }
            }
            return unfinished(host) ?? ExitStatus.done
        } catch {
            return status(error)
        }
    }

    /// Says which dialogs nobody answered: in a batch run nobody will. nil if there are none.
    private static func unfinished(_ host: ScriptHost) -> Int32? {
        let problems = host.unfinishedDialogs
        for problem in problems { Output.error("stet: \(problem)") }
        return problems.isEmpty ? nil : ExitStatus.findings
    }

    private static func status(
        of error: LuaError, _ watcher: SignalWatcher, _ clock: JobClock, _ options: JobOptions
    ) -> Int32 {
        switch error.kind {
        case .exit(let status): return Int32(status)
        case .interrupted where watcher.signal == nil && clock.hasRungOut:
            let seconds = options.timeout.map { "\($0)" } ?? ""
            Output.error("stet: stopped after \(seconds) s (--timeout)")
            return ExitStatus.limit
        case .interrupted:
            Output.error("stet: interrupted")
            return ExitStatus.of(signal: watcher.signal ?? SIGINT)
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
