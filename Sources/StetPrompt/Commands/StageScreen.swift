import StetScripting
import StetSessions
import StetText

/// How `.sheet` shows what lies over the records.
enum StageScreen {
    struct Row {
        /// `sheet`
        var kind: String
        var name: String
        /// What is to be said of it, and the commands for it.
        var what: String
    }

    static func rows(of foreground: Foreground) -> [Row] {
        var rows = foreground.layers.map { layer in
            switch layer {
            case .session(let session): row(of: session.session)
            case .deletion(let session):
                Row(kind: "deletion", name: session.session.form.title, what: ".choose .cancel")
            case .sheet(let sheet): row(of: sheet)
            case .dialog(let dialog):
                Row(kind: "dialog", name: dialog.request.title, what: ".choose .cancel")
            }
        }
        if let list = foreground.list {
            let sections = list.source.sections
            let count = sections.reduce(0) { $0 + $1.rows.count }
            rows.append(
                Row(
                    kind: "list",
                    name:
                        "\(English.count(count, "row")) in \(English.count(sections.count, "section"))",
                    what: ".row .select .sections .close"))
        }
        if let view = foreground.splitView {
            let state = view.view.state
            rows.append(
                Row(
                    kind: "view", name: NavigationScreen.selection(of: state),
                    what: ".tree .select .back .visibility .close"))
        }
        if let table = foreground.recordTable {
            rows.append(
                Row(
                    kind: "table", name: table.table.globalName,
                    what: ".table .select .deselect .close"))
        }
        if let menu = foreground.menu {
            rows.append(Row(kind: "menu", name: MenuCommand.name(of: menu), what: ".menu"))
        }
        return rows
    }

    private static func row(of session: DetailSession) -> Row {
        let form = session.form
        var what = form.kind.rawValue
        switch form.kind {
        case .view: what += "; .cancel .swipe"
        case .edit, .add:
            if !form.isValid { what += ", not valid" }
            what += form.abilities.saves ? "; .save" : ";"
            what += " .cancel .swipe"
            if form.isDirty { what += " .revert" }
            if form.canDelete { what += " .delete" }
        }
        return Row(kind: "session", name: form.title + (form.isDirty ? "*" : ""), what: what)
    }

    private static func row(of sheet: SheetHandle) -> Row {
        var states: [String] = []
        var commands: [String] = []
        if let pages = sheet.pages, let index = pages.index {
            states.append("page \(index + 1) of \(pages.pages.count): \(pages.pages[index].title)")
            commands += [".next_page", ".back"]
        }
        switch sheet.isModal {
        case .fixed(true): states.append("modal")
        case .fixed(false): commands.append(".swipe")
        case .asked:
            states.append("modal if it says so")
            commands.append(".swipe")
        }
        commands.append(".dismiss")
        let what = [states.joined(separator: ", "), commands.joined(separator: " ")]
        return Row(
            kind: "sheet", name: sheet.name,
            what: what.filter { !$0.isEmpty }.joined(separator: "; "))
    }

    static func write(_ rows: [Row], on bench: Bench) {
        let names = rows.map { Bench.short($0.name) }
        let width = names.map { DisplayWidth.of($0) }.max() ?? 0
        for (row, name) in zip(rows, names) {
            let kind = row.kind + String(repeating: " ", count: max(0, 8 - row.kind.count))
            let gap = String(repeating: " ", count: width - DisplayWidth.of(name))
            bench.write("\(kind)  \(name)\(gap)  \(TerminalText.line(row.what))\n")
        }
    }
}
