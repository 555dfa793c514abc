import StetText

/// A command of the prompt: a line that begins with a dot.
enum DotCommand: String, CaseIterable {
    case help, quit
    case abandon = "break"

    enum Reading {
        case command(DotCommand)
        case unknown(message: String)
    }

    /// nil for a line that is Lua.
    init?(name: Substring) { self.init(rawValue: String(name)) }

    static func read(_ line: [UInt8]) -> Reading? {
        let text = String(decoding: line, as: UTF8.self).trimmed
        guard text.hasPrefix("."), let second = text.dropFirst().first, second.isLetter else {
            return nil
        }
        let words = text.dropFirst().split(separator: " ")
        guard let name = words.first else { return nil }
        guard let command = DotCommand(name: name) else {
            let hint =
                Suggestion.nearest(
                    to: String(name), among: allCases.map(\.rawValue)
                ).map { "; did you mean .\($0)?" } ?? "; .help lists them"
            return .unknown(
                message: "there is no command .\(TerminalText.line(String(name)))\(hint)")
        }
        if words.count > 1 {
            return .unknown(message: ".\(command.rawValue) takes nothing after it")
        }
        return .command(command)
    }

    static let helpText = """
        What is typed is Lua. An expression prints its value; what is unfinished asks for more.
        Locals of an entry are globals after it. _1, _2 and _3 are the last values, and _ is a
        table of all that the last entry gave.

          .help    this text
          .break   drops the entry that is being typed, as Ctrl-C does
          .quit    leaves, as Ctrl-D, exit and quit do

        Ctrl-C while an entry runs stops it. Alt-Enter begins a new line in place. "stet help"
        in a shell tells what else Stet can do.

        """
}

extension String {
    var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
