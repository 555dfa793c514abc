import Glibc
import StetText

/// Text of unknown origin on its way to a terminal.
enum TerminalText {
    /// One line without anything that a terminal would act on.
    static func line(_ text: String) -> String { SafeText.escaped(text) }

    /// The same for each of several lines.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0)) }
            .joined(separator: "\n")
    }

    /// Whether the terminal obeys more than characters and line ends.
    static var movesCursor: Bool {
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        return !name.isEmpty && name != "dumb"
    }

    /// Columns of the screen.
    static var screenWidth: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Columns that printable text takes.
    static func width(of text: String) -> Int { DisplayWidth.of(text) }
}
