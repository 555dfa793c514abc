import LuaKit
import StetScripting
import StetSessions
import StetText

/// What a person has seen of what is before them.
struct SeenForeground {
    fileprivate weak var session: DetailSession?
    fileprivate var draft: Draft?
    fileprivate var problems: [DraftProblem] = []
    fileprivate weak var dialog: DialogHandle?

    mutating func note(_ session: DetailSession?) {
        self.session = session
        draft = session?.draft
        problems = session?.form.problems ?? []
    }
}

/// Shows what came, went and changed, whoever made it so: a command, a script or a line of Lua.
extension Bench {
    /// - Parameter isChangeTold: what was changed in a collection has been said.
    func showForeground(isChangeTold: Bool) {
        let session = session
        sayEvents(isChangeTold: isChangeTold)
        if let session { showChanges(in: session) }
        seen.note(session)
        let dialog = foreground.dialog
        if let dialog, dialog !== seen.dialog {
            DialogScreen.show(dialog.request, on: self)
        }
        seen.dialog = dialog
    }

    private static var shownEvents: Int { 12 }

    /// Says what happened so far; what comes after it is what it led to.
    func sayEvents(isChangeTold: Bool = false) {
        let (events, left) = foreground.takeEvents()
        let lines = EventText(foreground, isChangeTold: isChangeTold).lines(of: events)
        for line in lines.prefix(Self.shownEvents) { say(line) }
        let more = left + max(0, lines.count - Self.shownEvents)
        if more > 0 { say("and \(more) more") }
    }

    /// A session that is new to the person, or the fields that are not as they were.
    private func showChanges(in session: DetailSession) {
        guard seen.session === session, let draft = seen.draft,
            draft.layout === session.draft.layout
        else { return SessionScreen.show(session, on: self) }
        let problems = session.form.problems
        var changed = Set(session.draft.changes(from: draft).map(\.field))
        for field in session.draft.fields
        where problems.filter({ $0.field == field }) != seen.problems.filter({ $0.field == field })
        {
            changed.insert(field)
        }
        for field in session.draft.fields where changed.contains(field) {
            SessionScreen.show(field, of: session, on: self)
        }
    }

    /// Writes a value as an expression's value is written; nothing for nil.
    func print(_ value: LuaValue) throws(LuaError) {
        if case .nil = value { return }
        let stack = try host.state.stack()
        stack.scope {
            stack.push(value)
            var printer = valuePrinter(stack, presentLimits)
            host.writeLine(printer.text(at: stack.top))
        }
    }
}
