import StetCore
import StetScripting
import StetSessions
import StetText

/// What stands before what is typed. Parts that take no place on the screen are marked, so that
/// the line editor knows where its cursor is.
struct PromptText {
    /// As it is seen.
    private(set) var plain = ""
    /// For the line editor.
    private(set) var marked = ""
    private let isColored: Bool

    init(isColored: Bool) {
        self.isColored = isColored
    }

    enum Look: String {
        case plain = ""
        case bold = "1"
        case red = "1;31"
    }

    mutating func add(_ text: String, _ look: Look = .plain) {
        plain += text
        marked +=
            isColored && look != .plain
            ? "\u{1}\u{1B}[\(look.rawValue)m\u{2}\(text)\u{1}\u{1B}[0m\u{2}" : text
    }

    /// A prompt for the line editor, without the parts that take no place.
    static func seen(_ marked: String) -> String {
        var isHidden = false
        return String(
            marked.unicodeScalars.filter { scalar in
                if scalar == "\u{1}" { isHidden = true }
                defer { if scalar == "\u{2}" { isHidden = false } }
                return !isHidden
            }.map { Character($0) })
    }

    /// The same as it is written to a terminal.
    static func unmarked(_ marked: String) -> String {
        marked.filter { $0 != "\u{1}" && $0 != "\u{2}" }
    }

    /// A name of someone else's, cut to a width. The C library, by which the editor reckons, takes
    /// joined characters for several, so of those only the first is shown.
    static func name(_ text: String, width: Int) -> String {
        var result = ""
        var used = 0
        let measure = DisplayWidth()
        for cluster in TerminalText.line(text) {
            let parts = cluster.unicodeScalars
            let columns = measure.columns(of: cluster)
            let reckoned = parts.reduce(0) { $0 + measure.columns(of: $1) }
            let shown = columns == reckoned ? cluster : parts.first.map { Character($0) } ?? cluster
            guard used + columns < width else { return result + "…" }
            result.append(shown)
            used += measure.columns(of: shown)
        }
        return result
    }
}

extension Bench {
    /// What stands before the next entry.
    var promptText: PromptText {
        var text = PromptText(isColored: host.usesColor)
        let width = max(12, screen().columns / 3)
        let over = layersOverSession.map { " [\(PromptText.name($0, width: width))]" }.joined()
        let end: PromptText.Look = hasFailed ? .red : .plain
        if let session {
            text.add(PromptText.name(session.form.title, width: width), .bold)
            if session.form.isDirty { text.add("*") }
            text.add(over)
            text.add(" ▸", end)
        } else {
            text.add("stet")
            if let table {
                text.add(" ")
                text.add(PromptText.name(table.globalName, width: width), .bold)
                text.add("(\(table.collection.count))")
                if table.collection.isDirty { text.add("*") }
            }
            text.add(over)
            text.add(">", end)
        }
        text.add(" ")
        return text
    }
}
