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
            bench.write("  \(index + 1)  \(TerminalText.line(button.label))\n")
        }
        bench.say(".choose N answers")
    }
}
