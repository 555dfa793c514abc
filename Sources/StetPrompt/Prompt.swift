import Glibc
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// Runs a prompt over standard input: with an editor on a terminal, else entry by entry.
package enum Prompt {
    /// What a prompt begins with.
    package struct Start {
        /// Data files to open.
        package var files: [String] = []
        package var rules: String?
        package var dialect = DialectOptions()
        /// Entries to run in place of those of standard input.
        package var commands: [String] = []

        package init() {}
    }

    /// - Parameter history: where entries are kept; nil: they are forgotten.
    /// - Returns: the status to exit with.
    package static func run(_ host: PromptHost, _ start: Start, history: History?) -> Int32 {
        let isInteractive = isatty(STDIN_FILENO) == 1 && start.commands.isEmpty
        let signals = PromptSignals(
            isInteractive: isInteractive, interrupt: host.scripts.interrupt)
        let bench = Bench(host, workspace: Workspace(host.scripts))
        let runner = EntryRunner(bench, signals: signals)
        if let status = open(start, on: bench, isInteractive: isInteractive) { return status }
        if !start.commands.isEmpty {
            return PipedInput(runner, signals: signals, entries: start.commands).run()
        }
        guard isInteractive,
            let editor = LineEditor(
                signals: signals, promptsOnError: isatty(STDOUT_FILENO) == 0)
        else { return PipedInput(runner, signals: signals).run() }
        bench.screen = { (editor.width, editor.height) }
        bench.ask = { [unowned bench] prompt, initial in
            let began = Clock.now
            defer {
                bench.timeWaited += Clock.now - began
                signals.begin(.running)
            }
            return editor.read(prompt: prompt, initial: initial)
        }
        return PromptLoop(runner, editor: editor, signals: signals, history: history).run()
    }

    /// - Returns: the status to exit with, if a file could not be opened.
    private static func open(_ start: Start, on bench: Bench, isInteractive: Bool) -> Int32? {
        for path in start.files {
            do {
                let table = try bench.workspace.open(
                    path, rules: start.rules, dialect: start.dialect)
                try bench.use(table)
                if isInteractive { bench.introduce(table) } else { bench.sayNotes(of: table) }
            } catch {
                bench.host.writeError("stet: " + TerminalText.lines(String(describing: error)))
                return 2
            }
        }
        return nil
    }
}
