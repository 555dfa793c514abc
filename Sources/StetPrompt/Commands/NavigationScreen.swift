import StetScripting
import StetSessions
import StetText

/// How a split view looks on a terminal.
enum NavigationScreen {
    /// What is selected, for people.
    static func selection(of state: SplitViewState) -> String {
        let selected = state.configuration.columns.flatMap { state.selection(in: $0) }
        guard !selected.isEmpty else { return "nothing selected" }
        let path = state.path.map(\.description)
        return (selected.map(\.description) + path).joined(separator: " ▸ ") + " selected"
    }

    /// The outline: an item a line, with its id where the title is another.
    static func writeOutline(of state: SplitViewState, on bench: Bench) {
        let selected = Set(state.configuration.columns.flatMap { state.selection(in: $0) })
        let rows = state.outline
        for row in rows.prefix(bench.page * 10) {
            let mark = selected.contains(row.identity) ? "> " : "  "
            let sign = row.isExpanded.map { $0 ? "▾ " : "▸ " } ?? "  "
            let title = TerminalText.line(row.title)
            let identity = TerminalText.line(row.identity.description)
            let indent = String(repeating: "  ", count: row.depth)
            bench.write(
                "\(mark)\(indent)\(sign)\(title)\(title == identity ? "" : "  (\(identity))")\n")
        }
        let left = rows.count - bench.page * 10
        if left > 0 { bench.say("and \(left) more") }
    }
}
