import Glibc
import LuaKit
import StetCore
import StetScripting
import StetStores
import StetText

/// Runs a prompt over standard input: with an editor on a terminal, else entry by entry.
package enum Prompt {
    /// The commands that every prompt has.
    package static var commandNames: Set<String> { Set(CommandRegistry.own.map(\.name)) }

    /// - Parameter history: where entries are kept; nil: they are forgotten.
    /// - Returns: the status to exit with.
    package static func run(_ host: PromptHost, _ start: Start, history: History?) -> Int32 {
        let isInteractive = !start.isBatch && isatty(STDIN_FILENO) == 1 && start.endsInPrompt
        let work = LongWork()
        let interrupt = host.scripts.interrupt
        let signals = PromptSignals(isInteractive: isInteractive) {
            interrupt()
            work.stop()
        }
        let isOnScreen = isInteractive && isatty(STDOUT_FILENO) == 1
        let sink = ResultSink(
            host, signals: signals,
            pagerCommand: isOnScreen
                ? Pager.command { name in getenv(name).map { String(cString: $0) } } : nil)
        defer { _ = sink.close(0) }
        sink.hasScreen = isatty(STDOUT_FILENO) == 1
        let bench = Bench(
            sink, workspace: Workspace(host.scripts),
            record: EntryRecord(
                history: history,
                project: workingDirectory().map { ProjectFolder.nearest(to: $0) ?? $0 } ?? ""))
        bench.mode = start.mode ?? (sink.hasScreen ? .box : .tsv)
        let runner = EntryRunner(bench, signals: signals, work: work)
        let input = PipedInput(runner, signals: signals, keepsGoing: start.keepsGoing)
        let editor =
            isInteractive
            ? LineEditor(signals: signals, promptsOnError: isatty(STDOUT_FILENO) == 0) : nil
        if let editor {
            bench.isInteractive = true
            bench.screen = { (editor.width, editor.height) }
            bench.ask = { [unowned bench] prompt, initial, assistance in
                let began = MonotonicClock.now
                defer { bench.timeWaited += MonotonicClock.now - began }
                return editor.read(prompt: prompt, initial: initial, assistance: assistance)
            }
            bench.edit = { try TextEditor(signals: signals).edit($0) }
            sink.screen = bench.screen
            let held = sink.held
            let progress = ProgressLine(
                work, draws: isatty(STDERR_FILENO) == 1 && TerminalText.movesCursor,
                tick: { held.releaseOld() }, columns: { TerminalText.screenWidth })
            runner.progress = progress
            sink.beforeWriting = { progress?.hide() }
            editor.beforeReading = { [sink, runner] in
                runner.progress?.end()
                sink.end()
            }
        }
        do throws(LuaError) {
            try PromptFunctions(bench: bench).install()
        } catch {
            host.writeError("stet: \(error)")
            return 2
        }
        do throws(CommandError) {
            if let path = start.output { try sink.redirect(to: path) }
            if let path = start.transcript { try bench.record.writeLog(to: path) }
        } catch {
            host.writeError("stet: \(error.message)")
            return 2
        }
        bench.loadPlugins()
        let starter = PromptStarter(start: start, runner: runner, input: input)
        guard let editor else { return sink.close(starter.run() ?? input.run()) }
        let loop = PromptLoop(runner, editor: editor, signals: signals)
        loop.greet()
        if let startUp = start.startUpFile { StartUpFile(path: startUp).run(runner) }
        return starter.run() ?? loop.run()
    }
}
