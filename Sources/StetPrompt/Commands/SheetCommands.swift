import StetScripting
import StetSessions
import StetText

/// The commands for what lies over the records: sessions, sheets, dialogs.
enum SheetCommands {
    static let all: [Command] = [sheet, choose, ok, swipe, dismiss, nextPage]

    private static let sheet: Command = .init(
        "sheet", .stage, "show what lies over the records, and what can be done with it",
        details: """
            Sessions, sheets and dialogs are listed with the lowest first, whether a command or a
            script opened them; then the list, the view and the menu that were made last.
            """
    ) { bench, text in
        try text.require(0...0, of: sheet)
        let rows = StageScreen.rows(of: bench.foreground)
        guard !rows.isEmpty else { return bench.say("nothing lies over the records") }
        StageScreen.write(rows, on: bench)
        if let dialog = bench.foreground.dialog { DialogScreen.show(dialog.request, on: bench) }
    }

    /// `settings 2/3` for the prompt.
    static func shortState(of sheet: SheetHandle) -> String {
        let name = Bench.short(sheet.name)
        guard let pages = sheet.pages, let index = pages.index else { return name }
        return "\(name) \(index + 1)/\(pages.pages.count)"
    }

    private static let choose: Command = .init(
        "choose", .stage, usage: "N or LABEL", "answer the dialog that is shown",
        details: "While a dialog is shown, its number alone answers it too.", arguments: [.answer]
    ) { bench, text in
        guard !text.rest.isEmpty else { throw CommandError("usage: \(choose.synopsis)") }
        try answer(RecordCommands.key(text), bench)
    }

    private static let ok: Command = .init(
        "ok", .stage, "answer the dialog that is shown with OK, or with its one button"
    ) { bench, text in
        try text.require(0...0, of: ok)
        let buttons = bench.foreground.dialog?.request.buttons ?? []
        try answer(buttons.count == 1 ? buttons[0].label : "OK", bench)
    }

    static func answer(_ answer: String, _ bench: Bench) throws {
        let foreground = bench.foreground
        guard foreground.dialog != nil else { throw CommandError("no dialog is shown") }
        let asking = foreground.sessions.last { $0.session.dialog != nil }
        do throws(Refusal) {
            try foreground.stage.dialogs.choose(answer)
        } catch {
            if let asking, error.reason == .invalid {
                throw SessionCommands.notSaved(asking.session, error)
            }
            throw error
        }
    }

    private static let swipe: Command = .init(
        "swipe", .stage, "wave away what lies on top; with changes, it asks what to do with them",
        details: "A sheet that is modal stays, and says so; .dismiss is its own button."
    ) { bench, text in
        try text.require(0...0, of: swipe)
        if let dialog = bench.foreground.dialog {
            throw CommandError(
                "the dialog “\(dialog.request.title)” waits for an answer; .choose N gives one")
        }
        switch bench.foreground.layers.last {
        case .session(let session)?, .deletion(let session)?:
            _ = try session.session.attemptDismiss()
        case .sheet(let sheet)?: _ = try sheet.attemptDismiss()
        case .dialog?, nil:
            throw CommandError("nothing lies over the records that could be waved away")
        }
    }

    private static let dismiss: Command = .init(
        "dismiss", .stage, "dismiss the innermost sheet, modal or not, and what lies over it"
    ) { bench, text in
        try text.require(0...0, of: dismiss)
        try innermost(bench).dismiss()
    }

    private static func innermost(_ bench: Bench) throws(CommandError) -> SheetHandle {
        guard let sheet = bench.foreground.stage.stack.last else {
            throw CommandError("no sheet is open")
        }
        return sheet
    }

    private static let nextPage: Command = .init(
        "next_page", .stage, "go on to the next page of the sheet; from the last one, finish",
        details: ".back goes back a page, whatever was entered."
    ) { bench, text in
        try text.require(0...0, of: nextPage)
        let sheet = try innermost(bench)
        guard let pages = sheet.pages else {
            throw CommandError("the sheet “\(sheet.name)” has no pages")
        }
        try pages.next()
    }
}
