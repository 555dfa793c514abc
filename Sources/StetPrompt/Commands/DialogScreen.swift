import StetSessions
import StetText

/// How a dialog looks on a terminal: a numbered choice.
enum DialogScreen {
    static func show(_ request: DialogRequest, on bench: Bench) {
        let style = Style(isColored: bench.host.usesColor)
        bench.write(style.bold(TerminalText.line(request.title)) + "\n")
        if let message = request.message, !message.isEmpty {
            bench.write(TerminalText.lines(message) + "\n")
        }
        for (index, button) in request.buttons.enumerated() {
            let label = TerminalText.line(button.label)
            let shown = button.role == .destructive ? style.red(label) : label
            bench.write("  \(index + 1)  \(shown)\n")
        }
        bench.say("\(request.buttons.count == 1 ? ".ok" : "the number, or .choose LABEL,") answers")
    }
}
