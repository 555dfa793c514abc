import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands of sessions over one record.
enum SessionCommands {
    static let all: [Command] = [edit, add, view, set, save, cancel]

    private static let formOption = "--form"

    private static let edit: Command = .init(
        "edit", .sessions, usage: "[KEY] [--form]", "begin to edit a record",
        details: """
            In a session the fields are names: weight = 120 sets one, and name:upper() reads one.
            .save keeps the draft in the collection if the rules allow it; .commit writes the file.
            --form asks for the fields one by one, with the value that each has to be edited in the
            line. What is wrong is asked again; Enter twice leaves it as it is; Ctrl-C ends the form
            and keeps the draft. Without KEY the form is that of the session.
            """, arguments: [.key, .words([formOption])]
    ) { bench, text in
        let (isForm, text) = text.taking(formOption)
        let form = isForm ? try FormWalk(bench) : nil
        if text.rest.isEmpty, let form {
            return try form.walk(bench.requireSession())
        }
        let table = try bench.require()
        guard !text.rest.isEmpty else { throw CommandError("usage: \(edit.synopsis)") }
        let row = try bench.row(RecordCommands.key(text), in: table)
        try begin(bench) { () throws(Refusal) in try SessionOpening(table).edit(row) }
        try form?.walk(bench.requireSession())
    }

    private static let add: Command = .init(
        "add", .sessions, usage: "[FIELD=VALUE…] [--form]", "begin a new record",
        details: "--form asks for the fields one by one; .help edit tells how.",
        arguments: [.assignment]
    ) { bench, text in
        let (isForm, text) = text.taking(formOption)
        let form = isForm ? try FormWalk(bench) : nil
        let table = try bench.require()
        let template = try ChangeCommands.assignments(text, from: 0, in: table)
        try begin(bench) { () throws(Refusal) in try SessionOpening(table).add(template) }
        try form?.walk(bench.requireSession())
    }

    private static let view: Command = .init(
        "view", .sessions, usage: "KEY", "look at a record in a session that changes nothing",
        arguments: [.key]
    ) { bench, text in
        let table = try bench.require()
        guard !text.rest.isEmpty else { throw CommandError("usage: \(view.synopsis)") }
        let row = try bench.row(RecordCommands.key(text), in: table)
        try begin(bench) { () throws(Refusal) in try SessionOpening(table).view(row) }
    }

    /// Begins a session, in place of one that has nothing to lose. It is shown when the entry has
    /// ended, as is one that a script began.
    static func begin(_ bench: Bench, _ open: () throws(Refusal) -> SessionObject) throws {
        if let session = bench.session {
            guard !session.form.isDirty else {
                throw CommandError(
                    "“\(session.form.title)” has changes; .save, .cancel or .revert it first")
            }
            try session.close()
        }
        _ = try open()
    }

    private static let set: Command = .init(
        "set", .sessions, usage: "FIELD VALUE",
        "give a field of the draft what follows, as it is typed",
        details: """
            What is typed is read by the field's type; if it is not of it, it is kept and marked.
            Outside of a session .set KEY FIELD VALUE, or .set KEY FIELD=VALUE…, changes a record of
            the collection.
            """,
        arguments: [.field, .value]
    ) { bench, text in
        guard let session = bench.session else {
            guard text.words.count >= 2 else {
                throw CommandError("usage: .set KEY FIELD VALUE, or .set KEY FIELD=VALUE…")
            }
            let table = try bench.require()
            let row: RowID
            do {
                row = try bench.row(text.words[0].text, in: table)
            } catch let error as CommandError {
                throw text.wrong(0, error.message)
            }
            let names = table.collection.layout.names
            if text.words.count > 2, names.contains(text.words[1].text) {
                let value = text.words.count == 3 ? text.words[2].text : text.text(from: 2)
                let assignment = FieldAssignment(text.words[1].text, text: ByteString(value))
                try table.collection.set(row, [assignment])
            } else {
                try table.collection.set(
                    row, ChangeCommands.assignments(text, from: 1, in: table))
            }
            return
        }
        guard let field = text.words.first?.text else {
            throw CommandError("usage: \(set.synopsis)")
        }
        let fields = session.form.draft.fields
        guard fields.contains(field) else {
            throw text.wrong(
                0, "there is no field \(field)" + Suggestion.hint(for: field, among: fields))
        }
        let value = text.words.count == 2 ? text.words[1].text : text.text(from: 1)
        try session.setText(field, ByteString(value))
    }

    private static let save: Command = .init(
        "save", .sessions, "keep the draft in the collection and end the session"
    ) { bench, text in
        try text.require(0...0, of: save)
        let session = try bench.requireSession()
        do throws(Refusal) {
            try session.save()
        } catch {
            throw notSaved(session, error)
        }
    }

    /// Why a save was refused; where several things are wrong, each in a line of its own.
    static func notSaved(_ session: DetailSession, _ refusal: Refusal) -> CommandError {
        let problems = session.form.problems.filter { $0.severity == .error }
        guard refusal.reason == .invalid, problems.count > 1 else {
            return CommandError("not saved: \(refusal.message)")
        }
        return CommandError(
            "not saved: \(problems.count) things are wrong",
            details: problems.map { "  " + TerminalText.line($0.description) })
    }

    private static let cancel: Command = .init(
        "cancel", .sessions, "end the session and forget the draft; in a dialog, Escape"
    ) { bench, text in
        try text.require(0...0, of: cancel)
        if bench.foreground.dialog != nil {
            return try bench.foreground.stage.dialogs.escape()
        }
        try bench.requireSession().cancel()
    }

    static func deleteRecord(_ bench: Bench) throws {
        try bench.requireSession().delete()
    }
}
