import Glibc
import StetCore
import StetScripting
import StetStores

/// What happens to a job's commits when its script has ended.
struct JobEnd {
    let host: ScriptHost
    let options: JobOptions

    private var staged: [OpenedTable] { host.commits?.staged ?? [] }

    /// - Parameters:
    ///   - status: how the script ended.
    ///   - signal: one that came while it ran.
    /// - Returns: the status of the command.
    func finish(_ status: Int32, isStopped signal: Int32?) -> Int32 {
        host.keepsEdits = signal == SIGTERM || signal == SIGHUP
        for note in host.uncommittedNotes(isKept: host.keepsEdits) { Output.error(note) }
        var status = status
        if status == ExitStatus.done, let signal {
            Output.error("stet: interrupted")
            status = ExitStatus.of(signal: signal)
        }
        guard status == ExitStatus.done else {
            for table in staged {
                let fate = host.keepsEdits ? "; " + table.fateOfEdits(isKept: true) : ""
                Output.error(
                    "\(table.path): not written, because the script did not end well\(fate)")
            }
            return status
        }
        do {
            // What was changed is known before it is written, and true afterwards.
            let reports = try options.reports.map { ($0.path, try text(of: $0)) }
            let summaries = try staged.map { ($0.path, try $0.stagedDiff().summary) }
            if !options.isDryRun {
                for note in try host.commits?.write() ?? [] { Output.error(note) }
            }
            for (path, text) in reports { try WholeFile.write(text, to: path) }
            if options.isDryRun {
                let printer = DiffPrinter(options.diff, of: .staged, options.color)
                for table in staged { try printer.print(table) }
            }
            let changed = summaries.filter { !$0.1.isEmpty }
            for (path, summary) in changed {
                Output.error("\(path): \(options.isDryRun ? "would be: " : "")\(summary)")
            }
            return options.isDryRun && !changed.isEmpty ? ExitStatus.findings : ExitStatus.done
        } catch let error as TableError {
            Output.error("stet: \(error)")
            if case .conflicts = error { return ExitStatus.findings }
        } catch {
            Output.error("stet: \(error)")
        }
        return ExitStatus.notDone
    }

    private func text(of report: JobOptions.Report) throws(TableError) -> [UInt8] {
        var text: [UInt8] = []
        for table in staged {
            try table.writeDiff(report.format, of: .staged, isForScreen: false) { text += $0 }
        }
        return text
    }
}
