import Glibc

/// Runs a prompt over standard input: with an editor on a terminal, else entry by entry.
package enum Prompt {
    /// - Parameter history: where entries are kept; nil: they are forgotten.
    /// - Returns: the status to exit with.
    package static func run(_ host: PromptHost, history: History?) -> Int32 {
        let isInteractive = isatty(STDIN_FILENO) == 1
        let signals = PromptSignals(isInteractive: isInteractive, interrupt: host.interrupt)
        let evaluator = Evaluator(host, signals: signals)
        guard isInteractive,
            let editor = LineEditor(
                signals: signals, promptsOnError: isatty(STDOUT_FILENO) == 0)
        else { return PipedInput(host, signals: signals, evaluator: evaluator).run() }
        return PromptLoop(
            host, editor: editor, signals: signals, evaluator: evaluator, history: history
        ).run()
    }
}
