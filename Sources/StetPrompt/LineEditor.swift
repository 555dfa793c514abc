import CReadline
import Glibc

/// Lines that a person edits on a terminal. There is one terminal, and so one editor at a time.
final class LineEditor {
    enum Reading {
        case line([UInt8])
        /// A line that is to be taken to an editor.
        case toEditor([UInt8])
        /// Ctrl-D on an empty line, or the terminal is gone.
        case end
        /// Ctrl-C.
        case interrupted
        /// A signal asks the prompt to end.
        case stopped
    }

    private let signals: PromptSignals
    /// Shows what is still held back.
    var beforeReading: () -> Void = {}

    /// - Parameter promptsOnError: whether prompts go to standard error.
    /// - Returns: nil if the process has no descriptors left for it.
    init?(signals: PromptSignals, promptsOnError: Bool) {
        self.signals = signals
        guard creadline_open(promptsOnError) else { return nil }
    }

    /// - Parameters:
    ///   - initial: what the line begins with, to be edited. It holds no control bytes.
    ///   - assistance: answers Tab and F1 meanwhile.
    func read(
        prompt: String, initial: String = "", assistance: LineAssistance? = nil
    ) -> Reading {
        assistance?.install()
        defer { LineAssistance.uninstall() }
        beforeReading()
        fflush(nil)
        let activity = signals.begin(.reading)
        defer { signals.begin(activity) }
        if signals.end != nil { return .stopped }
        let text: String? = initial.isEmpty ? nil : initial
        creadline_begin_with(text)
        var line: UnsafeMutablePointer<CChar>?
        let result = Int(creadline_read(prompt, &line))
        switch result {
        case CREADLINE_LINE, CREADLINE_EDITOR:
            defer { creadline_free(line) }
            guard let line else { return .end }
            let bytes = UnsafeBufferPointer(start: line, count: strlen(line))
                .map(UInt8.init(bitPattern:))
            return result == CREADLINE_LINE ? .line(bytes) : .toEditor(bytes)
        case CREADLINE_INTERRUPTED: return .interrupted
        case CREADLINE_STOPPED: return .stopped
        default: return .end
        }
    }

    /// Adds an entry to what Up and Ctrl-R find.
    func remember(_ entry: String) { creadline_add_history(entry) }

    /// Draws a line that was just read again, in colour, where its rows are known.
    func redraw(prompt: String, line: [UInt8], colored: String) {
        let terminal = getenv("TERM").map { String(cString: $0) } ?? ""
        guard terminal != "", terminal != "dumb",
            let text = String(validating: line, as: UTF8.self),
            let rows = EntryColors.rows(
                prompt: PromptText.seen(prompt), line: text, columns: width), rows < height
        else { return }
        creadline_write("\u{1B}[\(rows)A\r\(PromptText.unmarked(prompt))\(colored)\n")
    }

    /// Whether nobody will ever type again.
    var isTerminalGone: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) < 0
            || input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// Columns of the terminal.
    var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Lines of the terminal.
    var height: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    package static var libraryVersion: String { String(cString: creadline_library_version()) }
}

/// The line editor's library.
package enum PromptLibrary {
    package static var version: String { LineEditor.libraryVersion }
}
