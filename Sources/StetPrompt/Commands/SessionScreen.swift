import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// How a session looks on a terminal.
enum SessionScreen {
    /// Its title and its fields, those that are wrong marked with what is wrong.
    static func show(_ session: DetailSession, on bench: Bench) {
        let form = session.form
        let style = Style(isColored: bench.host.usesColor)
        bench.write(style.bold(TerminalText.line(form.title)) + "\n")
        let width = form.draft.fields.map { DisplayWidth.of(TerminalText.line($0)) }.max() ?? 0
        for field in form.draft.fields where !form.removed.contains(field) {
            line(field, of: form, width: width, style, bench)
        }
        for problem in form.problems where problem.field == nil {
            bench.write("  " + style.red("⚠ \(TerminalText.line(problem.message))") + "\n")
        }
        bench.seen.note(session)
    }

    private static func line(
        _ field: String, of form: DetailForm, width: Int, _ style: Style, _ bench: Bench
    ) {
        let name = TerminalText.line(field)
        let gap = String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
        let column = form.draft.layout.column(named: field)
        let cell = form.draft.cell(field)
        let value = cell.map { TerminalText.line($0.text.description) } ?? ""
        let unit = column?.format.field.unit.map { value.isEmpty ? "" : " \($0)" } ?? ""
        let isChanged = form.changes.contains { $0.field == field }
        var text = "  \(name)\(gap)\(isChanged ? style.bold(value) : value)\(unit)"
        for problem in form.problems where problem.field == field {
            text += "  " + style.red("⚠ \(TerminalText.line(problem.message))")
        }
        bench.write(text + "\n")
    }

    /// The line of one field, after it was set.
    static func show(_ field: String, of session: DetailSession, on bench: Bench) {
        line(
            field, of: session.form, width: DisplayWidth.of(TerminalText.line(field)),
            Style(isColored: bench.host.usesColor), bench)
    }

    static func showChanges(_ session: DetailSession, on bench: Bench) {
        for change in session.form.changes {
            let old = TerminalText.line(change.old?.text.description ?? "")
            let new = TerminalText.line(change.new?.text.description ?? "")
            bench.write("\(TerminalText.line(change.field)): \(old) → \(new)\n")
        }
    }
}
